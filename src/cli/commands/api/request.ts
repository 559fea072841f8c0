import { withoutFinalLineEnd } from '../../../document/lines.js'
import * as operationRows from '../../../generated/management/operations.js'
import type { Operation } from '../../../management/operation.js'
import type { OperationRow } from '../../../management/client/operation-table.js'
import { parseOperationRow } from '../../../management/client/operation-table.js'
import { getString } from '../../../management/plain.js'
import { askSecret } from '../../connection/connect.js'
import type { Flags } from '../../flags.js'
import { parseChoice } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { createTextReader, setPath } from '../../text-flags.js'
import { checkData, toPlainData } from '../../../schema/check-data.js'
import { toDataDocument } from '../../../schema/data-document.js'
import type { Schema } from '../../../schema/data-schema.js'
import type { Finding } from '../../../document/diagnostic.js'
import { toDiagnostics } from '../../../document/diagnostic.js'
import type { Document } from '../../../document/document.js'
import { parseDocument } from '../../../document/document.js'
import type { Json } from '../../../document/record.js'
import { toRecord, isPlainObject, toJsonMap } from '../../../document/record.js'
import { getOperationName, findListForDelete } from './operation-names.js'
import type { ApiJobOptions, ApiListOptions } from './flags.js'
import {
  bodyFlags,
  columnFlags,
  deleteFlags,
  listFlags,
  proofFlags,
  textFlags,
  tokenFlags,
} from './flags.js'
import { checkTokenFile, createsToken } from './token-file.js'
import {
  createFieldFlags,
  listFields,
  getFlagName,
  listAllowedWords,
  findKeyedFields,
  selectVariant,
  getType,
  getVariant,
  isNullable,
  toSchema,
} from './fields.js'
import type { ApiField } from './fields.js'

/** A request, sent once for each set of path values. */
export type ApiRequest = {
  operation: Operation
  row: OperationRow
  pathValueSets: readonly (readonly string[])[]
  body: unknown
  options: Readonly<Record<string, unknown>>
}

export function findRow({ resource, name }: Operation): OperationRow {
  const group: unknown = Reflect.get(operationRows, resource)
  return parseOperationRow(`${resource}.${name}`, getString(group, name) ?? '')
}

function listBodyFields(operation: Operation): ApiField[] {
  const { body } = operation
  return body && 'shape' in body && findRow(operation).body !== undefined
    ? listFields(selectVariant(body.shape, undefined))
    : []
}

const createQueryFlags = ({ query, requiredQuery }: Operation): Flags =>
  Object.fromEntries(
    Object.entries(query).map(([name, shape]) => {
      const words = listAllowedWords(shape)
      const help = `in the query: ${words ? `one of ${words.join(', ')}` : 'text'}${getType(shape) === 'array' ? '; may be given several times' : ''}${requiredQuery.includes(name) ? '; required' : ''}`
      return [name, { value: words ? 'WORD' : 'TEXT', help, ...(words && { words: () => words }) }]
    }),
  )

/** Allows empty values: they are sent as given. */
const allowEmpty = (flags: Flags): Flags =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [name, { ...flag, allowsEmpty: true }]),
  )

const listFlagNames = (argv: readonly string[]): string[] =>
  argv.flatMap((argument) => /^--([^=]+)/.exec(argument)?.[1] ?? [])

export function createOperationFlags(operation: Operation, argv: readonly string[]): Flags {
  const fields = listBodyFields(operation)
  return {
    ...allowEmpty(createFieldFlags(fields)),
    ...allowEmpty(
      Object.fromEntries(
        findKeyedFields(fields, listFlagNames(argv)).map((field) => [
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
    ...((operation.answer === 'page' || operation.answer === 'items') && columnFlags),
    ...(findListForDelete(operation) && deleteFlags),
    ...(createsToken(operation) && tokenFlags),
    ...(takesProof(operation) && proofFlags),
  }
}

/** Whether an operation takes the proof that the user has the key of a CA. */
const takesProof = ({ resource, name }: Operation): boolean =>
  resource === 'cas' && name === 'verify'

/** A request as given on the command line: the values of the flags of its operation, by name, and other options. */
export type RequestInput = {
  fields: ReadonlyMap<string, readonly string[]>
  /** The words after the name of the operation. */
  words: readonly string[]
  /** Which records to list; undefined for other operations. */
  list: ApiListOptions | undefined
  /** What the operation does besides sending its request. */
  jobs: ApiJobOptions
  /** Files that connection flags name, by flag. Needed to check that at most one file of the call is standard input. */
  secretFiles: Readonly<Record<string, string | undefined>>
}

/** Builds the request from arguments, flags, files and prompts. */
export async function readRequest(operation: Operation, input: RequestInput): Promise<ApiRequest> {
  const row = findRow(operation)
  const secrets = listBodyFields(operation).filter(({ isFromFile }) => isFromFile)
  const files = [
    ...secrets.map(getFlagName),
    ...Object.keys(operation.headers).map((name) => `${name}-file`),
    'data',
  ]
  const readFile = createTextReader<string>({
    ...input.secretFiles,
    ...Object.fromEntries(files.map((flag) => [flag, input.fields.get(flag)?.at(-1)])),
  })
  const promptedValues = await askForSecrets(operation, secrets, input)
  const getText = (flag: string): string | undefined => readFile(flag) ?? promptedValues.get(flag)
  const { jwtOut, caKey } = input.jobs
  if (jwtOut !== undefined) checkTokenFile(jwtOut)
  const pathValueSets = readPathValues(operation, input)
  const body =
    row.body === undefined || caKey !== undefined
      ? undefined
      : createBody(operation, {
          ...input,
          text: getText,
          promptedFlags: new Set(promptedValues.keys()),
        })
  return {
    operation,
    row,
    pathValueSets,
    body: jwtOut === undefined ? body : withEnrollment(operation, body),
    options: {
      ...(input.list && readListOptions(input.list)),
      ...readQuery(operation, input),
      ...readHeaders(operation, row, getText),
    },
  }
}

/**
 * For --jwt-out: requests an enrollment for a new identity whose body requests none, because only an enrollment has a
 * token.
 */
const withEnrollment = ({ resource }: Operation, body: unknown): unknown =>
  resource === 'identities' && isPlainObject(body) && body['enrollment'] === undefined
    ? { ...body, enrollment: { ott: true } }
    : body

/** Prompts for required secrets that are missing, if there is a terminal. */
async function askForSecrets(
  operation: Operation,
  secretFields: readonly ApiField[],
  { fields }: RequestInput,
): Promise<ReadonlyMap<string, string>> {
  const secrets = [
    ...secretFields
      .filter(({ isRequired }) => isRequired && !fields.has('data'))
      .map((field) => [getFlagName(field), field.path.join('.')] as const),
    ...Object.keys(operation.headers).map((name) => [`${name}-file`, name] as const),
  ]
  const promptedValues = new Map<string, string>()
  for (const [flag, name] of secrets) {
    const answer = fields.has(flag) ? undefined : await askSecret(name)
    if (answer !== undefined) promptedValues.set(flag, answer)
  }
  return promptedValues
}

/**
 * The path values of each request, from arguments or flags. There is one request, or one for each record to delete, but
 * none with --filter, because the records that it finds are not known yet.
 */
function readPathValues(operation: Operation, { fields, words, jobs }: RequestInput): string[][] {
  const { parameters, method } = operation
  const name = getOperationName(operation)
  const [onlyParameter] = parameters
  if (
    method === 'DELETE' &&
    parameters.length === 1 &&
    onlyParameter !== undefined &&
    findRow(operation).body === undefined
  ) {
    const ids = [...(fields.get(onlyParameter) ?? []), ...words]
    if (jobs.filter !== undefined && ids.length > 0)
      throw new UsageError(
        `${name} takes records or --filter, but was given both: ${ids.join(' ')}`,
      )
    if (jobs.filter !== undefined) return []
    if (ids.length > 0) return [...new Set(ids)].map((id) => [id])
  }
  const remainingWords = [...words]
  const values = parameters.map(
    (parameter) => fields.get(parameter)?.at(-1) ?? remainingWords.shift(),
  )
  const missingParameter = parameters.find((_, index) => !values[index])
  if (missingParameter !== undefined)
    throw new UsageError(
      `${name} needs the ${missingParameter} of a record: routerfile api ${name} ${parameters.map((parameter) => parameter.toUpperCase()).join(' ')}`,
    )
  const [word] = remainingWords
  const emptyFlag = [...fields].find(([, texts]) => texts.includes(''))?.[0]
  if (
    word !== undefined &&
    emptyFlag !== undefined &&
    /^(y|yes|n|no|on|off|true|false|[01])$/i.test(word)
  )
    throw new UsageError(
      `--${emptyFlag} does not take \`${word}\`; write --${emptyFlag} for true, or --${emptyFlag}=false`,
    )
  if (word !== undefined)
    throw new UsageError(
      `${name} takes ${parameters.length === 0 ? 'no argument' : parameters.length === 1 ? 'one argument' : `${parameters.length} arguments`}, but was also given \`${word}\`; write fields as --NAME VALUE`,
    )
  return [values.map((value) => value ?? '')]
}

function readListOptions({ limit, offset, filter, sort }: ApiListOptions): Record<string, unknown> {
  if (limit !== undefined && (limit < 1 || limit > 500))
    throw new UsageError(`--limit ${limit}: must be between 1 and 500; use --all for all records`)
  return {
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    ...(filter !== undefined && { filter }),
    ...(sort !== undefined && { sort }),
  }
}

function readQuery(operation: Operation, { fields }: RequestInput): Record<string, unknown> {
  const missingName = operation.requiredQuery.find((name) => !fields.has(name))
  if (missingName !== undefined)
    throw new UsageError(
      `${getOperationName(operation)} needs --${missingName} ${(listAllowedWords(operation.query[missingName] ?? {}) ?? ['TEXT']).join('|')}`,
    )
  return Object.fromEntries(
    Object.entries(operation.query).flatMap(([name, shape]): [string, unknown][] => {
      const texts = fields.get(name)
      if (!texts) return []
      if (getType(shape) === 'array') return [[name, texts]]
      const text = texts.at(-1) ?? ''
      return [[name, parseChoice(text, listAllowedWords(shape) ?? [text], name)]]
    }),
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

export const toArguments = (
  { row, body, options }: ApiRequest,
  pathValues: readonly string[],
): unknown[] => [...pathValues, ...(row.body === undefined ? [] : [body]), options]

/** A value from a flag; a value of the wrong type stays a string, so that the check can report it. */
function parseScalar({ shape }: ApiField, text: string): unknown {
  const type = getType(shape)
  if (text === 'null' && isNullable(shape)) return null
  if (type === 'boolean') return text === 'true' || text === '' || (text === 'false' ? false : text)
  if (type === 'integer' || type === 'number')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return type === 'string' ? text : parseJsonOrText(text)
}

function parseJsonOrText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

function parseValue(field: ApiField, texts: readonly string[]): unknown {
  if (field.kind === 'one') return parseScalar(field, texts.at(-1) ?? '')
  const item: ApiField = { ...field, shape: field.shape.items ?? {}, kind: 'one' }
  return texts.length === 1 && texts[0] === '' ? [] : texts.map((text) => parseScalar(item, text))
}

/** `text` returns the text of the file that a flag names, or the answer to the prompt for this flag. */
type BodyParts = Pick<RequestInput, 'fields'> & {
  text: (flag: string) => string | undefined
  promptedFlags: ReadonlySet<string>
}

/** The body from --data and the field flags, checked against the contract; undefined if the operation has none. */
function createBody(
  operation: Operation,
  { fields: texts, text, promptedFlags }: BodyParts,
): unknown {
  const { body, name, method } = operation
  const data = text('data')
  if (!body) return undefined
  if ('text' in body) {
    if (data === undefined)
      throw new UsageError(
        `${getOperationName(operation)} needs a text body; add --data FILE, or --data - for standard input`,
      )
    return data
  }
  const allFields = listFields(selectVariant(body.shape, undefined))
  const fields = [...allFields, ...findKeyedFields(allFields, [...texts.keys()])].filter(
    (field) => texts.has(getFlagName(field)) || promptedFlags.has(getFlagName(field)),
  )
  const document = data === undefined ? undefined : parseDocument(data)
  const isList = getType(selectVariant(body.shape, undefined)) === 'array'
  if (fields.length === 0 && data === undefined) {
    if (body.optional) return undefined
    if (name === 'patch' || method === 'PATCH')
      throw new UsageError(
        `${getOperationName(operation)} changes nothing without a field; \`routerfile api ${getOperationName(operation)} --help\` lists the fields`,
      )
  }
  const values = fields.map(
    (field) => [field, parseValue(field, readTexts(field, { fields: texts, text }))] as const,
  )
  const fieldValues = values.reduce<Record<string, unknown>>(
    (map, [{ path }, value]) => setPath(map, path, value),
    {},
  )
  if (isList)
    return document
      ? checkDataDocument(document, toSchema(body.shape), operation)
      : checkFields([toJsonMap(fieldValues)], toSchema(body.shape), operation)
  const variant = getVariant(fieldValues) ?? (document && findVariant(document))
  const schema = toSchema(selectVariant(body.shape, variant))
  const base = document ? checkDataDocument(document, omitRequired(schema), operation) : {}
  const mergedValues = values.reduce(
    (map, [{ path }, value]) => setPath(map, path, value),
    toRecord(base),
  )
  return checkFields(toJsonMap(mergedValues), schema, operation)
}

const readTexts = (
  field: ApiField,
  { fields, text }: Pick<BodyParts, 'fields' | 'text'>,
): readonly string[] =>
  field.isFromFile
    ? [withoutFinalLineEnd(text(getFlagName(field)) ?? '')]
    : (fields.get(getFlagName(field)) ?? [])

/** The word in the text of --data that selects a variant; undefined if the text has errors. */
const findVariant = (sent: Document): unknown =>
  sent.root && sent.problems.length === 0 ? getVariant(toPlainData(sent, sent.root)) : undefined

const omitRequired = ({ required: _, ...schema }: Schema): Schema => schema

const checkFields = (values: Json, schema: Schema, operation: Operation): Json | undefined =>
  checkBody(toDataDocument(values), schema, { operation, formatPlace: () => '' })

const checkDataDocument = (
  sent: Document,
  schema: Schema,
  operation: Operation,
): Json | undefined =>
  checkBody(sent, schema, {
    operation,
    formatPlace: (line) => `--data: ${line === undefined ? '' : `line ${line + 1}: `}`,
  })

/** Checks a body against a schema. Throws a `UsageError` with one sentence for each mistake. */
function checkBody(
  document: Document,
  schema: Schema,
  { operation, formatPlace }: { operation: Operation; formatPlace: (line?: number) => string },
): Json | undefined {
  const name = getOperationName(operation)
  const { rootValue } = document
  const isList = schema.type === 'array'
  const problems = document.problems
    .filter(({ code }) => code !== 'root-not-map' || !isList || rootValue?.kind !== 'list')
    .map(({ start, end, message }): Finding => ({
      rule: 'body',
      severity: 'error',
      message,
      path: [],
      span: { start, end },
    }))
  const result =
    rootValue && problems.length === 0
      ? checkData(document, { ...schema, 'x-rule': 'body', 'x-name': `\`${name}\`` }, rootValue, [])
      : undefined
  const findings = problems.length > 0 ? problems : (result?.findings ?? [])
  if (findings.length === 0 && result) return result.value
  const sentences = toDiagnostics(document.text, findings).map(
    ({ message, range }) => `${formatPlace(range.start.line)}${message}`,
  )
  throw new UsageError(
    `${[...new Set(sentences)].join('\nrouterfile: ') || `${formatPlace()}the body is empty`}; nothing was sent, and \`routerfile api ${name} --help\` lists the fields`,
  )
}
