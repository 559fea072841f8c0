import { dirname, join } from 'node:path'
import { withoutFix } from '../../document/diagnostic.js'
import { compareFiles, toVisibleDiagnostics } from '../../project/fleet.js'
import type { CompareReports } from '../../project/fleet.js'
import { isFailure } from '../../project/inputs.js'
import type { LintCache } from '../../project/lint-cache.js'
import { loadEmbeddedFinder } from '../../project/lint-embedded.js'
import { createFileLinter, createHostCache } from '../../project/lint-files.js'
import type { Project } from '../../project/project.js'
import { anyFile } from '../../project/project.js'
import type { ConfiguredReport, LintNeeds, LintOutcome } from '../../project/reports.js'
import { findExceededLimits, listReports, selectVisible } from '../../project/reports.js'
import type { LintTarget, SelectedFiles } from '../../project/select-files.js'
import type { Sourced } from '../../project/settings.js'
import { formatOrigin } from '../../project/settings.js'
import { findMissingInputs } from '../../project/select-files.js'
import { version } from '../../project/version.js'
import { catalog } from '../../lint/catalog.js'
import type { MeasureStep } from '../../lint/host.js'
import { runUnmeasured } from '../../lint/host.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import { explainFailure } from '../explain-failure.js'
import type { Fixer, Fixing } from '../fixing.js'
import type { Flags, OptionsOf } from '../flags.js'
import { commonFlags, configurationFlags, environmentFlags, inGroup } from '../flags.js'
import type { OutputStyle, RunInfo } from '../formats/format.js'
import { formatReleases } from '../formats/format.js'
import { outputFormats } from '../../generated/formats.js'
import { countJobs, lintAll } from '../lint-all.js'
import { liveFlags, readsLive } from '../live/flags.js'
import type { OutputTarget } from '../output.js'
import {
  detectStyle,
  getRoot,
  printReports,
  readOutputs,
  reportFlags,
  styleFlags,
} from '../output.js'
import { openProjectFor, settingFlags } from '../project-flags.js'
import {
  createSelectionError,
  readSelection,
  reportMissingInputs,
  selectionFlags,
  templateFlags,
} from '../selection-flags.js'
import type { Stopwatch } from '../ui/stopwatch.js'
import { createStopwatch } from '../ui/stopwatch.js'
import { baselineFlags, readBaselines } from './lint/baseline.js'

export const lintFlags = {
  ...commonFlags,
  ...environmentFlags,
  ...selectionFlags,
  ...liveFlags,
  ...templateFlags,
  ...reportFlags,
  ...settingFlags,
  ...styleFlags,
  ...inGroup('Rules', {
    'no-suppressions': { help: 'show what suppression comments hide' },
    'no-fleet': { help: 'do not compare router files with each other' },
    ...baselineFlags,
  }),
  ...inGroup('Fix', {
    fix: { help: 'apply safe fixes' },
    unsafe: { help: 'also apply fixes that change what routers do (with --fix)' },
    'dry-run': { help: 'print fixes as a patch, change nothing (with --fix)' },
  }),
  ...configurationFlags,
  ...inGroup('Advanced', {
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

/** What to lint, and how to report it. Other commands have some of these options, and say themselves how to fix files. */
type LintOptions = Partial<OptionsOf<typeof lintFlags>> & {
  readonly args: readonly string[]
  readonly fixing?: Fixing
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
  run: async (options, streams) => lintFiles(options, streams),
})

/**
 * Lints the selected files and reports the findings in each file and across files; `compare` replaces the comparison
 * across files.
 */
export async function lintFiles(
  options: LintOptions,
  streams: Streams,
  compare?: CompareReports,
): Promise<number> {
  const project = openProjectFor(options, streams)
  if (options.printConfig !== undefined)
    return printConfiguration(project, options.printConfig, streams)
  const started = new Date()
  const settings = await createLintSettings(options, streams)
  const { fixer, isReporting, time } = settings

  const selected = await time('find', () => selectSources(project, options, streams))
  const applyBaselines = await readBaselines(options, selected.sources)
  const isFleet = compare !== undefined || (selected.sources.length > 1 && !options.noFleet)
  const needs = listNeeds(options, settings, { isFleet, sources: selected.sources })
  const cache = needs.isCached ? await openCache(options, project, { needs, time }) : undefined
  const outcomes = await lintSources(selected.sources, settings, { needs, cache, streams })
  const all = toReports(selected, outcomes)
  const reports = options.live ? all.map(removeFixes) : all
  const found = compare?.(reports) ?? compareFiles(reports, cache?.locate)
  const cacheFault = cache?.save()
  if (cacheFault !== undefined) streams.err(`routerfile: ${cacheFault}\n`)
  const refused = reportMissingInputs(findMissingInputs(selected, outcomes), {
    options,
    streams,
    selected,
    hasRouter: found.length > 0,
    isRequired: await project.requiresFiles(),
  })
  if (refused.length > 0 && options.writeBaseline !== undefined) throw createSelectionError(refused)
  const fresh = applyBaselines(found, streams)
  if (fresh === 'written') return 0

  if (!options.quiet) printNotes(fresh, streams)
  const release = formatReleases(fresh) || (await project.configurationFor(anyFile)).options.target
  printFindings(fresh, settings, {
    run: { release, version, rules: catalog, refused, root: getRoot(), started },
    streams,
  })
  const isPending = fixer?.end({ isRefused: refused.length > 0 })
  if (refused.length > 0) throw createSelectionError(refused, outcomes.some(isFailure))
  if (isPending) return 1
  const exceeded = isReporting && !options.exitZero ? findExceededLimits(fresh) : []
  for (const reason of explainFailure(exceeded)) streams.err(`routerfile: ${reason}\n`)
  return exceeded.length > 0 ? 1 : 0
}

/** What the results are for: fixes are not worked out where no format shows them. */
const listNeeds = (
  { cache }: LintOptions,
  { outputs, fixer }: LintSettings,
  { isFleet, sources }: { isFleet: boolean; sources: readonly LintTarget[] },
): LintNeeds => ({
  isFleet,
  mixesReleases: new Set(sources.map((source) => source.options.target)).size > 1,
  wantsFixes: outputs.some(({ format }) => !format.omitsFixes),
  isCached: cache !== undefined && !fixer,
})

/** Lints the sources that the cache does not know, in several threads if that is worth it. */
async function lintSources(
  sources: readonly LintTarget[],
  { fixer, jobs, time }: LintSettings,
  { needs, cache, streams }: { needs: LintNeeds; cache: LintCache | undefined; streams: Streams },
): Promise<LintOutcome[]> {
  const lintTargets = (targets: readonly LintTarget[]): Promise<LintOutcome[]> =>
    lintAll(targets, createFileLinter({ ...needs, time, fixer }), {
      needs,
      jobs: countJobs(jobs, targets.length),
      streams,
    })
  return cache?.lint(sources, lintTargets) ?? lintTargets(sources)
}

function printFindings(
  reports: readonly ConfiguredReport[],
  { outputs, style, stopwatch, isReporting, time }: LintSettings,
  { run, streams: { out, err } }: { run: RunInfo; streams: Streams },
): void {
  if (isReporting)
    time('format', () => printReports(outputs, selectVisible(reports), { run, style, out }))
  if (stopwatch) err(stopwatch.table())
}

/** Notes that apply to several files. */
const commonNotes = {
  rendered: 'were rendered with the given values',
  unrendered: 'were not rendered: only findings that do not depend on their values are shown',
} as const

/** Prints the notes on how files were checked; the same note about several files is one sentence. */
function printNotes(reports: readonly ConfiguredReport[], { err }: Streams): void {
  const notes = reports.flatMap(({ note }) => note ?? [])
  const kinds = (['rendered', 'unrendered'] as const).flatMap((kind) => {
    const same = notes.filter((note) => note.kind === kind)
    if (same.length < 2) return same.map(({ text }) => text)
    return [`${same.length} templates ${commonNotes[kind]}`]
  })
  const others = notes.filter(({ kind }) => kind === undefined).map(({ text }) => text)
  for (const note of [...others, ...kinds]) err(`routerfile: ${note}\n`)
}

/** Flags that select or change files on disk. */
const fileFlags = [
  ...Object.keys({ ...selectionFlags, ...environmentFlags }),
  ...['check', 'fix', 'unsafe', 'dry-run', 'cache'],
].filter((name) => name !== 'require-files')

/** The files that the flags select, or those that routers run. */
async function selectSources(
  project: Project,
  options: LintOptions,
  streams: Streams,
): Promise<SelectedFiles<LintTarget>> {
  // Commands without --live may have flags for other uses of a controller.
  if (options.live === undefined || !readsLive(options, fileFlags))
    return project.selectFiles(readSelection(options))
  const { selectRunning } = await import('../live/network.js')
  return selectRunning(options, streams, project)
}

/** The cache in the folder that is named, or beside the config file for the current directory, or in that directory. */
async function openCache(
  options: LintOptions,
  project: Project,
  { needs, time }: { needs: LintNeeds; time: MeasureStep },
): Promise<LintCache> {
  const { openLintCache } = await import('../../project/lint-cache.js')
  const folder = options.cache || (await findCacheFolder(project))
  return openLintCache(folder, {
    needs,
    time,
    getHost: createHostCache(),
    locate: toVisibleDiagnostics,
    loadEmbedded: loadEmbeddedFinder,
  })
}

async function findCacheFolder(project: Project): Promise<string> {
  const { sources } = await project.configurationFor(anyFile)
  return join(dirname(sources[0]?.path ?? anyFile), '.routerfile_cache')
}

type LintSettings = {
  outputs: readonly OutputTarget[]
  style: OutputStyle
  stopwatch: Stopwatch | undefined
  fixer: Fixer | undefined
  jobs: number | 'auto'
  /** Whether to show findings. */
  isReporting: boolean
  time: MeasureStep
}

async function createLintSettings(options: LintOptions, streams: Streams): Promise<LintSettings> {
  const { format: formats = [], color, verbose = false, maxProblems } = options
  const outputs = await readOutputs(formats)
  const style = await detectStyle({ color, verbose, maxProblems }, streams)
  const stopwatch = options.timing ? createStopwatch() : undefined
  const fixing = chooseFixing(options)
  const fixer =
    fixing &&
    (await import('../fixing.js')).createFixer(
      { ...fixing, formats, readsInput: options.args.includes('-') },
      streams,
    )
  // Files are fixed sequentially, and timings are for one thread.
  const jobs = parseJobs(options.jobs ?? 'auto')
  return {
    outputs,
    style,
    stopwatch,
    fixer,
    jobs: fixer || stopwatch ? 1 : jobs,
    isReporting: fixer?.isReporting ?? true,
    time: stopwatch?.time ?? runUnmeasured,
  }
}

function chooseFixing({ fixing, fix, dryRun, unsafe = false }: LintOptions): Fixing | undefined {
  if (fixing) return fixing
  if (fix || dryRun) return { mode: dryRun ? 'patch' : 'write', unsafe }
  if (unsafe) throw new UsageError('--unsafe has no effect without --fix or --dry-run')
  return undefined
}

function parseJobs(value: string): number | 'auto' {
  if (!/^(auto|[1-9]\d{0,2})$/.test(value))
    throw new UsageError(`--jobs ${value}: expected a number from 1 to 999, or auto`)
  return value === 'auto' ? value : Number(value)
}

/** The reports of the sources that are router files, with their options. */
const toReports = (
  { sources }: SelectedFiles<LintTarget>,
  outcomes: readonly LintOutcome[],
): ConfiguredReport[] =>
  sources.flatMap(({ options }, index) =>
    listReports(outcomes[index]).map((report) => ({ ...report, options })),
  )

/** Nobody can edit what a router runs. */
const removeFixes = (report: ConfiguredReport): ConfiguredReport => ({
  ...report,
  diagnostics: report.diagnostics.map(withoutFix),
})

/** A value with its origin in words. */
const toShown = ({ value, from }: Sourced<unknown>): { value: unknown; from: string } => ({
  value,
  from: formatOrigin(from),
})

const mapValues = <Value, Shown>(
  values: Readonly<Record<string, Value>>,
  show: (value: Value) => Shown,
): Record<string, Shown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]))

/** Prints the configuration of a file as JSON: each value with its origin; values of variables are omitted. */
async function printConfiguration(
  project: Project,
  path: string,
  { out }: Streams,
): Promise<number> {
  const { sources, settings, options, isExcluded } = await project.configurationFor(path)
  const release = options.target
  const { env, rules, target = { value: release, from: 'default' }, ...others } = settings
  const configuration = {
    file: path,
    excludedInFolders: isExcluded,
    configurations: sources.map((source) => source.path),
    settings: {
      target: { ...toShown(target), release },
      rules: mapValues(rules, toShown),
      ...mapValues(others, toShown),
      env: Object.fromEntries(
        env.flatMap((item) =>
          'name' in item ? [[item.name, { ...toShown(item.value), value: '…' }]] : [],
        ),
      ),
      envFile: env.flatMap((item) => ('file' in item ? [toShown(item.file)] : [])),
    },
  }
  out(`${JSON.stringify(configuration, undefined, 2)}\n`)
  return 0
}
