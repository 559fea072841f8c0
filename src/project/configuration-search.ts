import { dirname, extname, join, relative, resolve } from 'node:path'
import { toRecord } from '../document/record.js'
import { readText, findStats } from './disk.js'
import { ProjectError } from './project-error.js'
import { findProjectFolder, isOutsideFolder } from './project-folder.js'

/** A path relative to the current directory. */
export const toRelativePath = (path: string): string => relative('', path) || '.'

/** What allows config files to name files outside of their project. */
export const trustHint = 'add --trust-config (in editors: `routerfile.trustConfig`)'

const configurationNames = [
  'routerfile.config.json',
  'routerfile.config.yaml',
  'routerfile.config.yml',
]

/** Names that config files of other programs have, and that users give ours by mistake. Nothing reads them. */
export const unreadNames: ReadonlySet<string> = new Set([
  '.routerfile',
  '.routerfilerc',
  'routerfile.config',
  ...['json', 'yaml', 'yml', 'toml', 'js'].flatMap((ending) => [
    `.routerfile.${ending}`,
    `.routerfilerc.${ending}`,
    `.routerfile.config.${ending}`,
  ]),
  ...['jsonc', 'json5', 'toml', 'js', 'cjs', 'mjs', 'ts'].map(
    (ending) => `routerfile.config.${ending}`,
  ),
])

/** The files with one of `unreadNames` in some directories and above, up to the roots of their projects. */
export function findUnread(folders: Iterable<string>): string[] {
  const visited = new Set<string>()
  const found: string[] = []
  for (const folder of folders) {
    const project = findProjectFolder(folder)
    for (let at = resolve(folder); !visited.has(at); at = dirname(at)) {
      visited.add(at)
      for (const name of unreadNames) if (findStats(join(at, name))) found.push(join(at, name))
      if (at === project) break
    }
  }
  return found.map(toRelativePath)
}

/** Explains how to use a file with one of `unreadNames`. */
export const explainUnread = (path: string): string =>
  `\`${path}\` is not read; rename it to \`${configurationNames.find((name) => extname(name) === extname(path)) ?? configurationNames[1]}\``

/** Finds the config file nearest to a directory, given by its absolute path. Each directory is checked once. */
export function createUpwardSearch({
  isTrusted,
}: {
  isTrusted: boolean
}): (folder: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  const nearest = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder)
    const parent = dirname(folder)
    const configuration = findConfigurationIn(folder)
    if (configuration !== undefined && !isTrusted) rejectLinkOut(folder, configuration)
    const found = configuration ?? (parent === folder ? undefined : nearest(parent))
    known.set(folder, found)
    return found
  }
  return nearest
}

/** Throws if a config file is a symbolic link to a file outside of the project: messages could quote that file. */
function rejectLinkOut(folder: string, path: string): void {
  const project = findProjectFolder(folder)
  if (isOutsideFolder(project, path))
    throw new ProjectError(
      `\`${toRelativePath(path)}\` is a symbolic link out of the project folder \`${toRelativePath(project)}\` and is not read; copy the file, or ${trustHint}`,
    )
}

function findConfigurationIn(folder: string): string | undefined {
  const names = configurationNames
    .map((name) => join(folder, name))
    .filter((path) => findStats(path)?.isFile())
  const shared = join(folder, 'package.json')
  const [found, other] = hasConfiguration(shared) ? [...names, shared] : names
  if (found !== undefined && other !== undefined)
    throw new ProjectError(
      `\`${toRelativePath(found)}\` and \`${toRelativePath(other)}\` both configure one folder; keep one of them`,
    )
  return found
}

/** Whether a `package.json` has our key; invalid JSON is read as a config file if it seems to have the key. */
function hasConfiguration(path: string): boolean {
  if (!findStats(path)?.isFile()) return false
  const read = readText(path)
  if ('why' in read || !read.text.includes('"routerfile"')) return false
  try {
    return Object.hasOwn(toRecord(JSON.parse(read.text)), 'routerfile')
  } catch {
    return /"routerfile"\s*:\s*\{/.test(read.text)
  }
}
