import { dirname, join } from 'node:path'
import { withoutFix } from '../../document/diagnostic.js'
import { compareFiles, toVisibleDiagnostics } from '../../project/fleet.js'
import type { CompareReports } from '../../project/fleet.js'
import type { ConfiguredFile } from '../../project/file-options.js'
import { isFailure } from '../../project/inputs.js'
import type { LintCache } from '../../project/lint-cache.js'
import { loadEmbeddedFinder } from '../../project/lint-embedded.js'
import { createFileLinter, createHostCache } from '../../project/lint-files.js'
import type { Project } from '../../project/project.js'
import { anyFile } from '../../project/project.js'
import type { ConfiguredReport, LintNeeds, LintOutcome } from '../../project/reports.js'
import { isOverThreshold, listReports, selectVisible } from '../../project/reports.js'
import type { LintTarget, SelectedFiles } from '../../project/select-files.js'
import { findUnfulfilled } from '../../project/select-files.js'
import { version } from '../../project/version.js'
import { catalog } from '../../lint/catalog.js'
import type { MeasureStep } from '../../lint/host.js'
import { runUnmeasured } from '../../lint/host.js'
import type { Command, Streams } from '../command.js'
import { UsageError } from '../errors.js'
import type { Fixer } from '../fixing.js'
import type { FlagValues } from '../flags.js'
import { commonFlags, inGroup } from '../flags.js'
import type { OutputStyle } from '../formats/format.js'
import { formatReleases } from '../formats/format.js'
import { outputFormats } from '../../generated/formats.js'
import { countJobs, lintAll } from '../lint-all.js'
import { liveFlags, readsLive } from '../live/flags.js'
import type { OutputTarget } from '../output.js'
import { detectStyle, getRoot, printReports, readOutputs } from '../output.js'
import {
  configurationFlags,
  environmentFlags,
  openProjectFor,
  settingFlags,
} from '../project-flags.js'
import {
  createRefusalError,
  readSelection,
  reportUnfulfilled,
  selectionFlags,
  templateFlags,
} from '../selection-flags.js'
import type { Stopwatch } from '../ui/stopwatch.js'
import { createStopwatch } from '../ui/stopwatch.js'
import { colorChoices } from '../ui/terminal.js'
import { baselineFlags, readBaselineFlags } from './lint/baseline.js'

export const lint: Command = {
  name: 'lint',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'check router config files (default)',
  order: 1,
  bundle: 'program',
  examples: [
    'routerfile lint .',
    'routerfile lint router.yml --target 1.6 --env-file router.env',
    'routerfile lint . --level warning --format sarif=report.sarif',
    'routerfile lint --live --profile prod',
  ],
  page: 'docs/ci.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...selectionFlags,
    ...liveFlags,
    ...templateFlags,
    ...inGroup('Output', {
      format: {
        value: 'NAME[=FILE]',
        short: 'f',
        help: 'output format, see below (repeatable)',
        words: () => outputFormats.map(({ name }) => name),
      },
    }),
    ...settingFlags,
    ...inGroup('Output', {
      quiet: { short: 'q', help: 'show errors only' },
      verbose: { short: 'v', help: 'show every finding, also equal ones' },
      'max-problems': { value: 'N', help: 'show the first N findings only (pretty)' },
      'exit-zero': { help: 'exit with 0 despite findings' },
      color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorChoices },
    }),
    ...inGroup('Rules', {
      'no-suppressions': { help: 'show what suppression comments hide' },
      'no-fleet': { help: 'do not compare router files with each other' },
      ...baselineFlags,
    }),
    ...inGroup('Fix', {
      fix: { help: 'apply safe fixes' },
      unsafe: { help: 'also apply fixes that change the router (with --fix)' },
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
  },
  tables: { Formats: outputFormats.map(({ name, summary }) => [name, summary]) },
  run: (flags, streams) => lintFiles(flags, streams),
}

/**
 * Lints the selected files and reports the findings in each file and across files; `compare` replaces the comparison
 * across files.
 */
export async function lintFiles(
  flags: FlagValues,
  streams: Streams,
  compare?: CompareReports,
): Promise<number> {
  const project = openProjectFor(flags)
  const path = flags.last('print-config')
  if (path !== undefined) {
    streams.out(formatConfiguration(path, await project.configurationFor(path)))
    return 0
  }
  const started = new Date()
  const { outputs, style, stopwatch, fixer, jobs } = await readLintFlags(flags, streams)
  const time = stopwatch?.time ?? runUnmeasured

  const selected = await time('find', () =>
    compare ? project.selectFiles(readSelection(flags)) : selectSources(project, flags, streams),
  )
  const applyBaselines = await readBaselineFlags(flags, selected.sources)

  const { sources } = selected
  const isFleet = compare !== undefined || (sources.length > 1 && !flags.has('no-fleet'))
  const isCached = flags.has('cache') && !fixer
  const wantsFixes = outputs.some(({ format }) => !format.omitsFixes)
  const needs: LintNeeds = { isFleet, wantsFixes, isCached }
  const cache = isCached ? await openCache(flags, project, { needs, time }) : undefined
  const lintTargets = (targets: readonly LintTarget[]): Promise<LintOutcome[]> =>
    lintAll(targets, createFileLinter({ ...needs, time, fixer }), {
      needs,
      jobs: countJobs(jobs, targets.length),
      streams,
    })
  const outcomes = await (cache?.lint(sources, lintTargets) ?? lintTargets(sources))
  const all = toReports(selected, outcomes)
  const reports = flags.has('live') ? all.map(removeFixes) : all
  const found = compare?.(reports) ?? compareFiles(reports, cache?.locate)
  const cacheFault = cache?.save()
  if (cacheFault !== undefined) streams.err(`routerfile: ${cacheFault}\n`)
  const refused = reportUnfulfilled(findUnfulfilled(selected, outcomes), {
    flags,
    streams,
    selected,
    hasRouter: found.length > 0,
    isRequired: await project.requiresFiles(),
  })
  if (refused.length > 0 && flags.has('write-baseline')) throw createRefusalError(refused)

  const fresh = applyBaselines(found, streams)
  if (fresh === 'written') return 0

  if (!flags.has('quiet'))
    for (const note of formatNotes(fresh)) streams.err(`routerfile: ${note}\n`)
  const visible = selectVisible(fresh)
  const isReporting = fixer?.isReporting ?? true
  const release = formatReleases(fresh) || (await project.configurationFor(anyFile)).options.target
  const run = { release, version, rules: catalog, refused, root: getRoot(), started }
  if (isReporting)
    time('format', () =>
      printReports(outputs, visible, {
        run,
        style,
        out: streams.out,
      }),
    )
  if (stopwatch) streams.err(stopwatch.table())

  const isPending = fixer?.end({ isRefused: refused.length > 0 })
  if (refused.length > 0) throw createRefusalError(refused, outcomes.some(isFailure))
  if (isPending) return 1
  return isReporting && !flags.has('exit-zero') && isOverThreshold(fresh) ? 1 : 0
}

/** What the notes of several files have in common. */
const commonNotes = {
  rendered: 'were rendered with the given values',
  unrendered: 'were not rendered: only findings that do not depend on their values are shown',
} as const

/** The notes on how files were checked; the same note about several files is one sentence. */
function formatNotes(reports: readonly ConfiguredReport[]): string[] {
  const notes = reports.flatMap(({ note }) => note ?? [])
  const kinds = (['rendered', 'unrendered'] as const).flatMap((kind) => {
    const same = notes.filter((note) => note.kind === kind)
    if (same.length < 2) return same.map(({ text }) => text)
    return [`${same.length} templates ${commonNotes[kind]}`]
  })
  return [...notes.filter(({ kind }) => kind === undefined).map(({ text }) => text), ...kinds]
}

/** Flags that select or change files on disk. */
const fileFlags = [
  ...Object.keys({ ...selectionFlags, ...environmentFlags }),
  ...['check', 'fix', 'unsafe', 'dry-run', 'cache'],
].filter((name) => name !== 'require-files')

/** The files that the flags select, or those that routers run. */
async function selectSources(
  project: Project,
  flags: FlagValues,
  streams: Streams,
): Promise<SelectedFiles<LintTarget>> {
  if (!readsLive(flags, fileFlags)) return project.selectFiles(readSelection(flags))
  const { selectRunning } = await import('../live/network.js')
  return selectRunning(flags, streams, project)
}

/** The cache in the folder that is named, or beside the config file for the current directory, or in that directory. */
async function openCache(
  flags: FlagValues,
  project: Project,
  { needs, time }: { needs: LintNeeds; time: MeasureStep },
): Promise<LintCache> {
  const { openLintCache } = await import('../../project/lint-cache.js')
  const folder = flags.last('cache') || (await findCacheFolder(project))
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

/** Settings for linting and reporting. */
type LintSettings = {
  outputs: readonly OutputTarget[]
  style: OutputStyle
  stopwatch: Stopwatch | undefined
  fixer: Fixer | undefined
  jobs: number | 'auto'
}

async function readLintFlags(flags: FlagValues, streams: Streams): Promise<LintSettings> {
  const isFixing = flags.has('fix') || flags.has('dry-run')
  const outputs = await readOutputs(flags)
  const style = await detectStyle(flags, streams)
  const stopwatch = flags.has('timing') ? createStopwatch() : undefined
  if (flags.has('unsafe') && !isFixing)
    throw new UsageError('--unsafe has no effect without --fix or --dry-run')
  const fixer = isFixing ? (await import('../fixing.js')).createFixer(flags, streams) : undefined
  // Files are fixed sequentially, and timings are for one thread.
  const jobs = parseJobs(flags.last('jobs') ?? 'auto')
  return { outputs, style, stopwatch, fixer, jobs: fixer || stopwatch ? 1 : jobs }
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

/** The configuration of a file as JSON: each value with its origin; values of variables are omitted. */
function formatConfiguration(
  path: string,
  { sources, settings, options, isExcluded }: ConfiguredFile,
): string {
  const release = options.target
  const { env, target = { value: release, from: 'default' }, ...others } = settings
  const configuration = {
    file: path,
    excludedInFolders: isExcluded,
    configurations: sources.map((source) => source.path),
    settings: {
      target: { ...target, release },
      ...others,
      env: Object.fromEntries(
        env.flatMap((item) => ('name' in item ? [[item.name, { ...item.value, value: '…' }]] : [])),
      ),
      envFile: env.flatMap((item) => ('file' in item ? [item.file] : [])),
    },
  }
  return `${JSON.stringify(configuration, undefined, 2)}\n`
}
