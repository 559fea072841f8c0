/** A JSON object. */
export type PlainObject = Readonly<Record<string, unknown>>

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The string in a field of an unknown value. */
export function getString(value: unknown, key: string): string | undefined {
  const found = isPlainObject(value) ? value[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const getNumber = (value: unknown, key: string): number | undefined => {
  const found = isPlainObject(value) ? value[key] : undefined
  return typeof found === 'number' ? found : undefined
}

/** Parses JSON; undefined if it is invalid. */
export function parseJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
