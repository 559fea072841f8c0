import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Severity } from '../../diagnostic.js'
import type { Host } from '../../lint/host.js'
import type { Options } from '../../load.js'
import { judged, look } from '../../load.js'
import type { Check } from '../../world/host.js'
import { machine } from '../../world/host.js'
import { baselineFlags, baseliningOf } from '../baseline.js'
import type { Command, Streams } from '../command.js'
import { isColored, releaseOf } from '../command.js'
import { environmentFlags, environmentOf } from '../environment.js'
import type { Given } from '../flags.js'
import { common, oneOf, UsageError } from '../flags.js'
import type { Counts, OutputFormat, Report } from '../formats/format.js'
import { count } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import type { Input } from '../inputs.js'
import { inputs } from '../inputs.js'

const severities: readonly Severity[] = ['error', 'warning', 'info']

/** The parts of the machine that --check names. */
function checksOf(given: Given): readonly Check[] {
  const words = given.values('check').flatMap((value) => value.split(','))
  if (words.length === 0) return ['files', 'certificates']
  const checks = words.map((word) => oneOf(word, ['files', 'certificates', 'none'] as const, 'check'))
  return checks.filter((check): check is Check => check === 'files' || check === 'certificates')
}

/** The formats that --format names, each with the file it goes to. */
function outputsOf(given: Given): { format: OutputFormat; path: string | undefined }[] {
  const names = outputFormats.map(({ name }) => name)
  const wanted = given.values('format').map((value) => {
    const [name, ...path] = value.split('=')
    return { name: oneOf(name, names, 'format'), path: path.length > 0 ? path.join('=') : undefined }
  })
  const chosen = wanted.length > 0 ? wanted : [{ name: 'pretty', path: undefined }]
  return chosen.flatMap(({ name, path }) => outputFormats.filter((format) => format.name === name).map((format) => ({ format, path })))
}

/** Whether what was found is too much, as --fail-on, --max-warnings and --exit-zero say. */
function thresholdOf(given: Given): (counts: Counts) => boolean {
  const least = oneOf(given.last('fail-on'), severities, 'fail-on') ?? 'error'
  const most = given.last('max-warnings') ?? 'Infinity'
  if (!/^(\d+|Infinity)$/.test(most)) throw new UsageError(`--max-warnings ${most}: it takes a number`)
  const grave = severities.slice(0, severities.indexOf(least) + 1)
  return (counts) => !given.has('exit-zero') && (grave.some((severity) => counts[severity] > 0) || counts.warning > Number(most))
}

export const lint: Command = {
  flags: {
    ...common,
    ...environmentFlags,
    check: { value: 'WHAT', help: 'what of this machine to look at: files, certificates (default: both) or none' },
    format: { value: 'NAME[=FILE]', short: 'f', help: `${outputFormats.map(({ name }) => name).join(', ')} (default: pretty); may be given several times` },
    'fail-on': { value: 'SEVERITY', help: 'exit with 1 from this severity on: error (default), warning or info' },
    'max-warnings': { value: 'N', help: 'exit with 1 if there are more warnings' },
    quiet: { short: 'q', help: 'show errors only' },
    fix: { help: 'fix what can be fixed without a change of what a running router does' },
    unsafe: { help: 'with --fix: also what changes that' },
    'dry-run': { help: 'with --fix: print the changes as a patch and leave the files' },
    'exit-zero': { help: 'exit with 0 whatever is found' },
    'no-suppressions': { help: 'show what comments suppress, too' },
    ...baselineFlags,
    color: { value: 'WHEN', help: 'auto (default), always or never' },
  },
  run: async (given, streams) => {
    const release = releaseOf(given)
    const env = environmentOf(given)
    const checks = checksOf(given)
    const print = printer(given, streams, release)
    const isOver = thresholdOf(given)
    const suppressions = !given.has('no-suppressions')
    const baselining = await baseliningOf(given)
    const fixing = given.has('fix') || given.has('dry-run') ? (await import('../fixing.js')).fixer(given, streams) : undefined
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
    if (reports.length > 0 && isReporting) print(reports)
    if (refused.length > 0) throw refusal(refused)
    if (fixing?.end()) return 1
    return isReporting && isOver(count(reports)) ? 1 : 0
  },
}

/** Prints findings in the formats and to the places that the flags name. */
function printer(given: Given, streams: Streams, release: string): (reports: readonly Report[]) => void {
  const outputs = outputsOf(given)
  const color = isColored(oneOf(given.last('color'), ['auto', 'always', 'never'] as const, 'color') ?? 'auto', streams)
  return (reports) => {
    const shown = given.has('quiet') ? reports.map(onlyErrors) : reports
    for (const { format, path } of outputs) {
      const printed = format.print(shown, { width: streams.width, color: color && path === undefined, release })
      if (path === undefined) streams.out(printed)
      else writeTo(path, printed)
    }
  }
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

function writeTo(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(`--format: \`${path}\` cannot be written (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`)
  }
}
