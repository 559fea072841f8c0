import { dirname, extname, join, relative, resolve } from 'node:path'
import { toRecord } from '../document/record.js'
import { readText, findStats } from './disk.js'
import { ProjectError } from './project-error.js'
import { findProjectFolder, isOutsideFolder } from './project-folder.js'

export const toRelativePath = (path: string): string => relative('', path) || '.'

/** A remedy for messages: how to allow config files to name files outside of their project. */
export const trustHint = 'add --trust-config (in editors: `routerfile.trustConfig`)'

const configurationNames = [
  'routerfile.config.json',
  'routerfile.config.yaml',
  'routerfile.config.yml',
]

/** Names that users give our config file by mistake, because the config files of other programs have such names. */
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

/** Finds files with `unreadNames` in some directories and the directories above, up to the project folder. */
export function findUnreadFiles(folders: Iterable<string>): string[] {
  const visitedPaths = new Set<string>()
  const unreadPaths: string[] = []
  for (const folder of folders) {
    const project = findProjectFolder(folder)
    for (let current = resolve(folder); !visitedPaths.has(current); current = dirname(current)) {
      visitedPaths.add(current)
      for (const name of unreadNames)
        if (findStats(join(current, name))) unreadPaths.push(join(current, name))
      if (current === project) break
    }
  }
  return unreadPaths.map(toRelativePath)
}

export const explainUnreadFile = (path: string): string =>
  `\`${path}\` is not read; rename it to \`${configurationNames.find((name) => extname(name) === extname(path)) ?? configurationNames[1]}\``

/**
 * Creates a function that finds the config file in a directory (an absolute path), or in the nearest directory above
 * that has one. Each directory is only checked once. The function throws if a directory has two config files, or if a
 * config file is a link to a file outside of the project and config files are not trusted.
 */
export function createUpwardSearch({
  isTrusted,
}: {
  isTrusted: boolean
}): (folder: string) => string | undefined {
  const cache = new Map<string, string | undefined>()
  const findNearest = (folder: string): string | undefined => {
    if (cache.has(folder)) return cache.get(folder)
    const parent = dirname(folder)
    const configuration = findConfigurationIn(folder)
    if (configuration !== undefined && !isTrusted) rejectLinkOut(folder, configuration)
    const nearest = configuration ?? (parent === folder ? undefined : findNearest(parent))
    cache.set(folder, nearest)
    return nearest
  }
  return findNearest
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
  const packagePath = join(folder, 'package.json')
  const [path, otherPath] = hasConfiguration(packagePath) ? [...names, packagePath] : names
  if (path !== undefined && otherPath !== undefined)
    throw new ProjectError(
      `\`${toRelativePath(path)}\` and \`${toRelativePath(otherPath)}\` both configure one folder; keep one of them`,
    )
  return path
}

/**
 * Whether a `package.json` has the key `routerfile`. Invalid JSON that seems to have the key counts too, because
 * reading it as a config file then reports the mistake.
 */
function hasConfiguration(path: string): boolean {
  if (!findStats(path)?.isFile()) return false
  const result = readText(path)
  if ('why' in result || !result.text.includes('"routerfile"')) return false
  try {
    return Object.hasOwn(toRecord(JSON.parse(result.text)), 'routerfile')
  } catch {
    return /"routerfile"\s*:\s*\{/.test(result.text)
  }
}
