const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Control characters for which there is no escape, and halves of characters. */
const inexpressible = /[\0-\x08\x0b\x0e-\x1f]|\p{Surrogate}/u

const codeOf = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** A text in quotes; throws `RangeError` for characters that no filter can express. */
export function quoted(text: string): string {
  const found = inexpressible.exec(text)
  if (found)
    throw new RangeError(
      `a text with the character ${codeOf(found[0])} (at ${found.index}) cannot stand in a filter, which has no way to write it`,
    )
  return `"${text.replaceAll(/["\\\f\n\r\t]/g, (character) => escapes[character] ?? character)}"`
}

/** A number; throws `RangeError` for one that is not finite. */
export function numeral(value: number): string {
  if (!Number.isFinite(value))
    throw new RangeError(`the number is \`${value}\`, must be finite to stand in a filter`)
  return String(value)
}

/** A number for tags, which controllers keep as floats: an integer literal finds none of them, `7e0` does. */
export function floating(value: number): string {
  const written = numeral(value)
  return /[.e]/.test(written) ? written : `${written}e0`
}

/** A date in UTC; throws `RangeError` for one that is none, or beyond the year 9999. */
export function dated(value: Date): string {
  const year = value.getUTCFullYear()
  if (!(year >= 0 && year <= 9999))
    throw new RangeError(
      `the date is \`${String(value)}\`, must be one from the year 0 to 9999 to stand in a filter`,
    )
  return `datetime(${value.toISOString()})`
}
