/**
 * A copy of a text, for what is kept: a part of a text keeps the whole text in memory. V8 writes what is joined into a new
 * text as soon as a part of it is taken, in a third of the time that it takes to join the characters.
 */
export const copyText = (text: string): string => ` ${text}`.slice(1)
