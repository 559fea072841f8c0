/**
 * Where the run of matching characters at the end of a text starts. `character` matches a single character, because a
 * pattern with `+$` would also try every earlier run, in quadratic time.
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
