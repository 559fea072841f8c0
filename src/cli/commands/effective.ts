import { showPath } from '../../diagnostic.js'
import type { Effective } from '../../effective.js'
import { effective as rowsOf } from '../../effective.js'
import { effectiveFile } from '../../effective-file.js'
import { load } from '../../load.js'
import type { Json } from '../../schema/key.js'
import { placesOf } from '../../schema/places.js'
import { modelOf } from '../../schema/router.js'
import { isSecret } from '../../secret.js'
import type { Command } from '../command.js'
import { configurationFlags, configurations } from '../configuration.js'
import { environmentFlags } from '../environment.js'
import { common, oneOf, UsageError } from '../flags.js'
import { input } from '../inputs.js'

/** Rows with `…` instead of passwords, keys and tokens. */
function withoutSecrets(rows: readonly Effective[], release: string): Effective[] {
  const model = modelOf(release)
  const secrets = new Set(
    model
      ? placesOf(model.schema)
          .filter(({ key }) => key.secret)
          .map(({ path }) => path)
      : [],
  )
  const hide = (value: Json): Json => {
    if (typeof value === 'string') return isSecret(value) ? '…' : value
    return Array.isArray(value) ? value.map(hide) : value
  }
  return rows.map((row) => {
    const isHidden = secrets.has(showPath(row.path)) && row.value !== ''
    return {
      ...row,
      value: isHidden ? '…' : hide(row.value),
      written: isHidden ? '…' : hide(row.written),
    }
  })
}

const formats = ['yaml', 'json'] as const

export const effective: Command = {
  flags: {
    ...common,
    ...environmentFlags,
    ...configurationFlags,
    format: { value: 'NAME', short: 'f', help: 'yaml (default) or json', words: () => formats },
  },
  run: async (given, streams) => {
    const { out, err } = streams
    const [argument, ...more] = given.rest
    if (argument === undefined || more.length > 0) throw new UsageError('effective takes one file')
    const format = oneOf(given.last('format'), formats, 'format') ?? 'yaml'
    const configurationOf = configurations(given, streams)
    const { path, text } = input(argument)
    const { options } = await configurationOf(path)
    const errors = load(text, options).diagnostics.filter(({ severity }) => severity === 'error')
    if (format === 'json') {
      const rows = withoutSecrets(rowsOf(text, options), options.target)
      out(`${JSON.stringify(rows, undefined, 2)}\n`)
    } else {
      const { text: written, hidden } = effectiveFile(text, options)
      out(written)
      if (hidden > 0)
        err(
          `routerfile: ${hidden === 1 ? 'one secret is' : `${hidden} secrets are`} hidden as …; put ${hidden === 1 ? 'it' : 'them'} in before a router uses the file\n`,
        )
    }
    if (errors.length === 0) return 0
    err(
      `routerfile: ${path}: the router would not run (${errors[0]?.message ?? ''}); \`routerfile lint\` says more\n`,
    )
    return 1
  },
}
