/** Plain data, as JSON can hold it. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Whether a value is an object or an array; the types of its members are unknown. */
export const isRecord = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null

export const toRecord = (value: unknown): Readonly<Record<string | number, unknown>> =>
  isRecord(value) ? value : {}

export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !Array.isArray(value)

/** The value at a path, ignoring inherited properties; undefined if the path leads to no value. */
export const getAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (parent, step) => (isRecord(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined),
    value,
  )

/** A map of plain data. */
export type JsonMap = Readonly<Record<string, Json>>

export const isJsonMap = (value: unknown): value is JsonMap => isPlainObject(value)

/** Whether plain data is a list; unlike `Array.isArray` it keeps the type of the items. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] =>
  Array.isArray(value)

export const toJsonMap = (value: unknown): JsonMap => (isJsonMap(value) ? value : {})

/** Replaces each string in data; keys are unchanged. */
export function mapTexts(value: Json, replace: (text: string) => string): Json {
  if (typeof value === 'string') return replace(value)
  if (isJsonList(value)) return value.map((item) => mapTexts(item, replace))
  if (!isJsonMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, replace)]),
  )
}

/** Whether two values are the same JSON, with entries in the same order. Scalars are compared directly, for speed. */
export const isSameJson = (left: Json | undefined, right: Json | undefined): boolean =>
  left === right ||
  (typeof left === 'object' &&
    typeof right === 'object' &&
    JSON.stringify(left) === JSON.stringify(right))
