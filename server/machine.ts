import { readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { knownIn } from '../src/cli/baseline-file.js'
import { configurationReader, mistakesIn } from '../src/cli/configured.js'
import { UsageError } from '../src/cli/flags.js'
import { searchUpward } from '../src/cli/configuration-search.js'
import { environments, placeOf } from '../src/cli/settings.js'
import { filesBelow, onDisk } from '../src/cli/walk.js'
import type { Entry } from '../src/baseline.js'
import type { Sourced } from '../src/configuration/settings.js'
import { readText } from '../src/file.js'
import { machine as hostOf } from '../src/world/host.js'
import type { FileConfiguration, Search, World } from './world.js'

const plain = { width: 80, color: false, unicode: false, links: false, most: Infinity }

/** This machine, as a language server sees it. */
export function thisMachine(): World {
  const state = { memory: remember() }
  return {
    pathOf,
    uriOf: (path) => pathToFileURL(path).href,
    locate: (path, folders) => {
      const places = folders.map((folder) => resolve(folder, path))
      return (
        places.find((place) => statSync(place, { throwIfNoEntry: false })) ??
        places[0] ??
        resolve(path)
      )
    },
    folderOf: dirname,
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
        await filesBelow(folder, {
          isWanted: (path) => /\.(ya?ml|json)$/i.test(path),
          listing: onDisk,
          heedsIgnoreFiles: true,
        })
      ).paths,
    namesIn,
    host: (checks, folders) => hostOf(checks, folders, Date.now()),
    configuration: (path, search) => configurationOf(state.memory, path, search),
    mistakesIn,
    knownIn: (path, { baseline }) => (baseline ? state.memory.baseline(baseline)(path) : []),
    nearestConfiguration: (folder) => state.memory.nearest(folder),
    environment: (settings) => state.memory.environmentOf(settings),
    forget: () => {
      state.memory = remember()
    },
  }
}

/** What is read once, until the world is told to forget it. */
function remember() {
  const nearest = searchUpward()
  const complaint = { format: 'compact', style: plain } as const
  return {
    nearest,
    near: configurationReader(nearest, complaint),
    alone: configurationReader(() => undefined, complaint),
    environmentOf: environments(),
    baseline: baselines(),
  }
}

/** Reads each baseline once. */
function baselines(): (named: Sourced<string>) => (path: string) => readonly Entry[] {
  const known = new Map<string, (path: string) => readonly Entry[]>()
  return ({ value, from }) => {
    const found = known.get(value) ?? knownIn(value, placeOf(from, 'baseline'))
    known.set(value, found)
    return found
  }
}

function configurationOf(
  { nearest, near, alone }: ReturnType<typeof remember>,
  path: string,
  { named, isIsolated }: Search,
): FileConfiguration {
  if (isIsolated) return { layers: [], isExcluded: false }
  try {
    const found = named ?? nearest(dirname(path))
    const said = (found === undefined ? [] : (named === undefined ? near : alone)(found)).map(
      (source) => source.of(path),
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

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

function namesIn(folder: string): readonly string[] {
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
