import type { Fields, Symbols } from './fields.js'
import { fields } from './fields.js'
import type { Filter } from './filter.js'

/** The names that can be sorted by: those with one value. */
export type Sortable<S extends Symbols> = {
  [Name in keyof S & string]: S[Name] extends 'set' | 'map' ? never : Name
}[keyof S & string]

/** A name to sort by, ascending unless `desc` follows it. */
export type Sort<S extends Symbols> = Sortable<S> | `${Sortable<S>} ${'asc' | 'desc'}`

/** What is asked of a list. Further names sort records that are equal in those before; a page is sorted by `id` otherwise. */
export type Query<S extends Symbols> = {
  where?: Filter | ((fields: Fields<S>) => Filter)
  /** At most five; more are not looked at by controllers. */
  sort?: Sort<S> | readonly [Sort<S>, Sort<S>?, Sort<S>?, Sort<S>?, Sort<S>?]
  /** How many records come before the page, from 0 to 100,000. */
  skip?: number
  /** How many records a page has at most, from 1 to 500; `none` for all, which cannot be combined with `skip`. */
  limit?: number | 'none'
}

function checked(name: string, value: number, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new RangeError(
    `\`${name}\` is \`${value}\`, must be an integer from ${least} to ${most}; a controller would use another`,
  )
}

function sortClause(
  symbols: Symbols,
  sort: string | readonly (string | undefined)[] | undefined,
): string[] {
  const names = [sort ?? []].flat().filter((name) => name !== undefined)
  const sortable = Object.keys(symbols).filter(
    (name) => symbols[name] !== 'set' && symbols[name] !== 'map',
  )
  const wrong = names.find((name) => !sortable.includes(name.replace(/ (asc|desc)$/, '')))
  if (wrong !== undefined)
    throw new RangeError(
      `\`sort\` is \`${wrong}\`, must be one of ${sortable.join(', ')}, with \`asc\` or \`desc\` after it if wanted`,
    )
  if (names.length > 5)
    throw new RangeError(
      `\`sort\` has ${names.length} names, must have at most 5; a controller would drop the others`,
    )
  return names.length > 0 ? [`sort by ${names.join(', ')}`] : []
}

function pageClauses(skip: number | undefined, limit: number | 'none' | undefined): string[] {
  if (limit === 'none' && skip)
    throw new RangeError(
      '`limit` is `none` together with `skip`, which a controller answers with an empty page; give a `limit`',
    )
  return [
    ...(skip === undefined ? [] : [`skip ${checked('skip', skip, [0, 100_000])}`]),
    ...(limit === undefined
      ? []
      : [`limit ${limit === 'none' ? limit : checked('limit', limit, [1, 500])}`]),
  ]
}

/** The text for the parameter `filter` of a list, and nothing if nothing is asked; throws `RangeError`. */
export function filterText<const S extends Symbols>(
  symbols: S,
  { where, sort, skip, limit }: Query<S>,
): string {
  const filter = typeof where === 'function' ? where(fields(symbols)) : where
  return [
    ...(filter ? [filter.text] : []),
    ...sortClause(symbols, sort),
    ...pageClauses(skip, limit),
  ].join(' ')
}

/** The text of a filter. */
export const where = ({ text }: Filter): string => text
