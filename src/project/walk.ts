import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readText, describeError, findStats } from './disk.js'
import { unreadNames } from './configuration-search.js'
import { findGitFolder } from './git-folder.js'
import { isOutsideFolder } from './project-folder.js'
import { ProjectError } from './project-error.js'
import type { IgnoreLayer } from './ignored.js'

/**
 * `isIrregular` is set if the entry is neither a directory nor a regular file, such as a link, or if its type is
 * unknown.
 */
type FolderEntry = { name: string; isFolder: boolean; isIrregular: boolean }

export type ListFolder = (folder: string) => readonly FolderEntry[]

export type WalkOptions = {
  isWanted: (path: string) => boolean
  listFolder: ListFolder
  /** Whether to respect `.gitignore`, `.git/info/exclude` and `.routerfileignore`. */
  respectsIgnoreFiles: boolean
}

/** `refused`: sentences about what could not be read. `unread`: files that users probably meant to be config files. */
export type WalkResult = { paths: string[]; refused: string[]; unread: string[] }

export const listOnDisk: ListFolder = (folder) =>
  readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFolder: entry.isDirectory(),
    isIrregular: !entry.isDirectory() && !entry.isFile(),
  }))

/** Creates a function that lists directories as if only the files at these absolute paths existed. */
export function createFolderLister(paths: Iterable<string>): ListFolder {
  const folders = new Map<string, Map<string, boolean>>()
  for (const path of paths) {
    for (
      let current = path, isFolder = false;
      current !== dirname(current);
      current = dirname(current), isFolder = true
    ) {
      const entries = folders.get(dirname(current)) ?? new Map<string, boolean>()
      folders.set(dirname(current), entries.set(basename(current), isFolder))
    }
  }
  return (folder) =>
    [...(folders.get(resolve(folder)) ?? [])].map(([name, isFolder]) => ({
      name,
      isFolder,
      isIrregular: !isFolder,
    }))
}

const skippedFolders = new Set(['node_modules', 'vendor', 'dist'])

/**
 * Finds the wanted files below a directory. Skips hidden files and directories, `skippedFolders`, and ignored files.
 */
export async function findFilesBelow(
  folder: string,
  { isWanted, listFolder, respectsIgnoreFiles }: WalkOptions,
): Promise<WalkResult> {
  const result: WalkResult = { paths: [], refused: [], unread: [] }
  const pending = [
    {
      path: folder,
      outerLayers: respectsIgnoreFiles ? await readLayersAbove(resolve(folder)) : [],
    },
  ]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path: current, outerLayers } = next
    const layers = respectsIgnoreFiles ? await readLayersIn(resolve(current), outerLayers) : []
    const ignored = layers.length > 0 ? await import('./ignored.js') : undefined
    for (const { name, isFolder, isIrregular } of listEntries(current, listFolder, result)) {
      const path = current === '.' ? name : join(current, name)
      if (unreadNames.has(name)) result.unread.push(path)
      if (name.startsWith('.') || skippedFolders.has(name) || (!isFolder && !isWanted(path)))
        continue
      if (ignored?.isIgnored(layers, resolve(path), isFolder)) continue
      if (isFolder) pending.push({ path, outerLayers: layers })
      else if (name.includes('\ufffd') && !findStats(path))
        result.refused.push(`\`${path}\` cannot be read: its name is not UTF-8`)
      else if (!isIrregular || isOwnFile(folder, path)) result.paths.push(path)
    }
  }
  return result
}

/**
 * Whether a path is a regular file, is a link to one in the searched directory, or cannot be accessed. Other links and
 * pipes are only read if they are named: a file elsewhere may belong to another user, and a pipe may never end.
 */
const isOwnFile = (folder: string, path: string): boolean =>
  isLink(path)
    ? findStats(path)?.isFile() === true && !isOutsideFolder(folder, path)
    : findStats(path)?.isFile() !== false

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function listEntries(
  folder: string,
  listFolder: ListFolder,
  { refused }: WalkResult,
): ReturnType<ListFolder> {
  try {
    return listFolder(folder)
  } catch (error) {
    refused.push(`folder \`${folder}\` cannot be read: ${describeError(error)}`)
    return []
  }
}

/**
 * The layers of the directories above a directory: from the root of its repository, or from the current directory if
 * there is no repository. Empty if the directory is neither in a repository nor below the current directory.
 */
async function readLayersAbove(folder: string): Promise<readonly IgnoreLayer[]> {
  const chain = [folder]
  for (let current = folder; current !== dirname(current); current = dirname(current))
    chain.unshift(dirname(current))
  const rootIndex = chain.findLastIndex(
    (ancestor) => findStats(join(ancestor, '.git')) !== undefined,
  )
  const start = rootIndex >= 0 ? rootIndex : chain.indexOf(process.cwd())
  let layers: readonly IgnoreLayer[] = []
  for (const ancestor of start >= 0 ? chain.slice(start, -1) : [])
    layers = await readLayersIn(ancestor, layers)
  return layers
}

/**
 * Maximum number of patterns with wildcards that apply in a directory, because each path is compared with them.
 * Patterns with only a leading `*` do not count.
 */
const maxWildcards = 1000

async function readLayersIn(
  folder: string,
  outerLayers: readonly IgnoreLayer[],
): Promise<readonly IgnoreLayer[]> {
  const files = [
    join(findGitFolder(folder), 'info', 'exclude'),
    join(folder, '.gitignore'),
    join(folder, '.routerfileignore'),
  ]
  const texts = files.filter((path) => findStats(path)?.isFile()).map(readIgnoreFile)
  if (texts.length === 0 && outerLayers.length === 0) return outerLayers
  const { enterFolder, countWildcards, createLayer } = await import('./ignored.js')
  const innerLayers = enterFolder(outerLayers, folder)
  if (texts.length === 0) return innerLayers
  const layers = [...innerLayers, createLayer(folder, texts)]
  if (layers.reduce((sum, layer) => sum + countWildcards(layer), 0) > maxWildcards)
    throw new ProjectError(
      `the ignore file of \`${folder}\` has more than ${maxWildcards} patterns with wildcards such as \`a*b\`, counted with those of the folders above`,
      { code: 'ignore-file' },
    )
  return layers
}

function readIgnoreFile(path: string): string {
  const result = readText(path)
  if ('why' in result) throw new ProjectError(result.why, { code: 'ignore-file' })
  return result.text
}
