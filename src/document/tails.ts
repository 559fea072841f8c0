/**
 * Where the characters at the end of a text begin that an expression for one character matches. An expression with `+$`
 * tries every place in such characters elsewhere, too, and takes the square of their number.
 */
function findTail(text: string, character: RegExp): number {
  let start = text.length
  while (start > 0 && character.test(text.charAt(start - 1))) start -= 1
  return start
}

/** A text without the characters at its end that an expression for one character matches. */
export const withoutTail = (text: string, character: RegExp): string =>
  text.slice(0, findTail(text, character))

/** The characters at the end of a text that an expression for one character matches. */
export const getTail = (text: string, character: RegExp): string =>
  text.slice(findTail(text, character))
