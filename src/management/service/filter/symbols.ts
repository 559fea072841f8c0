import type { Work } from '../call/work.js'
import type { FilterQuery, SymbolName } from './syntax.js'
import { FilterError } from './error.js'

type Nullable<Value> = Value | null | undefined

/** Compiles a query to a function that counts the matching linked records of a record. Throws `FilterError`. */
export type LinkedCounterFactory<R> = (query: FilterQuery) => (record: R) => Work<number>

type ValueSymbol<R> = {
  readonly kind: 'text' | 'number' | 'boolean' | 'date'
  readonly read: (record: R) => unknown
}

/**
 * A symbol of the filter language: its type, and how to read its value from a record. Dates are in ms since 1970. For a
 * set of ids, `createLinkedCounter` (from `createLinkedCounterFactory`) lets subqueries test the linked records.
 */
export type FilterableSymbol<R> =
  | ValueSymbol<R>
  | {
      readonly kind: 'map'
      readonly read: (record: R) => Nullable<Readonly<Record<string, unknown>>>
    }
  | {
      readonly kind: 'set'
      readonly read: (record: R) => Nullable<readonly string[]>
      readonly createLinkedCounter?: LinkedCounterFactory<R>
    }

/** The filterable symbols of a kind of record by their full names; `id` must be among them. */
export type FilterSymbols<R> = {
  readonly id: { readonly kind: 'text'; readonly read: (record: R) => string }
} & Readonly<Record<string, FilterableSymbol<R>>>

/** A symbol with one value. The value of a tag can be of any type. */
export type SingleSymbol<R> = {
  kind: 'text' | 'number' | 'boolean' | 'date' | 'any'
  read: (record: R) => unknown
}

export type SetSymbol<R> = Extract<FilterableSymbol<R>, { kind: 'set' }>

const createUnknownSymbolError = ({ name }: SymbolName): FilterError =>
  new FilterError(`unknown symbol '${name}'`)

/**
 * Finds the symbol of a name with a dot: `tags.site` is the value of `site` in the map `tags`. Everything after the
 * first dot is the key.
 */
function findMapEntry<R>(
  symbols: FilterSymbols<R>,
  name: SymbolName,
): SingleSymbol<R> | SetSymbol<R> | undefined {
  const dot = name.name.indexOf('.')
  const mapName = name.name.slice(0, Math.max(dot, 0))
  const symbol = Object.hasOwn(symbols, mapName) ? symbols[mapName] : undefined
  // Fields of linked records, such as `services.name`, can only be tested in subqueries. For such a name, controllers
  // report that it is a set if one value is expected, and that it is unknown if a set is expected.
  if (symbol?.kind === 'set' && symbol.createLinkedCounter) return symbol
  if (symbol?.kind !== 'map') return undefined
  const key = name.name.slice(dot + 1)
  const { read } = symbol
  return {
    kind: 'any',
    read: (record) => {
      const map = read(record)
      return map && Object.hasOwn(map, key) ? map[key] : undefined
    },
  }
}

function findSymbol<R>(
  symbols: FilterSymbols<R>,
  name: SymbolName,
): SingleSymbol<R> | SetSymbol<R> {
  const symbol = Object.hasOwn(symbols, name.name)
    ? symbols[name.name]
    : findMapEntry(symbols, name)
  if (!symbol || symbol.kind === 'map') throw createUnknownSymbolError(name)
  return symbol
}

export function getSingleSymbol<R>(symbols: FilterSymbols<R>, name: SymbolName): SingleSymbol<R> {
  const symbol = findSymbol(symbols, name)
  if (symbol.kind === 'set')
    throw new FilterError(
      `symbol '${name.name}' is a set symbol but is used in non-set function context`,
    )
  return symbol
}

/**
 * Finds a set symbol by its name; throws `FilterError` if there is none. `usedIn` is the function that needs the set,
 * for the message.
 */
export function getSetSymbol<R>(
  symbols: FilterSymbols<R>,
  name: SymbolName,
  usedIn: string,
): SetSymbol<R> {
  const symbol = findSymbol(symbols, name)
  if (symbol.kind !== 'set')
    throw new FilterError(
      `symbol '${name.name}' is not a set symbol but is used in set function ${usedIn}`,
    )
  if (!Object.hasOwn(symbols, name.name)) throw createUnknownSymbolError(name)
  return symbol
}
