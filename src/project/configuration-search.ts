import { dirname, join, relative } from 'node:path'
import { toRecord } from '../document/record.js'
import { readText } from './file.js'
import { findStats } from './disk.js'
import { ProjectError } from './project-error.js'

/** A path relative to the current directory. */
export const toRelativePath = (path: string): string => relative('', path) || '.'

const configurationNames = [
  'routerfile.config.json',
  'routerfile.config.yaml',
  'routerfile.config.yml',
]

/** Finds the config file nearest to a directory, given by its absolute path. Each directory is checked once. */
export function createUpwardSearch(): (folder: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  const nearest = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder)
    const above = dirname(folder)
    const found = findConfigurationIn(folder) ?? (above === folder ? undefined : nearest(above))
    known.set(folder, found)
    return found
  }
  return nearest
}

function findConfigurationIn(folder: string): string | undefined {
  const own = configurationNames
    .map((name) => join(folder, name))
    .filter((path) => findStats(path)?.isFile())
  const shared = join(folder, 'package.json')
  const [found, other] = hasConfiguration(shared) ? [...own, shared] : own
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
