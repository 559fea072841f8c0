import { dirname } from 'node:path'
import type { Severity } from '../../diagnostic.js'
import type { Host } from '../../lint/host.js'
import { rules } from '../../lint/rules/index.js'
import type { Options } from '../../load.js'
import { judged, look } from '../../load.js'
import type { Check } from '../../world/host.js'
import { machine } from '../../world/host.js'
import { baselineFlags, baseliningOf } from '../baseline.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { environmentFlags, environmentOf } from '../environment.js'
import type { Given } from '../flags.js'
import { common, numberOf, oneOf, UsageError } from '../flags.js'
import type { Counts, Report } from '../formats/format.js'
import { count } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import type { Input } from '../inputs.js'
import { inputs } from '../inputs.js'
import { outputsOf, print, rootOf, styleOf } from '../output.js'
import { colorChoices } from '../terminal.js'
import { version } from '../version.js'

const severities: readonly Severity[] = ['error', 'warning', 'info']

const checkWords = ['files', 'certificates', 'none'] as const

/** The parts of the machine that --check names. */
function checksOf(given: Given): readonly Check[] {
  const words = given.values('check').flatMap((value) => value.split(','))
  if (words.length === 0) return ['files', 'certificates']
  const checks = words.map((word) => oneOf(word, checkWords, 'check'))
  return checks.filter((check): check is Check => check === 'files' || check === 'certificates')
}

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
    color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorChoices },
  },
  tables: { Formats: outputFormats.map(({ name, summary }) => [name, summary]) },
  run: async (given, streams) => {
    const release = releaseOf(given)
    const env = environmentOf(given)
    const checks = checksOf(given)
    const outputs = await outputsOf(given)
    const style = await styleOf(given, streams)
    const isOver = thresholdOf(given)
    const suppressions = !given.has('no-suppressions')
    const baselining = await baseliningOf(given)
    const fixing = given.has('fix') || given.has('dry-run') ? (await import('../fixing.js')).fixer(given, streams) : undefined
    const started = new Date()
    const found: Report[] = []
    const refused: string[] = []
    const machineOf = machines(checks)
    for await (const item of inputs(given.rest)) {
      if ('why' in item) refused.push(item.why)
      else {
        const options = { target: release, path: item.path, suppressions, ...(env && { env }) }
        found.push(reportOn(fixing ? fixing.fix(item, options) : item, machineOf(dirname(item.path)), options))
      }
    }
    if (refused.length > 0 && given.has('write-baseline')) throw refusal(refused)
    const reports = baselining?.(found, streams) ?? found
    if (reports === 'written') return 0
    const isReporting = fixing?.isReporting ?? true
    const run = { release, version, rules, refused, root: rootOf(), started }
    if (isReporting) print(outputs, given.has('quiet') ? reports.map(onlyErrors) : reports, { run, style, out: streams.out })
    if (refused.length > 0) throw refusal(refused)
    if (fixing?.end()) return 1
    return isReporting && isOver(count(reports)) ? 1 : 0
  },
}

const refusal = (refused: readonly string[]): UsageError => new UsageError(refused.join('\nrouterfile: '))

function reportOn({ path, text }: Input, host: Host, options: Options): Report {
  return { path, text, diagnostics: judged(look(text, options, host), options) }
}

/** This machine, as files of one folder see it; what it holds is looked at once. */
function machines(checks: readonly Check[]): (folder: string) => Host {
  const known = new Map<string, Host>()
  const now = Date.now()
  return (folder) => {
    const host = known.get(folder) ?? machine(checks, [process.cwd(), folder], now)
    known.set(folder, host)
    return host
  }
}

const onlyErrors = (report: Report): Report => ({ ...report, diagnostics: report.diagnostics.filter(({ severity }) => severity === 'error') })
