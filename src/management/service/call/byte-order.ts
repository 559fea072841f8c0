/**
 * Maps a UTF-16 code unit to a number that sorts as in UTF-8: surrogates (characters above U+FFFF) come after U+E000 to
 * U+FFFF.
 */
const toUtf8Order = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800

/** Compares two strings by their UTF-8 bytes, the order in which controllers store strings. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const leftUnit = left.charCodeAt(index)
    const rightUnit = right.charCodeAt(index)
    if (leftUnit !== rightUnit) return toUtf8Order(leftUnit) - toUtf8Order(rightUnit)
  }
  return left.length - right.length
}

export const uniqueSorted = (texts: readonly string[]): string[] =>
  [...new Set(texts)].sort(compareBytes)
