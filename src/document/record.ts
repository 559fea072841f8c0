/** Whether a value is an object or an array; the types of its members are unknown. */
export const isRecord = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null

/** The members of an object, with unknown types; empty for anything else. */
export const toRecord = (value: unknown): Readonly<Record<string | number, unknown>> =>
  isRecord(value) ? value : {}

/** Whether a value is an object and no array, such as a map of JSON. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !Array.isArray(value)

/** The value at a path of own members; undefined if there is none. */
export const getAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (holder, step) => (isRecord(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined),
    value,
  )
