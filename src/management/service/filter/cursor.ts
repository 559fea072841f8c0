import { FilterError, positionOf } from './fault.js'
import { tokenAt, type Token, type TokenKind } from './token.js'

/** A text that is being read, with the token that comes next. */
export type Cursor = { readonly text: string; token: Token }

export const cursorOver = (text: string): Cursor => ({ text, token: tokenAt(text, 0) })

/** The token that came next; the one after it does now. */
export function take(cursor: Cursor): Token {
  const { token } = cursor
  cursor.token = tokenAt(cursor.text, token.end)
  return token
}

/** Says so in the words of a controller, which clients may know: the token, and where it is, twice. */
function refuse(text: string, start: number, end: number): never {
  const { line, column } = positionOf(text, start)
  const symbol = start === text.length ? '<EOF>' : text.slice(start, end)
  throw new FilterError(
    `Unexpected symbol: "${symbol}" at line: ${line} column: ${column}. line: ${line}, column: ${column}, symbol: ${symbol}`,
    start,
  )
}

export function unexpected({ text, token }: Cursor): never {
  return refuse(text, token.start, token.end)
}

export const isNext = ({ token }: Cursor, kind: TokenKind): boolean => token.kind === kind

/** A keyword counts only after a blank. */
export const isNextWord = ({ token }: Cursor, kind: TokenKind): boolean =>
  token.kind === kind && token.space !== -1

export function expect(cursor: Cursor, kind: TokenKind): Token {
  return isNext(cursor, kind) ? take(cursor) : unexpected(cursor)
}

/** The next token has to come after a blank. */
export function expectSpace(cursor: Cursor): void {
  if (cursor.token.space === -1) unexpected(cursor)
}

/** The next token must not come after a blank. */
export function expectNoSpace({ text, token }: Cursor): void {
  if (token.space !== -1) refuse(text, token.space, token.space + 1)
}

export function expectWord(cursor: Cursor, kind: TokenKind): Token {
  expectSpace(cursor)
  return expect(cursor, kind)
}

/** Whether the token was next, and was taken. */
export function taken(cursor: Cursor, kind: TokenKind): boolean {
  if (!isNext(cursor, kind)) return false
  take(cursor)
  return true
}
