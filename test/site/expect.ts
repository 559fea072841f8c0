import { isDeepStrictEqual } from 'node:util'

/** Throws unless the value equals the expected one, or the text matches the expected pattern. */
export function expect(actual: unknown, expected: unknown): void {
  const matches =
    expected instanceof RegExp
      ? typeof actual === 'string' && expected.test(actual)
      : isDeepStrictEqual(actual, expected)
  if (!matches)
    throw new Error(`expected ${String(expected)}, found ${JSON.stringify(actual) ?? 'nothing'}`)
}
