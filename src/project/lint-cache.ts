import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Diagnostic } from '../document/diagnostic.js'
import { createRedactor } from '../document/secrets.js'
import type { Host } from '../lint/host.js'
import type { Router } from '../lint/fleet/rule.js'
import { checkCacheFolder, getCacheName, readCacheFile, writeCacheFiles } from './cache-folder.js'
import { describeError } from './disk.js'
import type { LintFileOptions } from './file-options.js'
import type { LocateFleetFindings } from './fleet.js'
import { readSource } from './inputs.js'
import type { MachineAnswers } from './machine-answers.js'
import { isSameMachine } from './machine-answers.js'
import type { Check } from './machine.js'
import type { LintedReport, LintNeeds, LintOutcome } from './reports.js'
import type { LintTarget } from './select-files.js'

/** The result for a file, as the cache keeps it: without its text. */
type CachedResult = Pick<LintNeeds, 'isFleet' | 'wantsFixes'> & {
  /** Of the text, the settings and the path. */
  digest: string
  /** Absent if it is not a router file. */
  report?: Pick<LintedReport, 'diagnostics' | 'router' | 'note'> & { answers: MachineAnswers }
  /** The diagnostics for findings of fleet rules, of which it has the digest. */
  fleet?: { digest: string; diagnostics: readonly Diagnostic[] }
}

/** The results for files by path: the newest first, for several texts or settings. */
type CachedResults = Map<string, readonly CachedResult[]>

/** Results of earlier runs, for files that are as they were. */
export type LintCache = {
  /** The outcomes for sources; `lintOthers` lints those for which there is no result. */
  lint: (
    sources: readonly LintTarget[],
    lintOthers: (sources: readonly LintTarget[]) => Promise<readonly LintOutcome[]>,
  ) => Promise<LintOutcome[]>
  /** The diagnostics for findings of fleet rules, located before or now. */
  locate: LocateFleetFindings
  /** Keeps the results for later runs. Returns why they could not be written, if so. */
  save: () => string | undefined
}

type LintCacheOptions = {
  needs: LintNeeds
  getHost: (folder: string, checks: readonly Check[]) => Host
  locate: LocateFleetFindings
}

/** The number of results to keep for a file, such as those for several releases. */
const maxResults = 4

const toDigest = (text: string): string => hash('sha256', text, 'base64url')

/** Opens the cache in a folder. Throws a ProjectError if the folder has another purpose. */
export function openLintCache(
  folder: string,
  { needs, getHost, locate }: LintCacheOptions,
): LintCache {
  checkCacheFolder(folder)
  const files = new Map<string, CachedResults>()
  const changed = new Set<string>()
  const used = new Set<string>()
  const resultOf = new WeakMap<Router, { path: string; result: CachedResult }>()
  const describeSource = createSourceDescriber()

  const openFile = (name: string): CachedResults => {
    const results = files.get(name) ?? parseResults(readCacheFile(folder, name))
    files.set(name, results)
    return results
  }
  const remember = (path: string, result: CachedResult): void => {
    const router = result.report?.router
    if (router) resultOf.set(router, { path, result })
  }
  const find = (path: string, digest: string, source: LintTarget): CachedResult | undefined =>
    openFile(getCacheName(path))
      .get(path)
      ?.find(
        (result) =>
          result.digest === digest &&
          (result.isFleet || !needs.isFleet) &&
          (result.wantsFixes || !needs.wantsFixes) &&
          (!result.report ||
            isSameMachine(
              getHost(dirname(source.path), source.options.checks),
              result.report.answers,
            )),
      )
  const add = (path: string, result: CachedResult): void => {
    const name = getCacheName(path)
    const results = openFile(name)
    const others = (results.get(path) ?? []).filter(({ digest }) => digest !== result.digest)
    results.set(path, [result, ...others].slice(0, maxResults))
    changed.add(name)
    remember(path, result)
  }

  return {
    lint: async (sources, lintOthers) => {
      const states = sources.map((source) => {
        const text = source.isStandard ? undefined : readText(source)
        if (text === undefined) return { source }
        const path = resolve(source.path)
        used.add(path)
        const digest = toDigest(`${describeSource(source)}\n${text}`)
        const result = find(path, digest, source)
        if (result) remember(path, result)
        return { source: { ...source, text }, path, digest, result }
      })
      const others = states.filter(({ result }) => !result)
      const outcomes = (await lintOthers(others.map(({ source }) => source))).values()
      return states.map(({ source, path, digest, result }) => {
        if (result) return toOutcome(result, source, needs)
        const outcome = outcomes.next().value
        const made = digest === undefined ? undefined : toResult(digest, outcome, source, needs)
        if (path !== undefined && made) add(path, made)
        return outcome
      })
    },
    locate: (findings, report) => {
      const known = report.router && resultOf.get(report.router)
      if (!known || findings.length === 0) return locate(findings, report)
      const digest = toDigest(JSON.stringify(findings))
      const { path, result } = known
      if (result.fleet?.digest === digest) return [...result.fleet.diagnostics]
      const diagnostics = locate(findings, report)
      result.fleet = { digest, diagnostics }
      changed.add(getCacheName(path))
      return diagnostics
    },
    save: () => {
      if (changed.size === 0) return undefined
      const contents = [...changed].map((name) => {
        const present = [...openFile(name)].filter(([path]) => used.has(path) || existsSync(path))
        return [name, JSON.stringify(present)] as const
      })
      try {
        writeCacheFiles(folder, new Map(contents))
        return undefined
      } catch (error) {
        return `the cache in \`${folder}\` cannot be written: ${describeError(error)}`
      }
    },
  }
}

function parseResults(content: string | undefined): CachedResults {
  const entries: readonly (readonly [string, readonly CachedResult[]])[] =
    content === undefined ? [] : JSON.parse(content)
  return new Map(entries)
}

function readText(source: LintTarget): string | undefined {
  const read = readSource(source)
  return read && 'text' in read ? read.text : undefined
}

/** A function that describes what the result for a source depends on, besides its text and the machine. */
function createSourceDescriber(): (source: LintTarget) => string {
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

/** The outcome that a result stands for. */
function toOutcome(
  { report }: CachedResult,
  { path, text = '', options }: LintTarget,
  { isFleet }: LintNeeds,
): LintOutcome {
  if (!report) return undefined
  const { diagnostics, router, note } = report
  const isCompared = isFleet && router !== undefined
  return {
    path,
    text: diagnostics.length > 0 || isCompared ? text : '',
    diagnostics,
    release: options.target,
    ...(isCompared && { router }),
    ...(note && { note }),
  }
}

/** The result to keep for an outcome; undefined if it cannot be kept. */
function toResult(
  digest: string,
  outcome: LintOutcome,
  { text = '', options }: LintTarget,
  { isFleet, wantsFixes }: LintNeeds,
): CachedResult | undefined {
  if (!outcome) return { digest, isFleet, wantsFixes }
  if (!('diagnostics' in outcome) || !outcome.answers) return undefined
  const { diagnostics, router, note, answers } = outcome
  // What is printed has no secrets; the rest may hold what the file, or a variable, has instead of an address.
  const others = JSON.stringify([router, answers.found])
  if (createRedactor(text, options.env)(others) !== others) return undefined
  return {
    digest,
    isFleet,
    wantsFixes,
    report: { diagnostics, answers, ...(router && { router }), ...(note && { note }) },
  }
}
