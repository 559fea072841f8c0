/** A number of things: "1 file", "2 files". */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** Several words in a sentence: "a", "a and b", "a, b and c". */
export const formatList = (words: readonly string[], conjunction = 'and'): string =>
  words.length > 1
    ? `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1) ?? ''}`
    : (words[0] ?? '')
