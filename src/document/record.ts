/** Whether a value is an object or an array, of whose members nothing is known. */
export const isRecord = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null

/** The members of an object, of whose types nothing is known; none of anything else. */
export const toRecord = (value: unknown): Readonly<Record<string | number, unknown>> =>
  isRecord(value) ? value : {}
