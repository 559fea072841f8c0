/** The members of an object, of whose types nothing is known; none of anything else. */
export const toRecord = (value: unknown): Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
