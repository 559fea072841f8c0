/**
 * The offset from which all characters of a text match `character`, a pattern for one character. A pattern with `+$`
 * would also try every earlier run of matching characters, in quadratic time.
 */
function findTailStart(text: string, character: RegExp): number {
  let start = text.length
  while (start > 0 && character.test(text.charAt(start - 1))) start -= 1
  return start
}

/** Removes all characters that match `character`, a pattern for one character, from the end of a text. */
export const withoutTail = (text: string, character: RegExp): string =>
  text.slice(0, findTailStart(text, character))

/** The longest suffix of a text in which every character matches `character`, a pattern for one character. */
export const getTail = (text: string, character: RegExp): string =>
  text.slice(findTailStart(text, character))
