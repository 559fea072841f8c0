import { camelCase } from '../names.js'
import type { Environment } from './environment.js'
import type { Filterable, FilterableSymbol } from './filter/index.js'
import type { Kind } from './kinds/kind.js'
import type { Kinds, KindName } from './records.js'

/** How filters read the records of a kind: the symbols are those of the contract, in its order. */
export function filterableOf<Name extends KindName>(kind: Kind<Name>, environment: Environment): Filterable<Kinds[Name]> {
  const known = environment.filterables.get(kind)
  if (known) return known as Filterable<Kinds[Name]>
  const symbols = environment.contract.resources[camelCase(kind.collection)]?.symbols ?? { id: 'text' }
  const entries = Object.entries(symbols).map(([name, type]): [string, FilterableSymbol<Kinds[Name]>] => {
    const own = kind.symbols?.[name]
    const of = own ? (record: Kinds[Name]): unknown => own(record, environment) : fieldOf(name)
    return [name, { kind: type, of } as FilterableSymbol<Kinds[Name]>]
  })
  const filterable = Object.fromEntries(entries) as Filterable<Kinds[Name]>
  environment.filterables.set(kind, filterable)
  return filterable
}

/** A field of a record, or a field of an object in it. */
function fieldOf(name: string): (record: object) => unknown {
  const path = name.split('.')
  return (record) => path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined), record)
}
