import { type Exact, exactOf } from './exact.js'
import { type Fault, FilterError, positionOf } from './fault.js'
import type { Filterable } from './filterable.js'
import { type Order, orderOf } from './order.js'
import { limitOf, offsetOf } from './page.js'
import type { ListParameters } from './parameters.js'
import { parse } from './parse.js'
import { recordTest, type RecordTest } from './record-test.js'
import { roleTest } from './roles.js'

/** A request for a list, made ready: no `test` lets all pass, no `order` is that of ids; `exact` is part of what `test` wants. */
export type Selector<R> = {
  readonly test?: RecordTest<R>
  readonly order?: Order<R>
  readonly limit: number
  readonly offset: number
  readonly exact?: Exact
}

export type Compiled<R> = { ok: true; selector: Selector<R> } | { ok: false; fault: Fault }

type Attempt<Value> = { value: Value } | { fault: Fault }

/** Runs what throws for faults in a text; `before` is what the text has in front of what was given. */
function attempt<Value>(
  text: string,
  code: 'INVALID_FILTER' | 'INVALID_SORT_IDENTIFIER',
  { run, before = 0 }: { run: () => Value; before?: number },
): Attempt<Value> {
  try {
    return { value: run() }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const position = positionOf(text.slice(before), Math.max(error.at - before, 0))
    return {
      fault: {
        code: error.sorts ? 'INVALID_SORT_IDENTIFIER' : code,
        message: error.message,
        position,
      },
    }
  }
}

/** Messages about `sort` count columns as a controller does, which puts these words before it. */
const beforeSort = 'true sort by '

function sortOf<R>(symbols: Filterable<R>, sort: string): Attempt<Order<R> | undefined> {
  const text = beforeSort + sort
  return attempt(text, 'INVALID_SORT_IDENTIFIER', {
    run: () => orderOf(symbols, parse(text).sort),
    before: beforeSort.length,
  })
}

const both = <R>(
  one: RecordTest<R> | undefined,
  other: RecordTest<R> | undefined,
): RecordTest<R> | undefined =>
  one && other ? (record) => one(record) && other(record) : (one ?? other)

/** Makes a request for a list ready for `select`; what the filter says about order and page wins over parameters. */
export function compile<R>(
  { filter = '', sort = '', limit, offset, roleFilter, roleSemantic }: ListParameters,
  symbols: Filterable<R>,
): Compiled<R> {
  const read = attempt(filter, 'INVALID_FILTER', {
    run: () => {
      const query = parse(filter)
      const makeTest = recordTest(symbols, query)
      const order = orderOf(symbols, query.sort)
      return { query, test: makeTest(), order }
    },
  })
  if ('fault' in read) return { ok: false, fault: read.fault }
  const { query } = read.value
  const sorted =
    query.sort.length > 0 || sort === '' ? { value: read.value.order } : sortOf(symbols, sort)
  if ('fault' in sorted) return { ok: false, fault: sorted.fault }
  const roles = roleFilter ? roleTest(symbols, roleFilter, roleSemantic) : undefined
  if (roles && 'code' in roles) return { ok: false, fault: roles }
  const test = both(roles?.test, read.value.test)
  const order = sorted.value
  const exact = exactOf(query)
  return {
    ok: true,
    selector: {
      ...(test && { test }),
      ...(order && { order }),
      limit: limitOf(query.limit ?? limit),
      offset: offsetOf(query.skip ?? offset),
      ...(exact && { exact }),
    },
  }
}
