import { type Filter, filterOf } from './filter.js'
import { dated, floating, numeral, quoted } from './literal.js'

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

type Written<Value> = (value: Value) => string

const equal = <Value>(left: string, written: Written<Value>): Equal<Value> => ({
  eq: (value) => filterOf(`${left} = ${written(value)}`),
  ne: (value) => filterOf(`${left} != ${written(value)}`),
})

const ordered = <Value>(left: string, written: Written<Value>): Ordered<Value> => ({
  lt: (value) => filterOf(`${left} < ${written(value)}`),
  lte: (value) => filterOf(`${left} <= ${written(value)}`),
  gt: (value) => filterOf(`${left} > ${written(value)}`),
  gte: (value) => filterOf(`${left} >= ${written(value)}`),
})

const ranged = <Value>(left: string, written: Written<Value>): Ranged<Value> => ({
  between: (low, high) => filterOf(`${left} between ${written(low)} and ${written(high)}`),
  notBetween: (low, high) => filterOf(`${left} not between ${written(low)} and ${written(high)}`),
})

/** The language has no empty list; `false` and `true` say the same. */
const listed = <Value>(left: string, written: Written<Value>): Listed<Value> => ({
  in: (values) =>
    filterOf(values.length === 0 ? 'false' : `${left} in [${values.map(written).join(', ')}]`),
  notIn: (values) =>
    filterOf(values.length === 0 ? 'true' : `${left} not in [${values.map(written).join(', ')}]`),
})

const contained = (left: string): Contained => ({
  contains: (part) => filterOf(`${left} contains ${quoted(part)}`),
  notContains: (part) => filterOf(`${left} not contains ${quoted(part)}`),
  icontains: (part) => filterOf(`${left} icontains ${quoted(part)}`),
  notIcontains: (part) => filterOf(`${left} not icontains ${quoted(part)}`),
})

const orNull =
  <Value>(written: Written<Value>): Written<Value | null> =>
  (value) =>
    value === null ? 'null' : written(value)

const members = (left: string): Members => ({
  ...equal(left, quoted),
  ...ordered(left, quoted),
  ...listed(left, quoted),
  ...contained(left),
})

const numbers = (left: string): Count => ({
  ...equal(left, numeral),
  ...ordered(left, numeral),
  ...listed(left, numeral),
  ...ranged(left, numeral),
})

/** A list has values of one kind only, so one of both is two. */
function entryListed(left: string): Listed<string | number> {
  const texts = listed(left, quoted)
  const floats = listed(left, floating)
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

const valued = (value: string | number | boolean): string =>
  typeof value === 'string'
    ? quoted(value)
    : typeof value === 'number'
      ? floating(value)
      : String(value)

const key = /^[a-z][a-z_-]*(\.[a-z][a-z_-]*)*$/i

function entry(map: string, name: string): Entry {
  if (!key.test(name))
    throw new RangeError(
      `the key is \`${name}\`, but a filter can only name keys of letters, \`_\` and \`-\` that begin with a letter, also after a dot`,
    )
  const left = `${map}.${name}`
  return {
    ...equal(left, orNull(valued)),
    ...ordered(left, valued),
    ...entryListed(left),
    ...contained(left),
  }
}

/** The fields of a filter by the kind of symbol. */
export type FieldOf = {
  text: TextField
  number: NumberField
  boolean: BooleanField
  date: DateField
  map: MapField
  set: SetField
}

/** Makes the field of a symbol. */
export const fieldOf: { readonly [Kind in keyof FieldOf]: (name: string) => FieldOf[Kind] } = {
  text: (name) => ({ ...members(name), ...equal(name, orNull(quoted)) }),
  number: (name) => ({ ...numbers(name), ...equal(name, orNull(numeral)) }),
  boolean: (name) => equal(name, orNull(String)),
  date: (name) => ({
    ...equal(name, orNull(dated)),
    ...ordered(name, dated),
    ...listed(name, dated),
    ...ranged(name, dated),
  }),
  map: (name) => ({ get: (key) => entry(name, key) }),
  set: (name) => ({
    anyOf: members(`anyOf(${name})`),
    allOf: members(`allOf(${name})`),
    count: numbers(`count(${name})`),
    isEmpty: () => filterOf(`isEmpty(${name})`),
  }),
}

const written = (value: string | number | boolean | Date | null): string =>
  typeof value === 'string'
    ? quoted(value)
    : typeof value === 'number'
      ? numeral(value)
      : value instanceof Date
        ? dated(value)
        : String(value)

/** A field of any kind, which goes by the values that it is compared with. */
export const anyField = (name: string): FieldOf[keyof FieldOf] => ({
  ...equal(name, written),
  ...ordered(name, written),
  ...listed(name, written),
  ...ranged(name, written),
  ...contained(name),
  ...fieldOf.set(name),
  ...fieldOf.map(name),
})
