/** A filter, and ways to make a larger one of it. `text` is what a list takes as `filter`. */
export type Filter = {
  /** The filter in the language of the controller. */
  readonly text: string
  /** This, and all of the others. */
  and(...others: readonly Filter[]): Filter
  /** This, or any of the others. */
  or(...others: readonly Filter[]): Filter
  /** Everything that this does not find. */
  not(): Filter
  /** The same as `text`. */
  toString(): string
}

/** Each part in parentheses: controllers read `a or b and c`, and all that follows a `not`, in their own way. */
function joinFilters(
  filters: readonly Filter[],
  word: 'and' | 'or',
  none: 'true' | 'false',
): Filter {
  const [first] = filters
  if (!first || filters.length === 1) return first ?? createFilter(none)
  return createFilter(filters.map(({ text }) => `(${text})`).join(` ${word} `))
}

/** A filter of a text that is known to be one. */
function createFilter(text: string): Filter {
  const filter: Filter = {
    text,
    and: (...others) => every([filter, ...others]),
    or: (...others) => some([filter, ...others]),
    not: () => createFilter(`not (${text})`),
    toString: () => text,
  }
  return filter
}

/** All of the filters; of none, everything. */
export const every = (filters: readonly Filter[]): Filter => joinFilters(filters, 'and', 'true')

/** Any of the filters; of none, nothing. */
export const some = (filters: readonly Filter[]): Filter => joinFilters(filters, 'or', 'false')

/** Comparison for equality; `eq(null)` finds what has no value, `ne` also finds that. */
export type Equal<Value> = { eq(value: Value): Filter; ne(value: Value): Filter }

/** Comparison by order; what has no value is never found. */
export type Ordered<Value> = {
  lt(value: Value): Filter
  lte(value: Value): Filter
  gt(value: Value): Filter
  gte(value: Value): Filter
}

/** One of several values; nothing is in no values, everything is not. */
export type Listed<Value> = {
  in(values: readonly Value[]): Filter
  notIn(values: readonly Value[]): Filter
}

/** A part of a text; `icontains` ignores case. */
export type Contained = {
  contains(part: string): Filter
  notContains(part: string): Filter
  icontains(part: string): Filter
  notIcontains(part: string): Filter
}

/** From `low` on, and below `high`. */
export type Ranged<Value> = {
  between(low: Value, high: Value): Filter
  notBetween(low: Value, high: Value): Filter
}

export type TextField = Equal<string | null> & Ordered<string> & Listed<string> & Contained
export type NumberField = Equal<number | null> & Ordered<number> & Listed<number> & Ranged<number>
export type BooleanField = Equal<boolean | null>
export type DateField = Equal<Date | null> & Ordered<Date> & Listed<Date> & Ranged<Date>

/** The members of a set, each compared as a text. */
export type Members = Equal<string> & Ordered<string> & Listed<string> & Contained

/** How many members a set has. */
export type Count = Equal<number> & Ordered<number> & Listed<number> & Ranged<number>

/** A set, such as that of role attributes. */
export type SetField = {
  /** What one member at least fulfils. */
  readonly anyOf: Members
  /** What every member fulfils; those of an empty set do. */
  readonly allOf: Members
  readonly count: Count
  isEmpty(): Filter
}

/** An entry of a map, whose value can be of any kind. */
export type Entry = Equal<string | number | boolean | null> &
  Ordered<string | number> &
  Listed<string | number> &
  Contained

/** A map, such as that of tags. */
export type MapField = {
  /** The entry of a key; throws `RangeError` for a key that no filter can name, such as one with a digit. */
  get(key: string): Entry
}

type Format<Value> = (value: Value) => string

const createEqual = <Value>(left: string, written: Format<Value>): Equal<Value> => ({
  eq: (value) => createFilter(`${left} = ${written(value)}`),
  ne: (value) => createFilter(`${left} != ${written(value)}`),
})

const createOrdered = <Value>(left: string, written: Format<Value>): Ordered<Value> => ({
  lt: (value) => createFilter(`${left} < ${written(value)}`),
  lte: (value) => createFilter(`${left} <= ${written(value)}`),
  gt: (value) => createFilter(`${left} > ${written(value)}`),
  gte: (value) => createFilter(`${left} >= ${written(value)}`),
})

const createRanged = <Value>(left: string, written: Format<Value>): Ranged<Value> => ({
  between: (low, high) => createFilter(`${left} between ${written(low)} and ${written(high)}`),
  notBetween: (low, high) =>
    createFilter(`${left} not between ${written(low)} and ${written(high)}`),
})

/** The language has no empty list; `false` and `true` say the same. */
const createListed = <Value>(left: string, written: Format<Value>): Listed<Value> => ({
  in: (values) =>
    createFilter(values.length === 0 ? 'false' : `${left} in [${values.map(written).join(', ')}]`),
  notIn: (values) =>
    createFilter(
      values.length === 0 ? 'true' : `${left} not in [${values.map(written).join(', ')}]`,
    ),
})

const createContained = (left: string): Contained => ({
  contains: (part) => createFilter(`${left} contains ${formatString(part)}`),
  notContains: (part) => createFilter(`${left} not contains ${formatString(part)}`),
  icontains: (part) => createFilter(`${left} icontains ${formatString(part)}`),
  notIcontains: (part) => createFilter(`${left} not icontains ${formatString(part)}`),
})

const nullable =
  <Value>(written: Format<Value>): Format<Value | null> =>
  (value) =>
    value === null ? 'null' : written(value)

const createMembers = (left: string): Members => ({
  ...createEqual(left, formatString),
  ...createOrdered(left, formatString),
  ...createListed(left, formatString),
  ...createContained(left),
})

const createCount = (left: string): Count => ({
  ...createEqual(left, formatNumber),
  ...createOrdered(left, formatNumber),
  ...createListed(left, formatNumber),
  ...createRanged(left, formatNumber),
})

/** A list has values of one kind only, so one of both is two. */
function createEntryListed(left: string): Listed<string | number> {
  const texts = createListed(left, formatString)
  const floats = createListed(left, formatFloat)
  const parted = (values: readonly (string | number)[]): [string[], number[]] => [
    values.filter((value) => typeof value === 'string'),
    values.filter((value) => typeof value === 'number'),
  ]
  return {
    in: (values) => {
      const [words, figures] = parted(values)
      return figures.length === 0
        ? texts.in(words)
        : words.length === 0
          ? floats.in(figures)
          : texts.in(words).or(floats.in(figures))
    },
    notIn: (values) => {
      const [words, figures] = parted(values)
      return figures.length === 0
        ? texts.notIn(words)
        : words.length === 0
          ? floats.notIn(figures)
          : texts.notIn(words).and(floats.notIn(figures))
    },
  }
}

const formatEntryValue = (value: string | number | boolean): string =>
  typeof value === 'string'
    ? formatString(value)
    : typeof value === 'number'
      ? formatFloat(value)
      : String(value)

const keyPattern = /^[a-z][a-z_-]*(\.[a-z][a-z_-]*)*$/i

function createEntry(map: string, name: string): Entry {
  if (!keyPattern.test(name))
    throw new RangeError(
      `the key is \`${name}\`, but keys in a filter must begin with a letter and contain only letters, \`_\` and \`-\`, also after a dot`,
    )
  const left = `${map}.${name}`
  return {
    ...createEqual(left, nullable(formatEntryValue)),
    ...createOrdered(left, formatEntryValue),
    ...createEntryListed(left),
    ...createContained(left),
  }
}

/** The fields of a filter by the kind of symbol. */
export type FieldByKind = {
  text: TextField
  number: NumberField
  boolean: BooleanField
  date: DateField
  map: MapField
  set: SetField
}

/** Makes the field of a symbol. */
export const createField: {
  readonly [Kind in keyof FieldByKind]: (name: string) => FieldByKind[Kind]
} = {
  text: (name) => ({ ...createMembers(name), ...createEqual(name, nullable(formatString)) }),
  number: (name) => ({ ...createCount(name), ...createEqual(name, nullable(formatNumber)) }),
  boolean: (name) => createEqual(name, nullable(String)),
  date: (name) => ({
    ...createEqual(name, nullable(formatDate)),
    ...createOrdered(name, formatDate),
    ...createListed(name, formatDate),
    ...createRanged(name, formatDate),
  }),
  map: (name) => ({ get: (key) => createEntry(name, key) }),
  set: (name) => ({
    anyOf: createMembers(`anyOf(${name})`),
    allOf: createMembers(`allOf(${name})`),
    count: createCount(`count(${name})`),
    isEmpty: () => createFilter(`isEmpty(${name})`),
  }),
}

const formatLiteral = (value: string | number | boolean | Date | null): string =>
  typeof value === 'string'
    ? formatString(value)
    : typeof value === 'number'
      ? formatNumber(value)
      : value instanceof Date
        ? formatDate(value)
        : String(value)

/** A field of any kind, which goes by the values that it is compared with. */
const createAnyField = (name: string): FieldByKind[keyof FieldByKind] => ({
  ...createEqual(name, formatLiteral),
  ...createOrdered(name, formatLiteral),
  ...createListed(name, formatLiteral),
  ...createRanged(name, formatLiteral),
  ...createContained(name),
  ...createField.set(name),
  ...createField.map(name),
})

/** The filterable symbols of a resource, and their kinds. */
export type Symbols = Readonly<Record<string, keyof FieldByKind>>

/** The fields that filters of a resource are made of. */
export type Fields<S extends Symbols> = { readonly [Name in keyof S]: FieldByKind[S[Name]] }

/** The fields of a resource, made when they are asked for. */
export function createFields<const S extends Symbols>(symbols: S): Fields<S>
export function createFields(
  symbols: Symbols,
): Readonly<Record<string, FieldByKind[keyof FieldByKind]>> {
  const made = {}
  for (const [name, kind] of Object.entries(symbols))
    Object.defineProperty(made, name, { get: () => createField[kind](name), enumerable: true })
  return made
}

/** The same for a resource whose kinds of fields are only known as types. */
export function createAnyFields<S extends Symbols>(): Fields<S>
export function createAnyFields(): object {
  return new Proxy({}, { get: (_, name) => createAnyField(String(name)) })
}

/** The names that can be sorted by: those with one value. */
export type Sortable<S extends Symbols> = {
  [Name in keyof S & string]: S[Name] extends 'set' | 'map' ? never : Name
}[keyof S & string]

/** A name to sort by, ascending unless `desc` follows it. */
export type Sort<S extends Symbols> = Sortable<S> | `${Sortable<S>} ${'asc' | 'desc'}`

/** What is asked of a list. Further names sort records that are equal in those before; a page is sorted by `id` otherwise. */
export type ListQuery<S extends Symbols> = {
  where?: Filter | ((fields: Fields<S>) => Filter)
  /** At most five; controllers ignore further ones. */
  sort?: Sort<S> | readonly [Sort<S>, Sort<S>?, Sort<S>?, Sort<S>?, Sort<S>?]
  /** How many records come before the page, from 0 to 100,000. */
  skip?: number
  /** How many records a page has at most, from 1 to 500; `none` for all, which cannot be combined with `skip`. */
  limit?: number | 'none'
}

function checkRange(name: string, value: number, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new RangeError(
    `\`${name}\` is \`${value}\`, but must be an integer between ${least} and ${most}; a controller would use another value`,
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
      `\`sort\` is \`${wrong}\`, but must be one of ${sortable.join(', ')}, with \`asc\` or \`desc\` after it if wanted`,
    )
  if (names.length > 5)
    throw new RangeError(
      `\`sort\` has ${names.length} names, but at most 5 are allowed; a controller would ignore the others`,
    )
  return names.length > 0 ? [`sort by ${names.join(', ')}`] : []
}

function pageClauses(skip: number | undefined, limit: number | 'none' | undefined): string[] {
  if (limit === 'none' && skip)
    throw new RangeError(
      '`limit` is `none` together with `skip`, so a controller would answer with an empty page; set a `limit`',
    )
  return [
    ...(skip === undefined ? [] : [`skip ${checkRange('skip', skip, [0, 100_000])}`]),
    ...(limit === undefined
      ? []
      : [`limit ${limit === 'none' ? limit : checkRange('limit', limit, [1, 500])}`]),
  ]
}

/** The text for the parameter `filter` of a list, and nothing if nothing is asked; throws `RangeError`. */
export function formatListFilter<const S extends Symbols>(
  symbols: S,
  { where, sort, skip, limit }: ListQuery<S>,
): string {
  const filter = typeof where === 'function' ? where(createFields(symbols)) : where
  return [
    ...(filter ? [filter.text] : []),
    ...sortClause(symbols, sort),
    ...pageClauses(skip, limit),
  ].join(' ')
}

/** The text of a filter. */
export const formatFilter = ({ text }: Filter): string => text

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Control characters for which there is no escape, and halves of characters. */
const inexpressibleCharacter = /[\0-\x08\x0b\x0e-\x1f]|\p{Surrogate}/u

const formatCodePoint = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** A text in quotes; throws `RangeError` for characters that no filter can express. */
function formatString(text: string): string {
  const found = inexpressibleCharacter.exec(text)
  if (found)
    throw new RangeError(
      `a string with the character ${formatCodePoint(found[0])} (at ${found.index}) cannot be used in a filter`,
    )
  return `"${text.replaceAll(/["\\\f\n\r\t]/g, (character) => escapes[character] ?? character)}"`
}

/** A number; throws `RangeError` for one that is not finite. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value))
    throw new RangeError(`the number is \`${value}\`, but must be finite`)
  return String(value)
}

/** A number for tags, which controllers keep as floats: an integer literal finds none of them, `7e0` does. */
function formatFloat(value: number): string {
  const written = formatNumber(value)
  return /[.e]/.test(written) ? written : `${written}e0`
}

/** A date in UTC; throws `RangeError` for one that is none, or beyond the year 9999. */
function formatDate(value: Date): string {
  const year = value.getUTCFullYear()
  if (!(year >= 0 && year <= 9999))
    throw new RangeError(
      `the date is \`${String(value)}\`, but must be between the years 0 and 9999`,
    )
  return `datetime(${value.toISOString()})`
}
