/** Characters that a terminal obeys instead of showing them: control characters, line ends, and those that turn the direction of text. */
const obeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const known: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escape = (character: string): string =>
  known[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text with escapes such as `\u001b` instead of characters that a terminal would obey. */
export const visible = (text: string): string => text.replaceAll(obeyed, escape)

/** The same with one blank for each, for text in which places count. */
export const blanked = (text: string): string => text.replaceAll(obeyed, ' ')

/** The same for a text of several lines, which stay lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** A value as JSON without such characters; the escapes mean the same there. */
export const asJson = (value: unknown, indent?: number): string =>
  visibleLines(JSON.stringify(value, undefined, indent))
