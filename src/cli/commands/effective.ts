import type { Effective } from '../../config/effective.js'
import { collectRows, toShownValue } from '../../config/effective.js'
import { effectiveFile } from '../../config/effective-file.js'
import type { Options } from '../../lint/lint.js'
import { analyze, load } from '../../lint/lint.js'
import { findModel } from '../../schema/model.js'
import { defineCommand } from '../command.js'
import { commonFlags } from '../flags.js'
import { UsageError } from '../errors.js'
import { configurationFlags, environmentFlags, openProjectFor } from '../project-flags.js'
import { readInput } from '../selection-flags.js'

/** The rows as JSON has them, with `…` and the names of variables instead of secrets, and how many have these. */
function createShownRows(text: string, options: Options): { rows: Effective[]; hidden: number } {
  const model = findModel(options.target)
  const rows = model ? collectRows(text, analyze(text, model, { environment: options.env })) : []
  let hidden = 0
  const shown = rows.map(({ key, place: _, reference, ...row }): Effective => {
    const written = toShownValue({ ...row, key, ...(reference !== undefined && { reference }) })
    if (JSON.stringify(written) === JSON.stringify(row.written)) return row
    hidden += 1
    return { ...row, value: written, written }
  })
  return { rows: shown, hidden }
}

const formats = ['yaml', 'json'] as const

export const effective = defineCommand({
  name: 'effective',
  usage: 'FILE',
  summary: 'print every value that the router uses, and its origin',
  examples: [
    'routerfile effective router.yml',
    'routerfile effective router.yml --target 1.6 --format json',
    'routerfile effective router.yml --no-origins',
  ],
  page: 'docs/effective.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...configurationFlags,
    format: {
      value: 'NAME',
      short: 'f',
      help: 'yaml (default) or json',
      group: 'Output',
      choices: formats,
    },
    'no-origins': { help: 'leave out the comments with origins', group: 'Output' },
    'exit-zero': { help: 'exit with 0 even if the router would not run', group: 'Output' },
  },
  run: async (options, { out, err }) => {
    const {
      args: [argument, ...more],
      format = 'yaml',
    } = options
    if (argument === undefined || more.length > 0)
      throw new UsageError('effective takes exactly one file')
    const project = openProjectFor(options)
    const { path, text } = readInput(argument)
    const { options: fileOptions } = await project.configurationFor(path)
    const errors = load(text, fileOptions).diagnostics.filter(
      ({ severity }) => severity === 'error',
    )
    if (format === 'json') {
      const { rows, hidden } = createShownRows(text, fileOptions)
      out(`${JSON.stringify(rows, undefined, 2)}\n`)
      if (hidden > 0)
        err(
          `routerfile: ${hidden === 1 ? 'one secret is' : `${hidden} secrets are`} shown as … or as the name of a variable\n`,
        )
    } else {
      const { text: written, hidden } = effectiveFile(text, fileOptions, {
        origins: !options.noOrigins,
      })
      out(written)
      if (hidden > 0)
        err(
          `routerfile: ${hidden === 1 ? 'one secret is' : `${hidden} secrets are`} shown as …; fill ${hidden === 1 ? 'it' : 'them'} in before a router uses this output\n`,
        )
    }
    if (errors.length === 0) return 0
    err(
      `routerfile: ${path}: the router would not run (${errors[0]?.message ?? ''}); \`routerfile lint\` shows all errors\n`,
    )
    return options.exitZero ? 0 : 1
  },
})
