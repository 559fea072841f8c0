import { dirname } from 'node:path'
import type { Host } from '../../lint/host.js'
import { rules } from '../../lint/rules/index.js'
import { judged, look } from '../../load.js'
import type { Check } from '../../world/host.js'
import { machine } from '../../world/host.js'
import { baselineFlags, baseliningOf } from '../baseline.js'
import type { Command, Streams } from '../command.js'
import { releaseNamed } from '../command.js'
import type { FileOptions } from '../configuration.js'
import { configurationFlags, configurations, fileOptions } from '../configuration.js'
import { environmentFlags } from '../environment.js'
import type { Given } from '../flags.js'
import { common, UsageError } from '../flags.js'
import type { Report } from '../formats/format.js'
import { releasesOf } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
import type { Input } from '../inputs.js'
import { inputs } from '../inputs.js'
import { outputsOf, print, rootOf, styleOf } from '../output.js'
import { settingFlags } from '../settings.js'
import { colorChoices } from '../terminal.js'
import type { Judged } from '../threshold.js'
import { isOver } from '../threshold.js'
import { version } from '../version.js'

/** Stands for a file of the current folder, whose release is named where no file was looked at. */
const anyFile = '-'

export const lint: Command = {
  flags: {
    ...common,
    ...environmentFlags,
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
    const suppressions = !given.has('no-suppressions')
    const fixing = given.has('fix') || given.has('dry-run') ? (await import('../fixing.js')).fixer(given, streams) : undefined
    const optionsFor = fileOptions(configurationOf)
    const started = new Date()
    const { wanted, refused, excluded } = await gather(given, async (path) => ({ ...(await optionsFor(path)), suppressions }))
    if (refused.length > 0 && given.has('write-baseline')) throw refusal(refused)
    const baselining = await baseliningOf(given, wanted.map(({ options }) => options))
    const machineOf = machines()
    const found = wanted.map(({ item, options }) => reportOn(fixing ? fixing.fix(item, options) : item, machineOf(dirname(item.path), options.checks), options))
    const reports = baselining(found, streams)
    if (reports === 'written') return 0
    const isReporting = fixing?.isReporting ?? true
    const run = { release: releasesOf(reports) || (await optionsFor(anyFile)).target, version, rules, refused, root: rootOf(), started }
    if (isReporting) print(outputs, given.has('quiet') ? reports.map(onlyErrors) : reports, { run, style, out: streams.out })
    if (reports.length === 0 && excluded > 0) streams.err(`routerfile: the configuration excludes every file (${excluded}), and nothing is looked at\n`)
    if (refused.length > 0) throw refusal(refused)
    if (fixing?.end()) return 1
    return isReporting && !given.has('exit-zero') && isOver(reports) ? 1 : 0
  },
}

/** A file to look at, and how. */
type Wanted = { item: Input; options: FileOptions }

/** Every file with its options, before anything is done to one of them; with what was refused, and how many files the configuration excludes. */
async function gather(given: Given, optionsFor: (path: string) => Promise<FileOptions>): Promise<{ wanted: Wanted[]; refused: string[]; excluded: number }> {
  const wanted: Wanted[] = []
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
  return { wanted, refused, excluded }
}

const refusal = (refused: readonly string[]): UsageError => new UsageError(refused.join('\nrouterfile: '))

function reportOn({ path, text }: Input, host: Host, options: FileOptions): Judged {
  return { path, text, diagnostics: judged(look(text, options, host), options), release: options.target, options }
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
