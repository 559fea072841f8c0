import type { Selection, Selector } from '../../src/management/service/filter/select.js'
import { compileSelector, selectInParts } from '../../src/management/service/filter/select.js'
import type { ListParameters } from '../../src/management/service/filter/parameters.js'
import type { FilterSymbols } from '../../src/management/service/filter/symbols.js'
import type { Failure } from '../../src/management/service/call/failure.js'
import { Refusal } from '../../src/management/service/call/failure.js'
import { runToCompletion } from '../../src/management/service/call/work.js'

export type Attempt<Value> =
  { ok: true; value: Value } | { ok: false; failure: Failure; reason: string }

/** Selects a page in one step. */
export const select = <R>(
  records: Iterable<R>,
  selector: Selector<R>,
  count?: number,
): Selection<R> => runToCompletion(selectInParts(records, selector, count))

/** Compiles a list request and selects its page. */
export const selectList = <R>(
  records: Iterable<R>,
  parameters: ListParameters,
  symbols: FilterSymbols<R>,
): Attempt<Selection<R>> => attempt(() => select(records, compileSelector(parameters, symbols)))

/** Runs a function that may refuse a list request; returns its result or the refusal. */
export function attempt<Value>(run: () => Value): Attempt<Value> {
  try {
    return { ok: true, value: run() }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { failure } = error
    return { ok: false, failure, reason: failure.reason ?? '' }
  }
}
