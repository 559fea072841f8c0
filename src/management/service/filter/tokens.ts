const keywords = {
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

const punctuation = { '(': '(', ')': ')', '[': '[', ']': ']', ',': ',' } as const

export type FilterTokenKind =
  | (typeof keywords)[keyof typeof keywords]
  | (typeof punctuation)[keyof typeof punctuation]
  | 'name'
  | 'text'
  | 'number'
  | 'date'
  | 'stamp'
  | 'comparison'
  | 'end'

/** A token; `space` is the start of the white space before it, or -1. */
export type FilterToken = { kind: FilterTokenKind; start: number; end: number; space: number }

const keywordKinds = new Map<string, FilterTokenKind>(Object.entries(keywords))
const punctuationKinds = new Map<string, FilterTokenKind>(Object.entries(punctuation))

type FoundToken = { kind: FilterTokenKind; end: number }

const negatableOperators = ['icontains', 'contains', 'between', 'in'] as const

/**
 * `not contains` and similar are one token, even if letters follow; `not in` has exactly one space.
 */
function findNegated(text: string, wordEnd: number): FoundToken | undefined {
  const start = skipSpace(text, wordEnd)
  if (start === wordEnd) return undefined
  const following = text.slice(start, start + 9).toLowerCase()
  const kind = negatableOperators.find(
    (word) => following.startsWith(word) && (word !== 'in' || start === wordEnd + 1),
  )
  return kind && { kind, end: start + kind.length }
}

/**
 * `datetime(2026-01-31T10:00:00Z)`, in lower case and with a zone; in any other form, `datetime` is
 * a name.
 */
function findDate(text: string, wordEnd: number): FoundToken | undefined {
  if (text[wordEnd] !== '(') return undefined
  const stamp = skipTimestamp(text, skipSpace(text, wordEnd + 1))
  const end = stamp === -1 ? -1 : skipSpace(text, stamp)
  return end !== -1 && text[end] === ')' ? { kind: 'date', end: end + 1 } : undefined
}

function findWord(text: string, start: number): FoundToken {
  const end = skipName(text, start)
  const written = text.slice(start, end)
  const lower = written.toLowerCase()
  const compound =
    lower === 'not'
      ? findNegated(text, end)
      : written === 'datetime'
        ? findDate(text, end)
        : undefined
  return compound ?? { kind: keywordKinds.get(lower) ?? 'name', end }
}

function findNumber(text: string, start: number): FoundToken | undefined {
  const stamp = isDigit(text.charCodeAt(start - 1)) ? -1 : skipTimestamp(text, start)
  if (stamp !== -1) return { kind: 'stamp', end: stamp }
  const end = skipNumber(text, start)
  return end === -1 ? undefined : { kind: 'number', end }
}

function findComparison(text: string, start: number): FoundToken | undefined {
  const wide = text[start + 1] === '='
  if (text[start] === '=') return { kind: 'comparison', end: start + 1 }
  if (text[start] === '!') return wide ? { kind: 'comparison', end: start + 2 } : undefined
  return { kind: 'comparison', end: start + (wide ? 2 : 1) }
}

function findToken(text: string, start: number): FoundToken | undefined {
  const first = text[start] ?? ''
  const mark = punctuationKinds.get(first)
  if (mark) return { kind: mark, end: start + 1 }
  if (isLetter(text.charCodeAt(start))) return findWord(text, start)
  if (first === '-' || isDigit(text.charCodeAt(start))) return findNumber(text, start)
  if (first === '=' || first === '!' || first === '<' || first === '>')
    return findComparison(text, start)
  return findQuoted(text, start, first)
}

function findQuoted(text: string, start: number, mark: string): FoundToken | undefined {
  const { end, isClosed } =
    mark === '"'
      ? skipText(text, start)
      : mark === "'"
        ? skipQuotedName(text, start)
        : { end: start, isClosed: false }
  return isClosed ? { kind: mark === '"' ? 'text' : 'name', end } : undefined
}

/** Skips invalid characters: like controllers, drops them and the character after them. */
function skipUnknown(text: string, start: number): number {
  const mark = text[start]
  if (mark === '-' || mark === '!') return start + 2
  if (mark === '"') return skipText(text, start).end + 1
  return mark === "'" ? skipQuotedName(text, start).end + 1 : start + 1
}

/** Reads the next token from an offset. Reading all tokens takes time linear in the text. */
export function nextToken(text: string, from: number): FilterToken {
  let space = -1
  for (let at = from; at < text.length;) {
    if (isSpace(text.charCodeAt(at))) {
      if (space === -1) space = at
      at = skipSpace(text, at)
      continue
    }
    const token = findToken(text, at)
    if (token) return { kind: token.kind, start: at, end: token.end, space }
    at = skipUnknown(text, at)
  }
  return { kind: 'end', start: text.length, end: text.length, space }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

const isLetter = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13

const isNamePart = (code: number): boolean => isLetter(code) || code === 95

const isLaterNamePart = (code: number): boolean => isNamePart(code) || code === 45

function skipWhile(text: string, start: number, belongs: (code: number) => boolean): number {
  let end = start
  while (end < text.length && belongs(text.charCodeAt(end))) end += 1
  return end
}

const skipSpace = (text: string, start: number): number => skipWhile(text, start, isSpace)

/** The end of a name such as `tags.site`: letters and `_`, and after a dot also `-`; no digits. */
function skipName(text: string, start: number): number {
  let end = skipWhile(text, start, isNamePart)
  while (text[end] === '.' && isLetter(text.charCodeAt(end + 1)))
    end = skipWhile(text, end + 1, isLaterNamePart)
  return end
}

/** The end of a string, or of its valid part if it is not closed. */
type QuotedEnd = { end: number; isClosed: boolean }

function skipQuotedName(text: string, start: number): QuotedEnd {
  if (!isLetter(text.charCodeAt(start + 1))) return { end: start + 1, isClosed: false }
  const end = skipName(text, start + 1)
  if (text[end] === "'") return { end: end + 1, isClosed: true }
  return { end: text[end] === '.' ? end + 1 : end, isClosed: false }
}

/**
 * The end of a string in double quotes. Control characters are not allowed, and `\` only before one
 * of `"\fnrt`.
 */
function skipText(text: string, start: number): QuotedEnd {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 34) return { end: at + 1, isClosed: true }
    if (code < 32) break
    if (code !== 92) at += 1
    else if ('"\\fnrt'.includes(text[at + 1] ?? ' ')) at += 2
    else return { end: at + 1, isClosed: false }
  }
  return { end: at, isClosed: false }
}

/** The end of an integer without leading zeros, or -1. */
function skipInteger(text: string, start: number): number {
  if (text[start] === '0') return start + 1
  return isDigit(text.charCodeAt(start)) ? skipWhile(text, start, isDigit) : -1
}

/** The end of a number, or -1; a dot or exponent without digits is not part of it. */
function skipNumber(text: string, start: number): number {
  let end = skipInteger(text, text[start] === '-' ? start + 1 : start)
  if (end === -1) return -1
  if (text[end] === '.' && isDigit(text.charCodeAt(end + 1)))
    end = skipWhile(text, end + 1, isDigit)
  if (text[end] !== 'e' && text[end] !== 'E') return end
  const exponent = skipInteger(
    text,
    text[end + 1] === '+' || text[end + 1] === '-' ? end + 2 : end + 1,
  )
  return exponent === -1 ? end : exponent
}

const dateTimePattern =
  /-(?:0[1-9]|1[012])-(?:0[1-9]|[12]\d|3[01])[tT](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)/y

const zonePattern = /[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d/y

function matchAt(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The end of a timestamp such as `2026-01-31T10:00:00Z`, or -1. */
function skipTimestamp(text: string, start: number): number {
  const year = skipWhile(text, start, isDigit)
  const seconds = year === start ? -1 : matchAt(dateTimePattern, text, year)
  if (seconds === -1) return -1
  const hasFraction = text[seconds] === '.' && isDigit(text.charCodeAt(seconds + 1))
  return matchAt(zonePattern, text, hasFraction ? skipWhile(text, seconds + 1, isDigit) : seconds)
}
