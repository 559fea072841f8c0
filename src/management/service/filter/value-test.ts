import { compareBytes } from '../call/byte-order.js'
import { countCharacters } from '../call/work.js'
import { FilterError } from './error.js'
import type { Literal, Operator, ValueCondition } from './syntax.js'
import { formatDecimal, formatLiteral } from './syntax.js'
import type { SingleSymbol } from './symbols.js'

/** Tests whether a value, or one member of a set, meets a condition. */
export type ValueTest = (value: unknown) => boolean

export type ValueKind = SingleSymbol<unknown>['kind']

/** The left side of an operator: its text for messages, and its type. */
export type TypedOperand = { text: string; kind: ValueKind }

const typeNames = {
  text: 'string',
  number: 'number',
  boolean: 'bool',
  date: 'date',
  any: 'any',
  null: 'other',
} as const

function formatOperator(operation: ValueCondition): string {
  if (operation.kind === 'compare') return operation.operator
  const name = operation.kind === 'contains' && operation.ignoresCase ? 'icontains' : operation.kind
  return operation.negated ? `not ${name}` : name
}

function throwUnsupported({ text, kind }: TypedOperand, operation: ValueCondition): never {
  const values =
    operation.kind === 'between' ? [operation.low, operation.high] : [operation.right].flat()
  const right =
    operation.kind === 'in'
      ? `[${values.map(formatLiteral).join(', ')}]`
      : values.map(formatLiteral).join(' and ')
  const types = [
    typeNames[kind],
    ...(operation.kind === 'in' ? values.slice(0, 1) : values).map(
      (value) => typeNames[value.kind],
    ),
  ]
  throw new FilterError(
    `operation ${text} ${formatOperator(operation)} ${right} is not supported with operands types ${types.join(', ')}`,
  )
}

/**
 * Converts a value for comparison as a string; undefined if it is not a string, number or boolean. Numbers and booleans
 * count as strings for `contains`, for `in` with a list of strings, and, in tags, for comparisons with a string.
 */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number'
    ? formatDecimal(value)
    : typeof value === 'boolean'
      ? String(value)
      : undefined
}

const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/**
 * The reader for tags that are compared with dates or integers. It finds no value, because for controllers, a tag is
 * never a date, and numbers in tags are floats, which are not compared with integer literals.
 */
const readNothing = (): undefined => undefined

const comparisons: Readonly<Record<Operator, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/**
 * Creates a test that compares values with a literal. If `read` returns undefined for a value, the value is unequal to
 * the literal, and all other comparisons are false.
 */
function createOrderTest<Value>(
  read: (value: unknown) => Value | undefined,
  compareToLiteral: (value: Value) => number,
  operator: Operator,
): ValueTest {
  const isAccepted = comparisons[operator]
  return (value) => {
    const comparable = read(value)
    return comparable === undefined ? operator === '!=' : isAccepted(compareToLiteral(comparable))
  }
}

/**
 * Finds the function that reads values for comparison with numeric or date literals; undefined if the literals are of
 * another type, or cannot be compared with the left side.
 */
function findNumberReader(
  kind: ValueKind,
  values: readonly Literal[],
): ((value: unknown) => number | undefined) | undefined {
  const literalKind = values[0]?.kind
  if (literalKind !== 'number' && literalKind !== 'date') return undefined
  if (kind === literalKind) return toNumber
  if (kind !== 'any') return undefined
  return values.some((value) => value.kind === 'number' && !value.isInteger)
    ? toNumber
    : readNothing
}

const comparesAsText = (kind: ValueKind): boolean =>
  kind === 'text' || kind === 'number' || kind === 'any'

const literalToText = (literal: Literal): string | undefined =>
  literal.kind === 'text'
    ? literal.value
    : literal.kind === 'number'
      ? formatDecimal(literal.value)
      : undefined

function createCompareTest(
  subject: TypedOperand,
  operation: Extract<ValueCondition, { kind: 'compare' }>,
): ValueTest {
  const { operator, right } = operation
  const { kind } = subject
  if (right.kind === 'null')
    return operator === '='
      ? (value) => value === null || value === undefined
      : (value) => value !== null && value !== undefined
  if (right.kind === 'boolean') {
    if (kind !== 'boolean' && kind !== 'any') return throwUnsupported(subject, operation)
    const expectsTrue = right.value === (operator === '=')
    return (value) => (value === true) === expectsTrue
  }
  const text =
    kind === 'text' || (kind === 'any' && right.kind === 'text') ? literalToText(right) : undefined
  if (text !== undefined)
    return operator === '='
      ? (value) => toText(value) === text
      : createOrderTest(toText, (value) => compareBytes(value, text), operator)
  const read = findNumberReader(kind, [right])
  if (!read || right.kind === 'text') return throwUnsupported(subject, operation)
  return createOrderTest(read, (value) => value - right.value, operator)
}

/** Maximum length of a substring that is searched with `includes`. */
const maxPlainLength = 64

/**
 * Creates a test of whether a string contains a substring. It takes time linear in both. For some inputs, such as
 * repeated letters with a different letter in the middle, `includes` takes time proportional to the product of both
 * lengths; so longer substrings are searched with the Knuth–Morris–Pratt algorithm.
 */
function createSubstringTest(substring: string): (text: string) => boolean {
  if (substring.length <= maxPlainLength) return (text) => text.includes(substring)
  const borders = createBorders(substring)
  return (text) => {
    let matchedLength = 0
    for (let offset = 0; offset < text.length && matchedLength < substring.length; offset += 1) {
      const code = text.charCodeAt(offset)
      while (matchedLength > 0 && substring.charCodeAt(matchedLength) !== code)
        matchedLength = borders[matchedLength - 1] ?? 0
      if (substring.charCodeAt(matchedLength) === code) matchedLength += 1
    }
    return matchedLength === substring.length
  }
}

/** For each prefix, the length of its longest proper prefix that is also its suffix. */
function createBorders(text: string): Int32Array {
  const borders = new Int32Array(text.length)
  let length = 0
  for (let offset = 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset)
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0
    if (text.charCodeAt(length) === code) length += 1
    borders[offset] = length
  }
  return borders
}

function createContainsTest(
  subject: TypedOperand,
  operation: Extract<ValueCondition, { kind: 'contains' }>,
): ValueTest {
  const { negated, ignoresCase, right } = operation
  const substring = comparesAsText(subject.kind) ? literalToText(right) : undefined
  if (substring === undefined) return throwUnsupported(subject, operation)
  const contains = createSubstringTest(ignoresCase ? substring.toLowerCase() : substring)
  return (value) => {
    const text = toText(value)
    countCharacters(text?.length ?? 0)
    return (text !== undefined && contains(ignoresCase ? text.toLowerCase() : text)) !== negated
  }
}

function createInTest(
  subject: TypedOperand,
  operation: Extract<ValueCondition, { kind: 'in' }>,
): ValueTest {
  const { negated, right } = operation
  const read = findNumberReader(subject.kind, right)
  const texts = !read && comparesAsText(subject.kind) ? right.map(literalToText) : []
  if (!read && (texts.length === 0 || texts.includes(undefined)))
    return throwUnsupported(subject, operation)
  const expectedValues = new Set<string | number | undefined>(
    read
      ? right.map((literal) =>
          literal.kind === 'number' || literal.kind === 'date' ? literal.value : undefined,
        )
      : texts,
  )
  expectedValues.delete(undefined)
  const readComparable = read ?? toText
  return (value) => expectedValues.has(readComparable(value)) !== negated
}

/** Creates the test of `between`, which includes the lower bound, but not the upper bound. */
function createBetweenTest(
  subject: TypedOperand,
  operation: Extract<ValueCondition, { kind: 'between' }>,
): ValueTest {
  const { negated, low, high } = operation
  const read =
    subject.kind === 'any' && low.kind === 'number'
      ? undefined
      : findNumberReader(subject.kind, [low, high])
  if (!read || !('value' in low) || !('value' in high)) return throwUnsupported(subject, operation)
  const lowerBound = Number(low.value)
  const upperBound = Number(high.value)
  return (value) => {
    const comparable = read(value)
    return (
      (comparable !== undefined && comparable >= lowerBound && comparable < upperBound) !== negated
    )
  }
}

/** Throws `FilterError` if the operator does not support the types of its sides. */
export function createValueTest(subject: TypedOperand, operation: ValueCondition): ValueTest {
  if (operation.kind === 'compare') return createCompareTest(subject, operation)
  if (operation.kind === 'contains') return createContainsTest(subject, operation)
  return operation.kind === 'in'
    ? createInTest(subject, operation)
    : createBetweenTest(subject, operation)
}
