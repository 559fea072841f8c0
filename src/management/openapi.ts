import type { Contract, Operation, Shape } from './operation.js'
import { sendable } from './sendable.js'

/** A value of JSON. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** Shapes point into the document; what only we read is left out. */
const local = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value, (name, item) =>
      /^x-(?!later)/.test(name)
        ? undefined
        : item?.['x-model']
          ? { ...item, ...item['x-model'] }
          : item,
    ).replaceAll('#/$defs/', '#/components/schemas/'),
  )

const integer: Shape = { type: 'integer', format: 'int64' }
const text: Shape = { type: 'string' }

/** The one kind of text that is sent. */
const certificate: Shape = { type: 'string', format: 'pem', minLength: 1 }

/** What every list takes. */
const paging: readonly [name: string, shape: Shape, description: string][] = [
  ['limit', integer, 'How many records at most: 10 if absent, 500 at most, -1 for all.'],
  ['offset', integer, 'How many records to skip.'],
  ['filter', { type: 'string', format: 'filter' }, 'Which records, in the filter language.'],
  [
    'sort',
    { type: 'string', format: 'sort' },
    'In which order: fields, each with `asc` or `desc`, separated by commas; five at most.',
  ],
]

const failures: Readonly<Record<number, string>> = {
  400: 'What was sent is not accepted.',
  401: 'No session, one that ended, or one without the right.',
  403: 'Refused.',
  404: 'There is no such record.',
  409: 'Something else stands in the way.',
  429: 'Too much at once.',
  503: 'Not now.',
}

/** The contract, or a part of it, as an OpenAPI 3.1 document about what is below a path. */
export function openapi(
  { resources, shapes, version }: Contract,
  operations: readonly Operation[],
  { title, path }: { title: string; path: string },
): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const bodies = sendable(operations, shapes)
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = pathItem(operation, bodies.of)
  const used = new Set(operations.map(({ resource }) => resource))
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: path }],
    tags: Object.entries(resources)
      .filter(([name]) => used.has(name))
      .map(([, { collection, description }]) => ({ name: collection, description })),
    security: [{ session: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: local({ ...shapes, ...envelope, ...bodies.shapes }),
      responses: {
        failure: json('Refused for another reason, or failed.', reference('ErrorEnvelope')),
        ...Object.fromEntries(
          Object.entries(failures).map(([status, description]) => [
            `failure${status}`,
            json(description, reference('ErrorEnvelope')),
          ]),
        ),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'zt-session' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}

const json = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

function pathItem(operation: Operation, sent: (shape: Shape) => Shape): Json {
  const {
    id,
    description,
    resource,
    right,
    parameters,
    query,
    requiredQuery,
    headers,
    body,
    status,
    errors,
    answer,
  } = operation
  const parameter = (
    place: string,
    name: string,
    schema: Shape,
    more: { required?: boolean; description?: string; allowEmptyValue?: boolean } = {},
  ): Json => ({ name, in: place, schema: local(schema), ...more })
  return {
    operationId: id,
    summary: description,
    tags: [resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)],
    ...(right === 'none' && { security: [] }),
    'x-right': right,
    parameters: [
      ...parameters.map((name) =>
        parameter('path', name, { ...text, minLength: 1 }, { required: true }),
      ),
      ...(answer === 'page'
        ? paging.map(([name, shape, about]) =>
            parameter('query', name, shape, {
              description: about,
              ...(shape.type === 'integer' && { allowEmptyValue: true }),
            }),
          )
        : []),
      ...Object.entries(query).map(([name, shape]) =>
        parameter('query', name, shape, { required: requiredQuery.includes(name) }),
      ),
      ...Object.entries(headers).map(([name, shape]) => parameter('header', name, shape)),
    ],
    ...(body && {
      requestBody: {
        required: 'text' in body || !body.optional,
        content:
          'text' in body
            ? { [body.text]: { schema: local(certificate) } }
            : { 'application/json': { schema: local(sent(body.shape)) } },
      },
    }),
    responses: {
      [status]: success(operation),
      ...Object.fromEntries(
        errors.map((error) => [error, { $ref: `#/components/responses/failure${error}` }]),
      ),
      default: { $ref: '#/components/responses/failure' },
    },
  }
}

function success({ answer, shape, media = '', bodiless }: Operation): Json {
  if (bodiless) return { description: 'Done; there is nothing to tell.' }
  if (answer === 'text')
    return {
      description: 'The text.',
      content: {
        [media]: { schema: media === 'application/json' ? { type: 'object' } : { type: 'string' } },
      },
    }
  if (answer === 'bytes') return { description: 'The bytes.', content: { [media]: {} } }
  const data =
    answer === 'page' || answer === 'items'
      ? { type: 'array', items: local(shape) }
      : answer === 'empty'
        ? { type: 'object' }
        : local(shape ?? {})
  return json('What was asked for.', {
    type: 'object',
    properties: { data, meta: { oneOf: [reference('Meta'), { type: 'null' }] } },
    required: ['data', 'meta'],
  })
}

/** What stands around answers. */
const envelope: Readonly<Record<string, Shape>> = {
  Meta: {
    type: 'object',
    properties: {
      apiEnrollmentVersion: text,
      apiVersion: text,
      filterableFields: { type: 'array', items: text },
      pagination: {
        type: 'object',
        properties: { limit: integer, offset: integer, totalCount: integer },
        required: ['limit', 'offset', 'totalCount'],
      },
    },
  },
  ErrorEnvelope: {
    type: 'object',
    properties: { error: { $ref: '#/$defs/ManagementFailure' }, meta: { $ref: '#/$defs/Meta' } },
    required: ['error', 'meta'],
  },
  ManagementFailure: {
    type: 'object',
    properties: {
      args: { type: 'object', additionalProperties: true },
      cause: { type: 'object', additionalProperties: true },
      causeMessage: text,
      code: text,
      data: { type: 'object', additionalProperties: true },
      message: text,
      requestId: text,
    },
  },
}
