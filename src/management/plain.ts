/** An object of JSON. */
export type PlainObject = Readonly<Record<string, unknown>>

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text in a field of something unknown. */
export function getString(value: unknown, key: string): string | undefined {
  const found = isPlainObject(value) ? value[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const getNumber = (value: unknown, key: string): number | undefined => {
  const found = isPlainObject(value) ? value[key] : undefined
  return typeof found === 'number' ? found : undefined
}

/** The value of a text of JSON; undefined for what is none. */
export function parseJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
