import type { Contract, Operation } from '../../src/management/operation.js'
import type { Schema } from '../../src/schema/data-schema.js'

/** Lists the required properties of an object, including those that distinguish its variants. */
const listRequired = ({ required = [], properties = {} }: Schema): string[] => [
  ...required,
  ...Object.keys(properties).filter((name) => properties[name]?.const !== undefined),
]

/** Creates the simplest value that a shape allows. */
export function createSample(shape: Schema, shapes: Contract['shapes']): unknown {
  const referred = shape.$ref === undefined ? undefined : shapes[shape.$ref.replace('#/$defs/', '')]
  if (referred) return createSample(referred, shapes)
  const [choice] = shape.oneOf ?? []
  if (choice) return createSample(choice, shapes)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const type = [shape.type].flat()[0]
  if (type === 'object')
    return Object.fromEntries(
      listRequired(shape).map((name) => [
        name,
        createSample(shape.properties?.[name] ?? {}, shapes),
      ]),
    )
  if (type === 'array')
    return shape.minItems && shape.items ? [createSample(shape.items, shapes)] : []
  if (type === 'integer' || type === 'number') return shape.minimum ?? 1
  if (type === 'boolean') return false
  return shape.format === 'date-time'
    ? '2030-01-01T00:00:00.000Z'
    : shape.format === 'uri'
      ? 'https://sample.example.com/'
      : 'sample'
}

/** Creates the simplest valid request to an operation, for a record that does not exist. */
export function createRequestTo(
  { method, path, body, requiredQuery, query }: Operation,
  shapes: Contract['shapes'],
): { method: string; path: string; body?: unknown; text?: string } {
  const search = requiredQuery
    .map((name) => `${name}=${String(createSample(query[name] ?? {}, shapes))}`)
    .join('&')
  const sent =
    body && method !== 'GET'
      ? 'text' in body
        ? { text: 'sample' }
        : { body: createSample(body.shape, shapes) }
      : {}
  return { method, path: path.replaceAll(/\{\w+\}/g, 'nobody') + (search && `?${search}`), ...sent }
}
