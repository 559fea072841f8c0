import * as lines from '../../generated/management/operations.js'
import type { Operation, Shape } from '../../management/operation.js'
import type { Row } from '../../management/row.js'
import { rowOf } from '../../management/row.js'
import { isPlain, textAt } from '../../management/plain.js'
import { askedFor } from '../connection/ask.js'
import type { Flags, Given } from '../flags.js'
import { numberOf, oneOf, UsageError } from '../flags.js'
import { textsOf } from '../generate/texts.js'
import { secretFlags } from '../connection/flags.js'
import { bodyOf } from './body.js'
import type { Field } from './fields.js'
import { fieldFlags, fieldsOf, flagOf, keyedFields } from './fields.js'
import { bodyFlags, listFlags, textFlags } from './flags.js'
import { operationName } from './names.js'
import { chosen, direct, typeOf } from './shape.js'

/** What is to be sent: once for each set of values of the path. */
export type Sending = {
  operation: Operation
  row: Row
  targets: readonly (readonly string[])[]
  body: unknown
  options: Readonly<Record<string, unknown>>
}

/** The line of an operation in the table of the client. */
export function rowFor({ resource, name }: Operation): Row {
  const group: unknown = Reflect.get(lines, resource)
  return rowOf(`${resource}.${name}`, textAt(group, name) ?? '')
}

/** The fields of the body of an operation, if it has one. */
function bodyFields(operation: Operation): Field[] {
  const { body } = operation
  return body && 'shape' in body && rowFor(operation).body !== undefined
    ? fieldsOf(chosen(body.shape, undefined))
    : []
}

const words = (shape: Shape): readonly string[] | undefined =>
  direct(shape).enum?.filter((word) => word !== null)

const queryFlags = ({ query, requiredQuery }: Operation): Flags =>
  Object.fromEntries(
    Object.entries(query).map(([name, shape]) => {
      const own = words(shape)
      const help = `in the query: ${own ? `one of ${own.join(', ')}` : 'text'}${typeOf(shape) === 'array' ? '; may be given several times' : ''}${requiredQuery.includes(name) ? '; required' : ''}`
      return [name, { value: own ? 'WORD' : 'TEXT', help, ...(own && { words: () => own }) }]
    }),
  )

/** Flags whose values may be empty: what is sent is what is said. */
const texts = (flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, empty: true }]))

/** The flags that an operation brings with it, its fields first. */
export function operationFlags(operation: Operation, argv: readonly string[]): Flags {
  const fields = bodyFields(operation)
  return {
    ...texts(fieldFlags(fields)),
    ...texts(
      Object.fromEntries(
        keyedFields(fields, argv).map((field) => [flagOf(field), { value: 'VALUE', help: '' }]),
      ),
    ),
    ...Object.fromEntries(
      operation.parameters.map((name) => [
        name,
        { value: 'ID', help: `the ${name} in the path, instead of an argument` },
      ]),
    ),
    ...Object.fromEntries(
      Object.keys(operation.headers).map((name) => [
        `${name}-file`,
        {
          value: 'FILE',
          help: 'file with the code of the authenticator, - for standard input; it is asked for on a terminal',
        },
      ]),
    ),
    ...texts(queryFlags(operation)),
    ...(operation.body &&
      rowFor(operation).body !== undefined &&
      ('text' in operation.body ? textFlags : bodyFlags)),
    ...(operation.answer === 'page' && texts(listFlags)),
  }
}

/** Reads what is to be sent out of flags and arguments; `rest` is what stands behind the name of the operation. */
export async function sendingOf(
  operation: Operation,
  { given, argv, rest }: { given: Given; argv: readonly string[]; rest: readonly string[] },
): Promise<Sending> {
  const row = rowFor(operation)
  const fields = bodyFields(operation).filter(({ isFromFile }) => isFromFile)
  const files = [
    ...new Set([
      ...fields.map(flagOf),
      ...Object.keys(operation.headers).map((name) => `${name}-file`),
      'data',
    ]),
  ]
  const read = textsOf(given, [
    ...new Set([...secretFlags.map((flag) => `${flag}-file`), ...files]),
  ])
  const asked = await askedAmong(operation, fields, given)
  const text = (flag: string): string | undefined => read(flag) ?? asked.get(flag)
  const targets = targetsOf(operation, given, rest)
  const body =
    row.body === undefined
      ? undefined
      : bodyOf(operation, { given, argv, text, asked: new Set(asked.keys()) })
  return {
    operation,
    row,
    targets,
    body,
    options: {
      ...(operation.answer === 'page' && listOptions(given)),
      ...queryOf(operation, given),
      ...headersOf(operation, row, text),
    },
  }
}

/** What is secret, has to be there and is not given is asked for on a terminal. */
async function askedAmong(
  operation: Operation,
  fields: readonly Field[],
  given: Given,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [
    ...fields
      .filter(({ isRequired }) => isRequired && !given.has('data'))
      .map((field) => [flagOf(field), field.path.join('.')] as const),
    ...Object.keys(operation.headers).map((name) => [`${name}-file`, name] as const),
  ]
  const asked = new Map<string, string>()
  for (const [flag, name] of wanted) {
    const answer = given.has(flag) ? undefined : await askedFor(name)
    if (answer !== undefined) asked.set(flag, answer)
  }
  return asked
}

/** The values of the path, by argument or by flag. Many records can be deleted at once. */
function targetsOf(operation: Operation, given: Given, rest: readonly string[]): string[][] {
  const { parameters, method } = operation
  const name = operationName(operation)
  const [only] = parameters
  if (
    method === 'DELETE' &&
    parameters.length === 1 &&
    only !== undefined &&
    rowFor(operation).body === undefined
  ) {
    const all = [...given.values(only), ...rest]
    if (all.length > 0) return [...new Set(all)].map((id) => [id])
  }
  const left = [...rest]
  const values = parameters.map((parameter) => given.last(parameter) ?? left.shift())
  const missing = parameters.find((_, index) => !values[index])
  if (missing !== undefined)
    throw new UsageError(
      `${name} needs the ${missing} of a record: routerfile api ${name} ${parameters.map((parameter) => parameter.toUpperCase()).join(' ')}`,
    )
  if (left.length > 0)
    throw new UsageError(
      `${name} takes ${parameters.length === 0 ? 'no argument' : parameters.length === 1 ? 'one argument' : `${parameters.length} arguments`}, and \`${left[0]}\` is one more; fields are given as --NAME VALUE`,
    )
  return [values.map((value) => value ?? '')]
}

const listOptions = (given: Given): Record<string, unknown> => {
  const [limit, offset, filter, sort] = [
    given.has('limit') ? numberOf(given, 'limit') : undefined,
    given.has('offset') ? numberOf(given, 'offset') : undefined,
    given.last('filter'),
    given.last('sort'),
  ]
  if (limit !== undefined && (limit < 1 || limit > 500))
    throw new UsageError(`--limit ${limit}: it takes a number from 1 to 500; --all gets more`)
  return {
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(filter !== undefined && { filter }),
    ...(sort !== undefined && { sort }),
  }
}

function queryOf(operation: Operation, given: Given): Record<string, unknown> {
  const missing = operation.requiredQuery.find((name) => !given.has(name))
  if (missing !== undefined)
    throw new UsageError(
      `${operationName(operation)} needs --${missing} ${(words(operation.query[missing] ?? {}) ?? ['TEXT']).join('|')}`,
    )
  return Object.fromEntries(
    Object.entries(operation.query)
      .filter(([name]) => given.has(name))
      .map(([name, shape]) => [
        name,
        typeOf(shape) === 'array'
          ? given.values(name)
          : oneOf(given.last(name), words(shape) ?? [given.last(name) ?? ''], name),
      ]),
  )
}

function headersOf(
  operation: Operation,
  row: Row,
  text: (flag: string) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    [...row.headers].flatMap(([option, name]) => {
      const value = name in operation.headers ? text(`${name}-file`)?.trim() : undefined
      return value === undefined ? [] : [[option, value]]
    }),
  )
}

type Method = (...values: readonly unknown[]) => unknown

const isMethod = (value: unknown): value is Method => typeof value === 'function'

/** The method of the client for an operation. */
export function methodOf(client: object, { resource, name }: Operation): Method {
  const group: unknown = Reflect.get(client, resource)
  const method = isPlain(group) ? group[name] : undefined
  if (isMethod(method)) return method
  throw new Error(`the client has no ${resource}.${name}`)
}

/** What a method of the client is called with. */
export const valuesOf = ({ row, body, options }: Sending, target: readonly string[]): unknown[] => [
  ...target,
  ...(row.body === undefined ? [] : [body]),
  options,
]
