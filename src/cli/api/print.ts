import { asJson, visibleLines } from '../visible.js'
import { table } from '../width.js'
import { writeYaml, yamlNode } from '../../yaml/write.js'
import type { outputs } from './flags.js'
import { cellOf, factsOf, lineOf, valueAt, widthsOf } from './grid.js'

export type OutputName = (typeof outputs)[number]

/** How records are printed. */
export type Style = { output: OutputName; width: number; out: (text: string) => void }

/** Prints records page by page, as they come. */
export type Printer = { records(records: readonly unknown[]): void; end(): void }

const indented = (value: unknown): string => asJson(value, 2).replaceAll('\n', '\n  ')

const yaml = (value: unknown): string => visibleLines(writeYaml(yamlNode(value)))

/** A printer of records with these columns; none where they are bare values. */
export function printerOf(columns: readonly string[], { output, width, out }: Style): Printer {
  if (output === 'table') return tableOf(columns, width, out)
  if (output === 'jsonl')
    return {
      records: (records) => out(records.map((record) => `${asJson(record)}\n`).join('')),
      end: () => undefined,
    }
  const state = { isEmpty: true }
  const records = (page: readonly unknown[]): void => {
    if (page.length === 0) return
    out(
      output === 'yaml'
        ? yaml(page)
        : `${state.isEmpty ? '[' : ','}\n  ${page.map(indented).join(',\n  ')}`,
    )
    state.isEmpty = false
  }
  return { records, end: () => out(state.isEmpty ? '[]\n' : output === 'yaml' ? '' : '\n]\n') }
}

/** The widths are those of the first page. */
function tableOf(columns: readonly string[], room: number, out: (text: string) => void): Printer {
  const state: { widths?: readonly number[] } = {}
  const heads = columns.map((path) =>
    path
      .replace(/\.name$/, '')
      .replace(/^is(?=[A-Z])/, '')
      .replaceAll(/(?<=[a-z])(?=[A-Z])|\./g, ' ')
      .toUpperCase(),
  )
  const records = (page: readonly unknown[]): void => {
    if (page.length === 0) return
    const rows = page.map((record) =>
      columns.length === 0
        ? [cellOf(record)]
        : columns.map((path) => cellOf(valueAt(record, path))),
    )
    const widths = state.widths ?? widthsOf(columns.length === 0 ? [''] : heads, rows, room)
    out(
      `${state.widths === undefined && columns.length > 0 ? lineOf(heads, widths) : ''}${rows.map((row) => lineOf(row, widths)).join('')}`,
    )
    state.widths = widths
  }
  return { records, end: () => undefined }
}

/** Prints one value. */
export function printValue(value: unknown, { output, width, out }: Style): void {
  if (output === 'jsonl') return out(`${asJson(value)}\n`)
  if (output === 'json') return out(`${asJson(value, 2)}\n`)
  if (output === 'yaml') return out(yaml(value))
  const facts = factsOf(value)
  if (facts.length > 0) out(table(facts, width))
}
