import { dirname, join, relative } from 'node:path'
import { readText } from '../file.js'
import { statOf } from '../world/disk.js'
import { toRecord } from '../record.js'
import { UsageError } from './flags.js'

/** A path from the current folder. */
export const fromHere = (path: string): string => relative('', path) || '.'

const names = ['routerfile.config.json', 'routerfile.config.yaml', 'routerfile.config.yml']

/** Finds the configuration that is nearest to a folder, given by its absolute path. Each folder is looked at once. */
export function searchUpward(): (folder: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  const nearest = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder)
    const above = dirname(folder)
    const found = configurationIn(folder) ?? (above === folder ? undefined : nearest(above))
    known.set(folder, found)
    return found
  }
  return nearest
}

function configurationIn(folder: string): string | undefined {
  const own = names.map((name) => join(folder, name)).filter((path) => statOf(path)?.isFile())
  const shared = join(folder, 'package.json')
  const [found, other] = isConfigured(shared) ? [...own, shared] : own
  if (found !== undefined && other !== undefined)
    throw new UsageError(
      `\`${fromHere(found)}\` and \`${fromHere(other)}\` both configure one folder; keep one of them`,
    )
  return found
}

/** Whether a `package.json` has a key for us; a text that is no JSON is looked at where it seems to. */
function isConfigured(path: string): boolean {
  if (!statOf(path)?.isFile()) return false
  const read = readText(path)
  if ('why' in read || !read.text.includes('"routerfile"')) return false
  try {
    return Object.hasOwn(toRecord(JSON.parse(read.text)), 'routerfile')
  } catch {
    return /"routerfile"\s*:\s*\{/.test(read.text)
  }
}
