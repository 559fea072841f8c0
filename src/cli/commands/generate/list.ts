import { CsvError, parse } from 'csv-parse/sync'
import { inexpressibleCharacter } from '../../../management/client/filter.js'
import { resolveReference } from '../../../schema/data-schema.js'
import { answersSchema } from '../../../generated/answers-schema.js'
import { findNearest } from '../../../schema/suggest.js'
import { UsageError } from '../../errors.js'
import { setPath } from '../../text-flags.js'
import { isPlainObject } from '../../../document/record.js'
import { getErrorMessage } from '../../../document/errors.js'
import type { RecordEntry, Registrar } from './records.js'
import { toEdgeEntry, findEntries } from './records.js'

/** The answers of a list entry, with its line or number. */
export type ListRow = { answers: Readonly<Record<string, unknown>>; origin: string }

/** Converts a cell to the type that the schema of its answer requires; spaces or semicolons separate list items. */
function parseCell(path: readonly string[], text: string): unknown {
  const schema = path.reduce(
    (parent, step) => resolveReference(answersSchema, parent.properties?.[step] ?? {}),
    answersSchema,
  )
  const types = [schema.type ?? []].flat()
  if (types.includes('array')) return text.split(/[\s;]+/).filter((item) => item !== '')
  if (types.includes('integer') || (types.length === 0 && /^-?\d+(\.\d+)?$/.test(text)))
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return (types.includes('boolean') || types.length === 0) && /^(true|false)$/i.test(text)
    ? text.toLowerCase() === 'true'
    : text
}

function readJsonRows(text: string, path: string): ListRow[] {
  const value = parseJson(text, path)
  if (!Array.isArray(value)) throw new UsageError(`--list ${path}: expected a JSON list of answers`)
  return value.map((answers: unknown, index) => {
    if (!isPlainObject(answers))
      throw new UsageError(`--list ${path}: entry ${index + 1} must be a map of answers`)
    return { answers, origin: `${path}, entry ${index + 1}` }
  })
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // JSON.parse quotes its input, which may contain tokens, in messages.
    const [, position] = /at position (\d+)/.exec(getErrorMessage(error)) ?? []
    const line =
      position === undefined ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`
    throw new UsageError(`--list ${path}: invalid JSON${line}`)
  }
}

/**
 * The answer that a column sets: a simple answer, an entry of a map as in `subject.country`, or a field of the record,
 * whose prefix `edgeRouter.` is optional.
 */
function parseColumn(column: string): string[] {
  const path = column.split('.')
  const [first = ''] = path
  return answersSchema.properties?.[first] === undefined &&
    resolveReference(answersSchema, answersSchema.properties?.['edgeRouter'] ?? {}).properties?.[
      first
    ] !== undefined
    ? ['edgeRouter', ...path]
    : path
}

/** Rows from a CSV file: the first line names the answers; empty cells are ignored. */
function readCsvRows(text: string, path: string): ListRow[] {
  const [header, ...rows] = parseCsv(text, path)
  const names = header?.record.map((name) => name.trim()) ?? []
  const duplicateName = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicateName !== undefined)
    throw new UsageError(`--list ${path}: duplicate column \`${duplicateName}\``)
  const unknownName = names.find(
    (name) => answersSchema.properties?.[parseColumn(name)[0] ?? ''] === undefined,
  )
  if (unknownName !== undefined)
    throw new UsageError(`--list ${path}: ${explainColumn(unknownName, names)}`)
  return rows.map(({ record, line }) => {
    const cells = names.flatMap((name, index): (readonly [string[], string])[] =>
      record[index]?.trim() ? [[parseColumn(name), record[index].trim()]] : [],
    )
    return {
      answers: cells.reduce<Record<string, unknown>>(
        (answers, [answerPath, value]) =>
          setPath(answers, answerPath, parseCell(answerPath, value)),
        {},
      ),
      origin: `${path}, line ${line}`,
    }
  })
}

function explainColumn(name: string, names: readonly string[]): string {
  if (name === '')
    return `column ${names.indexOf(name) + 1} has no name; the first line must name answers such as name, advertise and controllers`
  if (names.length === 1 && /[;\t|]/.test(name))
    return `the first line has one column, \`${name}\`; separate columns by commas`
  const suggestion = findNearest(name, Object.keys(answersSchema.properties ?? {}))
  return `unknown column \`${name}\`; ${suggestion === undefined ? 'the first line must name answers such as name, advertise and controllers' : `did you mean \`${suggestion}\`?`}`
}

/** The messages replace those of the parser, which quote the input and so may show tokens. */
const messageByCode: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'has a different number of cells from the first line',
  CSV_QUOTE_NOT_CLOSED: 'ends inside a quoted cell; add the closing quote',
  INVALID_OPENING_QUOTE:
    'has a quote within a cell; quote the whole cell, and write `""` for a quote in it',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quote; write `""` for a quote within a cell',
}

function explainCsvError(error: unknown): string {
  if (!(error instanceof CsvError)) return 'invalid CSV'
  return `line ${String(error['lines'])} ${messageByCode[error.code] ?? 'is not CSV'}`
}

function parseCsv(text: string, path: string): { record: string[]; line: number }[] {
  try {
    const lines: number[] = []
    const recordLine = (record: string[], { lines: line }: { lines: number }): string[] => {
      lines.push(line)
      return record
    }
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      comment: '#',
      comment_no_infix: true,
      on_record: recordLine,
    }).map((record, index) => ({ record, line: lines[index] ?? 0 }))
  } catch (error) {
    throw new UsageError(`--list ${path}: ${explainCsvError(error)}`)
  }
}

export function readRows(text: string, path: string): ListRow[] {
  const rows = /^\s*[[{]/.test(text) ? readJsonRows(text, path) : readCsvRows(text, path)
  if (rows.length === 0) throw new UsageError(`--list ${path}: the list is empty`)
  return rows
}

export type RouterRow = ListRow & { entry?: RecordEntry | undefined }

/** The number of names that one request looks up. */
const lookupSize = 50

/** The name of a row, if it can be looked up with a filter. */
const getLookupName = ({ answers: { name } }: ListRow): string | undefined =>
  typeof name === 'string' && name !== '' && !inexpressibleCharacter.test(name) ? name : undefined

/** Whether a row is for a router without edge listeners. */
export const isFabricRow = ({ answers: { preset } }: ListRow): boolean => preset === 'fabric'

export async function* toRows(rows: readonly ListRow[]): AsyncGenerator<RouterRow> {
  yield* rows
}

export async function* addRecords(
  rows: readonly ListRow[],
  client: Registrar,
): AsyncGenerator<RouterRow> {
  for (let start = 0; start < rows.length; start += lookupSize) {
    const chunk = rows.slice(start, start + lookupSize)
    const listNames = (isFabric: boolean): string[] =>
      chunk
        .filter((row) => isFabricRow(row) === isFabric)
        .flatMap((row) => getLookupName(row) ?? [])
    const [edge, fabric] = await Promise.all([
      findEntries(client, listNames(false), false),
      findEntries(client, listNames(true), true),
    ])
    for (const row of chunk)
      yield { ...row, entry: (isFabricRow(row) ? fabric : edge).get(getLookupName(row) ?? '') }
  }
}

/** A row for each edge router of the API, page by page. */
export async function* listRecordRows(
  client: Registrar,
  filter: string | undefined,
): AsyncGenerator<RouterRow> {
  for await (const router of client.edgeRouters.list(filter === undefined ? {} : { filter }))
    yield { answers: {}, origin: `\`${router.name}\``, entry: toEdgeEntry(router) }
}
