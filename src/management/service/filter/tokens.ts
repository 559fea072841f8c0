/** The token kinds of keywords (in lower case), punctuation and operators. */
const fixedTokenKinds = {
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
  '(': '(',
  ')': ')',
  '[': '[',
  ']': ']',
  ',': ',',
  '=': '=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
} as const

type PatternKind = 'date' | 'name' | 'text' | 'stamp' | 'number'

export type FilterTokenKind =
  (typeof fixedTokenKinds)[keyof typeof fixedTokenKinds] | PatternKind | 'end'

/** A token. `spaceStart` is the offset of the white space before it, or -1 if there is none. */
export type FilterToken = { kind: FilterTokenKind; start: number; end: number; spaceStart: number }

const kindsByText = new Map<string, FilterTokenKind>(Object.entries(fixedTokenKinds))

const whitespace = String.raw`[ \t\r\n]`

/**
 * A name: parts separated by dots. Each part is a letter followed by letters and `_`; parts after the first dot may
 * also contain `-`.
 */
const name = String.raw`[a-z][a-z_]*(?:\.[a-z][a-z_-]*)*`

/**
 * An operator with `not`. Its two words are one token, even if a letter directly follows the second word. `not in` has
 * exactly one white space character between them.
 */
const negatedOperator = `not${whitespace}+(?:icontains|contains|between)|not${whitespace}in`

const punctuation = String.raw`[()[\],]|!=|[<>]=?|=`

const date = String.raw`\d+-(?:0[1-9]|1[012])-(?:0[1-9]|[12]\d|3[01])`
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?`
const zone = String.raw`(?:[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`
const timestamp = `${date}[tT]${time}${zone}`

/** An integer without leading zeros. */
const integer = String.raw`(?:0|[1-9]\d*)`

/** The text between the quotes of a string: no control characters, and `\` only before one of `"\fnrt`. */
const stringCharacters = String.raw`[^"\\\0-\x1f]*(?:\\["\\fnrt][^"\\\0-\x1f]*)*`

/**
 * The patterns of tokens, in the order in which they are tried. A date is lowercase `datetime(…)` with a timestamp and
 * time zone in the parentheses; in any other form, `datetime` is read as a name.
 */
const patterns: readonly (readonly [kind: PatternKind, pattern: RegExp])[] = [
  ['date', new RegExp(String.raw`datetime\(${whitespace}*${timestamp}${whitespace}*\)`, 'y')],
  ['name', new RegExp(`${negatedOperator}|${punctuation}|${name}|'${name}'`, 'iy')],
  ['text', new RegExp(`"${stringCharacters}"`, 'y')],
  ['stamp', new RegExp(String.raw`(?<!\d)${timestamp}`, 'y')],
  ['number', new RegExp(String.raw`-?${integer}(?:\.\d+)?(?:[eE][+-]?${integer})?`, 'y')],
]

const whitespaceRun = new RegExp(`${whitespace}+`, 'y')

/**
 * Text that is not a token, such as an unclosed string. It is skipped together with the character after it, as on
 * controllers.
 */
const invalidText = new RegExp(
  String.raw`(?:[-!]|'(?:${name}\.?)?|"${stringCharacters}\\?)?[^]?`,
  'iy',
)

/** Returns the kind of a keyword, punctuation or operator (`contains` for `not contains`); undefined for a name. */
const findFixedKind = (text: string): FilterTokenKind | undefined =>
  kindsByText.get(text.toLowerCase().replace(/^not\s+/, ''))

/** Returns the end of the match of a sticky pattern at an offset, or -1 if it does not match there. */
function matchAt(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

/**
 * Reads the next token from an offset; at the end of the text, returns a token of kind `end`. Reading all tokens takes
 * time linear in the text.
 */
export function nextToken(text: string, offset: number): FilterToken {
  let spaceStart = -1
  let start = offset
  while (start < text.length) {
    const afterSpace = matchAt(whitespaceRun, text, start)
    if (afterSpace !== -1) {
      if (spaceStart === -1) spaceStart = start
      start = afterSpace
      continue
    }
    for (const [kind, pattern] of patterns) {
      const end = matchAt(pattern, text, start)
      if (end === -1) continue
      const fixedKind = kind === 'name' ? findFixedKind(text.slice(start, end)) : undefined
      return { kind: fixedKind ?? kind, start, end, spaceStart }
    }
    start = matchAt(invalidText, text, start)
  }
  return { kind: 'end', start: text.length, end: text.length, spaceStart }
}
