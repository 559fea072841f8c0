import type { Severity } from '../../diagnostic.js'
import { untimed } from '../../lint/host.js'
import { rules } from '../../lint/rules/index.js'
import { baselineFlags, baseliningOf } from '../baseline.js'
import { chosenBy, choiceFlags } from '../chosen.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { environmentFlags } from '../environment.js'
import type { Given } from '../flags.js'
import { common, numberOf, oneOf, UsageError } from '../flags.js'
import type { Counts, Report } from '../formats/format.js'
import { count } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import { checkWords, judgeOf } from '../judge.js'
import { outcomesOf, sortOut } from '../outcomes.js'
import { outputsOf, print, rootOf, styleOf } from '../output.js'
import { stopwatch } from '../stopwatch.js'
import { colorChoices } from '../terminal.js'
import { jobsOf } from '../threads.js'
import { version } from '../version.js'

const severities: readonly Severity[] = ['error', 'warning', 'info']

/** Whether what was found is too much, as --fail-on, --max-warnings and --exit-zero say. */
function thresholdOf(given: Given): (counts: Counts) => boolean {
  const least = oneOf(given.last('fail-on'), severities, 'fail-on') ?? 'error'
  const most = numberOf(given, 'max-warnings')
  const grave = severities.slice(0, severities.indexOf(least) + 1)
  return (counts) => !given.has('exit-zero') && (grave.some((severity) => counts[severity] > 0) || counts.warning > most)
}

export const lint: Command = {
  flags: {
    ...common,
    ...environmentFlags,
    ...choiceFlags,
    check: { value: 'WHAT', help: 'what of this machine to look at: files, certificates (default: both) or none', words: () => checkWords },
    format: { value: 'NAME[=FILE]', short: 'f', help: 'how to print what is found, and where to (default: pretty, in a GitHub workflow github); may be given several times', words: () => outputFormats.map(({ name }) => name) },
    'fail-on': { value: 'SEVERITY', help: 'exit with 1 from this severity on: error (default), warning or info', words: () => severities },
    'max-warnings': { value: 'N', help: 'exit with 1 if there are more warnings' },
    'max-problems': { value: 'N', help: 'show the first N findings only, in the format pretty' },
    quiet: { short: 'q', help: 'show errors only' },
    fix: { help: 'fix what can be fixed without a change of what a running router does' },
    unsafe: { help: 'with --fix: also what changes that' },
    'dry-run': { help: 'with --fix: print the changes as a patch and leave the files' },
    'exit-zero': { help: 'exit with 0 whatever is found' },
    'no-suppressions': { help: 'show what comments suppress, too' },
    ...baselineFlags,
    jobs: { value: 'N', short: 'j', help: 'threads to work in, or auto (default): several where so many files are worth it' },
    timing: { help: 'print what took how long, with the slowest rules' },
    color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorChoices },
  },
  tables: { Formats: outputFormats.map(({ name, summary }) => [name, summary]) },
  run: async (given, streams) => {
    const release = releaseOf(given)
    const outputs = await outputsOf(given)
    const style = await styleOf(given, streams)
    const isOver = thresholdOf(given)
    const baselining = await baseliningOf(given)
    const watch = given.has('timing') ? stopwatch() : undefined
    const time = watch?.time ?? untimed
    const started = new Date()
    const fixer = given.has('fix') || given.has('dry-run') ? (await import('../fixing.js')).fixer(given, streams) : undefined
    const chosen = await time('find', () => chosenBy(given))
    const jobs = fixer ? 1 : jobsOf(given, chosen.sources.length)
    const { reports: found, refused } = sortOut(chosen, await outcomesOf(chosen.sources, judgeOf(given, { time, fixer }), { given, streams, jobs }))
    if (refused.length > 0 && given.has('write-baseline')) throw refusal(refused)
    const reports = baselining?.(found, streams) ?? found
    if (reports === 'written') return 0
    if (found.length === 0 && refused.length === 0) streams.err(`routerfile: ${chosen.nothing}\n`)
    const isReporting = fixer?.isReporting ?? true
    const run = { release, version, rules, refused, root: rootOf(), started }
    if (isReporting) time('format', () => print(outputs, given.has('quiet') ? reports.map(onlyErrors) : reports, { run, style, out: streams.out }))
    if (watch) streams.err(watch.table())
    if (refused.length > 0) throw refusal(refused)
    if (fixer?.end()) return 1
    return isReporting && isOver(count(reports)) ? 1 : 0
  },
}

const refusal = (refused: readonly string[]): UsageError => new UsageError(refused.join('\nrouterfile: '))

const onlyErrors = (report: Report): Report => ({ ...report, diagnostics: report.diagnostics.filter(({ severity }) => severity === 'error') })
