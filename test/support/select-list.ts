import type { CompileResult, Selection } from '../../src/management/service/filter/select.js'
import { compileSelector, select } from '../../src/management/service/filter/select.js'
import type { ListParameters } from '../../src/management/service/filter/parameters.js'
import type { Filterable } from '../../src/management/service/filter/symbols.js'

/** Compiles a list request and selects its page. */
export function selectList<R>(
  records: Iterable<R>,
  parameters: ListParameters,
  symbols: Filterable<R>,
): { ok: true; selection: Selection<R> } | Extract<CompileResult<R>, { ok: false }> {
  const compiled = compileSelector(parameters, symbols)
  return compiled.ok ? { ok: true, selection: select(records, compiled.selector) } : compiled
}
