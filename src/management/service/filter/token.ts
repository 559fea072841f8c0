import {
  isDigit,
  isLetter,
  isSpace,
  numberEnd,
  quotedNameEnd,
  nameEnd,
  spaceEnd,
  stampEnd,
  textEnd,
} from './scan.js'

const words = {
  and: 'and',
  or: 'or',
  not: 'not',
  contains: 'contains',
  icontains: 'icontains',
  in: 'in',
  between: 'between',
  true: 'boolean',
  false: 'boolean',
  null: 'null',
  anyof: 'anyOf',
  allof: 'allOf',
  count: 'count',
  isempty: 'isEmpty',
  asc: 'asc',
  desc: 'desc',
  sort: 'sort',
  by: 'by',
  skip: 'skip',
  limit: 'limit',
  none: 'none',
  where: 'where',
  from: 'from',
} as const

const marks = { '(': '(', ')': ')', '[': '[', ']': ']', ',': ',' } as const

export type TokenKind =
  | (typeof words)[keyof typeof words]
  | (typeof marks)[keyof typeof marks]
  | 'name'
  | 'text'
  | 'number'
  | 'date'
  | 'stamp'
  | 'comparison'
  | 'end'

/** A token, and where the blanks before it begin: -1 where there are none. */
export type Token = { kind: TokenKind; start: number; end: number; space: number }

const wordKinds = new Map<string, TokenKind>(Object.entries(words))
const markKinds = new Map<string, TokenKind>(Object.entries(marks))

type Found = { kind: TokenKind; end: number }

const negatable = ['icontains', 'contains', 'between', 'in'] as const

/** `not contains` and its like are one token, even if letters follow; `not in` takes exactly one blank. */
function negated(text: string, wordEnd: number): Found | undefined {
  const start = spaceEnd(text, wordEnd)
  if (start === wordEnd) return undefined
  const following = text.slice(start, start + 9).toLowerCase()
  const kind = negatable.find(
    (word) => following.startsWith(word) && (word !== 'in' || start === wordEnd + 1),
  )
  return kind && { kind, end: start + kind.length }
}

/** `datetime(2026-01-31T10:00:00Z)`, in lower case and with a zone; otherwise `datetime` is a name. */
function date(text: string, wordEnd: number): Found | undefined {
  if (text[wordEnd] !== '(') return undefined
  const stamp = stampEnd(text, spaceEnd(text, wordEnd + 1))
  const end = stamp === -1 ? -1 : spaceEnd(text, stamp)
  return end !== -1 && text[end] === ')' ? { kind: 'date', end: end + 1 } : undefined
}

function word(text: string, start: number): Found {
  const end = nameEnd(text, start)
  const written = text.slice(start, end)
  const lower = written.toLowerCase()
  const compound =
    lower === 'not' ? negated(text, end) : written === 'datetime' ? date(text, end) : undefined
  return compound ?? { kind: wordKinds.get(lower) ?? 'name', end }
}

function numeric(text: string, start: number): Found | undefined {
  const stamp = isDigit(text.charCodeAt(start - 1)) ? -1 : stampEnd(text, start)
  if (stamp !== -1) return { kind: 'stamp', end: stamp }
  const end = numberEnd(text, start)
  return end === -1 ? undefined : { kind: 'number', end }
}

function comparison(text: string, start: number): Found | undefined {
  const wide = text[start + 1] === '='
  if (text[start] === '=') return { kind: 'comparison', end: start + 1 }
  if (text[start] === '!') return wide ? { kind: 'comparison', end: start + 2 } : undefined
  return { kind: 'comparison', end: start + (wide ? 2 : 1) }
}

function found(text: string, start: number): Found | undefined {
  const first = text[start] ?? ''
  const mark = markKinds.get(first)
  if (mark) return { kind: mark, end: start + 1 }
  if (isLetter(text.charCodeAt(start))) return word(text, start)
  if (first === '-' || isDigit(text.charCodeAt(start))) return numeric(text, start)
  if (first === '=' || first === '!' || first === '<' || first === '>')
    return comparison(text, start)
  return quoted(text, start, first)
}

function quoted(text: string, start: number, mark: string): Found | undefined {
  const { end, closed } =
    mark === '"'
      ? textEnd(text, start)
      : mark === "'"
        ? quotedNameEnd(text, start)
        : { end: start, closed: false }
  return closed ? { kind: mark === '"' ? 'text' : 'name', end } : undefined
}

/** Where reading goes on after something that is no token: a controller drops it, and the character that showed it. */
function dropped(text: string, start: number): number {
  const mark = text[start]
  if (mark === '-' || mark === '!') return start + 2
  if (mark === '"') return textEnd(text, start).end + 1
  return mark === "'" ? quotedNameEnd(text, start).end + 1 : start + 1
}

/** The next token from an offset on. Reading all tokens takes time linear in the text. */
export function tokenAt(text: string, from: number): Token {
  let space = -1
  for (let at = from; at < text.length;) {
    if (isSpace(text.charCodeAt(at))) {
      if (space === -1) space = at
      at = spaceEnd(text, at)
      continue
    }
    const token = found(text, at)
    if (token) return { kind: token.kind, start: at, end: token.end, space }
    at = dropped(text, at)
  }
  return { kind: 'end', start: text.length, end: text.length, space }
}
