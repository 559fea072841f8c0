import type { Stats } from 'node:fs'
import { readdirSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { findStats, readText } from '../src/project/disk.js'
import { openBaseline } from '../src/project/baseline-file.js'
import { createUpwardSearch } from '../src/project/configuration-search.js'
import type { ConfigurationTrust } from '../src/project/configurations.js'
import { createConfigurationReader, findMistakes } from '../src/project/configurations.js'
import { createVariableReader } from '../src/project/environment-file.js'
import { isProjectError, ProjectError } from '../src/project/project-error.js'
import { findRulePage } from '../src/project/pages.js'
import { findProjectFolder, isOutsideFolder } from '../src/project/project-folder.js'
import { createFolderLister, findFilesBelow, listOnDisk } from '../src/project/walk.js'
import type { BrokenConfiguration } from '../src/project/project-error.js'
import type { BaselineEntry } from '../src/lint/baseline.js'
import type { Sourced } from '../src/project/settings.js'
import { formatOrigin, layerSettings } from '../src/project/settings.js'
import { createLintHost, getOwnPlatform } from '../src/project/machine.js'
import { getErrorMessage } from '../src/document/errors.js'
import type { FileConfiguration, ConfigurationSearch, Machine } from './machine.js'

export function createNodeMachine(): Machine {
  const state = { caches: createCaches() }
  return {
    platform: getOwnPlatform().platform,
    toPath: toFilePath,
    toUri: (path) => pathToFileURL(path).href,
    resolvePath: (path, folders) => {
      const paths = folders.map((folder) => resolve(folder, path))
      return (
        paths.find((place) => statSync(place, { throwIfNoEntry: false })) ??
        paths[0] ??
        resolve(path)
      )
    },
    getFolder: dirname,
    toRelativePath: (folder, path) => relative(folder, path).replaceAll(sep, '/'),
    readText: (path) => {
      const result = findRegularFile(path) && readText(path)
      return result && 'text' in result ? result.text : undefined
    },
    getStamp: (path) => {
      const stats = findRegularFile(path)
      // `join` creates one flat string; V8 would keep the parts of a template literal as a chain of strings.
      return stats && [stats.mtimeMs, stats.size].join('-')
    },
    findFilesBelow: async (folder, candidates) =>
      (
        await findFilesBelow(folder, {
          isWanted: (path) => /\.(ya?ml|json)$/i.test(path),
          listFolder: candidates ? createFolderLister(candidates) : listOnDisk,
          respectsIgnoreFiles: true,
        })
      ).paths,
    listNames,
    listInterfaces,
    createHost: (checks, folders) => createLintHost(checks, folders, Date.now()),
    readConfiguration: (path, search) => readFileConfiguration(state.caches, path, search),
    findMistakes,
    findBaselineEntries: (path, { baseline }) =>
      baseline ? state.caches.openBaselineReader(baseline)(path) : [],
    isOutside: (file, path, folders) =>
      [findProjectFolder(dirname(path)), ...folders].every((folder) =>
        isOutsideFolder(folder, file),
      ),
    findNearestConfiguration: (folder) => state.caches.untrusted.findNearest(folder),
    findRulePage,
    readVariables: (sources) => state.caches.readVariables(sources),
    freeMemory: createGarbageCollector(),
    useLittleMemory,
    clear: () => {
      state.caches = createCaches()
    },
  }
}

/** Minimum growth of the heap, in bytes, for a garbage collection. */
const minGarbage = 8 * 1024 * 1024

/** Milliseconds until the second collection. */
const quietTime = 6000

/** If the heap grows by this number of bytes in `quietTime`, the second collection is skipped. */
const quietGrowth = 1024 * 1024

/**
 * Creates a function that collects garbage if the heap has grown by `minGarbage` bytes. V8 collects only when it needs
 * memory, so after a burst of typing it would keep the results for intermediate versions. V8 returns the space for
 * young objects only if little was allocated in the last five seconds, hence the second collection.
 */
function createGarbageCollector(): () => void {
  const state = { used: 0 }
  const hasGrown = (bytes: number): boolean => process.memoryUsage().heapUsed >= state.used + bytes
  const collect = (): void => {
    // The flag takes effect when a context is created, so only the new context has the function.
    setFlagsFromString('--expose-gc')
    runInNewContext('gc()')
    state.used = process.memoryUsage().heapUsed
  }
  return () => {
    if (!hasGrown(minGarbage)) return
    collect()
    setTimeout(() => {
      if (!hasGrown(quietGrowth)) collect()
    }, quietTime).unref()
  }
}

/**
 * Runs work while V8 may neither enlarge the space for young objects nor use its baseline compiler (Sparkplug). Typing
 * would be slower with these limits; work on many small files is not slower, and uses less memory. If two such tasks
 * overlap, the first one that ends restores the normal state for both.
 */
async function useLittleMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-sparkplug')
  try {
    return await work()
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2')
    setFlagsFromString('--sparkplug')
  }
}

/**
 * Says that a file is not regular and is therefore not read: reading a pipe or a device may never end. Undefined for
 * regular and for missing files.
 */
const describeIrregularFile = (path: string): string | undefined =>
  findStats(path)?.isFile() === false ? `\`${path}\` is not a regular file` : undefined

const readRegularText: typeof readText = (path) => {
  const why = describeIrregularFile(path)
  return why === undefined ? readText(path) : { why }
}

/**
 * Returns the stats of a regular file; undefined for anything else, because reading a pipe or a device may never end.
 */
function findRegularFile(path: string): Stats | undefined {
  const stats = findStats(path)
  return stats?.isFile() ? stats : undefined
}

function createCaches() {
  return {
    untrusted: createConfigurationCache({ isTrusted: false }),
    trusted: createConfigurationCache({ isTrusted: true }),
    readVariables: createVariableReader(readRegularText),
    openBaselineReader: createBaselineReader(),
  }
}

function createConfigurationCache(trust: ConfigurationTrust) {
  const findNearest = createUpwardSearch(trust)
  return {
    findNearest,
    readWithParents: createConfigurationReader(findNearest, trust),
    readWithoutParents: createConfigurationReader(() => undefined, trust),
  }
}

/**
 * Creates a function that opens the baseline of a setting, and returns a function that finds the entries for the file
 * at a path. Each baseline is opened only once.
 */
function createBaselineReader(): (
  baselineSetting: Sourced<string>,
) => (path: string) => readonly BaselineEntry[] {
  const readers = new Map<string, (path: string) => readonly BaselineEntry[]>()
  return ({ value, origin }) => {
    const settingName = formatOrigin(origin, 'baseline')
    const fault = describeIrregularFile(value)
    if (fault !== undefined) throw new ProjectError(`${settingName}: ${fault}`)
    const reader = readers.get(value) ?? openBaseline(value, settingName).findEntries
    readers.set(value, reader)
    return reader
  }
}

function readFileConfiguration(
  { untrusted: untrustedCaches, trusted: trustedCaches }: ReturnType<typeof createCaches>,
  path: string,
  { configPath: namedPath, isIsolated, isTrusted }: ConfigurationSearch,
): FileConfiguration {
  if (isIsolated) return { layers: [], isExcluded: false }
  const { findNearest, readWithParents, readWithoutParents } = isTrusted
    ? trustedCaches
    : untrustedCaches
  try {
    const why = namedPath === undefined ? undefined : describeIrregularFile(namedPath)
    if (why !== undefined) throw new ProjectError(why)
    const configPath = namedPath ?? findNearest(dirname(path))
    const readSources = namedPath === undefined ? readWithParents : readWithoutParents
    const sources = configPath === undefined ? [] : readSources(configPath)
    return { ...layerSettings(sources, path), paths: sources.map((source) => source.path) }
  } catch (error) {
    return { layers: [], isExcluded: false, problem: describeProblem(error) }
  }
}

/**
 * Explains why configurations cannot be used: each mistake on a separate line, followed by the message of the error.
 */
function describeProblem(error: unknown): string {
  const brokenConfigurations = isProjectError(error) ? (error.details.broken ?? []) : []
  const message = getErrorMessage(error)
  return [...brokenConfigurations.flatMap(formatMistakes), message].join('\n')
}

const formatMistakes = ({ path, diagnostics }: BrokenConfiguration): string[] =>
  diagnostics.map(
    ({ range: { start }, severity, message, rule }) =>
      `${path}:${start.line + 1}:${start.character + 1}: ${severity}: ${message} [${rule}]`,
  )

function toFilePath(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

const listInterfaces = (): string[] => {
  const interfaces = Object.entries(networkInterfaces())
  const isInternal = ([, addresses = []]: (typeof interfaces)[number]): boolean =>
    addresses.every(({ internal }) => internal)
  return [...interfaces.filter((each) => !isInternal(each)), ...interfaces.filter(isInternal)].map(
    ([name]) => name,
  )
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) =>
      statSync(join(folder, entry.name), { throwIfNoEntry: false })?.isDirectory()
        ? `${entry.name}/`
        : entry.name,
    )
  } catch {
    return []
  }
}
