import { contract } from '../../../generated/management/contract.js'
import type { Operation } from '../../../management/operation.js'
import type { Schema } from '../../../schema/data-schema.js'
import { isPlainObject } from '../../../document/record.js'
import { findNearest } from '../../../schema/suggest.js'
import { UsageError } from '../../errors.js'
import { setPath } from '../../text-flags.js'
import { resolveShape, selectVariant } from './fields.js'
import { operationName } from './operation-names.js'
import { getValueAt } from './print.js'

/** The paths in `name,identity.name`. Throws a `UsageError` for fields that the records do not have. */
export function parseColumns(operation: Operation, text: string): string[] {
  const columns = text.split(',').map((path) => path.trim())
  const shape = contract.shapes[operation.shape?.$ref?.slice('#/$defs/'.length) ?? '']
  for (const column of columns) {
    const near = shape ? findUnknown(shape, column.split('.')) : undefined
    if (near === undefined) continue
    throw new UsageError(
      `--columns ${column}: ${operationName(operation)} has no such field${near.name === undefined ? '' : `; did you mean ${near.name}?`}`,
    )
  }
  return columns
}

/** The nearest known field for a path that does not exist; undefined if it exists, or fields of any name may be there. */
function findUnknown(
  shape: Schema,
  [name = '', ...rest]: readonly string[],
  before: readonly string[] = [],
): { name: string | undefined } | undefined {
  const { properties } = selectVariant(resolveShape(shape), undefined)
  if (!properties) return undefined
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (field) return rest.length === 0 ? undefined : findUnknown(field, rest, [...before, name])
  const near = findNearest(name, Object.keys(properties))
  return { name: near === undefined ? undefined : [...before, near, ...rest].join('.') }
}

/** A record with these fields only. */
export const pickColumns = (record: unknown, columns: readonly string[]): unknown =>
  isPlainObject(record)
    ? columns.reduce<Record<string, unknown>>((picked, path) => {
        const value = getValueAt(record, path)
        return value === undefined ? picked : setPath(picked, path.split('.'), value)
      }, {})
    : record
