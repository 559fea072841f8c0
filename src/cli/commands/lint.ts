import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Host } from '../../lint/host.js'
import { judged, look } from '../../load.js'
import type { Check } from '../../world/host.js'
import { machine } from '../../world/host.js'
import type { Command, Streams } from '../command.js'
import { isColored, releaseNamed } from '../command.js'
import type { FileOptions } from '../configuration.js'
import { configurationFlags, configurations, fileOptions } from '../configuration.js'
import { environmentFlags } from '../environment.js'
import type { Given } from '../flags.js'
import { common, oneOf, UsageError } from '../flags.js'
import type { OutputFormat, Report } from '../formats/format.js'
import { releasesOf } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import type { Input } from '../inputs.js'
import { inputs } from '../inputs.js'
import { settingFlags } from '../settings.js'
import type { Judged } from '../threshold.js'
import { isOver } from '../threshold.js'

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

export const lint: Command = {
  flags: {
    ...common,
    ...environmentFlags,
    ...configurationFlags,
    ...settingFlags,
    format: { value: 'NAME[=FILE]', short: 'f', help: `${outputFormats.map(({ name }) => name).join(', ')} (default: pretty); may be given several times` },
    quiet: { short: 'q', help: 'show errors only' },
    fix: { help: 'fix what can be fixed without a change of what a running router does' },
    unsafe: { help: 'with --fix: also what changes that' },
    'dry-run': { help: 'with --fix: print the changes as a patch and leave the files' },
    'exit-zero': { help: 'exit with 0 whatever is found' },
    color: { value: 'WHEN', help: 'auto (default), always or never' },
    'print-config': { value: 'FILE', help: 'show what is configured for a file, and where, as JSON' },
  },
  run: async (given, streams) => {
    const configurationOf = configurations(given, streams)
    const asked = given.last('print-config')
    if (asked !== undefined) return await show(asked, configurationOf, streams)
    const outputs = outputsOf(given)
    const color = isColored(oneOf(given.last('color'), ['auto', 'always', 'never'] as const, 'color') ?? 'auto', streams)
    const fixing = given.has('fix') || given.has('dry-run') ? (await import('../fixing.js')).fixer(given, streams) : undefined
    const optionsFor = fileOptions(configurationOf)
    const wanted: { item: Input; options: FileOptions }[] = []
    const refused: string[] = []
    let excluded = 0
    for await (const item of inputs(given.rest)) {
      if ('why' in item) refused.push(item.why)
      else {
        const options = await optionsFor(item.path)
        if (options.isExcluded) excluded += 1
        else wanted.push({ item, options })
      }
    }
    const machineOf = machines()
    const reports = wanted.map(({ item, options }) => reportOn(fixing ? fixing.fix(item, options) : item, machineOf(dirname(item.path), options.checks), options))
    if (reports.length > 0 && (fixing?.isReporting ?? true)) {
      const shown = given.has('quiet') ? reports.map(onlyErrors) : reports
      for (const { format, path } of outputs) {
        const printed = format.print(shown, { width: streams.width, color: color && path === undefined, release: releasesOf(reports) })
        if (path === undefined) streams.out(printed)
        else writeTo(path, printed)
      }
    }
    if (reports.length === 0 && excluded > 0) streams.err(`routerfile: the configuration excludes every file (${excluded}), and nothing is looked at\n`)
    if (refused.length > 0) throw new UsageError(refused.join('\nrouterfile: '))
    if (fixing?.end()) return 1
    return (fixing?.isReporting ?? true) && !given.has('exit-zero') && isOver(reports) ? 1 : 0
  },
}

function reportOn({ path, text }: Input, host: Host, options: FileOptions): Judged {
  return { path, text, diagnostics: judged(look(text, options, host).diagnostics, options), release: options.target, options }
}

/** This machine, as files of one folder see it; what it holds is looked at once. */
function machines(): (folder: string, checks: readonly Check[]) => Host {
  const known = new Map<string, Host>()
  const now = Date.now()
  return (folder, checks) => {
    const name = [folder, ...checks].join('\0')
    const host = known.get(name) ?? machine(checks, [process.cwd(), folder], now)
    known.set(name, host)
    return host
  }
}

/** Prints what is configured for a file. */
async function show(path: string, configurationOf: ReturnType<typeof configurations>, { out }: Streams): Promise<number> {
  const { printConfiguration } = await import('../configured.js')
  const configured = await configurationOf(path)
  out(printConfiguration(path, configured, releaseNamed(configured.settings.target?.value, 'target')))
  return 0
}

const onlyErrors = (report: Report): Report => ({ ...report, diagnostics: report.diagnostics.filter(({ severity }) => severity === 'error') })

function writeTo(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new UsageError(`--format: \`${path}\` cannot be written (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`)
  }
}
