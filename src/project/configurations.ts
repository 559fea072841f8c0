import { dirname, relative, resolve, sep } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import type {
  BrokenConfiguration,
  ConfigurationHost,
  ConfigurationSource,
} from './configuration.js'
import { readConfigurationChain } from './configuration.js'
import { toRelativePath } from './configuration-search.js'
import { readText } from './file.js'
import { createMatcher } from './pattern.js'
import { ProjectError } from './project-error.js'

/** Config files on this machine. */
const nodeHost: ConfigurationHost = {
  read: readText,
  resolve: (file, path) => toRelativePath(resolve(dirname(file), path)),
  relate: (file, path) => relative(dirname(file), path).replaceAll(sep, '/'),
  matcher: createMatcher,
}

/**
 * Reads a config file with all that it extends and, unless it is a root, those in the directories above, nearest first;
 * each is read once. Throws on mistakes, because the settings of a file are unknown if its configuration is invalid.
 */
export function createConfigurationReader(
  findNearest: (folder: string) => string | undefined,
): (path: string) => readonly ConfigurationSource[] {
  const known = new Map<string, readonly ConfigurationSource[]>()
  const read = (path: string): readonly ConfigurationSource[] => {
    const found = known.get(path)
    if (found) return found
    const sources = readOneConfiguration(path)
    const above = sources[0]?.isRoot ? undefined : findNearest(dirname(dirname(path)))
    const all = [...sources, ...(above === undefined ? [] : read(above))]
    const first = all.filter(
      (source, index) => all.findIndex((other) => other.path === source.path) === index,
    )
    known.set(path, first)
    return first
  }
  return read
}

/** The mistakes in a text as the config file at a path, including what it extends. */
export const findMistakes = (path: string, text: string): readonly Diagnostic[] =>
  readConfigurationChain(toRelativePath(path), text, nodeHost).broken.find(
    (item) => item.path === toRelativePath(path),
  )?.diagnostics ?? []

function readOneConfiguration(path: string): readonly ConfigurationSource[] {
  const read = readText(path)
  if ('why' in read) throw new ProjectError(read.why)
  const { sources, broken } = readConfigurationChain(toRelativePath(path), read.text, nodeHost)
  if (broken.length > 0) throw createMistakesError(broken)
  return sources.toReversed()
}

function createMistakesError(broken: readonly BrokenConfiguration[]): ProjectError {
  const count = broken.flatMap(({ diagnostics }) => diagnostics).length
  return new ProjectError(
    `${count === 1 ? 'a mistake' : `${count} mistakes`} in the configuration ${broken.map(({ path }) => `\`${path}\``).join(' and ')}; no files were checked; fix the configuration first`,
    { code: 'configuration', broken },
  )
}
