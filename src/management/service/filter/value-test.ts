import { compareText } from './compare-text.js'
import { FilterError } from './fault.js'
import { decimal, type Literal, shown } from './literal.js'
import type { Condition, Operator } from './syntax.js'
import type { Single } from './resolve.js'

/** Whether the value of a symbol, or of one member of a set, fulfils a condition. */
export type ValueTest = (value: unknown) => boolean

/** A condition that has a left side and values. */
export type Operation = Extract<Condition, { left: unknown }>

export type ValueKind = Single<unknown>['kind']

/** The left side as it is written in messages, and its kind. */
export type Subject = { written: string; kind: ValueKind }

const typeNames = {
  text: 'string',
  number: 'number',
  boolean: 'bool',
  date: 'date',
  any: 'any',
  null: 'other',
} as const

function operatorName(operation: Operation): string {
  if (operation.kind === 'compare') return operation.operator
  const name = operation.kind === 'contains' && operation.ignoresCase ? 'icontains' : operation.kind
  return operation.negated ? `not ${name}` : name
}

function unsupported({ written, kind }: Subject, operation: Operation): never {
  const values =
    operation.kind === 'between' ? [operation.low, operation.high] : [operation.right].flat()
  const right =
    operation.kind === 'in' ? `[${values.map(shown).join(', ')}]` : values.map(shown).join(' and ')
  const types = [
    typeNames[kind],
    ...(operation.kind === 'in' ? values.slice(0, 1) : values).map(
      (value) => typeNames[value.kind],
    ),
  ]
  throw new FilterError(
    `operation ${written} ${operatorName(operation)} ${right} is not supported with operands types ${types.join(', ')}`,
    operation.at,
  )
}

/** Numbers and booleans compare as text too, in tags and with `contains` and `in`. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number'
    ? decimal(value)
    : typeof value === 'boolean'
      ? String(value)
      : undefined
}

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/** A tag is never a date, and, stored as a float, never equal to an integer literal. */
const never = (): undefined => undefined

const decide: Readonly<Record<Operator, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/** Nothing compares with a value that is missing, except that it is unequal. */
function ordered<Value>(
  read: (value: unknown) => Value | undefined,
  order: (value: Value) => number,
  operator: Operator,
): ValueTest {
  const decided = decide[operator]
  return (value) => {
    const known = read(value)
    return known === undefined ? operator === '!=' : decided(order(known))
  }
}

const numberReader = (
  kind: ValueKind,
  values: readonly Literal[],
): ((value: unknown) => number | undefined) | undefined => {
  const only = values[0]?.kind
  if (only === 'date') return kind === 'date' ? asNumber : kind === 'any' ? never : undefined
  if (only !== 'number') return undefined
  const isInteger = values.every((value) => value.kind === 'number' && value.integer)
  return kind === 'number' ? asNumber : kind === 'any' ? (isInteger ? never : asNumber) : undefined
}

const isText = (kind: ValueKind): boolean => kind === 'text' || kind === 'number' || kind === 'any'

const textOf = (literal: Literal): string | undefined =>
  literal.kind === 'text'
    ? literal.value
    : literal.kind === 'number'
      ? decimal(literal.value)
      : undefined

function compareTest(
  subject: Subject,
  operation: Extract<Operation, { kind: 'compare' }>,
): ValueTest {
  const { operator, right } = operation
  const { kind } = subject
  if (right.kind === 'null')
    return operator === '='
      ? (value) => value === null || value === undefined
      : (value) => value !== null && value !== undefined
  if (right.kind === 'boolean') {
    if (kind !== 'boolean' && kind !== 'any') return unsupported(subject, operation)
    const wanted = right.value === (operator === '=')
    return (value) => (value === true) === wanted
  }
  const text =
    kind === 'text' || (kind === 'any' && right.kind === 'text') ? textOf(right) : undefined
  if (text !== undefined)
    return operator === '='
      ? (value) => asText(value) === text
      : ordered(asText, (value) => compareText(value, text), operator)
  const read = numberReader(kind, [right])
  if (!read || right.kind === 'text') return unsupported(subject, operation)
  return ordered(read, (value) => value - right.value, operator)
}

function containsTest(
  subject: Subject,
  operation: Extract<Operation, { kind: 'contains' }>,
): ValueTest {
  const { negated, ignoresCase, right } = operation
  const part = isText(subject.kind) ? textOf(right) : undefined
  if (part === undefined) return unsupported(subject, operation)
  const wanted = ignoresCase ? part.toLowerCase() : part
  return (value) => {
    const text = asText(value)
    return (
      (text !== undefined && (ignoresCase ? text.toLowerCase() : text).includes(wanted)) !== negated
    )
  }
}

function inTest(subject: Subject, operation: Extract<Operation, { kind: 'in' }>): ValueTest {
  const { negated, right } = operation
  const read = numberReader(subject.kind, right)
  const texts = !read && isText(subject.kind) ? right.map(textOf) : []
  if (!read && (texts.length === 0 || texts.includes(undefined)))
    return unsupported(subject, operation)
  const wanted = new Set<string | number | undefined>(
    read
      ? right.map((literal) =>
          literal.kind === 'number' || literal.kind === 'date' ? literal.value : undefined,
        )
      : texts,
  )
  wanted.delete(undefined)
  const known = read ?? asText
  return (value) => wanted.has(known(value)) !== negated
}

/** Includes the lower bound and not the upper one. */
function betweenTest(
  subject: Subject,
  operation: Extract<Operation, { kind: 'between' }>,
): ValueTest {
  const { negated, low, high } = operation
  const read =
    subject.kind === 'any' && low.kind === 'number'
      ? undefined
      : numberReader(subject.kind, [low, high])
  if (!read || !('value' in low) || !('value' in high)) return unsupported(subject, operation)
  const least = Number(low.value)
  const limit = Number(high.value)
  return (value) => {
    const known = read(value)
    return (known !== undefined && known >= least && known < limit) !== negated
  }
}

/** The test of a condition over the value on its left; throws `FilterError` where the kinds do not go together. */
export function valueTest(subject: Subject, operation: Operation): ValueTest {
  if (operation.kind === 'compare') return compareTest(subject, operation)
  if (operation.kind === 'contains') return containsTest(subject, operation)
  return operation.kind === 'in' ? inTest(subject, operation) : betweenTest(subject, operation)
}
