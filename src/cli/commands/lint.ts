import { untimed } from '../../lint/host.js'
import { catalog } from '../../lint/catalog.js'
import { baselineFlags, baseliningOf } from '../baseline.js'
import { chosenBy, choiceFlags } from '../chosen.js'
import type { Command, Streams } from '../command.js'
import { releaseNamed } from '../command.js'
import { configurationFlags, configurations, fileOptions } from '../configuration.js'
import { environmentFlags } from '../environment.js'
import { withFleet } from '../fleet.js'
import { common, UsageError } from '../flags.js'
import type { Report } from '../formats/format.js'
import { releasesOf } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import { judgeOf } from '../judge.js'
import { outcomesOf, sortOut } from '../outcomes.js'
import { outputsOf, print, rootOf, styleOf } from '../output.js'
import { settingFlags } from '../settings.js'
import { stopwatch } from '../stopwatch.js'
import { colorChoices } from '../terminal.js'
import { jobsOf } from '../threads.js'
import { isOver } from '../threshold.js'
import { version } from '../version.js'

/** Stands for a file of the current folder, whose release is named where no file was looked at. */
const anyFile = '-'

export const lint: Command = {
  flags: {
    ...common,
    ...environmentFlags,
    ...choiceFlags,
    ...configurationFlags,
    ...settingFlags,
    format: { value: 'NAME[=FILE]', short: 'f', help: 'how to print what is found, and where to (default: pretty, in a GitHub workflow github); may be given several times', words: () => outputFormats.map(({ name }) => name) },
    'max-problems': { value: 'N', help: 'show the first N findings only, in the format pretty' },
    quiet: { short: 'q', help: 'show errors only' },
    fix: { help: 'fix what can be fixed without a change of what a running router does' },
    unsafe: { help: 'with --fix: also what changes that' },
    'dry-run': { help: 'with --fix: print the changes as a patch and leave the files' },
    'exit-zero': { help: 'exit with 0 whatever is found' },
    'no-suppressions': { help: 'show what comments suppress, too' },
    ...baselineFlags,
    'no-fleet': { help: 'do not compare the router files of a run with each other' },
    jobs: { value: 'N', short: 'j', help: 'threads to work in, or auto (default): several where so many files are worth it' },
    timing: { help: 'print what took how long, with the slowest rules' },
    color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorChoices },
    'print-config': { value: 'FILE', help: 'show what is configured for a file, and where, as JSON' },
  },
  tables: { Formats: outputFormats.map(({ name, summary }) => [name, summary]) },
  run: async (given, streams) => {
    const configurationOf = configurations(given, streams)
    const asked = given.last('print-config')
    if (asked !== undefined) return await show(asked, configurationOf, streams)
    const outputs = await outputsOf(given)
    const style = await styleOf(given, streams)
    const watch = given.has('timing') ? stopwatch() : undefined
    const time = watch?.time ?? untimed
    const started = new Date()
    const optionsFor = fileOptions(configurationOf)
    const fixer = given.has('fix') || given.has('dry-run') ? (await import('../fixing.js')).fixer(given, streams) : undefined
    const chosen = await time('find', () => chosenBy(given))
    const jobs = fixer ? 1 : jobsOf(given, chosen.sources.length)
    const judge = judgeOf(given, { isFleet: chosen.sources.length > 1, optionsFor, time, fixer })
    const { reports: alone, refused, excluded } = sortOut(chosen, await outcomesOf(chosen.sources, judge, { given, streams, jobs }))
    const found = withFleet(alone)
    if (refused.length > 0 && given.has('write-baseline')) throw refusal(refused)
    const baselining = await baseliningOf(given, found.map(({ options }) => options))
    const reports = baselining(found, streams)
    if (reports === 'written') return 0
    if (found.length === 0 && refused.length === 0) streams.err(`routerfile: ${excluded > 0 ? `the configuration excludes every file (${excluded}), and nothing is looked at` : chosen.nothing}\n`)
    const isReporting = fixer?.isReporting ?? true
    const run = { release: releasesOf(reports) || (await optionsFor(anyFile)).target, version, rules: catalog, refused, root: rootOf(), started }
    if (isReporting) time('format', () => print(outputs, given.has('quiet') ? reports.map(onlyErrors) : reports, { run, style, out: streams.out }))
    if (watch) streams.err(watch.table())
    if (refused.length > 0) throw refusal(refused)
    if (fixer?.end()) return 1
    return isReporting && !given.has('exit-zero') && isOver(reports) ? 1 : 0
  },
}

const refusal = (refused: readonly string[]): UsageError => new UsageError(refused.join('\nrouterfile: '))

/** Prints what is configured for a file. */
async function show(path: string, configurationOf: ReturnType<typeof configurations>, { out }: Streams): Promise<number> {
  const { printConfiguration } = await import('../configured.js')
  const configured = await configurationOf(path)
  out(printConfiguration(path, configured, releaseNamed(configured.settings.target?.value, 'target')))
  return 0
}

const onlyErrors = (report: Report): Report => ({ ...report, diagnostics: report.diagnostics.filter(({ severity }) => severity === 'error') })
