import { conditionAt } from './parse-condition.js'
import {
  type Cursor,
  cursorOver,
  expect,
  expectSpace,
  expectWord,
  isNext,
  isNextWord,
  take,
  taken,
  unexpected,
} from './cursor.js'
import { FilterError } from './fault.js'
import { literalOf } from './literal.js'
import type { Item, Query, SortField } from './syntax.js'

/** Queries within queries; more is refused, not read. */
const deepest = 32

/** The `not`s and the opening parentheses before a condition; gives whether the `not`s are odd in number. */
function openings(cursor: Cursor, items: Item[], open: boolean[], flippedBefore: boolean): boolean {
  let flipped = flippedBefore
  for (;;) {
    if (taken(cursor, 'not')) {
      expectSpace(cursor)
      flipped = !flipped
    } else if (taken(cursor, '(')) {
      items.push({ kind: 'open' })
      open.push(flipped)
      flipped = false
    } else return flipped
  }
}

/** A predicate, read with a stack of its own instead of that of calls, so that it may nest as deep as it likes. */
function predicate(cursor: Cursor, depth: number): Item[] {
  const items: Item[] = []
  const open: boolean[] = []
  let flipped = false
  for (;;) {
    flipped = openings(cursor, items, open, flipped)
    let last: Exclude<Item, { kind: 'open' }> = {
      kind: 'test',
      condition: conditionAt(cursor, () => queryAt(cursor, depth + 1)),
      flipped,
      joint: undefined,
    }
    items.push(last)
    while (open.length > 0 && taken(cursor, ')')) {
      flipped = open.pop() ?? false
      last = { kind: 'close', flipped, joint: undefined }
      items.push(last)
    }
    last.joint = isNextWord(cursor, 'and') ? 'and' : isNextWord(cursor, 'or') ? 'or' : undefined
    if (!last.joint) break
    take(cursor)
    expectSpace(cursor)
  }
  if (open.length > 0) unexpected(cursor)
  return items
}

function sortFields(cursor: Cursor): SortField[] {
  expect(cursor, 'sort')
  expectWord(cursor, 'by')
  expectSpace(cursor)
  const fields: SortField[] = []
  do {
    const { start, end } = expect(cursor, 'name')
    const descending = isNextWord(cursor, 'desc')
    if (descending || isNextWord(cursor, 'asc')) take(cursor)
    fields.push({ name: cursor.text.slice(start, end), at: start, descending })
  } while (taken(cursor, ','))
  return fields
}

function count(cursor: Cursor, clause: 'skip' | 'limit'): number {
  expect(cursor, clause)
  expectSpace(cursor)
  if (clause === 'limit' && taken(cursor, 'none')) return -1
  const token = expect(cursor, 'number')
  const literal = literalOf(cursor.text, token)
  if (literal?.kind === 'number' && literal.integer) return literal.value
  throw new FilterError(
    `expected integer value for ${clause}, but got ${cursor.text.slice(token.start, token.end).slice(0, 40)}`,
    token.start,
  )
}

/** A query; clauses come in the order `sort by`, `skip`, `limit`, and a query may be clauses alone. */
function queryAt(cursor: Cursor, depth: number): Query {
  if (depth > deepest)
    throw new FilterError(`queries within queries go at most ${deepest} deep`, cursor.token.start)
  const isClause = isNext(cursor, 'sort') || isNext(cursor, 'skip') || isNext(cursor, 'limit')
  const items = isClause ? [] : predicate(cursor, depth)
  const comes = (clause: 'sort' | 'skip' | 'limit'): boolean =>
    isClause ? isNext(cursor, clause) : isNextWord(cursor, clause)
  const sort = comes('sort') ? sortFields(cursor) : []
  const skip = comes('skip') ? count(cursor, 'skip') : undefined
  const limit = comes('limit') ? count(cursor, 'limit') : undefined
  return { items, sort, ...(skip !== undefined && { skip }), ...(limit !== undefined && { limit }) }
}

/** Reads a filter; an empty one finds everything. Takes time linear in the text; throws `FilterError`. */
export function parse(text: string): Query {
  if (text === '') return { items: [], sort: [] }
  const cursor = cursorOver(text)
  const query = queryAt(cursor, 0)
  if (!isNext(cursor, 'end')) unexpected(cursor)
  return query
}
