/** A filter and its combinators. Lists accept its `text` as the option `filter`. */
export type Filter = {
  /** The filter in the language of the controller. */
  readonly text: string
  /** Matches if this filter and all others match. */
  and(...others: readonly Filter[]): Filter
  /** Matches if this filter or any other matches. */
  or(...others: readonly Filter[]): Filter
  /** Matches if this filter does not match. */
  not(): Filter
  /** The same as `text`. */
  toString(): string
}

/**
 * Puts each part in parentheses, because controllers have unusual precedence rules: `and` and `or`
 * are right-associative, and `not` applies to everything after it.
 */
function joinFilters(
  filters: readonly Filter[],
  operator: 'and' | 'or',
  whenEmpty: 'true' | 'false',
): Filter {
  const [first] = filters
  if (!first || filters.length === 1) return first ?? createFilter(whenEmpty)
  return createFilter(filters.map(({ text }) => `(${text})`).join(` ${operator} `))
}

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

/** Matches if all filters match; without filters, always. */
export const every = (filters: readonly Filter[]): Filter => joinFilters(filters, 'and', 'true')

/** Matches if any filter matches; without filters, never. */
export const some = (filters: readonly Filter[]): Filter => joinFilters(filters, 'or', 'false')

/** Equality. A missing value matches `eq(null)`, and `ne(value)` for every other value. */
export type Equal<Value> = { eq(value: Value): Filter; ne(value: Value): Filter }

/** Comparison operators; missing values never match. */
export type Ordered<Value> = {
  lt(value: Value): Filter
  lte(value: Value): Filter
  gt(value: Value): Filter
  gte(value: Value): Filter
}

/** Membership in a list. With an empty list, `in` never matches and `notIn` always does. */
export type Listed<Value> = {
  in(values: readonly Value[]): Filter
  notIn(values: readonly Value[]): Filter
}

/** Substrings; `icontains` ignores case. */
export type Contained = {
  contains(part: string): Filter
  notContains(part: string): Filter
  icontains(part: string): Filter
  notIcontains(part: string): Filter
}

/** Ranges, which include `low` and exclude `high`. */
export type Ranged<Value> = {
  between(low: Value, high: Value): Filter
  notBetween(low: Value, high: Value): Filter
}

export type TextField = Equal<string | null> & Ordered<string> & Listed<string> & Contained
export type NumberField = Equal<number | null> & Ordered<number> & Listed<number> & Ranged<number>
export type BooleanField = Equal<boolean | null>
export type DateField = Equal<Date | null> & Ordered<Date> & Listed<Date> & Ranged<Date>

/** The members of a set, compared as strings. */
export type Members = Equal<string> & Ordered<string> & Listed<string> & Contained

/** The number of members of a set. */
export type Count = Equal<number> & Ordered<number> & Listed<number> & Ranged<number>

/** A set, such as role attributes. */
export type SetField = {
  /** Matches if at least one member does. */
  readonly anyOf: Members
  /** Matches if every member does, or the set is empty. */
  readonly allOf: Members
  readonly count: Count
  isEmpty(): Filter
}

/** An entry of a map, whose value can be of any type. */
export type MapEntryField = Equal<string | number | boolean | null> &
  Ordered<string | number> &
  Listed<string | number> &
  Contained

/** A map, such as tags. */
export type MapField = {
  /**
   * The entry of a key; throws `RangeError` for a key that the filter language cannot express, such
   * as one with a digit.
   */
  get(key: string): MapEntryField
}

type Format<Value> = (value: Value) => string

const createEqual = <Value>(operand: string, format: Format<Value>): Equal<Value> => ({
  eq: (value) => createFilter(`${operand} = ${format(value)}`),
  ne: (value) => createFilter(`${operand} != ${format(value)}`),
})

const createOrdered = <Value>(operand: string, format: Format<Value>): Ordered<Value> => ({
  lt: (value) => createFilter(`${operand} < ${format(value)}`),
  lte: (value) => createFilter(`${operand} <= ${format(value)}`),
  gt: (value) => createFilter(`${operand} > ${format(value)}`),
  gte: (value) => createFilter(`${operand} >= ${format(value)}`),
})

const createRanged = <Value>(operand: string, format: Format<Value>): Ranged<Value> => ({
  between: (low, high) => createFilter(`${operand} between ${format(low)} and ${format(high)}`),
  notBetween: (low, high) =>
    createFilter(`${operand} not between ${format(low)} and ${format(high)}`),
})

/** The filter language has no empty list, so `in []` becomes `false` and `not in []` becomes `true`. */
const createListed = <Value>(operand: string, format: Format<Value>): Listed<Value> => ({
  in: (values) =>
    createFilter(
      values.length === 0 ? 'false' : `${operand} in [${values.map(format).join(', ')}]`,
    ),
  notIn: (values) =>
    createFilter(
      values.length === 0 ? 'true' : `${operand} not in [${values.map(format).join(', ')}]`,
    ),
})

const createContained = (operand: string): Contained => ({
  contains: (part) => createFilter(`${operand} contains ${formatString(part)}`),
  notContains: (part) => createFilter(`${operand} not contains ${formatString(part)}`),
  icontains: (part) => createFilter(`${operand} icontains ${formatString(part)}`),
  notIcontains: (part) => createFilter(`${operand} not icontains ${formatString(part)}`),
})

const nullable =
  <Value>(format: Format<Value>): Format<Value | null> =>
  (value) =>
    value === null ? 'null' : format(value)

const createMembers = (operand: string): Members => ({
  ...createEqual(operand, formatString),
  ...createOrdered(operand, formatString),
  ...createListed(operand, formatString),
  ...createContained(operand),
})

const createCount = (operand: string): Count => ({
  ...createEqual(operand, formatNumber),
  ...createOrdered(operand, formatNumber),
  ...createListed(operand, formatNumber),
  ...createRanged(operand, formatNumber),
})

/**
 * A list in the filter language can have values of one type only, so a list of strings and numbers becomes two lists.
 */
function createEntryListed(operand: string): Listed<string | number> {
  const texts = createListed(operand, formatString)
  const floats = createListed(operand, formatFloat)
  const splitByType = (values: readonly (string | number)[]): [string[], number[]] => [
    values.filter((value) => typeof value === 'string'),
    values.filter((value) => typeof value === 'number'),
  ]
  const combine =
    (operator: 'in' | 'notIn', connective: 'or' | 'and') =>
    (values: readonly (string | number)[]): Filter => {
      const [strings, numbers] = splitByType(values)
      if (numbers.length === 0) return texts[operator](strings)
      const numberFilter = floats[operator](numbers)
      return strings.length === 0
        ? numberFilter
        : texts[operator](strings)[connective](numberFilter)
    }
  return { in: combine('in', 'or'), notIn: combine('notIn', 'and') }
}

const formatEntryValue = (value: string | number | boolean): string =>
  typeof value === 'number' ? formatFloat(value) : formatLiteral(value)

const keyPattern = /^[a-z][a-z_-]*(\.[a-z][a-z_-]*)*$/i

function createEntry(map: string, name: string): MapEntryField {
  if (!keyPattern.test(name))
    throw new RangeError(
      `the key is \`${name}\`, but each part of a key in a filter must begin with a letter and contain only letters, \`_\` and \`-\``,
    )
  const operand = `${map}.${name}`
  return {
    ...createEqual(operand, nullable(formatEntryValue)),
    ...createOrdered(operand, formatEntryValue),
    ...createEntryListed(operand),
    ...createContained(operand),
  }
}

/** Filter fields by the type of their symbol. */
export type FieldByKind = {
  text: TextField
  number: NumberField
  boolean: BooleanField
  date: DateField
  map: MapField
  set: SetField
}

const createMap = (name: string): MapField => ({ get: (key) => createEntry(name, key) })

const createSet = (name: string): SetField => ({
  anyOf: createMembers(`anyOf(${name})`),
  allOf: createMembers(`allOf(${name})`),
  count: createCount(`count(${name})`),
  isEmpty: () => createFilter(`isEmpty(${name})`),
})

const formatLiteral = (value: string | number | boolean | Date | null): string =>
  typeof value === 'string'
    ? formatString(value)
    : typeof value === 'number'
      ? formatNumber(value)
      : typeof value === 'object' && value !== null
        ? formatDate(value)
        : String(value)

/**
 * Creates a field whose symbol type is not known: it has the methods of all types, and formats
 * values by their JavaScript type.
 */
export const createField = (name: string): FieldByKind[keyof FieldByKind] & TextField => ({
  ...createEqual(name, formatLiteral),
  ...createOrdered(name, formatLiteral),
  ...createListed(name, formatLiteral),
  ...createRanged(name, formatLiteral),
  ...createContained(name),
  ...createSet(name),
  ...createMap(name),
})

/** The filterable symbols of a resource, with their types. */
export type Symbols = Readonly<Record<string, keyof FieldByKind>>

/** The filter fields of a resource. */
export type Fields<S extends Symbols> = { readonly [Name in keyof S]: FieldByKind[S[Name]] }

/**
 * The filter fields of a resource. The symbols exist only as types, so at run time, every property name has a field.
 */
export const createFields = <S extends Symbols>(): Fields<S> =>
  // Each field has the methods of all kinds, so it fits any symbol.
  new Proxy({}, { get: (_, name) => createField(String(name)) }) as Fields<S>

/** Symbols that support sorting: all except sets and maps. */
export type Sortable<S extends Symbols> = {
  [Name in keyof S & string]: S[Name] extends 'set' | 'map' ? never : Name
}[keyof S & string]

/** A symbol to sort by; ascending unless `desc` follows. */
export type Sort<S extends Symbols> = Sortable<S> | `${Sortable<S>} ${'asc' | 'desc'}`

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Control characters without an escape, and unpaired surrogates, which filters cannot express. */
export const inexpressibleCharacter = /[\0-\x08\x0b\x0e-\x1f]|\p{Surrogate}/u

const formatCodePoint = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** A string literal; throws `RangeError` for characters that the language cannot express. */
function formatString(text: string): string {
  const match = inexpressibleCharacter.exec(text)
  if (match)
    throw new RangeError(
      `a string with the character ${formatCodePoint(match[0])} (at ${match.index}) cannot be used in a filter`,
    )
  return `"${text.replaceAll(/["\\\f\n\r\t]/g, (character) => escapes[character] ?? character)}"`
}

function formatNumber(value: number): string {
  if (!Number.isFinite(value))
    throw new RangeError(`the number is \`${value}\`, but must be finite`)
  return String(value)
}

/**
 * A number literal for tags, which controllers store as floats: the literal `7` does not match the stored 7, but `7e0`
 * does.
 */
function formatFloat(value: number): string {
  const literal = formatNumber(value)
  return /[.e]/.test(literal) ? literal : `${literal}e0`
}

/** A date literal in UTC; throws `RangeError` if the date is invalid or its year is not between 0 and 9999. */
function formatDate(value: Date): string {
  const year = value.getUTCFullYear()
  if (!(year >= 0 && year <= 9999))
    throw new RangeError(
      `the date is \`${String(value)}\`, but its year must be between 0 and 9999`,
    )
  return `datetime(${value.toISOString()})`
}
