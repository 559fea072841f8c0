import { CsvError, parse } from 'csv-parse/sync'
import { follow } from '../../configuration/schema.js'
import { form } from '../../generated/form.js'
import { nearest } from '../../schema/suggest.js'
import { UsageError } from '../flags.js'
import { within } from './within.js'

/** Answers of a list, with the line or the number of the entry where they stand. */
export type Row = { answers: Readonly<Record<string, unknown>>; from: string }

/** The value of a cell, as the schema of the answer wants it; lists are parted by blanks or semicolons. */
function cell(path: readonly string[], text: string): unknown {
  const schema = path.reduce((found, step) => follow(form, found.properties?.[step] ?? {}), form)
  const types = [schema.type ?? []].flat()
  if (types.includes('array')) return text.split(/[\s;]+/).filter((item) => item !== '')
  if (types.includes('integer') || (types.length === 0 && /^-?\d+(\.\d+)?$/.test(text)))
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return (types.includes('boolean') || types.length === 0) && /^(true|false)$/i.test(text)
    ? text.toLowerCase() === 'true'
    : text
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of a JSON list of answers. */
function jsonRows(text: string, path: string): Row[] {
  const value = parsed(text, path)
  if (!Array.isArray(value))
    throw new UsageError(
      `--list ${path}: a JSON file has to hold a list of answers, and this holds none`,
    )
  return value.map((answers: unknown, index) => {
    if (!isMap(answers))
      throw new UsageError(`--list ${path}: entry ${index + 1} is no map of answers`)
    return { answers, from: `${path}, entry ${index + 1}` }
  })
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // What JSON.parse says quotes the text, in which tokens may stand.
    const [, place] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const line =
      place === undefined ? '' : ` (line ${text.slice(0, Number(place)).split('\n').length})`
    throw new UsageError(`--list ${path}: it begins like JSON and is none${line}`)
  }
}

/** What a column gives: an answer, one of a map as in `subject.country`, or something of the record, before which `edgeRouter.` may be left out. */
function pathOf(column: string): string[] {
  const path = column.split('.')
  const [first = ''] = path
  return form.properties?.[first] === undefined &&
    follow(form, form.properties?.['edgeRouter'] ?? {}).properties?.[first] !== undefined
    ? ['edgeRouter', ...path]
    : path
}

/** Rows of a CSV file: the first line names what the columns give; empty cells are no answers. */
function csvRows(text: string, path: string): Row[] {
  const [head, ...body] = records(text, path)
  const names = head?.record.map((name) => name.trim()) ?? []
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new UsageError(`--list ${path}: the column \`${twice}\` stands twice`)
  const strange = names.find((name) => form.properties?.[pathOf(name)[0] ?? ''] === undefined)
  if (strange !== undefined)
    throw new UsageError(`--list ${path}: ${strangeColumn(strange, names)}`)
  return body.map(({ record, line }) => {
    const cells = names.flatMap((name, index): (readonly [string[], string])[] =>
      record[index]?.trim() ? [[pathOf(name), record[index].trim()]] : [],
    )
    return {
      answers: cells.reduce<Record<string, unknown>>(
        (answers, [at, value]) => within(answers, at, cell(at, value)),
        {},
      ),
      from: `${path}, line ${line}`,
    }
  })
}

/** What is wrong with the name of a column that is no answer. */
function strangeColumn(name: string, names: readonly string[]): string {
  if (name === '')
    return `column ${names.indexOf(name) + 1} has no name; the first line names answers such as name, advertise and controllers`
  if (names.length === 1 && /[;\t|]/.test(name))
    return `the first line has one column, \`${name}\`; columns are parted by commas`
  const near = nearest(name, Object.keys(form.properties ?? {}))
  return `the column \`${name}\` is no answer; ${near === undefined ? 'the first line names answers such as name, advertise and controllers' : `did you mean \`${near}\`?`}`
}

/** What the parser complains of, by its codes; its own sentences quote the text, in which tokens may stand. */
const complaints: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'has another number of cells than the first line',
  CSV_QUOTE_NOT_CLOSED: 'is the last one, and a quote before it is not closed',
  INVALID_OPENING_QUOTE:
    'has a quote within a cell; quote the whole cell, and write `""` for a quote in it',
  CSV_INVALID_CLOSING_QUOTE:
    'has text behind a closing quote; write `""` for a quote within a cell',
}

function complaint(error: unknown): string {
  if (!(error instanceof CsvError)) return 'it is no CSV'
  return `line ${String(error['lines'])} ${complaints[error.code] ?? 'is no CSV'}`
}

function records(text: string, path: string): { record: string[]; line: number }[] {
  try {
    const lines: number[] = []
    const note = (record: string[], { lines: line }: { lines: number }): string[] => {
      lines.push(line)
      return record
    }
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      comment: '#',
      comment_no_infix: true,
      on_record: note,
    }).map((record, index) => ({ record, line: lines[index] ?? 0 }))
  } catch (error) {
    throw new UsageError(`--list ${path}: ${complaint(error)}`)
  }
}

/** The rows of a list in CSV or JSON. */
export function rowsOf(text: string, path: string): Row[] {
  const rows = /^\s*[[{]/.test(text) ? jsonRows(text, path) : csvRows(text, path)
  if (rows.length === 0) throw new UsageError(`--list ${path}: the list is empty`)
  return rows
}
