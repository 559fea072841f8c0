import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { memoizePerObject } from '../document/lazy.js'
import type { LintHost, MeasureStep } from '../lint/host.js'
import type { Router } from '../lint/fleet/rule.js'
import type { CachedReport, CachedResult, FindEmbedded } from './cached-result.js'
import { listCachedReports, toCachedResult, toOutcome } from './cached-result.js'
import { findCacheKey, openCacheKey } from './cache-key.js'
import { checkCacheFolder, getCacheName, readCacheFile, writeCacheFiles } from './cache-folder.js'
import { describeError } from './disk.js'
import type { LintFileOptions } from './settings.js'
import type { LocateFleetFindings } from './fleet.js'
import { readSource } from './inputs.js'
import type { MachineAnswers } from './machine-answers.js'
import { isSameMachine } from './machine-answers.js'
import type { Check } from './machine.js'
import type { LintNeeds, LintOutcome } from './reports.js'
import { formatResults, parseResults } from './shared-parts.js'
import type { ConfiguredSource } from './select-files.js'

/** Cached results by path, newest first. A file may have several results, for different texts or settings. */
type CachedResults = Map<string, readonly CachedResult[]>

/** Results of earlier runs, for unchanged files. */
export type LintCache = {
  /** Returns the outcomes for sources. Calls `lintOthers` for sources without a cached result. */
  lint: (
    sources: readonly ConfiguredSource[],
    lintOthers: (sources: readonly ConfiguredSource[]) => Promise<readonly LintOutcome[]>,
  ) => Promise<LintOutcome[]>
  /** Like the option `locate`, but returns cached diagnostics if the findings are the same as when they were cached. */
  locate: LocateFleetFindings
  /** Writes the results for later runs. Returns why that failed, or undefined. */
  save: () => string | undefined
}

type LintCacheOptions = {
  needs: LintNeeds
  getHost: (folder: string, checks: readonly Check[]) => LintHost
  locate: LocateFleetFindings
  loadEmbeddedFinder: () => Promise<FindEmbedded>
  time: MeasureStep
}

/** Maximum number of results for a file, such as results for several releases. */
const maxResults = 4

const toDigest = (text: string): string => hash('sha256', text, 'base64url')

/** Opens the cache in a folder. Throws a ProjectError if the folder contains other files or is not a real folder. */
export function openLintCache(
  folder: string,
  { needs, getHost, locate, loadEmbeddedFinder: loadEmbedded, time }: LintCacheOptions,
): LintCache {
  checkCacheFolder(folder)
  const { open, changedNames, save } = openCacheFiles(folder)
  const usedPaths = new Set<string>()
  const describeSource = createSourceDescriber()
  const findResult = createResultFinder(open, { needs, getHost })
  const { indexRouters, locateOrReuse } = createFleetCache(locate, changedNames)
  const addResult = (path: string, result: CachedResult): void => {
    const name = getCacheName(path)
    const results = open(name)
    const others = (results.get(path) ?? []).filter(({ digest }) => digest !== result.digest)
    results.set(path, [result, ...others].slice(0, maxResults))
    changedNames.add(name)
    indexRouters(path, result)
  }

  return {
    lint: async (sources, lintOthers) => {
      const states = sources.map((source) => {
        const text = source.isStandard ? undefined : time('read', () => readSourceText(source))
        if (text === undefined) return { source }
        const path = resolve(source.path)
        usedPaths.add(path)
        const digest = toDigest(`${describeSource(source)}\n${text}`)
        const result = findResult(path, digest, source)
        if (result) indexRouters(path, result)
        return { source: { ...source, text }, path, digest, result }
      })
      const statesWithoutResult = states.filter(({ result }) => !result)
      const outcomes = (await lintOthers(statesWithoutResult.map(({ source }) => source))).values()
      const findEmbedded = states.some(({ result }) => result?.embedded)
        ? await loadEmbedded()
        : undefined
      return states.map(({ source, path, digest, result }) => {
        if (result) return toOutcome(result, source, { needs, findEmbedded })
        const outcome = outcomes.next().value
        const newResult =
          digest === undefined ? undefined : toCachedResult(digest, outcome, source, needs)
        if (path !== undefined && newResult) addResult(path, newResult)
        return outcome
      })
    },
    locate: locateOrReuse,
    save: () => save((path) => usedPaths.has(path) || existsSync(path)),
  }
}

/** Creates a function that finds a result with what this run needs, if the machine still gives the same answers. */
function createResultFinder(
  open: CacheFiles['open'],
  { needs, getHost }: Pick<LintCacheOptions, 'needs' | 'getHost'>,
): (path: string, digest: string, source: ConfiguredSource) => CachedResult | undefined {
  // In a fleet, most files of a directory depend on the same answers.
  const isSameFor = memoizePerObject((host: LintHost) =>
    memoizePerObject((answers: MachineAnswers) => isSameMachine(host, answers)),
  )
  return (path, digest, source) =>
    open(getCacheName(path))
      .get(path)
      ?.find(
        (result) =>
          result.digest === digest &&
          (result.isFleet || !needs.isFleet) &&
          (result.wantsFixes || !needs.wantsFixes) &&
          (!result.answers ||
            isSameFor(getHost(dirname(source.path), source.options.checks))(result.answers)),
      )
}

type FleetCache = {
  /** Makes the reports of a result known to `locateOrReuse`, by their routers. */
  indexRouters: (path: string, result: CachedResult) => void
  locateOrReuse: LocateFleetFindings
}

/** Caches the diagnostics of fleet findings in the cached reports of their routers. */
function createFleetCache(locate: LocateFleetFindings, changedNames: Set<string>): FleetCache {
  const reportsByRouter = new WeakMap<Router, { path: string; report: CachedReport }>()
  return {
    indexRouters: (path, result) => {
      for (const report of listCachedReports(result))
        if (report.router) reportsByRouter.set(report.router, { path, report })
    },
    locateOrReuse: (findings, report) => {
      const indexedReport = report.router && reportsByRouter.get(report.router)
      if (!indexedReport || findings.length === 0) return locate(findings, report)
      const digest = toDigest(JSON.stringify(findings))
      const { path, report: cached } = indexedReport
      if (cached.fleet?.digest === digest) return [...cached.fleet.diagnostics]
      const diagnostics = locate(findings, report)
      cached.fleet = { digest, diagnostics }
      changedNames.add(getCacheName(path))
      return diagnostics
    },
  }
}

/** `save` writes the files in `changedNames`, without results for paths that are no longer wanted. */
type CacheFiles = {
  open: (name: string) => CachedResults
  changedNames: Set<string>
  /** Returns why the files could not be written, or undefined. */
  save: (isWanted: (path: string) => boolean) => string | undefined
}

function openCacheFiles(folder: string): CacheFiles {
  const files = new Map<string, CachedResults>()
  const changedNames = new Set<string>()
  const readKey = findCacheKey(folder)
  const open = (name: string): CachedResults => {
    const loadedResults = files.get(name)
    if (loadedResults) return loadedResults
    const content = 'key' in readKey ? readCacheFile(folder, name, readKey.key) : undefined
    const results: CachedResults = new Map(content === undefined ? [] : parseResults(content))
    files.set(name, results)
    return results
  }
  const save = (isWanted: (path: string) => boolean): string | undefined => {
    if (changedNames.size === 0) return undefined
    const contents = [...changedNames].map((name) => {
      const keptEntries = [...open(name)].filter(([path]) => isWanted(path))
      return [name, formatResults(keptEntries)] as const
    })
    const writeKey = openCacheKey(folder)
    if ('why' in writeKey) return `the cache in \`${folder}\` is not kept: ${writeKey.why}`
    try {
      writeCacheFiles(folder, new Map(contents), writeKey.key)
      return undefined
    } catch (error) {
      return `the cache in \`${folder}\` cannot be written: ${describeError(error)}`
    }
  }
  return { open, changedNames, save }
}

function readSourceText(source: ConfiguredSource): string | undefined {
  const result = readSource(source)
  return result && 'text' in result ? result.text : undefined
}

/** Creates a function that describes what the result for a source depends on, other than its text and the machine. */
function createSourceDescriber(): (source: ConfiguredSource) => string {
  const digests = new Map<object, string>()
  const toDigestOnce = (value: object, select: () => unknown = () => value): string => {
    const digest = digests.get(value) ?? toDigest(JSON.stringify(select()))
    digests.set(value, digest)
    return digest
  }
  const selectOptions = ({
    failOn: _,
    maxWarnings: __,
    baseline: ___,
    origins: ____,
    ...options
  }: LintFileOptions) => [options, process.cwd()]
  return ({ path, origin, kind, isSkippable, values, options }) =>
    JSON.stringify([
      path,
      origin,
      kind,
      isSkippable,
      values && toDigestOnce(values),
      toDigestOnce(options, () => selectOptions(options)),
    ])
}
