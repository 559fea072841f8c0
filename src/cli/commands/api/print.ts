import {
  toNestedJson,
  toSafeJson,
  escapeControlsInLines,
  escapeControls,
  formatTable,
  measureColumns,
} from '../../ui/text.js'
import { writeYaml, toYamlNode } from '../../../yaml/write.js'
import { contract } from '../../../generated/management/contract.js'
import type { Operation } from '../../../management/operation.js'
import { isPlainObject } from '../../../document/record.js'
import type { Schema } from '../../../schema/data-schema.js'
import { findNearest } from '../../../schema/suggest.js'
import { UsageError } from '../../errors.js'
import { setPath } from '../../text-flags.js'
import { selectVariant, resolveShape, getType } from './fields.js'
import type { outputs } from './flags.js'
import { getOperationName } from './operation-names.js'

export type OutputName = (typeof outputs)[number]

export type Style = { output: OutputName; width: number; out: (text: string) => void }

/** Prints records page by page, as they arrive. */
export type Printer = { records(records: readonly unknown[]): void; end(): void }

const formatYaml = (value: unknown): string => escapeControlsInLines(writeYaml(toYamlNode(value)))

/** Creates a printer for records. Only tables use `columns`: paths, or none if the records are plain values. */
export function createPrinter(columns: readonly string[], { output, width, out }: Style): Printer {
  if (output === 'table') return createTablePrinter(columns, width, out)
  if (output === 'jsonl')
    return {
      records: (records) => out(records.map((record) => `${toSafeJson(record)}\n`).join('')),
      end: () => undefined,
    }
  const state = { isEmpty: true }
  const records = (page: readonly unknown[]): void => {
    if (page.length === 0) return
    out(
      output === 'yaml'
        ? formatYaml(page)
        : `${state.isEmpty ? '[' : ','}\n  ${page.map((record) => toNestedJson(record, 1)).join(',\n  ')}`,
    )
    state.isEmpty = false
  }
  return { records, end: () => out(state.isEmpty ? '[]\n' : output === 'yaml' ? '' : '\n]\n') }
}

/** Creates a printer for a table. The first page determines the widths of the columns. */
function createTablePrinter(
  columns: readonly string[],
  maxWidth: number,
  out: (text: string) => void,
): Printer {
  const state: { widths?: readonly number[] } = {}
  const headings = columns.map((path) =>
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
        ? [formatCell(record)]
        : columns.map((path) => formatCell(getValueAt(record, path))),
    )
    const widths = state.widths ?? fitWidths(columns.length === 0 ? [''] : headings, rows, maxWidth)
    out(
      `${state.widths === undefined && columns.length > 0 ? formatRow(headings, widths) : ''}${rows.map((row) => formatRow(row, widths)).join('')}`,
    )
    state.widths = widths
  }
  return { records, end: () => undefined }
}

export function printValue(value: unknown, { output, width, out }: Style): void {
  if (output === 'jsonl') return out(`${toSafeJson(value)}\n`)
  if (output === 'json') return out(`${toSafeJson(value, 2)}\n`)
  if (output === 'yaml') return out(formatYaml(value))
  const facts = listFacts(value)
  if (facts.length > 0) out(formatTable(facts, width))
}

function getValueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isPlainObject(value) ? value[key] : undefined), record)
}

/**
 * Formats a value as a table cell: a list with spaces between its items, a map as its name or else as JSON, a time
 * without fractions of a second.
 */
function formatCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(formatCell).join(' ')
  if (isPlainObject(value))
    return escapeControls(typeof value['name'] === 'string' ? value['name'] : JSON.stringify(value))
  return escapeControls(typeof value === 'string' ? value : JSON.stringify(value)).replace(
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/,
    '$1Z',
  )
}

/** Minimum width of a shrunk column: narrower ones are not readable. */
const minColumnWidth = 8

const columnGap = 2

/**
 * Column widths that fit side by side: the widest columns shrink first, id columns never, and columns at the end are
 * dropped if shrinking is not enough.
 */
function fitWidths(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  maxWidth: number,
): number[] {
  const widths = heads.map((head, index) =>
    rows.reduce(
      (max, row) => Math.max(max, measureColumns(row[index] ?? '')),
      measureColumns(head),
    ),
  )
  const measureTotal = (): number =>
    widths.reduce((sum, width) => sum + width + columnGap, -columnGap)
  while (measureTotal() > maxWidth && widths.length > 1) {
    const shrinkable = widths.filter((_, index) => !/^id$/i.test(heads[index] ?? ''))
    const widest = Math.max(0, ...shrinkable)
    if (widest <= minColumnWidth) widths.pop()
    else
      widths[
        widths.findLastIndex(
          (width, index) => width === widest && !/^id$/i.test(heads[index] ?? ''),
        )
      ] = Math.max(
        minColumnWidth,
        widest - (measureTotal() - maxWidth),
        ...shrinkable.filter((width) => width < widest),
      )
  }
  return widths
}

function fitText(text: string, width: number): string {
  if (measureColumns(text) <= width) return text + ' '.repeat(width - measureColumns(text))
  let cut = text
  while (measureColumns(cut) >= width) cut = [...cut].slice(0, -1).join('')
  return `${cut}…${' '.repeat(width - measureColumns(cut) - 1)}`
}

const formatRow = (cells: readonly string[], widths: readonly number[]): string =>
  `${widths
    .map((width, index) => fitText(cells[index] ?? '', width))
    .join(' '.repeat(columnGap))
    .trimEnd()}\n`

/** The content of a record as pairs of path and cell, without links and empty values. */
function listFacts(value: unknown, path = ''): [path: string, cell: string][] {
  if (!isPlainObject(value)) {
    const cell = formatCell(value)
    return cell === '' ? [] : [[path === '' ? 'value' : path, cell]]
  }
  return Object.entries(value).flatMap(([key, field]) =>
    key === '_links'
      ? []
      : listFacts(
          Array.isArray(field) && field.some(isPlainObject)
            ? Object.fromEntries(field.entries())
            : field,
          path === '' ? key : `${path}.${key}`,
        ),
  )
}

/** Table columns by record shape: identifying fields first, then the most useful ones. */
export const columnsByShape: Readonly<Record<string, string>> = {
  ApiSession: 'id identity.name ipAddress lastActivityAt createdAt',
  AuthPolicy:
    'name id primary.cert.allowed primary.updb.allowed primary.extJwt.allowed secondary.requireTotp',
  Authenticator: 'id method identity.name username fingerprint',
  Ca: 'name id isVerified isAuthEnabled isAutoCaEnrollmentEnabled isOttCaEnrollmentEnabled fingerprint',
  Config: 'name id configType.name createdAt',
  ConfigType: 'name id createdAt',
  Controller: 'name id ctrlAddress isOnline lastJoinedAt',
  EdgeRouter: 'name id isOnline isVerified isTunnelerEnabled roleAttributes cost',
  EdgeRouterPolicy: 'name id semantic edgeRouterRoles identityRoles',
  Enrollment: 'id method identity.name edgeRouter.name transitRouter.name expiresAt',
  ExternalJwtSigner: 'name id enabled issuer audience',
  Identity: 'name id type.name isAdmin hasApiSession hasEdgeRouterConnection roleAttributes',
  PostureCheck: 'name id typeId roleAttributes',
  Revocation: 'id type expiresAt',
  Router: 'name id isOnline isVerified disabled cost',
  Service: 'name id encryptionRequired terminatorStrategy roleAttributes',
  ServiceEdgeRouterPolicy: 'name id semantic edgeRouterRoles serviceRoles',
  ServicePolicy: 'name id type semantic serviceRoles identityRoles postureCheckRoles',
  Session: 'id type service.name identityId createdAt',
  Terminator: 'id service.name router.name binding address cost precedence',
}

/** Maximum number of fields to show for shapes without their own columns. */
const maxColumns = 6

/** The columns for the records of a list, as paths; `[]` if the records are plain values. */
export function getColumns({ shape }: Operation): string[] {
  const name = shape?.$ref?.slice('#/$defs/'.length) ?? ''
  const columns = columnsByShape[name]
  if (columns !== undefined) return columns.split(' ')
  const { properties = {} } = shape ? selectVariant(contract.shapes[name] ?? shape, undefined) : {}
  const scalarFields = Object.entries(properties)
    .filter(([, field]) =>
      ['string', 'boolean', 'integer', 'number'].includes(getType(resolveShape(field)) ?? ''),
    )
    .map(([key]) => key)
  return [
    'name',
    'id',
    ...scalarFields.filter((key) => !['name', 'id', 'createdAt', 'updatedAt'].includes(key)),
  ]
    .filter((key) => scalarFields.includes(key))
    .slice(0, maxColumns)
}

/** Parses paths such as `name,identity.name`. Throws a `UsageError` for fields that the records do not have. */
export function parseColumns(operation: Operation, text: string): string[] {
  const columns = text.split(',').map((path) => path.trim())
  const shape = contract.shapes[operation.shape?.$ref?.slice('#/$defs/'.length) ?? '']
  for (const column of columns) {
    const unknownField = shape ? findUnknownField(shape, column.split('.')) : undefined
    if (unknownField === undefined) continue
    throw new UsageError(
      `--columns ${column}: ${getOperationName(operation)} has no such field${unknownField.name === undefined ? '' : `; did you mean ${unknownField.name}?`}`,
    )
  }
  return columns
}

/**
 * Finds the first field of a path that does not exist; undefined if all exist, or if any name is allowed. `name` is the
 * path with the most similar existing field, or undefined if none is similar.
 */
function findUnknownField(
  shape: Schema,
  [name = '', ...rest]: readonly string[],
  parents: readonly string[] = [],
): { name: string | undefined } | undefined {
  const { properties } = selectVariant(resolveShape(shape), undefined)
  if (!properties) return undefined
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (field)
    return rest.length === 0 ? undefined : findUnknownField(field, rest, [...parents, name])
  const suggestion = findNearest(name, Object.keys(properties))
  return {
    name: suggestion === undefined ? undefined : [...parents, suggestion, ...rest].join('.'),
  }
}

export const pickColumns = (record: unknown, columns: readonly string[]): unknown =>
  isPlainObject(record)
    ? columns.reduce<Record<string, unknown>>((pickedFields, path) => {
        const value = getValueAt(record, path)
        return value === undefined ? pickedFields : setPath(pickedFields, path.split('.'), value)
      }, {})
    : record
