import { camelCase } from '../names.js'
import type { Filterable, FilterableSymbol } from './filter/index.js'
import type { Kind, Scope } from './kinds/kind.js'
import type { Kinds, KindName } from './records.js'

/** How filters read the records of a kind: the symbols are those of the contract, in its order. */
export function filterableOf<Name extends KindName>(
  kind: Kind<Name>,
  scope: Scope,
): Filterable<Kinds[Name]> {
  const symbols = scope.environment.contract.resources[camelCase(kind.collection)]?.symbols ?? {
    id: 'text',
  }
  const entries = Object.entries(symbols).map(
    ([name, type]): [string, FilterableSymbol<Kinds[Name]>] => {
      const own = kind.symbols?.[name]
      const of = own ? (record: Kinds[Name]): unknown => own(record, scope) : fieldOf(name)
      const linked = kind.linked?.[name]?.(scope)
      return [name, { kind: type, of, ...(linked && { linked }) } as FilterableSymbol<Kinds[Name]>]
    },
  )
  return Object.fromEntries(entries) as Filterable<Kinds[Name]>
}

/** A field of a record, or a field of an object in it. */
function fieldOf(name: string): (record: object) => unknown {
  const path = name.split('.')
  return (record) =>
    path.reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? Reflect.get(at, key)
          : undefined,
      record,
    )
}
