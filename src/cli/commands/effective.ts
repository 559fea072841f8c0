import { dirname } from 'node:path'
import type { Effective } from '../../config/effective.js'
import { collectRows, toShownValue } from '../../config/effective.js'
import { effectiveFile } from '../../config/effective-file.js'
import type { StoredAddresses } from '../../lint/endpoints-file.js'
import { findStoredAddresses } from '../../lint/endpoints-file.js'
import type { LintHost } from '../../lint/host.js'
import type { Analysis } from '../../lint/lint.js'
import { inspect } from '../../lint/lint.js'
import { createLintHost } from '../../project/machine.js'
import { defineCommand } from '../command.js'
import { commonFlags } from '../flags.js'
import { formatRefusal, UsageError } from '../errors.js'
import { configurationFlags, environmentFlags, openProjectFor } from '../project-flags.js'
import { readInput } from '../selection-flags.js'

/** A value as JSON shows it, with the path of the endpoints file if it is from there. */
type ShownRow = Omit<Effective, 'origin'> & {
  origin: Effective['origin'] | 'endpoints file'
  file?: string
}

/** The rows as JSON has them, with `…` and the names of variables instead of secrets, and how many have these. */
function createShownRows(
  text: string,
  analysis: Analysis | undefined,
  host: LintHost,
): { rows: ShownRow[]; hidden: number } {
  if (!analysis) return { rows: [], hidden: 0 }
  let hidden = 0
  const shown = collectRows(text, analysis).map(
    ({ key, place: _, reference, ...row }): Effective => {
      const written = toShownValue({ ...row, key, ...(reference !== undefined && { reference }) })
      if (JSON.stringify(written) === JSON.stringify(row.written)) return row
      hidden += 1
      return { ...row, value: written, written }
    },
  )
  const stored = findStoredAddresses({ ...analysis, release: analysis.model.release, host })
  return { rows: stored ? withStoredAddresses(shown, stored) : shown, hidden }
}

/** Replaces the addresses of the router file with those of the endpoints file. */
function withStoredAddresses(rows: readonly ShownRow[], stored: StoredAddresses): ShownRow[] {
  const value = stored.addresses.map(({ address }) => address)
  const row: ShownRow = {
    path: ['ctrl', 'endpoints'],
    value,
    written: value,
    origin: 'endpoints file',
    file: stored.path,
  }
  const isReplaced = ({ path: [section, key] }: ShownRow): boolean =>
    section === 'ctrl' && key === 'endpoints'
  const found = rows.findIndex(isReplaced)
  const index = found < 0 ? rows.findIndex(({ path: [section] }) => section === 'ctrl') : found
  return [...rows.slice(0, index), row, ...rows.slice(index).filter((other) => !isReplaced(other))]
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
    const { diagnostics, analysis } = inspect(text, fileOptions, { omitsFixes: true })
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const host = createLintHost(fileOptions.checks, [process.cwd(), dirname(path)], Date.now())
    if (format === 'json') {
      const { rows, hidden } = createShownRows(text, analysis, host)
      out(`${JSON.stringify(rows, undefined, 2)}\n`)
      if (hidden > 0)
        err(
          `routerfile: ${hidden === 1 ? 'one secret is' : `${hidden} secrets are`} shown as … or as the name of a variable\n`,
        )
    } else {
      const { text: written, hidden } = effectiveFile(text, fileOptions, {
        origins: !options.noOrigins,
        host,
        analysis,
      })
      out(written)
      if (hidden > 0)
        err(
          `routerfile: ${hidden === 1 ? 'one secret is' : `${hidden} secrets are`} shown as …; fill ${hidden === 1 ? 'it' : 'them'} in before a router uses this output\n`,
        )
    }
    const [error] = errors
    if (!error) return 0
    err(formatRefusal(path, error.message))
    return options.exitZero ? 0 : 1
  },
})
