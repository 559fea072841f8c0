import { untimed } from '../../lint/host.js'
import { catalog } from '../../lint/catalog.js'
import { baselineFlags, baseliningOf } from '../baseline.js'
import { chosenBy, choiceFlags } from '../chosen.js'
import type { Command, Streams } from '../command.js'
import type { Configured } from '../file-options.js'
import { configurationFlags, configurations, anyFile, requiresFiles } from '../configuration.js'
import { environmentFlags } from '../environment.js'
import { withFleet } from '../fleet.js'
import type { Given } from '../flags.js'
import { common, UsageError } from '../flags.js'
import type { Report } from '../formats/format.js'
import { releasesOf } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import { judgeOf } from '../judge.js'
import { noteUnmet, outcomesOf, sortOut } from '../outcomes.js'
import { outputsOf, print, rootOf, styleOf } from '../output.js'
import { settingFlags } from '../settings.js'
import { stopwatch } from '../stopwatch.js'
import { colorChoices } from '../terminal.js'
import { jobsOf } from '../threads.js'
import type { Judged } from '../threshold.js'
import { isOver } from '../threshold.js'
import { version } from '../version.js'
import { wantedOf } from '../wanted.js'

export const lint: Command = {
  flags: {
    ...common,
    ...environmentFlags,
    ...choiceFlags,
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
export type Compare = (reports: readonly Judged[]) => readonly Judged[]

/** Looks at the files that are named, and reports; each alone and all together, or `compare` instead of that. */
export async function lintFiles(
  given: Given,
  streams: Streams,
  compare?: Compare,
): Promise<number> {
  const configurationOf = configurations(given, streams)
  const asked = given.last('print-config')
  if (asked !== undefined) return await show(asked, await configurationOf(asked), streams)
  const outputs = await outputsOf(given)
  const style = await styleOf(given, streams)
  const watch = given.has('timing') ? stopwatch() : undefined
  const time = watch?.time ?? untimed
  const started = new Date()
  if (given.has('unsafe') && !given.has('fix') && !given.has('dry-run'))
    throw new UsageError(
      '--unsafe says which fixes are made, and none are without --fix or --dry-run',
    )
  const fixer =
    given.has('fix') || given.has('dry-run')
      ? (await import('../fixing.js')).fixer(given, streams)
      : undefined
  const chosen = await time('find', async () => wantedOf(await chosenBy(given), configurationOf))
  const baselining = await baseliningOf(
    given,
    chosen.sources.map(({ options }) => options),
  )
  const jobs = fixer ? 1 : jobsOf(given, chosen.sources.length)
  const isFleet = compare !== undefined || (chosen.sources.length > 1 && !given.has('no-fleet'))
  const outcomes = await outcomesOf(
    { sources: chosen.sources, isFleet },
    judgeOf({ isFleet, time, fixer }),
    { streams, jobs },
  )
  const { reports: alone, ...unfulfilled } = sortOut(chosen, outcomes)
  const found = (compare ?? withFleet)(alone)
  const refused = noteUnmet(unfulfilled, {
    nothing: found.length === 0 ? chosen.nothing : undefined,
    isSilent: given.has('ignore-unknown'),
    isRequired: await requiresFiles(configurationOf),
    streams,
  })
  if (refused.length > 0 && given.has('write-baseline')) throw refusal(refused)
  const reports = baselining(found, streams)
  if (reports === 'written') return 0
  const isReporting = fixer?.isReporting ?? true
  const release = releasesOf(reports) || (await configurationOf(anyFile)).options.target
  const run = { release, version, rules: catalog, refused, root: rootOf(), started }
  if (isReporting)
    time('format', () =>
      print(outputs, given.has('quiet') ? reports.map(onlyErrors) : reports, {
        run,
        style,
        out: streams.out,
      }),
    )
  if (watch) streams.err(watch.table())
  if (refused.length > 0) throw refusal(refused)
  if (fixer?.end()) return 1
  return isReporting && !given.has('exit-zero') && isOver(reports) ? 1 : 0
}

const refusal = (refused: readonly string[]): UsageError =>
  new UsageError(refused.join('\nrouterfile: '))

const onlyErrors = (report: Report): Report => ({
  ...report,
  diagnostics: report.diagnostics.filter(({ severity }) => severity === 'error'),
})

/** Prints what is configured for a file. */
async function show(path: string, configured: Configured, { out }: Streams): Promise<number> {
  out((await import('../configured.js')).printConfiguration(path, configured))
  return 0
}
