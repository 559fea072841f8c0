/**
 * Copies a text that outlives the text that it was cut from: a slice would keep the whole text in memory. V8 copies a
 * concatenated string when it is sliced, which takes a third of the time of joining characters.
 */
export const copyText = (text: string): string => ` ${text}`.slice(1)
