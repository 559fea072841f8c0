import { readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createKnownLookup } from '../src/cli/baseline-file.js'
import { createConfigurationReader, findMistakes } from '../src/cli/configured.js'
import { UsageError } from '../src/project/usage-error.js'
import { createUpwardSearch } from '../src/project/configuration-search.js'
import { createEnvironmentReader, formatPlace } from '../src/cli/settings.js'
import { findFilesBelow, listOnDisk } from '../src/project/walk.js'
import type { BaselineEntry } from '../src/lint/baseline.js'
import type { Sourced } from '../src/project/settings.js'
import { readText } from '../src/project/file.js'
import { createMachineHost as hostOf } from '../src/project/machine.js'
import type { FileConfiguration, ConfigurationSearch, Machine } from './machine.js'

const plainStyle = { width: 80, color: false, unicode: false, links: false, maxFindings: Infinity }

/** This machine, as a language server sees it. */
export function createNodeMachine(): Machine {
  const state = { memory: createCaches() }
  return {
    toPath: toFilePath,
    toUri: (path) => pathToFileURL(path).href,
    locate: (path, folders) => {
      const places = folders.map((folder) => resolve(folder, path))
      return (
        places.find((place) => statSync(place, { throwIfNoEntry: false })) ??
        places[0] ??
        resolve(path)
      )
    },
    getFolder: dirname,
    relate: (folder, path) => relative(folder, path).replaceAll(sep, '/'),
    read: (path) => {
      const read = readText(path)
      return 'text' in read ? read.text : undefined
    },
    stamp: (path) => {
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats?.isFile() ? `${stats.mtimeMs}-${stats.size}` : undefined
    },
    filesBelow: async (folder) =>
      (
        await findFilesBelow(folder, {
          isWanted: (path) => /\.(ya?ml|json)$/i.test(path),
          listing: listOnDisk,
          heedsIgnoreFiles: true,
        })
      ).paths,
    namesIn: listNames,
    host: (checks, folders) => hostOf(checks, folders, Date.now()),
    configuration: (path, search) => readFileConfiguration(state.memory, path, search),
    mistakesIn: findMistakes,
    knownIn: (path, { baseline }) => (baseline ? state.memory.baseline(baseline)(path) : []),
    nearestConfiguration: (folder) => state.memory.nearest(folder),
    environment: (settings) => state.memory.environmentOf(settings),
    clear: () => {
      state.memory = createCaches()
    },
  }
}

/** What is read once, until it is cleared. */
function createCaches() {
  const nearest = createUpwardSearch()
  const complaint = { format: 'compact', style: plainStyle } as const
  return {
    nearest,
    near: createConfigurationReader(nearest, complaint),
    alone: createConfigurationReader(() => undefined, complaint),
    environmentOf: createEnvironmentReader(),
    baseline: createBaselineReader(),
  }
}

/** Reads each baseline once. */
function createBaselineReader(): (
  named: Sourced<string>,
) => (path: string) => readonly BaselineEntry[] {
  const known = new Map<string, (path: string) => readonly BaselineEntry[]>()
  return ({ value, from }) => {
    const found = known.get(value) ?? createKnownLookup(value, formatPlace(from, 'baseline'))
    known.set(value, found)
    return found
  }
}

function readFileConfiguration(
  { nearest, near, alone }: ReturnType<typeof createCaches>,
  path: string,
  { named, isIsolated }: ConfigurationSearch,
): FileConfiguration {
  if (isIsolated) return { layers: [], isExcluded: false }
  try {
    const found = named ?? nearest(dirname(path))
    const said = (found === undefined ? [] : (named === undefined ? near : alone)(found)).map(
      (source) => source.settingsFor(path),
    )
    return {
      layers: said.toReversed().flatMap(({ layers }) => layers),
      isExcluded: said.some(({ isExcluded }) => isExcluded),
    }
  } catch (error) {
    const shown = error instanceof UsageError ? error.shown.trim() : undefined
    return {
      layers: [],
      isExcluded: false,
      problem: [shown, error instanceof Error ? error.message : String(error)]
        .filter(Boolean)
        .join('\n'),
    }
  }
}

function toFilePath(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
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
