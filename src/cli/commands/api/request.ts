import * as lines from '../../../generated/management/operations.js'
import type { Operation, Shape } from '../../../management/operation.js'
import type { OperationRow } from '../../../management/client/operation-table.js'
import { parseOperationRow } from '../../../management/client/operation-table.js'
import { isPlainObject, getString } from '../../../management/plain.js'
import { askSecret } from '../../connection/connect.js'
import type { Flags, FlagValues } from '../../flags.js'
import { readNumber, parseChoice } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { createTextReader, setPath } from '../../flag-values.js'
import { secretFlags } from '../../connection/flags.js'
import { checkData, toPlainData } from '../../../schema/check-data.js'
import type { Schema } from '../../../schema/data-schema.js'
import type { Finding } from '../../../document/diagnostic.js'
import { toDiagnostics } from '../../../document/diagnostic.js'
import { parseDocument } from '../../../document/document.js'
import { asYaml } from '../../../fix/edit.js'
import type { Json } from '../../../schema/key.js'
import { toRecord } from '../../../document/record.js'
import { operationName } from './operation-names.js'
import { bodyFlags, listFlags, textFlags } from './flags.js'
import {
  createFieldFlags,
  listFields,
  getFlagName,
  findKeyedFields,
  selectVariant,
  resolveShape,
  getType,
  getVariant,
  isNullable,
  toSchema,
} from './fields.js'
import type { Field } from './fields.js'

/** A request, sent once for each set of path values. */
export type ApiRequest = {
  operation: Operation
  row: OperationRow
  targets: readonly (readonly string[])[]
  body: unknown
  options: Readonly<Record<string, unknown>>
}

/** The row of an operation in the client's table. */
export function findRow({ resource, name }: Operation): OperationRow {
  const group: unknown = Reflect.get(lines, resource)
  return parseOperationRow(`${resource}.${name}`, getString(group, name) ?? '')
}

/** The body fields of an operation, if it has a body. */
function listBodyFields(operation: Operation): Field[] {
  const { body } = operation
  return body && 'shape' in body && findRow(operation).body !== undefined
    ? listFields(selectVariant(body.shape, undefined))
    : []
}

const listWords = (shape: Shape): readonly string[] | undefined =>
  resolveShape(shape).enum?.filter((word) => word !== null)

const createQueryFlags = ({ query, requiredQuery }: Operation): Flags =>
  Object.fromEntries(
    Object.entries(query).map(([name, shape]) => {
      const own = listWords(shape)
      const help = `in the query: ${own ? `one of ${own.join(', ')}` : 'text'}${getType(shape) === 'array' ? '; may be given several times' : ''}${requiredQuery.includes(name) ? '; required' : ''}`
      return [name, { value: own ? 'WORD' : 'TEXT', help, ...(own && { words: () => own }) }]
    }),
  )

/** Allows empty values: they are sent as given. */
const allowEmpty = (flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, { ...flag, empty: true }]))

/** The flags of an operation, body fields first. */
export function createOperationFlags(operation: Operation, argv: readonly string[]): Flags {
  const fields = listBodyFields(operation)
  return {
    ...allowEmpty(createFieldFlags(fields)),
    ...allowEmpty(
      Object.fromEntries(
        findKeyedFields(fields, argv).map((field) => [
          getFlagName(field),
          { value: 'VALUE', help: '' },
        ]),
      ),
    ),
    ...Object.fromEntries(
      operation.parameters.map((name) => [
        name,
        { value: 'ID', help: `the ${name} in the path, if no argument names it` },
      ]),
    ),
    ...Object.fromEntries(
      Object.keys(operation.headers).map((name) => [
        `${name}-file`,
        {
          value: 'FILE',
          help: 'file with the code of the authenticator, - for standard input (default: ask)',
        },
      ]),
    ),
    ...allowEmpty(createQueryFlags(operation)),
    ...(operation.body &&
      findRow(operation).body !== undefined &&
      ('text' in operation.body ? textFlags : bodyFlags)),
    ...(operation.answer === 'page' && allowEmpty(listFlags)),
  }
}

/** Builds the request from flags and arguments; `rest` holds the words after the operation name. */
export async function readRequest(
  operation: Operation,
  { flags, argv, rest }: { flags: FlagValues; argv: readonly string[]; rest: readonly string[] },
): Promise<ApiRequest> {
  const row = findRow(operation)
  const fields = listBodyFields(operation).filter(({ isFromFile }) => isFromFile)
  const files = [
    ...new Set([
      ...fields.map(getFlagName),
      ...Object.keys(operation.headers).map((name) => `${name}-file`),
      'data',
    ]),
  ]
  const read = createTextReader(flags, [
    ...new Set([...secretFlags.map((flag) => `${flag}-file`), ...files]),
  ])
  const answered = await askForSecrets(operation, fields, flags)
  const text = (flag: string): string | undefined => read(flag) ?? answered.get(flag)
  const targets = readTargets(operation, flags, rest)
  const body =
    row.body === undefined
      ? undefined
      : createBody(operation, { flags, argv, text, answered: new Set(answered.keys()) })
  return {
    operation,
    row,
    targets,
    body,
    options: {
      ...(operation.answer === 'page' && readListOptions(flags)),
      ...readQuery(operation, flags),
      ...readHeaders(operation, row, text),
    },
  }
}

/** Prompts for required secrets that are missing, if there is a terminal. */
async function askForSecrets(
  operation: Operation,
  fields: readonly Field[],
  flags: FlagValues,
): Promise<ReadonlyMap<string, string>> {
  const secrets = [
    ...fields
      .filter(({ isRequired }) => isRequired && !flags.has('data'))
      .map((field) => [getFlagName(field), field.path.join('.')] as const),
    ...Object.keys(operation.headers).map((name) => [`${name}-file`, name] as const),
  ]
  const answered = new Map<string, string>()
  for (const [flag, name] of secrets) {
    const answer = flags.has(flag) ? undefined : await askSecret(name)
    if (answer !== undefined) answered.set(flag, answer)
  }
  return answered
}

/** The path values, from arguments or flags. Many records can be deleted at once. */
function readTargets(operation: Operation, flags: FlagValues, rest: readonly string[]): string[][] {
  const { parameters, method } = operation
  const name = operationName(operation)
  const [only] = parameters
  if (
    method === 'DELETE' &&
    parameters.length === 1 &&
    only !== undefined &&
    findRow(operation).body === undefined
  ) {
    const all = [...flags.values(only), ...rest]
    if (all.length > 0) return [...new Set(all)].map((id) => [id])
  }
  const left = [...rest]
  const values = parameters.map((parameter) => flags.last(parameter) ?? left.shift())
  const missing = parameters.find((_, index) => !values[index])
  if (missing !== undefined)
    throw new UsageError(
      `${name} needs the ${missing} of a record: routerfile api ${name} ${parameters.map((parameter) => parameter.toUpperCase()).join(' ')}`,
    )
  if (left.length > 0)
    throw new UsageError(
      `${name} takes ${parameters.length === 0 ? 'no argument' : parameters.length === 1 ? 'one argument' : `${parameters.length} arguments`}, but was also given \`${left[0]}\`; write fields as --NAME VALUE`,
    )
  return [values.map((value) => value ?? '')]
}

const readListOptions = (flags: FlagValues): Record<string, unknown> => {
  const [limit, offset, filter, sort] = [
    flags.has('limit') ? readNumber(flags, 'limit') : undefined,
    flags.has('offset') ? readNumber(flags, 'offset') : undefined,
    flags.last('filter'),
    flags.last('sort'),
  ]
  if (limit !== undefined && (limit < 1 || limit > 500))
    throw new UsageError(`--limit ${limit}: must be between 1 and 500; use --all for all records`)
  return {
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(filter !== undefined && { filter }),
    ...(sort !== undefined && { sort }),
  }
}

function readQuery(operation: Operation, flags: FlagValues): Record<string, unknown> {
  const missing = operation.requiredQuery.find((name) => !flags.has(name))
  if (missing !== undefined)
    throw new UsageError(
      `${operationName(operation)} needs --${missing} ${(listWords(operation.query[missing] ?? {}) ?? ['TEXT']).join('|')}`,
    )
  return Object.fromEntries(
    Object.entries(operation.query)
      .filter(([name]) => flags.has(name))
      .map(([name, shape]) => [
        name,
        getType(shape) === 'array'
          ? flags.values(name)
          : parseChoice(flags.last(name), listWords(shape) ?? [flags.last(name) ?? ''], name),
      ]),
  )
}

function readHeaders(
  operation: Operation,
  row: OperationRow,
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

/** The client method for an operation. */
export function getMethod(client: object, { resource, name }: Operation): Method {
  const group: unknown = Reflect.get(client, resource)
  const method = isPlainObject(group) ? group[name] : undefined
  if (isMethod(method)) return method
  throw new Error(`the client has no ${resource}.${name}`)
}

/** The arguments for a client method. */
export const toArguments = (
  { row, body, options }: ApiRequest,
  target: readonly string[],
): unknown[] => [...target, ...(row.body === undefined ? [] : [body]), options]

/** A value from a flag; a value of the wrong type stays a string, so that the check can report it. */
function parseScalar({ shape }: Field, text: string): unknown {
  const type = getType(shape)
  if (text === 'null' && isNullable(shape)) return null
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (type === 'integer' || type === 'number')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return type === 'string' ? text : parseJsonOrText(text)
}

/** The JSON value, or the string itself. */
function parseJsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

function parseValue(field: Field, texts: readonly string[]): unknown {
  if (field.kind === 'one') return parseScalar(field, texts.at(-1) ?? '')
  const item: Field = { ...field, shape: field.shape.items ?? {}, kind: 'one' }
  return texts.length === 1 && texts[0] === '' ? [] : texts.map((text) => parseScalar(item, text))
}

/** Flags and arguments, the content of files named by flags, and the flags whose values were prompted for. */
type BodyParts = {
  flags: FlagValues
  argv: readonly string[]
  text: (flag: string) => string | undefined
  answered: ReadonlySet<string>
}

/**
 * The body of an operation from --data and the field flags, checked against the contract; undefined if it has no body.
 */
function createBody(operation: Operation, { flags, argv, text, answered }: BodyParts): unknown {
  const { body, name, method } = operation
  const data = text('data')
  if (!body) return undefined
  if ('text' in body) {
    if (data === undefined)
      throw new UsageError(
        `${operationName(operation)} sends a text; add --data FILE, or - for stdin`,
      )
    return data
  }
  const all = listFields(selectVariant(body.shape, undefined))
  const fields = [...all, ...findKeyedFields(all, argv)].filter(
    (field) => flags.has(getFlagName(field)) || answered.has(getFlagName(field)),
  )
  const isList = getType(selectVariant(body.shape, undefined)) === 'array'
  if (fields.length === 0 && data === undefined) {
    if (body.optional) return undefined
    if (name === 'patch' || method === 'PATCH')
      throw new UsageError(
        `${operationName(operation)} changes nothing without a field; \`routerfile api ${operationName(operation)} --help\` lists the fields`,
      )
  }
  const values = fields.map(
    (field) => [field, parseValue(field, readTexts(field, { flags, text }))] as const,
  )
  const fieldValues = values.reduce<Record<string, unknown>>(
    (map, [{ path }, value]) => setPath(map, path, value),
    {},
  )
  if (isList)
    return data === undefined
      ? checkBody(JSON.stringify([fieldValues]), toSchema(body.shape), operation)
      : checkBody(data, toSchema(body.shape), operation, '--data: ')
  const choice = getVariant(fieldValues) ?? getVariant(parseData(data))
  const schema = toSchema(selectVariant(body.shape, choice))
  const base =
    data === undefined ? {} : checkBody(data, omitRequired(schema), operation, '--data: ')
  const merged = values.reduce(
    (map, [{ path }, value]) => setPath(map, path, value),
    toRecord(base),
  )
  return checkBody(asYaml(JSON.stringify(merged)), schema, operation)
}

const readTexts = (
  field: Field,
  { flags, text }: Pick<BodyParts, 'flags' | 'text'>,
): readonly string[] =>
  field.isFromFile
    ? [(text(getFlagName(field)) ?? '').replace(/\r?\n$/, '')]
    : flags.values(getFlagName(field))

function parseData(data: string | undefined): Json | undefined {
  const document = parseDocument(data ?? '')
  return document.root && toPlainData(document, document.root)
}

const omitRequired = ({ required: _, ...schema }: Schema): Schema => schema

/** Checks a string against a schema. Each mistake is reported in one sentence, and nothing is sent. */
function checkBody(
  text: string,
  schema: Schema,
  operation: Operation,
  from = '',
): Json | undefined {
  const name = operationName(operation)
  const isList = schema.type === 'array'
  // Documents must be maps, so a list is wrapped in one.
  const document = parseDocument(isList ? `list:\n  ${text.replaceAll('\n', '\n  ')}` : text)
  const node = isList ? document.find(['list'])?.value : document.root
  const problems = document.problems.map(({ start, end, message }): Finding => ({
    rule: 'body',
    severity: 'error',
    message,
    path: [],
    span: { start, end },
  }))
  const result =
    node && checkData(document, { ...schema, 'x-rule': 'body', 'x-name': `\`${name}\`` }, node, [])
  const findings = problems.length > 0 ? problems : (result?.findings ?? [])
  if (findings.length === 0 && result) return result.value
  const place = (line: number): string =>
    from === '' ? '' : `${from}line ${line + (isList ? 0 : 1)}: `
  const sentences = toDiagnostics(document.text, findings).map(
    ({ message, range }) => `${place(range.start.line)}${message}`,
  )
  throw new UsageError(
    `${[...new Set(sentences)].join('\nrouterfile: ') || `${from}the body is empty`}; nothing was sent, and \`routerfile api ${name} --help\` lists the fields`,
  )
}
