import { dirname } from 'node:path'
import type { Severity } from '../../diagnostic.js'
import { judged, loadOn } from '../../load.js'
import type { Check } from '../../world/host.js'
import { machine } from '../../world/host.js'
import type { Command } from '../command.js'
import { isColored, releaseOf } from '../command.js'
import { environmentOf } from '../environment.js'
import type { Given } from '../flags.js'
import { common, oneOf, UsageError } from '../flags.js'
import type { Report } from '../formats/format.js'
import { count } from '../formats/format.js'
import { outputFormats } from '../formats/index.js'
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
function outputsOf(given: Given): { name: string; path: string | undefined }[] {
  const names = outputFormats.map(({ name }) => name)
  const wanted = given.values('format').map((value) => {
    const [name = '', ...path] = value.split('=')
    return { name: oneOf(name, names, 'format') ?? name, path: path.length > 0 ? path.join('=') : undefined }
  })
  return wanted.length > 0 ? wanted : [{ name: 'pretty', path: undefined }]
}

function limitOf(given: Given): number {
  const limit = given.last('max-warnings')
  if (limit === undefined) return Infinity
  if (!/^\d+$/.test(limit)) throw new UsageError(`--max-warnings ${limit} is no number`)
  return Number(limit)
}

export const lint: Command = {
  flags: {
    ...common,
    env: { value: 'NAME=VALUE', many: true, help: 'a variable of the environment of the router; with it, all others are unset' },
    'env-file': { value: 'FILE', many: true, help: 'the same from a file of NAME=VALUE lines' },
    check: { value: 'WHAT', many: true, help: 'what of this machine to look at: files, certificates (default: both) or none' },
    format: { value: 'NAME[=FILE]', short: 'f', many: true, help: `${outputFormats.map(({ name }) => name).join(', ')} (default: pretty); may be given several times` },
    'fail-on': { value: 'SEVERITY', help: 'exit with 1 from this severity on: error (default), warning or info' },
    'max-warnings': { value: 'N', help: 'exit with 1 if there are more warnings' },
    quiet: { short: 'q', help: 'show errors only' },
    'exit-zero': { help: 'exit with 0 whatever is found' },
    color: { value: 'WHEN', help: 'auto (default), always or never' },
  },
  run: async (given, streams) => {
    const release = releaseOf(given)
    const env = environmentOf(given)
    const checks = checksOf(given)
    const outputs = outputsOf(given)
    const limit = limitOf(given)
    const threshold = oneOf(given.last('fail-on'), severities, 'fail-on') ?? 'error'
    const color = isColored(oneOf(given.last('color'), ['auto', 'always', 'never'] as const, 'color') ?? 'auto', streams)
    const reports: Report[] = []
    for await (const { path, text } of inputs(given.rest)) {
      const host = machine(checks, [process.cwd(), dirname(path)], Date.now())
      const options = { target: release, path, ...(env && { env }) }
      const all = judged(loadOn(host, text, options).diagnostics, options)
      reports.push({ path, text, diagnostics: given.has('quiet') ? all.filter(({ severity }) => severity === 'error') : all })
    }
    for (const { name, path } of outputs) {
      const printed = outputFormats.find((format) => format.name === name)?.print(reports, { width: streams.width, color: color && path === undefined, release }) ?? ''
      if (path === undefined) streams.out(printed)
      else await import('node:fs/promises').then(({ writeFile }) => writeFile(path, printed))
    }
    const counts = count(reports)
    const over = severities.slice(0, severities.indexOf(threshold) + 1).some((severity) => counts[severity] > 0)
    return (over || counts.warning > limit) && !given.has('exit-zero') ? 1 : 0
  },
}
