import type { JsonNode } from './json-node.js'
import { ReadError } from './json-node.js'
import { quoteText } from './quote-text.js'

/** A place in a text. */
export type Cursor = { readonly text: string; at: number }

const space = /[ \t\r\n]*/y

/** The next character that is no space, '' at the end; the cursor stands before it. */
export function skipSpace(cursor: Cursor): string {
  space.lastIndex = cursor.at
  space.exec(cursor.text)
  cursor.at = space.lastIndex
  return cursor.text.charAt(cursor.at)
}

/** The controller looks at bytes: of a character beyond ASCII it names the first. */
function quote(text: string, at: number): string {
  const byte = new TextEncoder().encode(String.fromCodePoint(text.codePointAt(at) ?? 0))[0] ?? 0
  const character = String.fromCharCode(byte)
  return character === "'"
    ? "'\\''"
    : character === '"'
      ? `'"'`
      : `'${quoteText(character).slice(1, -1)}'`
}

/** Why the text cannot go on as it does: what was read, and what was expected there. */
export const unexpected = ({ text, at }: Cursor, context: string): ReadError =>
  new ReadError(
    at >= text.length ? 'unexpected EOF' : `invalid character ${quote(text, at)} ${context}`,
  )

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

function skipDigits(cursor: Cursor, context: string): void {
  if (!isDigit(cursor.text.charAt(cursor.at))) throw unexpected(cursor, context)
  while (isDigit(cursor.text.charAt(cursor.at))) cursor.at++
}

/** Numbers beyond what a double holds are the greatest that it does. */
const within = (value: number): number =>
  Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE)

function readNumber(cursor: Cursor): JsonNode {
  const start = cursor.at
  const next = (): string => cursor.text.charAt(cursor.at)
  if (next() === '-') cursor.at++
  if (next() === '0') cursor.at++
  else skipDigits(cursor, 'in numeric literal')
  if (next() === '.') {
    cursor.at++
    skipDigits(cursor, 'after decimal point in numeric literal')
  }
  if (next() === 'e' || next() === 'E') {
    cursor.at++
    if (next() === '+' || next() === '-') cursor.at++
    skipDigits(cursor, 'in exponent of numeric literal')
  }
  const text = cursor.text.slice(start, cursor.at)
  return { kind: 'number', text, value: within(Number(text)) }
}

function skipEscape(cursor: Cursor): void {
  const character = cursor.text.charAt(++cursor.at)
  if (character === '' || !'bfnrtu\\/"'.includes(character))
    throw unexpected(cursor, 'in string escape code')
  if (character !== 'u') return
  for (let digit = 0; digit < 4; digit++) {
    cursor.at++
    if (!/[\da-f]/i.test(cursor.text.charAt(cursor.at)))
      throw unexpected(cursor, 'in \\u hexadecimal character escape')
  }
}

/** Halves of characters without the other half are replaced. */
const halves = /\p{Surrogate}/gu

/** Reads the text in quotes that begins at the cursor. */
export function readString(cursor: Cursor): string {
  const start = cursor.at++
  for (
    let code = cursor.text.charCodeAt(cursor.at);
    code !== 34;
    code = cursor.text.charCodeAt(++cursor.at)
  ) {
    if (code === 92) skipEscape(cursor)
    else if (!(code >= 32)) throw unexpected(cursor, 'in string literal')
  }
  cursor.at++
  return String(JSON.parse(cursor.text.slice(start, cursor.at))).replaceAll(halves, '\uFFFD')
}

function skipWord(cursor: Cursor, word: string): void {
  for (const character of word.slice(1)) {
    cursor.at++
    if (cursor.text.charAt(cursor.at) !== character)
      throw unexpected(cursor, `in literal ${word} (expecting '${character}')`)
  }
  cursor.at++
}

/** Reads a value that holds no others. */
export function readLiteral(cursor: Cursor): JsonNode {
  const character = skipSpace(cursor)
  if (character === '"') return { kind: 'string', value: readString(cursor) }
  if (character === '-' || isDigit(character)) return readNumber(cursor)
  const word = ['true', 'false', 'null'].find(
    (candidate) => character !== '' && candidate.startsWith(character),
  )
  if (word === undefined) throw unexpected(cursor, 'looking for beginning of value')
  skipWord(cursor, word)
  return word === 'null' ? { kind: 'null', value: null } : { kind: 'bool', value: word === 'true' }
}
