import { effective as rowsOf } from '../../effective.js'
import { readText } from '../../file.js'
import { load } from '../../load.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { environmentOf } from '../environment.js'
import { common, oneOf, UsageError } from '../flags.js'
import { asYaml, withoutSecrets } from '../yaml.js'

export const effective: Command = {
  flags: {
    ...common,
    env: { value: 'NAME=VALUE', many: true, help: 'a variable of the environment of the router; with it, all others are unset' },
    'env-file': { value: 'FILE', many: true, help: 'the same from a file of NAME=VALUE lines' },
    format: { value: 'NAME', short: 'f', help: 'yaml (default) or json' },
  },
  run: async (given, { out, err }) => {
    const [path, ...more] = given.rest
    if (path === undefined || more.length > 0) throw new UsageError('effective takes one file')
    const format = oneOf(given.last('format'), ['yaml', 'json'] as const, 'format') ?? 'yaml'
    const env = environmentOf(given)
    const options = { target: releaseOf(given), path, ...(env && { env }) }
    const read = readText(path)
    if ('why' in read) throw new UsageError(read.why)
    const errors = load(read.text, options).diagnostics.filter(({ severity }) => severity === 'error')
    const rows = withoutSecrets(rowsOf(read.text, options))
    out(format === 'json' ? `${JSON.stringify(rows, undefined, 2)}\n` : asYaml(rows))
    if (errors.length === 0) return 0
    err(`${path}: the router would not run (${errors[0]?.message ?? ''}); \`routerfile lint ${path}\` says more\n`)
    return 1
  },
}
