/**
 * The start of the run of matching characters at the end of a text. The expression matches one character: with `+$`, it
 * would try every earlier run, too, in quadratic time.
 */
function findTailStart(text: string, character: RegExp): number {
  let start = text.length
  while (start > 0 && character.test(text.charAt(start - 1))) start -= 1
  return start
}

/** A text without the characters at its end that an expression for one character matches. */
export const withoutTail = (text: string, character: RegExp): string =>
  text.slice(0, findTailStart(text, character))

/** The longest end of a text in which every character matches `character`, a pattern for one character. */
export const getTail = (text: string, character: RegExp): string =>
  text.slice(findTailStart(text, character))
