import { FilterError } from './fault.js'
import type { Filterable, FilterableSymbol } from './filterable.js'
import type { Name } from './syntax.js'

/** A value as conditions see it: that of a tag can be of any kind. */
export type Single<R> = {
  kind: 'text' | 'number' | 'boolean' | 'date' | 'any'
  of: (record: R) => unknown
}

/** A set symbol. */
export type SetOf<R> = Extract<FilterableSymbol<R>, { kind: 'set' }>

const unknown = ({ name, at }: Name): FilterError => new FilterError(`unknown symbol '${name}'`, at)

/** `tags.site` is the value of `site` in the map `tags`; whatever follows the first dot is the key. */
function entryOf<R>(symbols: Filterable<R>, name: Name): Single<R> | SetOf<R> | undefined {
  const dot = name.name.indexOf('.')
  const head = name.name.slice(0, Math.max(dot, 0))
  const symbol = Object.hasOwn(symbols, head) ? symbols[head] : undefined
  // A name that goes on behind a set of links is known, and a set; which of its names are public, none is.
  if (symbol?.kind === 'set' && symbol.linked) return symbol
  if (symbol?.kind !== 'map') return undefined
  const key = name.name.slice(dot + 1)
  const { of } = symbol
  return {
    kind: 'any',
    of: (record) => {
      const map = of(record)
      return map && Object.hasOwn(map, key) ? map[key] : undefined
    },
  }
}

function found<R>(symbols: Filterable<R>, name: Name): Single<R> | SetOf<R> {
  const symbol = Object.hasOwn(symbols, name.name) ? symbols[name.name] : entryOf(symbols, name)
  if (!symbol || symbol.kind === 'map') throw unknown(name)
  return symbol
}

/** The symbol of a name that has one value; throws `FilterError`. */
export function single<R>(symbols: Filterable<R>, name: Name): Single<R> {
  const symbol = found(symbols, name)
  if (symbol.kind === 'set')
    throw new FilterError(
      `symbol '${name.name}' is a set symbol but is used in non-set function context`,
      name.at,
    )
  return symbol
}

/** The symbol of a name that is a set; throws `FilterError`. */
export function set<R>(symbols: Filterable<R>, name: Name, usedIn: string): SetOf<R> {
  const symbol = found(symbols, name)
  if (symbol.kind !== 'set')
    throw new FilterError(
      `symbol '${name.name}' is not a set symbol but is used in set function ${usedIn}`,
      name.at,
    )
  if (!Object.hasOwn(symbols, name.name)) throw unknown(name)
  return symbol
}
