import { resolve } from 'node:path'
import { version } from '../../project/version.js'
import { isOverThreshold } from '../lint-results.js'
import type { ConfiguredReport } from '../lint-results.js'
import { colorChoices } from '../ui/terminal.js'
import { createStopwatch } from '../ui/stopwatch.js'
import { settingFlags } from '../settings.js'
import { readOutputs, printReports, getRoot, detectStyle } from '../output.js'
import { createFileLinter, noteUnmet, lintAll, splitResults } from '../lint-sources.js'
import { outputFormats } from '../formats/index.js'
import { formatReleases } from '../formats/format.js'
import type { Report } from '../formats/format.js'
import { UsageError } from '../../project/usage-error.js'
import { commonFlags } from '../flags.js'
import type { FlagValues } from '../flags.js'
import { environmentFlags } from '../environment.js'
import {
  configurationFlags,
  createConfigurationLookup,
  anyFile,
  requiresFiles,
} from '../configuration.js'
import type { ConfiguredFile } from '../../project/file-options.js'
import type { Command, Streams } from '../command.js'
import { selectFiles, selectionFlags, selectLintTargets } from '../select-files.js'
import { catalog } from '../../lint/catalog.js'
import { runUnmeasured } from '../../lint/host.js'
import { compareDiagnostics } from '../../document/diagnostic.js'
import { parseDocument } from '../../document/document.js'
import { compareRouters, locateFindings } from '../../lint/fleet/fleet.js'
import { applySeverities } from '../../lint/lint.js'
import { selectUnsuppressed } from '../../lint/suppressions/suppress.js'
import { baselineFlags, createBaselineStep } from './lint/baseline.js'

export const lint: Command = {
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...selectionFlags,
    ...configurationFlags,
    ...settingFlags,
    format: {
      value: 'NAME[=FILE]',
      short: 'f',
      help: 'how to print what is found, and where to (default: pretty, in a GitHub workflow github); may be given several times',
      words: () => outputFormats.map(({ name }) => name),
    },
    'max-problems': { value: 'N', help: 'show the first N findings only, in the format pretty' },
    quiet: { short: 'q', help: 'show errors only' },
    fix: { help: 'fix what can be fixed without a change of what a running router does' },
    unsafe: { help: 'with --fix: also what changes that' },
    'dry-run': { help: 'with --fix: print the changes as a patch and leave the files' },
    'exit-zero': { help: 'exit with 0 whatever is found' },
    'no-suppressions': { help: 'show what comments suppress, too' },
    ...baselineFlags,
    'no-fleet': { help: 'do not compare the router files of a run with each other' },
    jobs: {
      value: 'N',
      short: 'j',
      help: 'threads to work in, or auto (default): several where so many files are worth it',
    },
    timing: { help: 'print what took how long, with the slowest rules' },
    color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorChoices },
    'print-config': {
      value: 'FILE',
      help: 'show what is configured for a file, and where, as JSON',
    },
  },
  tables: { Formats: outputFormats.map(({ name, summary }) => [name, summary]) },
  run: (given, streams) => lintFiles(given, streams),
}

/** Makes of what is known of each file what is reported. */
export type CompareReports = (reports: readonly ConfiguredReport[]) => readonly ConfiguredReport[]

/** Looks at the files that are named, and reports; each alone and all together, or `compare` instead of that. */
export async function lintFiles(
  given: FlagValues,
  streams: Streams,
  compare?: CompareReports,
): Promise<number> {
  const configurationOf = createConfigurationLookup(given, streams)
  const asked = given.last('print-config')
  if (asked !== undefined)
    return await showConfiguration(asked, await configurationOf(asked), streams)
  const outputs = await readOutputs(given)
  const style = await detectStyle(given, streams)
  const watch = given.has('timing') ? createStopwatch() : undefined
  const time = watch?.time ?? runUnmeasured
  const started = new Date()
  if (given.has('unsafe') && !given.has('fix') && !given.has('dry-run'))
    throw new UsageError(
      '--unsafe says which fixes are made, and none are without --fix or --dry-run',
    )
  const fixer =
    given.has('fix') || given.has('dry-run')
      ? (await import('../fixing.js')).createFixer(given, streams)
      : undefined
  const chosen = await time('find', async () =>
    selectLintTargets(await selectFiles(given), configurationOf),
  )
  const baselining = await createBaselineStep(
    given,
    chosen.sources.map(({ options }) => options),
  )
  const jobs = fixer ? 1 : countJobs(given, chosen.sources.length)
  const isFleet = compare !== undefined || (chosen.sources.length > 1 && !given.has('no-fleet'))
  const outcomes = await lintAll(
    { sources: chosen.sources, isFleet },
    createFileLinter({ isFleet, time, fixer }),
    { streams, jobs },
  )
  const { reports: alone, ...unfulfilled } = splitResults(chosen, outcomes)
  const found = (compare ?? addFleetFindings)(alone)
  const refused = noteUnmet(unfulfilled, {
    nothing: found.length === 0 ? chosen.nothing : undefined,
    isSilent: given.has('ignore-unknown'),
    isRequired: await requiresFiles(configurationOf),
    streams,
  })
  if (refused.length > 0 && given.has('write-baseline')) throw createRefusal(refused)
  const reports = baselining(found, streams)
  if (reports === 'written') return 0
  const isReporting = fixer?.isReporting ?? true
  const release = formatReleases(reports) || (await configurationOf(anyFile)).options.target
  const run = { release, version, rules: catalog, refused, root: getRoot(), started }
  if (isReporting)
    time('format', () =>
      printReports(outputs, given.has('quiet') ? reports.map(keepErrors) : reports, {
        run,
        style,
        out: streams.out,
      }),
    )
  if (watch) streams.err(watch.table())
  if (refused.length > 0) throw createRefusal(refused)
  if (fixer?.end()) return 1
  return isReporting && !given.has('exit-zero') && isOverThreshold(reports) ? 1 : 0
}

const createRefusal = (refused: readonly string[]): UsageError =>
  new UsageError(refused.join('\nrouterfile: '))

const keepErrors = (report: Report): Report => ({
  ...report,
  diagnostics: report.diagnostics.filter(({ severity }) => severity === 'error'),
})

/** Prints what is configured for a file. */
async function showConfiguration(
  path: string,
  configured: ConfiguredFile,
  { out }: Streams,
): Promise<number> {
  out((await import('../configured.js')).formatConfiguration(path, configured))
  return 0
}

/** The reports of a run with what the rules find about all files together. A file that is given twice is no second router. */
function addFleetFindings(reports: readonly ConfiguredReport[]): readonly ConfiguredReport[] {
  const byPlace = new Map(reports.map((report) => [resolve(report.path), report]))
  const known = [...byPlace.values()].flatMap((report) =>
    report.router ? [{ report, router: report.router }] : [],
  )
  if (known.length < 2) return reports
  const found = compareRouters(known.map(({ router }) => router))
  const own = new Map(
    known.map(({ report: { text, options, path } }, index) => {
      const diagnostics = locateFindings(found[index] ?? [], () => parseDocument(text))
      return [
        resolve(path),
        applySeverities(
          options.suppressions === false ? diagnostics : selectUnsuppressed(diagnostics, text),
          options,
        ),
      ]
    }),
  )
  return reports.map(({ router: _, ...report }) => {
    const diagnostics = [...report.diagnostics, ...(own.get(resolve(report.path)) ?? [])].sort(
      compareDiagnostics,
    )
    return { ...report, text: diagnostics.length > 0 ? report.text : '', diagnostics }
  })
}

/** Files for each thread below which starting it takes longer than it saves; measured with `npm run bench many`. */
const minFilesPerThread = 2500

/** In how many threads to work: as --jobs says, else so that each has enough to do. --timing is about one. */
export function countJobs(given: FlagValues, files: number): number {
  const wanted = given.last('jobs') ?? 'auto'
  if (!/^(auto|[1-9]\d{0,2})$/.test(wanted))
    throw new UsageError(`--jobs ${wanted}: it takes a number of threads from 1 to 999, or auto`)
  if (given.has('timing')) return 1
  if (wanted !== 'auto') return Math.min(Number(wanted), files)
  return files < 2 * minFilesPerThread
    ? 1
    : Math.min(
        Math.floor(files / minFilesPerThread),
        process.getBuiltinModule('node:os').availableParallelism(),
      )
}
