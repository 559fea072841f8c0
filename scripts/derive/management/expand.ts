import type { Operation } from '../../../src/management/operation.js'
import type { Schema } from '../../../src/schema/data-schema.js'
import { camelCase, pascalCase } from '../../../src/management/operation.js'
import type { AnswerSource, Management, ResourceFile, OperationSource } from './resource.js'

type Kind = {
  method: string
  path: string
  verb: string
  status?: number
  errors: readonly number[]
  idempotent?: boolean
  title: (resource: ResourceFile) => string
}

const formatOne = ({ title }: ResourceFile): string =>
  `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`
const formatMany = ({ title }: ResourceFile): string => title.replace(/y$/, 'ie').concat('s')

/** The properties that follow from the kind of an operation. */
const kinds: Readonly<Record<Exclude<OperationSource['kind'], 'action'>, Kind>> = {
  list: {
    method: 'GET',
    path: '',
    verb: 'read',
    errors: [400, 401, 429, 503],
    title: (file) => `Lists ${formatMany(file)}.`,
  },
  create: {
    method: 'POST',
    path: '',
    verb: 'create',
    status: 201,
    errors: [400, 401, 429, 503],
    title: (file) => `Creates ${formatOne(file)}.`,
  },
  get: {
    method: 'GET',
    path: '/{id}',
    verb: 'read',
    errors: [401, 404, 429, 503],
    title: (file) => `Shows ${formatOne(file)}.`,
  },
  replace: {
    method: 'PUT',
    path: '/{id}',
    verb: 'update',
    errors: [400, 401, 404, 429, 503],
    title: (file) => `Replaces ${formatOne(file)}. Fields that are not given are reset.`,
  },
  patch: {
    method: 'PATCH',
    path: '/{id}',
    verb: 'update',
    errors: [400, 401, 404, 429, 503],
    idempotent: true,
    title: (file) => `Updates only the given fields of ${formatOne(file)}.`,
  },
  delete: {
    method: 'DELETE',
    path: '/{id}',
    verb: 'delete',
    errors: [400, 401, 429, 503],
    title: (file) => `Deletes ${formatOne(file)}.`,
  },
  relation: {
    method: 'GET',
    path: '',
    verb: 'read',
    errors: [400, 401, 429, 503],
    title: () => '',
  },
}

/** Completes all operations with the properties that follow from their kind. */
export const expandOperations = ({ resources }: Management): Operation[] =>
  [...resources].flatMap(([name, file]) =>
    Object.entries(file.operations).map(([operation, row]) =>
      expandRow({ name, file, operation, row }),
    ),
  )

type RowPlace = { name: string; file: ResourceFile; operation: string; row: OperationSource }

function expandRow({ name, file, operation, row }: RowPlace): Operation {
  const kind = row.kind === 'action' ? undefined : kinds[row.kind]
  const method = row.method ?? kind?.method ?? 'GET'
  const path = row.path ?? `/${name}${kind?.path ?? ''}`
  const answer = row.answer ?? createStandardAnswer(row.kind, file)
  const body = describeBody(row, file)
  return {
    resource: camelCase(name),
    name: operation,
    id: row.id,
    description:
      row.description ??
      (kind?.title(file) ||
        `Lists the ${path.split('/').at(-1)?.replaceAll('-', ' ')} of ${formatOne(file)}.`),
    method,
    path,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter),
    right: row.right ?? `${file.right}.${kind?.verb}`,
    query: row.query ?? {},
    requiredQuery: row.requiredQuery ?? [],
    headers: row.headers ?? {},
    ...(body && { body }),
    ...describeAnswer(answer),
    ...(row.media !== undefined && { media: row.media }),
    status: row.status ?? kind?.status ?? (answer === 'created' ? 201 : 200),
    ...(row.bodiless && { bodiless: true }),
    errors: row.errors ?? kind?.errors ?? [],
    idempotent: row.idempotent ?? kind?.idempotent ?? ['GET', 'PUT', 'DELETE'].includes(method),
    later: row.later ?? false,
    ...(row.since !== undefined && { since: row.since }),
    unserved: row.unserved ?? false,
  }
}

const createReference = (name: string): Schema =>
  /^[a-z]/.test(name) ? { type: name } : { $ref: `#/$defs/${name}` }

function createStandardAnswer(
  kind: OperationSource['kind'],
  { entity = '' }: ResourceFile,
): AnswerSource {
  if (kind === 'list' || kind === 'relation') return { page: entity }
  if (kind === 'get') return { data: entity }
  return kind === 'create' ? 'created' : 'empty'
}

function describeAnswer(answer: AnswerSource): Pick<Operation, 'answer' | 'shape' | 'media'> {
  if (typeof answer === 'string')
    return { answer, ...(answer === 'created' && { shape: createReference('Created') }) }
  if ('page' in answer) return { answer: 'page', shape: createReference(answer.page) }
  if ('items' in answer) return { answer: 'items', shape: createReference(answer.items) }
  if ('text' in answer) return { answer: 'text', media: answer.text }
  if ('bytes' in answer) return { answer: 'bytes', media: answer.bytes }
  return {
    answer: 'data',
    shape: typeof answer.data === 'string' ? createReference(answer.data) : answer.data,
  }
}

function describeBody(
  { kind, body, bodyOptional = false, bodyName }: OperationSource,
  { entity = '', bodyName: standard = '' }: ResourceFile,
): Operation['body'] {
  const name = bodyName ?? standard
  if (typeof body === 'object' && 'text' in body) return { ...body, name }
  const shape =
    typeof body === 'object'
      ? { type: 'array', items: createReference(body.list) }
      : body !== undefined
        ? createReference(body)
        : isWriting(kind)
          ? createReference(entity + pascalCase(kind))
          : undefined
  return shape && { shape, optional: bodyOptional, name }
}

const isWriting = (kind: OperationSource['kind']): boolean =>
  kind === 'create' || kind === 'replace' || kind === 'patch'
