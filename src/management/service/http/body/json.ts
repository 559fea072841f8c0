import { ReadError, quoteGoString } from './go-text.js'

/**
 * A parsed JSON value with details that decoding needs: numbers as written, all keys of an object
 * in order, and the plain value.
 */
export type JsonNode =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  | { kind: 'number'; value: number; text: string }
  | { kind: 'string'; value: string }
  | JsonArray
  | JsonObject

/** A list; `height` is the maximum nesting depth, itself included. */
export type JsonArray = { kind: 'array'; value: unknown[]; items: JsonNode[]; height: number }

/** An object; a repeated key has one entry per occurrence, and its last value in `value`. */
export type JsonObject = {
  kind: 'object'
  value: Record<string, unknown>
  entries: (readonly [key: string, node: JsonNode])[]
  height: number
}

/** Sets a field of any name, including `__proto__`. */
export function setField(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else record[key] = value
}

/** Maximum nesting depth. */
const maxDepth = 10_000

type OpenContainer = JsonArray | (JsonObject & { key: string })

/**
 * Parses JSON; undefined if the text is empty or only white space. Text after the value is an
 * error, unless `ignoresRest` is set. @throws {ReadError} in the words of the controller, which are
 * those of Go's `encoding/json`.
 */
export function readJson(
  text: string,
  { ignoresRest = false }: { ignoresRest?: boolean } = {},
): JsonNode | undefined {
  const cursor: TextCursor = { text, at: 0 }
  if (skipSpace(cursor) === '') return undefined
  const stack: OpenContainer[] = []
  let node = beginValue(cursor, stack)
  for (;;) {
    const inside = stack.at(-1)
    if (!inside) {
      if (!ignoresRest && skipSpace(cursor) !== '')
        throw createUnexpected(cursor, 'after top-level value')
      return node
    }
    if (node) addChild(inside, node)
    node = readNext(cursor, stack, inside)
  }
}

/** Parses a scalar, or opens a list or object and returns undefined. */
function beginValue(cursor: TextCursor, stack: OpenContainer[]): JsonNode | undefined {
  const character = skipSpace(cursor)
  if (character !== '{' && character !== '[') return readLiteral(cursor)
  if (stack.length >= maxDepth) throw createUnexpected(cursor, 'exceeded max depth')
  stack.push(
    character === '['
      ? { kind: 'array', value: [], items: [], height: 1 }
      : { kind: 'object', value: {}, entries: [], height: 1, key: '' },
  )
  cursor.at++
  return undefined
}

function addChild(inside: OpenContainer, node: JsonNode): void {
  if ('height' in node) inside.height = Math.max(inside.height, node.height + 1)
  if (inside.kind === 'array') {
    inside.items.push(node)
    inside.value.push(node.value)
  } else {
    inside.entries.push([inside.key, node])
    setField(inside.value, inside.key, node.value)
  }
}

/** Continues in a list or object: returns it at its end, or parses its next value. */
function readNext(
  cursor: TextCursor,
  stack: OpenContainer[],
  inside: OpenContainer,
): JsonNode | undefined {
  const isList = inside.kind === 'array'
  const isFirst = (isList ? inside.items : inside.entries).length === 0
  const character = skipSpace(cursor)
  if (character === (isList ? ']' : '}')) {
    cursor.at++
    return stack.pop()
  }
  if (!isFirst) {
    if (character !== ',')
      throw createUnexpected(cursor, isList ? 'after array element' : 'after object key:value pair')
    cursor.at++
  }
  if (!isList) inside.key = readKey(cursor)
  return beginValue(cursor, stack)
}

function readKey(cursor: TextCursor): string {
  if (skipSpace(cursor) !== '"')
    throw createUnexpected(cursor, 'looking for beginning of object key string')
  const key = readString(cursor)
  if (skipSpace(cursor) !== ':') throw createUnexpected(cursor, 'after object key')
  cursor.at++
  return key
}

/** A position in a text. */
export type TextCursor = { readonly text: string; at: number }

const spacePattern = /[ \t\r\n]*/y

/** Moves to the next character that is not white space and returns it; '' at the end. */
function skipSpace(cursor: TextCursor): string {
  spacePattern.lastIndex = cursor.at
  spacePattern.exec(cursor.text)
  cursor.at = spacePattern.lastIndex
  return cursor.text.charAt(cursor.at)
}

/**
 * Quotes a character for a message. Controllers read bytes, so of a non-ASCII character they report
 * the first byte.
 */
function quoteCharacter(text: string, at: number): string {
  const byte = new TextEncoder().encode(String.fromCodePoint(text.codePointAt(at) ?? 0))[0] ?? 0
  const character = String.fromCharCode(byte)
  return character === "'"
    ? "'\\''"
    : character === '"'
      ? `'"'`
      : `'${quoteGoString(character).slice(1, -1)}'`
}

/** An unexpected character or end of input, in the words of the controller. */
const createUnexpected = ({ text, at }: TextCursor, context: string): ReadError =>
  new ReadError(
    at >= text.length
      ? 'unexpected EOF'
      : `invalid character ${quoteCharacter(text, at)} ${context}`,
  )

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

function skipDigits(cursor: TextCursor, context: string): void {
  if (!isDigit(cursor.text.charAt(cursor.at))) throw createUnexpected(cursor, context)
  while (isDigit(cursor.text.charAt(cursor.at))) cursor.at++
}

/** Numbers beyond the range of a double become the largest double. */
const clampNumber = (value: number): number =>
  Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE)

function readNumber(cursor: TextCursor): JsonNode {
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
  return { kind: 'number', text, value: clampNumber(Number(text)) }
}

function skipEscape(cursor: TextCursor): void {
  const character = cursor.text.charAt(++cursor.at)
  if (character === '' || !'bfnrtu\\/"'.includes(character))
    throw createUnexpected(cursor, 'in string escape code')
  if (character !== 'u') return
  for (let digit = 0; digit < 4; digit++) {
    cursor.at++
    if (!/[\da-f]/i.test(cursor.text.charAt(cursor.at)))
      throw createUnexpected(cursor, 'in \\u hexadecimal character escape')
  }
}

/** Unpaired surrogates are replaced. */
const loneSurrogates = /\p{Surrogate}/gu

/** Parses the string at the cursor. */
function readString(cursor: TextCursor): string {
  const start = cursor.at++
  for (
    let code = cursor.text.charCodeAt(cursor.at);
    code !== 34;
    code = cursor.text.charCodeAt(++cursor.at)
  ) {
    if (code === 92) skipEscape(cursor)
    else if (!(code >= 32)) throw createUnexpected(cursor, 'in string literal')
  }
  cursor.at++
  return String(JSON.parse(cursor.text.slice(start, cursor.at))).replaceAll(
    loneSurrogates,
    '\uFFFD',
  )
}

function skipWord(cursor: TextCursor, word: string): void {
  for (const character of word.slice(1)) {
    cursor.at++
    if (cursor.text.charAt(cursor.at) !== character)
      throw createUnexpected(cursor, `in literal ${word} (expecting '${character}')`)
  }
  cursor.at++
}

/** Parses a scalar. */
function readLiteral(cursor: TextCursor): JsonNode {
  const character = skipSpace(cursor)
  if (character === '"') return { kind: 'string', value: readString(cursor) }
  if (character === '-' || isDigit(character)) return readNumber(cursor)
  const word = ['true', 'false', 'null'].find(
    (candidate) => character !== '' && candidate.startsWith(character),
  )
  if (word === undefined) throw createUnexpected(cursor, 'looking for beginning of value')
  skipWord(cursor, word)
  return word === 'null' ? { kind: 'null', value: null } : { kind: 'bool', value: word === 'true' }
}
