import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Severity } from '../../diagnostic.js'
import type { Host } from '../../lint/host.js'
import type { Options } from '../../load.js'
import { judged, look } from '../../load.js'
import type { Check } from '../../world/host.js'
import { machine } from '../../world/host.js'
import type { Command } from '../command.js'
import { isColored, releaseOf } from '../command.js'
import { environmentFlags, environmentOf } from '../environment.js'
import type { Fleet } from '../fleet.js'
import { gatherFleet } from '../fleet.js'
import type { Given } from '../flags.js'
import { common, oneOf, UsageError } from '../flags.js'
import type { Counts, OutputFormat, Report } from '../formats/format.js'
import { count } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import type { Input } from '../inputs.js'
import { inputs } from '../inputs.js'

const severities: readonly Severity[] = ['error', 'warning', 'info']

const checkWords = ['files', 'certificates', 'none'] as const

const colorWords = ['auto', 'always', 'never'] as const

const formatNames = outputFormats.map(({ name }) => name)

/** The parts of the machine that --check names. */
function checksOf(given: Given): readonly Check[] {
  const words = given.values('check').flatMap((value) => value.split(','))
  if (words.length === 0) return ['files', 'certificates']
  const checks = words.map((word) => oneOf(word, checkWords, 'check'))
  return checks.filter((check): check is Check => check === 'files' || check === 'certificates')
}

/** The formats that --format names, each with the file it goes to. */
function outputsOf(given: Given): { format: OutputFormat; path: string | undefined }[] {
  const wanted = given.values('format').map((value) => {
    const [name, ...path] = value.split('=')
    return { name: oneOf(name, formatNames, 'format'), path: path.length > 0 ? path.join('=') : undefined }
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
    check: { value: 'WHAT', help: 'what of this machine to look at: files, certificates (default: both) or none', words: () => checkWords },
    format: { value: 'NAME[=FILE]', short: 'f', help: `${formatNames.join(', ')} (default: pretty); may be given several times`, words: () => formatNames },
    'fail-on': { value: 'SEVERITY', help: 'exit with 1 from this severity on: error (default), warning or info', words: () => severities },
    'max-warnings': { value: 'N', help: 'exit with 1 if there are more warnings' },
    quiet: { short: 'q', help: 'show errors only' },
    'exit-zero': { help: 'exit with 0 whatever is found' },
    'no-fleet': { help: 'do not compare the router files of a run with each other' },
    color: { value: 'WHEN', help: 'auto (default), always or never', words: () => colorWords },
  },
  run: async (given, streams) => {
    const release = releaseOf(given)
    const env = environmentOf(given)
    const checks = checksOf(given)
    const outputs = outputsOf(given)
    const isOver = thresholdOf(given)
    const color = isColored(oneOf(given.last('color'), colorWords, 'color') ?? 'auto', streams)
    const alone: Report[] = []
    const refused: string[] = []
    const machineOf = machines(checks)
    const fleet = given.has('no-fleet') ? undefined : gatherFleet()
    for await (const item of inputs(given.rest)) {
      if ('why' in item) refused.push(item.why)
      else alone.push(await reportOn(item, machineOf(dirname(item.path)), { target: release, path: item.path, ...(env && { env }) }, fleet))
    }
    const reports = fleet ? await fleet.complete(alone) : alone
    if (reports.length > 0) {
      const shown = given.has('quiet') ? reports.map(onlyErrors) : reports
      for (const { format, path } of outputs) {
        const printed = format.print(shown, { width: streams.width, color: color && path === undefined, release })
        if (path === undefined) streams.out(printed)
        else writeTo(path, printed)
      }
    }
    if (refused.length > 0) throw new UsageError(refused.join('\nrouterfile: '))
    return isOver(count(reports)) ? 1 : 0
  },
}

async function reportOn({ path, text }: Input, host: Host, options: Options, fleet: Fleet | undefined): Promise<Report> {
  const { diagnostics, analysis } = look(text, options, host)
  if (analysis) await fleet?.add(path, options, analysis)
  return { path, text, diagnostics: judged(diagnostics, options) }
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
