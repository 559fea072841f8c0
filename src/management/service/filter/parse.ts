import { FilterError } from './error.js'
import type {
  PredicateItem,
  FilterQuery,
  SortField,
  Literal,
  FilterCondition,
  LeftOperand,
  ValueOperation,
  SymbolName,
  SetTerm,
} from './syntax.js'
import { parseLiteral } from './syntax.js'
import type { FilterToken, FilterTokenKind } from './tokens.js'
import { nextToken } from './tokens.js'

/** Maximum nesting depth of subqueries. */
const maxDepth = 32

/**
 * Reads the `not`s and opening parentheses before a condition. Starting from `wasInverted`, each `not` flips whether
 * the following item is inverted. An opening parenthesis pushes this state to `openGroups`, and resets it for the first
 * item of the group. Returns whether the condition is inverted.
 */
function readOpenings(
  cursor: TokenCursor,
  items: PredicateItem[],
  openGroups: boolean[],
  wasInverted: boolean,
): boolean {
  let isInverted = wasInverted
  for (;;) {
    if (takeIf(cursor, 'not')) {
      expectSpace(cursor)
      isInverted = !isInverted
    } else if (takeIf(cursor, '(')) {
      items.push({ kind: 'open' })
      openGroups.push(isInverted)
      isInverted = false
    } else return isInverted
  }
}

const connectives = ['and', 'or'] as const

/**
 * Reads a predicate with an explicit stack (`openGroups`) instead of recursion, so that parentheses can be nested to
 * any depth.
 */
function readPredicate(cursor: TokenCursor, depth: number): PredicateItem[] {
  const items: PredicateItem[] = []
  const openGroups: boolean[] = []
  let isInverted = false
  for (;;) {
    isInverted = readOpenings(cursor, items, openGroups, isInverted)
    let lastItem: Exclude<PredicateItem, { kind: 'open' }> = {
      kind: 'test',
      condition: readCondition(cursor, depth),
      isInverted,
      connective: undefined,
    }
    items.push(lastItem)
    while (openGroups.length > 0 && takeIf(cursor, ')')) {
      isInverted = openGroups.pop() ?? false
      lastItem = { kind: 'close', isInverted, connective: undefined }
      items.push(lastItem)
    }
    lastItem.connective = connectives.find((word) => isNextWord(cursor, word))
    if (!lastItem.connective) break
    takeToken(cursor)
    expectSpace(cursor)
  }
  if (openGroups.length > 0) throwAtToken(cursor)
  return items
}

function readSortFields(cursor: TokenCursor): SortField[] {
  expectToken(cursor, 'sort')
  expectWord(cursor, 'by')
  expectSpace(cursor)
  const fields: SortField[] = []
  do {
    const field = readName(cursor)
    const descending = isNextWord(cursor, 'desc')
    if (descending || isNextWord(cursor, 'asc')) takeToken(cursor)
    fields.push({ ...field, descending })
  } while (takeIf(cursor, ','))
  return fields
}

function readCount(cursor: TokenCursor, clause: 'skip' | 'limit'): number {
  expectToken(cursor, clause)
  expectSpace(cursor)
  if (clause === 'limit' && takeIf(cursor, 'none')) return -1
  const token = expectToken(cursor, 'number')
  const literal = parseLiteral(cursor.text, token)
  if (literal?.kind === 'number' && literal.isInteger) return literal.value
  const numberText = cursor.text.slice(token.start, token.end).slice(0, 40)
  throw new FilterError(`expected integer value for ${clause}, but got ${numberText}`)
}

/**
 * Reads a query: a predicate, followed by the clauses `sort by`, `skip` and `limit` in this order; all are optional.
 */
function readQuery(cursor: TokenCursor, depth: number): FilterQuery {
  if (depth > maxDepth) throw new FilterError(`subqueries can be nested at most ${maxDepth} deep`)
  const startsWithClause =
    isNext(cursor, 'sort') || isNext(cursor, 'skip') || isNext(cursor, 'limit')
  const items = startsWithClause ? [] : readPredicate(cursor, depth)
  const isNextClause = (clause: 'sort' | 'skip' | 'limit'): boolean =>
    startsWithClause ? isNext(cursor, clause) : isNextWord(cursor, clause)
  const sort = isNextClause('sort') ? readSortFields(cursor) : []
  const skip = isNextClause('skip') ? readCount(cursor, 'skip') : undefined
  const limit = isNextClause('limit') ? readCount(cursor, 'limit') : undefined
  return { items, sort, ...(skip !== undefined && { skip }), ...(limit !== undefined && { limit }) }
}

/** Parses a filter, in time linear in its length. Throws `FilterError` for a syntax error. */
export function parseFilter(text: string): FilterQuery {
  if (text === '') return { items: [], sort: [] }
  const cursor = createCursor(text)
  const query = readQuery(cursor, 0)
  if (!isNext(cursor, 'end')) throwAtToken(cursor)
  return query
}

function readLiteral(cursor: TokenCursor, kinds: readonly FilterTokenKind[]): Literal {
  const literal = kinds.includes(cursor.token.kind)
    ? parseLiteral(cursor.text, cursor.token)
    : undefined
  if (!literal) return throwAtToken(cursor)
  takeToken(cursor)
  return literal
}

function readName(cursor: TokenCursor): SymbolName {
  const { start, end } = expectToken(cursor, 'name')
  return { name: cursor.text.slice(start, end) }
}

function readSet(cursor: TokenCursor, depth: number): SetTerm {
  if (!takeIf(cursor, 'from')) return readName(cursor)
  expectSpace(cursor)
  const name = readName(cursor)
  expectWord(cursor, 'where')
  expectSpace(cursor)
  return { ...name, query: readQuery(cursor, depth + 1) }
}

function readArgument<Value>(cursor: TokenCursor, read: () => Value): Value {
  expectNoSpace(cursor)
  expectToken(cursor, '(')
  const value = read()
  expectToken(cursor, ')')
  return value
}

function readLeftOperand(cursor: TokenCursor, depth: number): LeftOperand {
  if (takeIf(cursor, 'count'))
    return { function: 'count', set: readArgument(cursor, () => readSet(cursor, depth)) }
  if (takeIf(cursor, 'anyOf'))
    return { function: 'anyOf', name: readArgument(cursor, () => readName(cursor)) }
  if (takeIf(cursor, 'allOf'))
    return { function: 'allOf', name: readArgument(cursor, () => readName(cursor)) }
  return { name: readName(cursor) }
}

function readList(cursor: TokenCursor): Literal[] {
  expectWord(cursor, '[')
  const kind = cursor.token.kind
  const values = [readLiteral(cursor, ['text', 'number', 'date'])]
  while (takeIf(cursor, ',')) values.push(readLiteral(cursor, [kind]))
  expectToken(cursor, ']')
  return values
}

function readBounds(cursor: TokenCursor): { low: Literal; high: Literal } {
  expectSpace(cursor)
  const kind = cursor.token.kind
  const low = readLiteral(cursor, ['number', 'date'])
  expectWord(cursor, 'and')
  expectSpace(cursor)
  return { low, high: readLiteral(cursor, [kind]) }
}

const operators = ['=', '!=', '<', '<=', '>', '>='] as const

/** Whether an operator starts with `not`, such as `not in`. No other operator starts with an `n`. */
const isNegated = ({ text }: TokenCursor, { start }: FilterToken): boolean =>
  'nN'.includes(text[start] ?? ' ')

/** Reads an operator and its right side; undefined if the next token is not an operator. */
function readOperation(cursor: TokenCursor): ValueOperation | undefined {
  const { token } = cursor
  const operator = operators.find((kind) => kind === token.kind)
  if (operator) {
    takeToken(cursor)
    const isEquality = operator === '=' || operator === '!='
    const right = readLiteral(
      cursor,
      isEquality ? ['text', 'number', 'date', 'boolean', 'null'] : ['text', 'number', 'date'],
    )
    return { kind: 'compare', operator, right }
  }
  const negated = isNegated(cursor, token)
  if (takeIf(cursor, 'contains') || takeIf(cursor, 'icontains')) {
    expectSpace(cursor)
    const ignoresCase = token.kind === 'icontains'
    const right = readLiteral(cursor, ignoresCase ? ['text'] : ['text', 'number'])
    return { kind: 'contains', negated, ignoresCase, right }
  }
  if (token.spaceStart === -1) return undefined
  if (takeIf(cursor, 'in')) return { kind: 'in', negated, right: readList(cursor) }
  return takeIf(cursor, 'between') ? { kind: 'between', negated, ...readBounds(cursor) } : undefined
}

/** Reads one condition, without surrounding `not`s and parentheses. */
function readCondition(cursor: TokenCursor, depth: number): FilterCondition {
  const firstToken = cursor.token
  if (takeIf(cursor, 'boolean'))
    return {
      kind: 'constant',
      value: cursor.text.slice(firstToken.start, firstToken.end).toLowerCase() === 'true',
    }
  if (takeIf(cursor, 'isEmpty'))
    return { kind: 'empty', set: readArgument(cursor, () => readSet(cursor, depth)) }
  const left = readLeftOperand(cursor, depth)
  const operation = readOperation(cursor)
  if (operation) return { left, ...operation }
  return 'name' in left && !left.function ? { kind: 'flag', name: left.name } : throwAtToken(cursor)
}

/** The position of the parser: the text, and the next token in it. */
export type TokenCursor = { readonly text: string; token: FilterToken }

const createCursor = (text: string): TokenCursor => ({ text, token: nextToken(text, 0) })

function takeToken(cursor: TokenCursor): FilterToken {
  const { token } = cursor
  cursor.token = nextToken(cursor.text, token.end)
  return token
}

function throwUnexpected({ text }: TokenCursor, start: number, end: number): never {
  const symbol = start === text.length ? '<EOF>' : text.slice(start, end)
  const linesBefore = text.slice(0, start).split('\n')
  const line = linesBefore.length
  const column = [...(linesBefore.at(-1) ?? '')].length
  throw new FilterError(
    `Unexpected symbol: "${symbol}" at line: ${line} column: ${column}. line: ${line}, column: ${column}, symbol: ${symbol}`,
  )
}

const throwAtToken = (cursor: TokenCursor): never =>
  throwUnexpected(cursor, cursor.token.start, cursor.token.end)

const isNext = ({ token }: TokenCursor, kind: FilterTokenKind): boolean => token.kind === kind

/** Whether the next token is this keyword, with white space before it. */
const isNextWord = ({ token }: TokenCursor, kind: FilterTokenKind): boolean =>
  token.kind === kind && token.spaceStart !== -1

function expectToken(cursor: TokenCursor, kind: FilterTokenKind): FilterToken {
  return isNext(cursor, kind) ? takeToken(cursor) : throwAtToken(cursor)
}

function expectSpace(cursor: TokenCursor): void {
  if (cursor.token.spaceStart === -1) throwAtToken(cursor)
}

function expectNoSpace(cursor: TokenCursor): void {
  const { spaceStart } = cursor.token
  if (spaceStart !== -1) throwUnexpected(cursor, spaceStart, spaceStart + 1)
}

function expectWord(cursor: TokenCursor, kind: FilterTokenKind): FilterToken {
  expectSpace(cursor)
  return expectToken(cursor, kind)
}

function takeIf(cursor: TokenCursor, kind: FilterTokenKind): boolean {
  if (!isNext(cursor, kind)) return false
  takeToken(cursor)
  return true
}
