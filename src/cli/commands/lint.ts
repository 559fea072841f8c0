import { dirname, join } from 'node:path'
import { compareFiles, toVisibleDiagnostics } from '../../project/fleet.js'
import type { CompareReports } from '../../project/fleet.js'
import { isFailure } from '../../project/inputs.js'
import type { LintCache } from '../../project/lint-cache.js'
import { loadEmbeddedFinder } from '../../project/lint-embedded.js'
import { createFileLinter, createHostCache } from '../../project/lint-files.js'
import type { Project } from '../../project/project.js'
import { anyFile } from '../../project/project.js'
import type { ConfiguredReport, LintNeeds, LintOutcome } from '../../project/reports.js'
import { findExceededLimits, listReports, selectByLevel } from '../../project/reports.js'
import type { ConfiguredSource, SelectedFiles } from '../../project/select-files.js'
import { findMissingInputs } from '../../project/select-files.js'
import { version } from '../../project/version.js'
import type { MeasureStep } from '../../lint/host.js'
import { runUnmeasured } from '../../lint/host.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import { explainFailure } from '../explain-failure.js'
import type { Fixer, FixSettings } from '../fixing.js'
import type { Flags, OptionsOf } from '../flags.js'
import { commonFlags, configurationFlags, environmentFlags, assignGroup } from '../flags.js'
import type { OutputStyle } from '../formats/format.js'
import { formatReleases } from '../formats/format.js'
import { outputFormats } from '../../generated/formats.js'
import { countJobs, lintAll } from '../lint-all.js'
import {
  liveFlags,
  readsLive,
  createSelectionError,
  readSelection,
  reportMissingInputs,
  selectionFlags,
  templateFlags,
  openProjectFor,
  ruleFlags,
  settingFlags,
} from '../project-flags.js'
import type { ReportOutput } from '../output.js'
import {
  detectStyle,
  getRoot,
  printReports,
  readOutputs,
  reportFlags,
  outputFlags,
} from '../output.js'
import type { Stopwatch } from '../ui/stopwatch.js'
import type { HideBaselined } from './lint/baseline.js'
import { baselineFlags, readBaselines, saveBaseline } from './lint/baseline.js'

export const lintFlags = {
  ...commonFlags,
  ...environmentFlags,
  ...selectionFlags,
  ...liveFlags,
  ...templateFlags,
  ...reportFlags,
  ...settingFlags,
  ...ruleFlags,
  ...outputFlags,
  ...assignGroup('Output', {
    statistics: { help: 'count the findings of each rule (pretty, json)' },
  }),
  ...assignGroup('Rules', {
    'no-suppressions': { help: 'show what suppression comments hide' },
    'no-fleet': { help: 'do not compare router files with each other' },
    ...baselineFlags,
  }),
  ...assignGroup('Fix', {
    fix: { help: 'apply safe fixes' },
    unsafe: { help: 'also apply fixes that change what routers do (with --fix)' },
    'dry-run': { help: 'print fixes as a patch, change nothing (with --fix)' },
  }),
  ...configurationFlags,
  ...assignGroup('Advanced', {
    watch: { short: 'w', help: 'check again when files change, until Ctrl+C' },
    'print-config': { value: 'FILE', help: 'print the settings for a file as JSON' },
    cache: {
      value: 'FOLDER',
      optional: true,
      help: 'keep results of unchanged files (.routerfile_cache)',
    },
    jobs: { value: 'N', short: 'j', help: 'number of threads, or auto (default)' },
    timing: { help: 'print how long each step and rule took' },
  }),
} as const satisfies Flags

/** What to lint, and how to report it; other commands set only some of these options. */
type LintOptions = Partial<OptionsOf<typeof lintFlags>> & { readonly args: readonly string[] }

type LintSteps = {
  /** How to fix each file before it is checked; by default, the flags decide. */
  fixSettings?: FixSettings
  /** Replaces the comparison of the files with each other. */
  compare?: CompareReports
}

export const lint = defineCommand({
  name: 'lint',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'check router config files (default)',
  order: 1,
  bundle: 'program',
  examples: [
    'routerfile lint .',
    'routerfile lint router.yml --target 1.6 -E router.env',
    'routerfile lint . --level warning --format sarif=report.sarif',
    'routerfile lint --live --profile prod',
  ],
  page: 'docs/ci.md',
  flags: lintFlags,
  tables: { Formats: outputFormats.map(({ name, summary }) => [name, summary]) },
  run: async (options, streams) => runLint(options, streams),
})

/**
 * Runs the action that the flags select: checks files once or whenever they change, or prints the settings for a file.
 */
export async function runLint(
  options: LintOptions,
  streams: Streams,
  steps: LintSteps = {},
): Promise<number> {
  if (options.printConfig !== undefined) {
    const { printConfiguration } = await import('./lint/print-config.js')
    return printConfiguration(options.printConfig, options, streams)
  }
  if (!options.watch) return lintOnce(options, streams, steps)
  const { watchFiles } = await import('./lint/watch.js')
  return watchFiles(options, streams, () => lintOnce(options, streams, steps))
}

/** Lints the selected files, and reports the findings in each file and across files. Returns the exit code. */
export async function lintOnce(
  options: LintOptions,
  streams: Streams,
  steps: LintSteps = {},
): Promise<number> {
  const plan = await openRun(options, streams, steps)
  const selection = await selectFiles(plan)
  const lintedFiles = await lintSelected(plan, selection)
  const results = await compareResults(plan, selection, lintedFiles)
  return plan.report(plan, results)
}

type LintPlan = {
  options: LintOptions
  streams: Streams
  project: Project
  startTime: Date
  /** The files to check: files on disk, or the configs that routers run. */
  select: (options: LintOptions, streams: Streams, project: Project) => Promise<SelectedSources>
  fixer: Fixer | undefined
  compare: CompareReports | undefined
  jobs: number | 'auto'
  outputs: readonly ReportOutput[]
  style: OutputStyle
  stopwatch: Stopwatch | undefined
  time: MeasureStep
  /** Prints the results, or writes them to a baseline. Returns the exit code. */
  report: (plan: LintPlan, results: LintResults) => Promise<number>
}

type SelectedSources = SelectedFiles<ConfiguredSource>

/**
 * The files to check, and the function that removes the findings recorded in baselines (undefined without a baseline).
 */
type Selection = {
  selectedFiles: SelectedSources
  hideBaselined: HideBaselined | undefined
}

type LintedFiles = {
  outcomes: readonly LintOutcome[]
  isFleet: boolean
  cache: LintCache | undefined
}

type LintResults = {
  reports: readonly ConfiguredReport[]
  /** Why requested inputs were not checked, one sentence each. */
  refused: readonly string[]
  /** Whether an input was not checked because of an internal error. */
  hasFailed: boolean
}

async function openRun(
  options: LintOptions,
  streams: Streams,
  { fixSettings = chooseFixSettings(options), compare }: LintSteps,
): Promise<LintPlan> {
  const project = openProjectFor(options, streams)
  const { format: formats = [], color, verbose = false, maxProblems } = options
  const stopwatch = options.timing
    ? (await import('../ui/stopwatch.js')).createStopwatch()
    : undefined
  const outputs = await openOutputs(options)
  const style = await detectStyle({ color, verbose, maxProblems }, streams)
  const fixer =
    fixSettings &&
    (await import('../fixing.js')).createFixer(
      { ...fixSettings, formats, readsStdin: options.args.includes('-') },
      streams,
    )
  const jobs = parseJobs(options.jobs ?? 'auto')
  return {
    options,
    streams,
    project,
    startTime: new Date(),
    select: isLive(options) ? (await import('../live/network.js')).selectRunning : selectOnDisk,
    fixer,
    compare,
    // Files are fixed sequentially, and timings are for one thread.
    jobs: fixer || stopwatch ? 1 : jobs,
    outputs,
    style,
    stopwatch,
    time: stopwatch?.time ?? runUnmeasured,
    report: options.writeBaseline === undefined ? printResults : saveResults,
  }
}

async function openOutputs({ format = [], statistics }: LintOptions): Promise<ReportOutput[]> {
  if (!statistics) return readOutputs(format)
  const { toStatistics } = await import('./lint/statistics.js')
  return toStatistics(await readOutputs(format.length > 0 ? format : ['pretty']))
}

function chooseFixSettings({ fix, dryRun, unsafe = false }: LintOptions): FixSettings | undefined {
  if (fix || dryRun) return { mode: dryRun ? 'patch' : 'write', unsafe }
  if (unsafe) throw new UsageError('--unsafe has no effect without --fix or --dry-run')
  return undefined
}

function parseJobs(value: string): number | 'auto' {
  if (!/^(auto|[1-9]\d{0,2})$/.test(value))
    throw new UsageError(`--jobs ${value}: expected a number from 1 to 999, or auto`)
  return value === 'auto' ? value : Number(value)
}

/** Flags that cannot be combined with `--live`, because they are for files on disk. */
const fileFlags = [
  ...Object.keys({ ...selectionFlags, ...environmentFlags }),
  ...['check', 'fix', 'unsafe', 'dry-run', 'cache'],
].filter((name) => name !== 'require-files')

/** Other commands have no --live, but may have the same connection flags, which `readsLive` would refuse. */
const isLive = (options: LintOptions): boolean =>
  options.live !== undefined && readsLive(options, fileFlags)

const selectOnDisk = (
  options: LintOptions,
  _: Streams,
  project: Project,
): Promise<SelectedSources> => project.selectFiles(readSelection(options))

/** Reads baselines before files are fixed, so that nothing is fixed if a baseline is unreadable. */
async function selectFiles({
  options,
  streams,
  project,
  select,
  time,
}: LintPlan): Promise<Selection> {
  const selectedFiles = await time('find', () => select(options, streams, project))
  const usesBaselines =
    options.writeBaseline !== undefined ||
    options.pruneBaseline === true ||
    selectedFiles.sources.some((source) => source.options.baseline)
  if (!usesBaselines) return { selectedFiles, hideBaselined: undefined }
  return { selectedFiles, hideBaselined: await readBaselines(options, selectedFiles.sources) }
}

/** Lints the sources. If many have no cached results, lints these in several threads. */
async function lintSelected(
  plan: LintPlan,
  { selectedFiles: { sources } }: Selection,
): Promise<LintedFiles> {
  const { options, compare, fixer, streams, time } = plan
  const isFleet = compare !== undefined || (sources.length > 1 && !options.noFleet)
  const needs: LintNeeds = {
    isFleet,
    mixesReleases: new Set(sources.map((source) => source.options.target)).size > 1,
    // Nobody can edit what a router runs, and some formats show no fixes.
    wantsFixes: !options.live && plan.outputs.some(({ format }) => !format.omitsFixes),
    isCached: options.cache !== undefined && !fixer,
  }
  const lintFile = createFileLinter({ ...needs, time, fixer })
  const lintUncached = (uncached: readonly ConfiguredSource[]): Promise<LintOutcome[]> =>
    lintAll(uncached, lintFile, { needs, jobCount: countJobs(plan.jobs, uncached.length), streams })
  const cache = needs.isCached ? await openCache(plan, needs) : undefined
  try {
    const outcomes = await (cache?.lint(sources, lintUncached) ?? lintUncached(sources))
    return { outcomes, isFleet, cache }
  } catch (error) {
    // The fixes made before the error, for example before an interrupt, are reported.
    fixer?.finish({ isRefused: true })
    throw error
  }
}

/** Opens the cache in the named folder; by default beside the config file, or in the current directory without one. */
async function openCache(
  { options, project, time }: LintPlan,
  needs: LintNeeds,
): Promise<LintCache> {
  const { openLintCache } = await import('../../project/lint-cache.js')
  const folder = options.cache || (await findCacheFolder(project))
  return openLintCache(folder, {
    needs,
    time,
    getHost: createHostCache(),
    locate: toVisibleDiagnostics,
    loadEmbeddedFinder: loadEmbeddedFinder,
  })
}

async function findCacheFolder(project: Project): Promise<string> {
  const { sources } = await project.configurationFor(anyFile)
  return join(dirname(sources[0]?.path ?? anyFile), '.routerfile_cache')
}

/** Compares the files with each other and with baselines, and reports inputs that were not found. */
async function compareResults(
  { options, streams, project, compare }: LintPlan,
  { selectedFiles, hideBaselined }: Selection,
  { outcomes, isFleet, cache }: LintedFiles,
): Promise<LintResults> {
  const allReports = toReports(selectedFiles, outcomes)
  const comparedReports =
    compare?.(allReports) ?? (isFleet ? compareFiles(allReports, cache?.locate) : allReports)
  const cacheFault = cache?.save()
  if (cacheFault !== undefined) streams.err(`routerfile: ${cacheFault}\n`)
  const refused = reportMissingInputs(findMissingInputs(selectedFiles, outcomes), {
    options,
    streams,
    selectedFiles,
    hasRouter: comparedReports.length > 0,
    isRequired: await project.requiresFiles(),
  })
  const reports = hideBaselined?.(comparedReports, streams) ?? comparedReports
  return { reports, refused, hasFailed: outcomes.some(isFailure) }
}

const toReports = (
  { sources }: SelectedSources,
  outcomes: readonly LintOutcome[],
): ConfiguredReport[] =>
  sources.flatMap(({ options }, index) =>
    listReports(outcomes[index]).map((report) => ({ ...report, options })),
  )

/** Returns 1 if the findings exceed a limit or fixes are pending, otherwise 0. Throws if inputs were not checked. */
async function printResults(
  { options, streams, project, fixer, outputs, style, startTime, stopwatch, time }: LintPlan,
  { reports, refused, hasFailed }: LintResults,
): Promise<number> {
  const { out, err } = streams
  if (!options.quiet) printNotes(reports, streams)
  const showsFindings = fixer?.showsFindings ?? true
  if (showsFindings) {
    const release =
      formatReleases(reports) || (await project.configurationFor(anyFile)).options.target
    const runInfo = { release, version, refused, root: getRoot(), startTime }
    await time('format', () =>
      printReports(outputs, selectByLevel(reports), { run: runInfo, style, out }),
    )
  }
  if (stopwatch) err(stopwatch.table())
  const hasPendingFixes = fixer?.finish({ isRefused: refused.length > 0 })
  if (refused.length > 0) throw createSelectionError(refused, hasFailed)
  if (hasPendingFixes) return 1
  const exceededLimits = showsFindings && !options.exitZero ? findExceededLimits(reports) : []
  if (exceededLimits.length === 0) return 0
  for (const reason of explainFailure(exceededLimits)) err(`routerfile: ${reason}\n`)
  return 1
}

/** Notes that apply to several files. */
const commonNotes = {
  rendered: 'were rendered with the given values',
  unrendered: 'were not rendered: only findings that do not depend on their values are shown',
} as const

/**
 * Prints the notes on how files were checked. Notes that several templates were rendered, or were not rendered, become
 * one sentence.
 */
function printNotes(reports: readonly ConfiguredReport[], { err }: Streams): void {
  const notes = reports.flatMap(({ note }) => note ?? [])
  const notesByKind = (['rendered', 'unrendered'] as const).flatMap((kind) => {
    const notesOfKind = notes.filter((note) => note.kind === kind)
    if (notesOfKind.length < 2) return notesOfKind.map(({ text }) => text)
    return [`${notesOfKind.length} templates ${commonNotes[kind]}`]
  })
  const otherNotes = notes.filter(({ kind }) => kind === undefined).map(({ text }) => text)
  for (const note of [...otherNotes, ...notesByKind]) err(`routerfile: ${note}\n`)
}

async function saveResults(
  { options: { writeBaseline = '' }, streams }: LintPlan,
  { reports, refused }: LintResults,
): Promise<number> {
  if (refused.length > 0) throw createSelectionError(refused)
  await saveBaseline(writeBaseline, reports, streams)
  return 0
}
