/** Units in which a client counts characters of a line. */
export type Encoding = 'utf-8' | 'utf-16' | 'utf-32'

export const encodings: readonly Encoding[] = ['utf-16', 'utf-8', 'utf-32']

const widths: Readonly<Record<Encoding, (code: number) => number>> = {
  'utf-8': (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4),
  'utf-16': (code) => (code < 0x10000 ? 1 : 2),
  'utf-32': () => 1,
}

/** How many units the first characters of a line take; characters are given in UTF-16 units. */
export function unitsOf(line: string, character: number, encoding: Encoding): number {
  if (encoding === 'utf-16') return character
  let units = 0
  for (const point of line.slice(0, character)) units += widths[encoding](point.codePointAt(0) ?? 0)
  return units
}

/** The UTF-16 units that so many units of an encoding take in a line; a place inside a character is the one before it. */
export function charactersOf(line: string, units: number, encoding: Encoding): number {
  if (encoding === 'utf-16') return units
  let left = units
  let character = 0
  for (const point of line) {
    left -= widths[encoding](point.codePointAt(0) ?? 0)
    if (left < 0) break
    character += point.length
  }
  return character
}
