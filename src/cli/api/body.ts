import { check } from '../../configuration/check.js'
import { plainOf } from '../../configuration/plain.js'
import type { Schema } from '../../configuration/schema.js'
import type { Finding } from '../../diagnostic.js'
import { locate } from '../../diagnostic.js'
import { parseDocument } from '../../document.js'
import { asYaml } from '../../edit/replace.js'
import type { Operation } from '../../management/operation.js'
import type { Json } from '../../schema/key.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import { within } from '../generate/within.js'
import { toRecord } from '../../record.js'
import type { Field } from './fields.js'
import { fieldsOf, flagOf, keyedFields } from './fields.js'
import { operationName } from './names.js'
import { choiceIn, chosen, isNullable, schemaOf, typeOf } from './shape.js'

/** A value as a flag gives it; what does not fit the type is left as text, for the check to name. */
function scalarOf({ shape }: Field, text: string): unknown {
  const type = typeOf(shape)
  if (text === 'null' && isNullable(shape)) return null
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (type === 'integer' || type === 'number')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  return type === 'string' ? text : jsonOr(text)
}

/** The value of JSON, or the text itself. */
function jsonOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

function valueOf(field: Field, texts: readonly string[]): unknown {
  if (field.kind === 'one') return scalarOf(field, texts.at(-1) ?? '')
  const item: Field = { ...field, shape: field.shape.items ?? {}, kind: 'one' }
  return texts.length === 1 && texts[0] === '' ? [] : texts.map((text) => scalarOf(item, text))
}

/** Flags and arguments, what stands in the files that flags name, and the flags whose values were asked for. */
type Parts = {
  given: Given
  argv: readonly string[]
  text: (flag: string) => string | undefined
  asked: ReadonlySet<string>
}

/** The body of an operation out of --data and the flags of its fields, held against the contract; undefined where it has none. */
export function bodyOf(operation: Operation, { given, argv, text, asked }: Parts): unknown {
  const { body, name, method } = operation
  const data = text('data')
  if (!body) return undefined
  if ('text' in body) {
    if (data === undefined)
      throw new UsageError(
        `${operationName(operation)} sends a text: give its file with --data FILE, or - for standard input`,
      )
    return data
  }
  const all = fieldsOf(chosen(body.shape, undefined))
  const fields = [...all, ...keyedFields(all, argv)].filter(
    (field) => given.has(flagOf(field)) || asked.has(flagOf(field)),
  )
  const isList = typeOf(chosen(body.shape, undefined)) === 'array'
  if (fields.length === 0 && data === undefined) {
    if (body.optional) return undefined
    if (name === 'patch' || method === 'PATCH')
      throw new UsageError(
        `${operationName(operation)} is told nothing to change; \`routerfile api ${operationName(operation)} --help\` lists the fields`,
      )
  }
  const values = fields.map(
    (field) => [field, valueOf(field, texts(field, { given, text }))] as const,
  )
  const said = values.reduce<Record<string, unknown>>(
    (map, [{ path }, value]) => within(map, path, value),
    {},
  )
  if (isList)
    return data === undefined
      ? checked(JSON.stringify([said]), schemaOf(body.shape), operation)
      : checked(data, schemaOf(body.shape), operation, '--data: ')
  const choice = choiceIn(said) ?? choiceIn(dataOf(data))
  const schema = schemaOf(chosen(body.shape, choice))
  const base =
    data === undefined ? {} : checked(data, withoutRequired(schema), operation, '--data: ')
  const merged = values.reduce((map, [{ path }, value]) => within(map, path, value), toRecord(base))
  return checked(asYaml(JSON.stringify(merged)), schema, operation)
}

const texts = (field: Field, { given, text }: Pick<Parts, 'given' | 'text'>): readonly string[] =>
  field.isFromFile
    ? [(text(flagOf(field)) ?? '').replace(/\r?\n$/, '')]
    : given.values(flagOf(field))

function dataOf(data: string | undefined): Json | undefined {
  const document = parseDocument(data ?? '')
  return document.root && plainOf(document, document.root)
}

const withoutRequired = ({ required: _, ...schema }: Schema): Schema => schema

/** A text held against a schema. What is wrong is told in one sentence each, and nothing is sent. */
function checked(text: string, schema: Schema, operation: Operation, from = ''): Json | undefined {
  const name = operationName(operation)
  const isList = schema.type === 'array'
  // Documents are maps, so that a list stands in one.
  const document = parseDocument(isList ? `list:\n  ${text.replaceAll('\n', '\n  ')}` : text)
  const node = isList ? document.at(['list'])?.value : document.root
  const problems = document.problems.map(({ start, end, message }): Finding => ({
    rule: 'body',
    severity: 'error',
    message,
    path: [],
    span: { start, end },
  }))
  const result =
    node && check(document, { ...schema, 'x-rule': 'body', 'x-name': `\`${name}\`` }, node, [])
  const findings = problems.length > 0 ? problems : (result?.findings ?? [])
  if (findings.length === 0 && result) return result.value
  const place = (line: number): string =>
    from === '' ? '' : `${from}line ${line + (isList ? 0 : 1)}: `
  const sentences = locate(document.text, findings).map(
    ({ message, range }) => `${place(range.start.line)}${message}`,
  )
  throw new UsageError(
    `${[...new Set(sentences)].join('\nrouterfile: ') || `${from}there is no body in it`}; nothing was sent, and \`routerfile api ${name} --help\` lists the fields`,
  )
}
