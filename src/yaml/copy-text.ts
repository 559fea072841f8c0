/** A copy of a text, for what is kept: a part of a text keeps the whole text in memory. */
export const copyText = (text: string): string => [...text].join('')
