import type { Json } from '../document/record.js'
import { isPlainObject } from '../document/record.js'
import type { Schema } from '../schema/data-schema.js'
import type { Contract, Operation } from './operation.js'
import { moveNullsToReferences } from './openapi-nulls.js'

const schemaReference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/**
 * Moves `anyOf`, `oneOf` and `allOf` beside a type or properties into the `then` of an `if` that always holds.
 * Otherwise, client generators would make types from the alternatives, and these types would lack the fields of the
 * object.
 */
function moveToThen(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { anyOf, oneOf, allOf, ...others } = schema
  return (anyOf ?? oneOf ?? allOf) && (others.type ?? others.properties)
    ? { ...others, if: {}, then: { anyOf, oneOf, allOf } }
    : schema
}

/**
 * Converts a schema of the API contract for the OpenAPI document: references become local, `x-model` is merged into its
 * schema, and our own `x-` keywords except `x-later` are dropped.
 */
function toSchema(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toSchema)
  if (isPlainObject(value)) {
    const modelSchema = isPlainObject(value['x-model']) ? value['x-model'] : {}
    return Object.fromEntries(
      Object.entries(moveToThen({ ...value, ...modelSchema }))
        .filter(([name, part]) => part !== undefined && !/^x-(?!later)/.test(name))
        .map(([name, part]) => [name, toSchema(part)]),
    )
  }
  if (typeof value === 'string') return value.replaceAll('#/$defs/', '#/components/schemas/')
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const integerShape: Schema = { type: 'integer', format: 'int64' }
const textShape: Schema = { type: 'string' }

/** The shape of text bodies, which are always PEM. */
const pemShape: Schema = { type: 'string', format: 'pem', minLength: 1 }

export const listParameters: readonly [name: string, shape: Schema, description: string][] = [
  ['limit', integerShape, 'Maximum number of records: 10 by default, at most 500, or -1 for all.'],
  ['offset', integerShape, 'Number of records to skip.'],
  [
    'filter',
    { type: 'string', format: 'filter' },
    'Condition that records must meet, in the filter language.',
  ],
  [
    'sort',
    { type: 'string', format: 'sort' },
    'Fields to sort by, separated by commas, each with `asc` or `desc`; at most five.',
  ],
]

const failureDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'There is no session, or it has ended or lacks the permission.',
  403: 'The request is not allowed.',
  404: 'The record does not exist.',
  409: 'The request conflicts with other records.',
  429: 'Too many requests.',
  503: 'The service is temporarily unavailable.',
}

/** Describes the operations below a base path as an OpenAPI 3.1 document. */
export function createOpenApi(
  { resources, shapes, version }: Contract,
  operations: readonly Operation[],
  { title, path }: { title: string; path: string },
): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const bodies = createSendableShapes(operations, shapes)
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = toOperationObject(
      operation,
      bodies.getBodyShape,
    )
  const usedResources = new Set(operations.map(({ resource }) => resource))
  const allShapes = { ...shapes, ...envelopeShapes, ...bodies.shapes }
  const rewrittenParts = moveNullsToReferences(
    Object.fromEntries(Object.entries(allShapes).map(([name, shape]) => [name, toSchema(shape)])),
    paths,
  )
  return {
    openapi: '3.1.0',
    info: { title, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: path }],
    tags: Object.entries(resources)
      .filter(([name]) => usedResources.has(name))
      .map(([, { collection, description }]) => ({ name: collection, description })),
    security: [{ session: [] }, { bearer: [] }],
    paths: rewrittenParts.paths,
    components: {
      schemas: rewrittenParts.schemas,
      responses: {
        failure: jsonResponse(
          'The request failed for another reason.',
          schemaReference('ErrorEnvelope'),
        ),
        ...Object.fromEntries(
          Object.entries(failureDescriptions).map(([status, description]) => [
            `failure${status}`,
            jsonResponse(description, schemaReference('ErrorEnvelope')),
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

const jsonResponse = (description: string, schema: Json): Json => ({
  description,
  content: { 'application/json': { schema } },
})

function toOperationObject(operation: Operation, getBodyShape: (shape: Schema) => Schema): Json {
  const { id, description, resource, right, body, status, errors } = operation
  return {
    operationId: id,
    summary: description,
    tags: [resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)],
    ...(right === 'none' && { security: [] }),
    'x-right': right,
    parameters: listParameterObjects(operation),
    ...(body && {
      requestBody: {
        required: 'text' in body || !body.optional,
        content:
          'text' in body
            ? { [body.text]: { schema: toSchema(pemShape) } }
            : { 'application/json': { schema: toSchema(getBodyShape(body.shape)) } },
      },
    }),
    responses: {
      [status]: successResponse(operation),
      ...Object.fromEntries(
        errors.map((error) => [error, { $ref: `#/components/responses/failure${error}` }]),
      ),
      default: { $ref: '#/components/responses/failure' },
    },
  }
}

function listParameterObjects({
  parameters,
  query,
  requiredQuery,
  headers,
  answer,
}: Operation): Json[] {
  const parameter = (
    location: string,
    name: string,
    schema: Schema,
    more: { required?: boolean; description?: string; allowEmptyValue?: boolean } = {},
  ): Json => ({ name, in: location, schema: toSchema(schema), ...more })
  return [
    ...parameters.map((name) =>
      parameter('path', name, { ...textShape, minLength: 1 }, { required: true }),
    ),
    ...(answer === 'page'
      ? listParameters.map(([name, shape, description]) =>
          parameter('query', name, shape, {
            description,
            ...(shape.type === 'integer' && { allowEmptyValue: true }),
          }),
        )
      : []),
    ...Object.entries(query).map(([name, shape]) =>
      parameter('query', name, shape, { required: requiredQuery.includes(name) }),
    ),
    ...Object.entries(headers).map(([name, shape]) => parameter('header', name, shape)),
  ]
}

function successResponse({ answer, shape, media = '', bodiless }: Operation): Json {
  if (bodiless) return { description: 'Success, without data.' }
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
      ? { type: 'array', items: toSchema(shape) }
      : answer === 'empty'
        ? { type: 'object' }
        : toSchema(shape ?? {})
  return jsonResponse('The requested data.', {
    type: 'object',
    properties: { data, meta: { oneOf: [schemaReference('Meta'), { type: 'null' }] } },
    required: ['data', 'meta'],
  })
}

const envelopeShapes: Readonly<Record<string, Schema>> = {
  Meta: {
    type: 'object',
    properties: {
      apiEnrollmentVersion: textShape,
      apiVersion: textShape,
      filterableFields: { type: 'array', items: textShape },
      pagination: {
        type: 'object',
        properties: { limit: integerShape, offset: integerShape, totalCount: integerShape },
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
      causeMessage: textShape,
      code: textShape,
      data: { type: 'object', additionalProperties: true },
      message: textShape,
      requestId: textShape,
    },
  },
}

type Shapes = Readonly<Record<string, Schema>>

const getReferenceName = ({ $ref = '' }: Schema): string => $ref.replace('#/$defs/', '')

const listSubShapes = ({
  properties = {},
  items,
  additionalProperties,
  oneOf = [],
}: Schema): Schema[] => [
  ...Object.values(properties),
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ...oneOf,
]

function findReachableShapes(roots: readonly Schema[], shapes: Shapes): Set<string> {
  const names = new Set<string>()
  const queue = [...roots]
  for (let shape = queue.pop(); shape; shape = queue.pop()) {
    const name = getReferenceName(shape)
    const target = shapes[name]
    queue.push(...listSubShapes(shape))
    if (!target || names.has(name)) continue
    names.add(name)
    queue.push(target)
  }
  return names
}

const listTypes = ({ type = [] }: Schema): readonly string[] => [type].flat()

/** The schema of a required field in request bodies: without null among its allowed values. */
function toRequired(shape: Schema): Schema {
  if (!shape.enum?.includes(null)) return shape
  return {
    ...shape,
    type: listTypes(shape).filter((type) => type !== 'null'),
    enum: shape.enum.filter((word) => word !== null),
  }
}

const toNullable = (shape: Schema): Schema => {
  if (shape.type === undefined)
    return Object.keys(shape).length === 0 ? shape : { anyOf: [shape, { type: 'null' }] }
  const values = shape.enum
  return {
    ...shape,
    type: [...new Set([...listTypes(shape), 'null'])],
    ...(values && { enum: [...new Set([...values, null])] }),
  }
}

/**
 * Whether a shape accepts its zero value (`''`, 0, false, an empty list). The service reads null in a list or map as
 * this value.
 */
const acceptsZeroValue = (shape: Schema): boolean => {
  const {
    type,
    enum: values,
    minLength = 0,
    minItems = 0,
    minimum = 0,
    pattern,
  } = { ...shape, ...shape['x-model'] }
  return (
    type !== undefined &&
    type !== 'object' &&
    !values &&
    !pattern &&
    minLength === 0 &&
    minItems === 0 &&
    minimum <= 0
  )
}

/**
 * The schema of an optional field in a request. The service reads null as unset, and also an empty string if that is not
 * a valid value of the field.
 */
function toOptional(shape: Schema, { shapes, toSendableReference }: SendableContext): Schema {
  const target = shapes[getReferenceName(shape)] ?? shape
  const isText =
    target.type === 'string' && (target.enum !== undefined || (target.minLength ?? 0) > 0)
  return isText
    ? { anyOf: [shape, { enum: ['', null] }] }
    : toNullable(toSendable(shape, { shapes, toSendableReference }))
}

type SendableContext = { shapes: Shapes; toSendableReference: (shape: Schema) => Schema }

/**
 * Converts a schema of the contract to what clients may send, including null where the service accepts it. Integers
 * without a maximum get the format `int64`.
 */
function toSendable(shape: Schema, context: SendableContext): Schema {
  const { $ref, properties, required = [], items, additionalProperties, oneOf } = shape
  if ($ref !== undefined) return context.toSendableReference(shape)
  const toMember = (item: Schema): Schema =>
    acceptsZeroValue(item) ? toNullable(toSendable(item, context)) : toSendable(item, context)
  const toField = ([name, fieldShape]: [string, Schema]): [string, Schema] => [
    name,
    required.includes(name)
      ? toRequired(toSendable(fieldShape, context))
      : toOptional(fieldShape, context),
  ]
  return {
    ...shape,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(toField)) }),
    ...(items && { items: toMember(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: toMember(additionalProperties),
    }),
    ...(oneOf && { oneOf: oneOf.map((choice) => toSendable(choice, context)) }),
    ...(listTypes(shape).includes('integer') && shape.maximum === undefined && { format: 'int64' }),
  }
}

/**
 * The schemas of request bodies by name, and a function that returns the schema of an operation's body. If the schema
 * for requests differs from a schema of the same name that responses use, its name gets the suffix `Sent`.
 */
function createSendableShapes(
  operations: readonly Operation[],
  shapes: Shapes,
): { shapes: Shapes; getBodyShape: (shape: Schema) => Schema } {
  const responseShapes = findReachableShapes(
    operations.flatMap(({ shape }) => (shape ? [shape] : [])),
    shapes,
  )
  const namedShapes: Record<string, Schema> = {}
  const context = { shapes, toSendableReference }
  function toSendableReference(shape: Schema): Schema {
    const name = getReferenceName(shape)
    const target = shapes[name] ?? {}
    const sendable = toSendable(target, context)
    if (JSON.stringify(sendable) === JSON.stringify(target)) return shape
    const sendableName = responseShapes.has(name) ? `${name}Sent` : name
    namedShapes[sendableName] = sendable
    return { ...shape, $ref: `#/$defs/${sendableName}` }
  }
  const bodies = new Map(
    operations.flatMap(({ body }) =>
      body && 'shape' in body ? [[body.shape, toSendable(body.shape, context)] as const] : [],
    ),
  )
  return { shapes: namedShapes, getBodyShape: (shape) => bodies.get(shape) ?? shape }
}
