import { FilterError } from './error.js'
import type { FilterToken } from './tokens.js'

/** A symbol name as written in the filter, including its quotes if it has any. */
export type SymbolName = { name: string }

/** A set, or the records in it that a query matches. */
export type SetTerm = SymbolName & { query?: FilterQuery }

export type LeftOperand =
  { function?: 'anyOf' | 'allOf'; name: SymbolName } | { function: 'count'; set: SetTerm }

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

export type ValueOperation =
  | { kind: 'compare'; operator: Operator; right: Literal }
  | { kind: 'contains'; negated: boolean; ignoresCase: boolean; right: Literal }
  | { kind: 'in'; negated: boolean; right: readonly Literal[] }
  | { kind: 'between'; negated: boolean; low: Literal; high: Literal }

export type ValueCondition = { left: LeftOperand } & ValueOperation

/** A single comparison, or another test: `true` or `false`, a boolean symbol, or `isEmpty`. */
export type FilterCondition =
  | { kind: 'constant'; value: boolean }
  | { kind: 'flag'; name: SymbolName }
  | { kind: 'empty'; set: SetTerm }
  | ValueCondition

/**
 * The operator between an item and the rest of its group, undefined after the last item. `and` and `or` have the same
 * precedence, and are right-associative.
 */
export type Connective = 'and' | 'or' | undefined

/**
 * A part of a predicate, in source order. Each `not` applies to everything to its right in its group; `isInverted` is
 * set if an odd number of `not`s in the same group precedes the item. For a nested group, `isInverted` is on its
 * closing parenthesis.
 */
export type PredicateItem =
  | { kind: 'test'; condition: FilterCondition; isInverted: boolean; connective: Connective }
  | { kind: 'open' }
  | { kind: 'close'; isInverted: boolean; connective: Connective }

export type SortField = SymbolName & { descending: boolean }

/** A parsed filter. Without items it matches every record; `limit` -1 means no limit. */
export type FilterQuery = {
  items: readonly PredicateItem[]
  sort: readonly SortField[]
  skip?: number
  limit?: number
}

/**
 * A literal. Dates are in ms since 1970. `isInteger` distinguishes `7` from `7.0` and `7e0`: only the latter two match
 * numbers in tags.
 */
export type Literal =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number; isInteger: boolean }
  | { kind: 'date'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }

/** Whether a string is a decimal integer without a plus sign that fits into 64 bits. */
export const isInt64 = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)

function parseNumber(text: string): Literal {
  const value = Number(text)
  if (!Number.isFinite(value))
    throw new FilterError(`could not parse number: ${text.slice(0, 40)} is out of range`)
  return { kind: 'number', value, isInteger: isInt64(text) }
}

const timestampPattern =
  /^(\d{4})-(\d\d)-(\d\d)[tT](\d\d):(\d\d):([0-5]\d)(\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/

function parseDate(text: string): Literal {
  const parts = timestampPattern.exec(text)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (parts ?? [])
    .slice(1, 7)
    .map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (!parts || date.getUTCDate() !== day)
    throw new FilterError(`could not parse datetime (${text.slice(0, 60)})`)
  const [, , , , , , , fraction = '0', sign = '+', zoneHours = '0', zoneMinutes = '0'] = parts
  const offsetMinutes = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  return {
    kind: 'date',
    value: date.setUTCHours(hour, minute - offsetMinutes, second) + Number(fraction) * 1000,
  }
}

/**
 * Parses the literal of a token; undefined if the token is not a literal. Throws `FilterError` for a number out of
 * range, and for an invalid date.
 */
export function parseLiteral(text: string, { kind, start, end }: FilterToken): Literal | undefined {
  const literalText = text.slice(start, end)
  // Strings are written as in JSON.
  if (kind === 'text') return { kind, value: String(JSON.parse(literalText)) }
  if (kind === 'number') return parseNumber(literalText)
  if (kind === 'date') return parseDate(literalText.slice('datetime('.length, -1).trim())
  if (kind === 'boolean') return { kind, value: literalText.toLowerCase() === 'true' }
  return kind === 'null' ? { kind } : undefined
}

/** Formats a number without an exponent, as controllers do to compare it with strings. */
export function formatDecimal(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const [, sign = '', integerDigits = '', fractionDigits = ''] =
    /^(-?)(\d+)\.?(\d*)$/.exec(mantissa) ?? []
  const shift = Number(exponent)
  return shift > 0
    ? sign + integerDigits + fractionDigits.padEnd(shift, '0')
    : `${sign}0.${'0'.repeat(-shift - 1)}${integerDigits}${fractionDigits}`
}

export const formatLiteral = (literal: Literal): string =>
  literal.kind === 'null'
    ? 'null'
    : literal.kind === 'date'
      ? new Date(literal.value).toISOString()
      : String(literal.value)
