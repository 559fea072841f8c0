import {
  type Cursor,
  expect,
  expectNoSpace,
  expectSpace,
  expectWord,
  isNext,
  isNextWord,
  take,
  taken,
  unexpected,
} from './cursor.js'
import { type Literal, literalOf } from './literal.js'
import type { Condition, Left, Name, Operator, Query, SetTerm } from './syntax.js'
import type { Token, TokenKind } from './token.js'

/** Reads a query within the text. */
type Within = () => Query

function literalAt(cursor: Cursor, kinds: readonly TokenKind[]): Literal {
  const literal = kinds.includes(cursor.token.kind)
    ? literalOf(cursor.text, cursor.token)
    : undefined
  if (!literal) return unexpected(cursor)
  take(cursor)
  return literal
}

function nameAt(cursor: Cursor): Name {
  const { start, end } = expect(cursor, 'name')
  return { name: cursor.text.slice(start, end), at: start }
}

function setAt(cursor: Cursor, within: Within): SetTerm {
  if (!taken(cursor, 'from')) return nameAt(cursor)
  expectSpace(cursor)
  const name = nameAt(cursor)
  expectWord(cursor, 'where')
  expectSpace(cursor)
  return { ...name, query: within() }
}

/** What is in the parentheses that follow a function at once. */
function argument<Value>(cursor: Cursor, read: () => Value): Value {
  expectNoSpace(cursor)
  expect(cursor, '(')
  const value = read()
  expect(cursor, ')')
  return value
}

function leftAt(cursor: Cursor, within: Within): Left {
  if (taken(cursor, 'count'))
    return { function: 'count', set: argument(cursor, () => setAt(cursor, within)) }
  if (taken(cursor, 'anyOf'))
    return { function: 'anyOf', name: argument(cursor, () => nameAt(cursor)) }
  if (taken(cursor, 'allOf'))
    return { function: 'allOf', name: argument(cursor, () => nameAt(cursor)) }
  return { name: nameAt(cursor) }
}

/** A list has one or more values of one kind. */
function listAt(cursor: Cursor): Literal[] {
  expectWord(cursor, '[')
  const kind = cursor.token.kind
  const values = [literalAt(cursor, ['text', 'number', 'date'])]
  while (taken(cursor, ',')) values.push(literalAt(cursor, [kind]))
  expect(cursor, ']')
  return values
}

/** The second `and` word belongs to the bounds, which are of one kind. */
function boundsAt(cursor: Cursor): { low: Literal; high: Literal } {
  expectSpace(cursor)
  const kind = cursor.token.kind
  const low = literalAt(cursor, ['number', 'date'])
  expectWord(cursor, 'and')
  expectSpace(cursor)
  return { low, high: literalAt(cursor, [kind]) }
}

const operators = new Map<string, Operator>(
  (['=', '!=', '<', '<=', '>', '>='] as const).map((operator) => [operator, operator]),
)

function comparisonAt(cursor: Cursor, left: Left, at: number): Condition {
  const { start, end } = take(cursor)
  const operator = operators.get(cursor.text.slice(start, end)) ?? '='
  const right = literalAt(
    cursor,
    operator === '=' || operator === '!='
      ? ['text', 'number', 'date', 'boolean', 'null']
      : ['text', 'number', 'date'],
  )
  return { kind: 'compare', left, operator, right, at }
}

const isNegated = ({ text }: Cursor, { start }: Token): boolean => 'nN'.includes(text[start] ?? ' ')

/** What follows the left side; nothing if there is no operator. */
function operationAt(cursor: Cursor, left: Left, at: number): Condition | undefined {
  if (isNext(cursor, 'comparison')) return comparisonAt(cursor, left, at)
  const { token } = cursor
  const negated = isNegated(cursor, token)
  if (taken(cursor, 'contains')) {
    expectSpace(cursor)
    return {
      kind: 'contains',
      left,
      negated,
      ignoresCase: false,
      right: literalAt(cursor, ['text', 'number']),
      at,
    }
  }
  if (taken(cursor, 'icontains')) {
    expectSpace(cursor)
    return {
      kind: 'contains',
      left,
      negated,
      ignoresCase: true,
      right: literalAt(cursor, ['text']),
      at,
    }
  }
  if (!isNextWord(cursor, 'in') && !isNextWord(cursor, 'between')) return undefined
  take(cursor)
  return token.kind === 'in'
    ? { kind: 'in', left, negated, right: listAt(cursor), at }
    : { kind: 'between', left, negated, ...boundsAt(cursor), at }
}

/** One condition, without `not` and parentheses around it. */
export function conditionAt(cursor: Cursor, within: Within): Condition {
  const at = cursor.token.start
  const first = cursor.token
  if (taken(cursor, 'boolean'))
    return {
      kind: 'constant',
      value: cursor.text.slice(first.start, first.end).toLowerCase() === 'true',
    }
  if (taken(cursor, 'isEmpty'))
    return { kind: 'empty', set: argument(cursor, () => setAt(cursor, within)) }
  const left = leftAt(cursor, within)
  const operation = operationAt(cursor, left, at)
  if (operation) return operation
  return 'name' in left && !left.function ? { kind: 'flag', name: left.name } : unexpected(cursor)
}
