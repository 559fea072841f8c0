const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The text of a claim by its name, or by a JSON Pointer (RFC 6901) to it; undefined where it is absent, empty or no text. */
export function claimOf(claims: Record<string, unknown>, property: string): string | undefined {
  const keys = property.startsWith('/')
    ? property
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [property]
  const value = keys.reduce<unknown>(
    (holder, key) => (isRecord(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined),
    claims,
  )
  return typeof value === 'string' && value !== '' ? value : undefined
}
