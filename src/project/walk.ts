import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readText, describeError, findStats } from './disk.js'
import { unreadNames } from './configuration-search.js'
import { findGitFolder } from './git-folder.js'
import { isOutsideFolder } from './project-folder.js'
import { ProjectError } from './project-error.js'
import type { IgnoreLayer } from './ignored.js'

/** An entry of a directory; `isOdd` if it is itself neither a directory nor a regular file, or if that is not known. */
type FolderEntry = { name: string; isFolder: boolean; isOdd: boolean }

export type ListFolder = (folder: string) => readonly FolderEntry[]

export type WalkOptions = {
  isWanted: (path: string) => boolean
  listing: ListFolder
  /** Whether to respect `.gitignore`, `.git/info/exclude` and `.routerfileignore`. */
  respectsIgnoreFiles: boolean
}

/**
 * The files found, the directories that could not be read, with the reason, and files that have the name of a config file
 * of another program, which are not read.
 */
export type WalkResult = { paths: string[]; refused: string[]; unread: string[] }

export const listOnDisk: ListFolder = (folder) =>
  readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    isFolder: entry.isDirectory(),
    isOdd: !entry.isDirectory() && !entry.isFile(),
  }))

/** A listing of some files only, given by absolute paths. */
export function createFolderLister(paths: Iterable<string>): ListFolder {
  const folders = new Map<string, Map<string, boolean>>()
  for (const path of paths) {
    for (let at = path, isFolder = false; at !== dirname(at); at = dirname(at), isFolder = true) {
      const known = folders.get(dirname(at)) ?? new Map<string, boolean>()
      folders.set(dirname(at), known.set(basename(at), isFolder))
    }
  }
  return (folder) =>
    [...(folders.get(resolve(folder)) ?? [])].map(([name, isFolder]) => ({
      name,
      isFolder,
      isOdd: !isFolder,
    }))
}

const skippedFolders = new Set(['node_modules', 'vendor', 'dist'])

/** The files below a directory, except hidden ones, those of packages, and ignored ones. */
export async function findFilesBelow(
  folder: string,
  { isWanted, listing, respectsIgnoreFiles }: WalkOptions,
): Promise<WalkResult> {
  const walked: WalkResult = { paths: [], refused: [], unread: [] }
  const open = [
    { where: folder, above: respectsIgnoreFiles ? await readLayersAbove(resolve(folder)) : [] },
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    const { where, above: outerLayers } = next
    const layers = respectsIgnoreFiles ? await readLayersIn(resolve(where), outerLayers) : []
    const ignored = layers.length > 0 ? await import('./ignored.js') : undefined
    for (const { name, isFolder, isOdd } of listEntries(where, listing, walked)) {
      const place = where === '.' ? name : join(where, name)
      if (unreadNames.has(name)) walked.unread.push(place)
      if (name.startsWith('.') || skippedFolders.has(name) || (!isFolder && !isWanted(place)))
        continue
      if (ignored?.isIgnored(layers, resolve(place), isFolder)) continue
      if (isFolder) open.push({ where: place, above: layers })
      else if (name.includes('\ufffd') && !findStats(place))
        walked.refused.push(`\`${place}\` cannot be read: its name is not UTF-8`)
      else if (!isOdd || isOwnFile(folder, place)) walked.paths.push(place)
    }
  }
  return walked
}

/**
 * Whether a path is a regular file, or a link to one in the searched directory: files elsewhere may belong to other
 * users. A pipe is not read unless requested: it may never end.
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
  listing: ListFolder,
  { refused }: WalkResult,
): ReturnType<ListFolder> {
  try {
    return listing(folder)
  } catch (error) {
    refused.push(`folder \`${folder}\` cannot be read: ${describeError(error)}`)
    return []
  }
}

/**
 * The layers above a directory: from the root of its repository, or from the current directory if there is no
 * repository.
 */
async function readLayersAbove(folder: string): Promise<readonly IgnoreLayer[]> {
  const chain = [folder]
  for (let at = folder; at !== dirname(at); at = dirname(at)) chain.unshift(dirname(at))
  const root = chain.findLastIndex((ancestor) => findStats(join(ancestor, '.git')) !== undefined)
  const from = root >= 0 ? root : chain.indexOf(process.cwd())
  let layers: readonly IgnoreLayer[] = []
  for (const ancestor of from >= 0 ? chain.slice(from, -1) : [])
    layers = await readLayersIn(ancestor, layers)
  return layers
}

/**
 * Maximum number of patterns with wildcards to compare a path with; patterns with only a leading wildcard do not count.
 */
const maxWildcards = 1000

/** The layers that apply in a directory: those from above, and its own ignore files. */
async function readLayersIn(
  folder: string,
  outerLayers: readonly IgnoreLayer[],
): Promise<readonly IgnoreLayer[]> {
  const files = [
    join(findGitFolder(folder), 'info', 'exclude'),
    join(folder, '.gitignore'),
    join(folder, '.routerfileignore'),
  ]
  const texts = files.filter((path) => findStats(path)?.isFile()).map(readLines)
  if (texts.length === 0 && outerLayers.length === 0) return outerLayers
  const { enterFolder, countWildcards, createLayer } = await import('./ignored.js')
  const entered = enterFolder(outerLayers, folder)
  if (texts.length === 0) return entered
  const layers = [...entered, createLayer(folder, texts)]
  if (layers.reduce((sum, layer) => sum + countWildcards(layer), 0) > maxWildcards)
    throw new ProjectError(
      `the ignore file of \`${folder}\` has more than ${maxWildcards} patterns with wildcards such as \`a*b\`, counted with those of the folders above`,
      { code: 'ignore-file' },
    )
  return layers
}

function readLines(path: string): string {
  const read = readText(path)
  if ('why' in read) throw new ProjectError(read.why, { code: 'ignore-file' })
  return read.text
}
