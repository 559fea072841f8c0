import { dirname, relative, resolve, sep } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import { once } from '../document/lazy.js'
import { formatList } from '../document/words.js'
import type { ConfigurationSource } from './settings.js'
import type { BrokenConfiguration } from './project-error.js'
import type { ConfigurationHost } from './configuration.js'
import { readConfigurationChain } from './configuration.js'
import { toRelativePath, trustHint } from './configuration-search.js'
import { findStats, readText } from './disk.js'
import { createMatcher } from './pattern.js'
import { ProjectError } from './project-error.js'
import { findProjectFolder, isOutsideFolder } from './project-folder.js'

/** Whether config files may name files outside of their project. Only the user can allow that. */
export type ConfigurationTrust = { isTrusted: boolean }

const createConfigurationHost = (
  path: string,
  { isTrusted }: ConfigurationTrust,
): ConfigurationHost => {
  const getProjectFolder = once(() => findProjectFolder(dirname(path)))
  return {
    read: readText,
    resolve: (file, writtenPath) => toRelativePath(resolve(dirname(file), writtenPath)),
    findObstacle: (otherPath) => {
      if (!isTrusted && isOutsideFolder(getProjectFolder(), otherPath))
        return `is outside of the project folder \`${toRelativePath(getProjectFolder())}\` and is not read; move it into the folder, or ${trustHint}`
      // Checked because reading a pipe or a device may never end.
      const stats = findStats(otherPath)
      return !stats || stats.isFile() || stats.isDirectory()
        ? undefined
        : 'is not a file that can be read'
    },
    toRelativePath: (file, other) => relative(dirname(file), other).replaceAll(sep, '/'),
    createMatcher,
  }
}

/**
 * Creates a function that reads a config file, the files it extends and, unless it is a root, the config files in the
 * directories above. The result has each of these files once, the nearest first. The function throws if any of them has
 * a mistake, because the settings of a router file are then unknown.
 */
export function createConfigurationReader(
  findNearest: (folder: string) => string | undefined,
  trust: ConfigurationTrust,
): (path: string) => readonly ConfigurationSource[] {
  const cache = new Map<string, readonly ConfigurationSource[]>()
  const readSources = (path: string): readonly ConfigurationSource[] => {
    const cachedSources = cache.get(path)
    if (cachedSources) return cachedSources
    const sources = readOneConfiguration(path, trust)
    const outerPath = sources[0]?.isRoot ? undefined : findNearest(dirname(dirname(path)))
    const allSources = [...sources, ...(outerPath === undefined ? [] : readSources(outerPath))]
    const uniqueSources = allSources.filter(
      (source, index) => allSources.findIndex((other) => other.path === source.path) === index,
    )
    cache.set(path, uniqueSources)
    return uniqueSources
  }
  return readSources
}

/**
 * The mistakes that a text would have as the config file at a path, including wrong references to other files. Mistakes
 * in those files are not included.
 */
export const findMistakes = (
  path: string,
  text: string,
  trust: ConfigurationTrust,
): readonly Diagnostic[] =>
  readConfigurationChain(
    toRelativePath(path),
    text,
    createConfigurationHost(path, trust),
  ).broken.find((item) => item.path === toRelativePath(path))?.diagnostics ?? []

function readOneConfiguration(
  path: string,
  trust: ConfigurationTrust,
): readonly ConfigurationSource[] {
  const result = readText(path)
  if ('why' in result) throw new ProjectError(result.why)
  const { sources, broken } = readConfigurationChain(
    toRelativePath(path),
    result.text,
    createConfigurationHost(path, trust),
  )
  if (broken.length > 0) throw createMistakesError(broken)
  return sources.toReversed()
}

function createMistakesError(brokenConfigurations: readonly BrokenConfiguration[]): ProjectError {
  const count = brokenConfigurations.flatMap(({ diagnostics }) => diagnostics).length
  return new ProjectError(
    `${count === 1 ? 'a mistake' : `${count} mistakes`} in the configuration ${formatList(brokenConfigurations.map(({ path }) => `\`${path}\``))}; no files were checked; fix the configuration first`,
    { code: 'configuration', broken: brokenConfigurations },
  )
}
