/** An object of JSON. */
export type Plain = Readonly<Record<string, unknown>>

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text in a field of something unknown. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = isPlain(value) ? value[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

export const numberAt = (value: unknown, key: string): number | undefined => {
  const found = isPlain(value) ? value[key] : undefined
  return typeof found === 'number' ? found : undefined
}
