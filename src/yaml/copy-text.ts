/**
 * A copy of a text, for what is kept: a part of a text keeps the whole text in memory. V8 copies what becomes the name of a
 * property.
 */
export const copyText = (text: string): string => Object.keys({ [text]: true })[0] ?? text
