import { isPlainObject } from '../document/record.js'
import type { Json } from './key.js'

/** A map of plain data. */
export type JsonMap = Readonly<Record<string, Json>>

export const isJsonMap = (value: unknown): value is JsonMap => isPlainObject(value)

/** Whether plain data is a list; unlike `Array.isArray` it keeps the type of the items. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] =>
  Array.isArray(value)

/** The entries of a map; empty for anything else. */
export const toJsonMap = (value: unknown): JsonMap => (isJsonMap(value) ? value : {})

/** Whether two values are written alike as JSON; scalars, which most are, without writing them. */
export const isSameJson = (left: Json | undefined, right: Json | undefined): boolean =>
  left === right ||
  (typeof left === 'object' &&
    typeof right === 'object' &&
    JSON.stringify(left) === JSON.stringify(right))
