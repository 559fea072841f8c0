import { parse } from 'csv-parse/sync'
import { follow } from '../../configuration/schema.js'
import { form } from '../../generated/form.js'
import { UsageError } from '../flags.js'
import { within } from './within.js'

/** Answers of a list, with the line or the number of the entry where they stand. */
export type Row = { answers: Readonly<Record<string, unknown>>; from: string }

/** The value of a cell, as the schema of the answer wants it; lists are parted by blanks or semicolons. */
function cell(path: readonly string[], text: string): unknown {
  const schema = path.reduce((found, step) => follow(form, found.properties?.[step] ?? {}), form)
  const types = [schema.type ?? []].flat()
  if (types.includes('array')) return text.split(/[\s;]+/).filter((item) => item !== '')
  if (types.includes('integer') || (types.length === 0 && /^-?\d+(\.\d+)?$/.test(text))) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return (types.includes('boolean') || types.length === 0) && /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of a JSON list of answers. */
function jsonRows(text: string, path: string): Row[] {
  const value = parsed(text, path)
  if (!Array.isArray(value)) throw new UsageError(`--list ${path}: a JSON file has to hold a list of answers, and this holds none`)
  return value.map((answers: unknown, index) => {
    if (!isMap(answers)) throw new UsageError(`--list ${path}: entry ${index + 1} is no map of answers`)
    return { answers, from: `${path}, entry ${index + 1}` }
  })
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--list ${path}: it is no JSON (${error instanceof Error ? error.message : ''})`)
  }
}

/** What a column gives: an answer, one of a map as in `subject.country`, or something of the record, before which `edgeRouter.` may be left out. */
function pathOf(column: string): string[] {
  const path = column.split('.')
  const [first = ''] = path
  return form.properties?.[first] === undefined && follow(form, form.properties?.['edgeRouter'] ?? {}).properties?.[first] !== undefined ? ['edgeRouter', ...path] : path
}

/** Rows of a CSV file: the first line names what the columns give; empty cells are no answers. */
function csvRows(text: string, path: string): Row[] {
  const [head, ...body] = records(text, path)
  const names = head?.record.map((name) => name.trim()) ?? []
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new UsageError(`--list ${path}: the column \`${twice}\` stands twice`)
  const strange = names.find((name) => form.properties?.[pathOf(name)[0] ?? ''] === undefined)
  if (strange !== undefined) throw new UsageError(`--list ${path}: the column \`${strange}\` is no answer; the first line names answers such as name, advertise and controllers`)
  return body.map(({ record, line }) => {
    const cells = names.flatMap((name, index): (readonly [string[], string])[] => (record[index]?.trim() ? [[pathOf(name), record[index].trim()]] : []))
    return { answers: cells.reduce<Record<string, unknown>>((answers, [at, value]) => within(answers, at, cell(at, value)), {}), from: `${path}, line ${line}` }
  })
}

function records(text: string, path: string): { record: string[]; line: number }[] {
  try {
    const lines: number[] = []
    const note = (record: string[], { lines: line }: { lines: number }): string[] => {
      lines.push(line)
      return record
    }
    return parse(text, { bom: true, skip_empty_lines: true, comment: '#', comment_no_infix: true, on_record: note }).map((record, index) => ({ record, line: lines[index] ?? 0 }))
  } catch (error) {
    throw new UsageError(`--list ${path}: it is no CSV (${error instanceof Error ? error.message : ''})`)
  }
}

/** The rows of a list in CSV or JSON. */
export function rowsOf(text: string, path: string): Row[] {
  const rows = /^\s*[[{]/.test(text) ? jsonRows(text, path) : csvRows(text, path)
  if (rows.length === 0) throw new UsageError(`--list ${path}: the list is empty`)
  return rows
}
