import type { JSONSchema } from 'json-schema-to-typescript'
import { compile } from 'json-schema-to-typescript'
import type { Schema } from '../../../src/schema/data-schema.js'
import type { Descriptions } from './descriptions.js'
import { describeTypes } from './descriptions.js'

/** Generates the types of all records and bodies. */
export async function createShapeTypes(
  shapes: Readonly<Record<string, Schema>>,
  descriptions: Descriptions,
  banner: string,
): Promise<string> {
  const $defs = Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      name,
      { ...projectShape(shape, shape.enum !== undefined || isBody(name), shapes), title: name },
    ]),
  )
  const text = await compile(
    { title: 'Shapes', type: 'object', additionalProperties: false, $defs },
    'Shapes',
    {
      additionalProperties: false,
      bannerComment: banner,
      style: { semi: false, singleQuote: true, printWidth: 160 },
      unreachableDefinitions: true,
    },
  )
  const types = text
    .replace(/export interface Shapes \{\}\n+/, '')
    .replaceAll(
      /\/\*\*\n \* This interface was referenced by `Shapes`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/g,
      '',
    )
    .replaceAll(
      /\n \*\n \* This interface was referenced by `Shapes`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      '\n',
    )
  return describeTypes(types, descriptions)
}

const isBody = (name: string): boolean => /(Create|Replace|Patch)$/.test(name)

const types: Readonly<Record<string, string>> = { integer: 'number' }

/** Formats a union that newer releases may extend: editors suggest the known values, and any string is accepted. */
const formatOpenUnion = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null ? 'null' : `'${value}'`)).join(' | ')} | (string & {})`

/**
 * Converts a shape for the type generator. Values from the controller may be those of newer releases; values to send
 * may not.
 */
function projectShape(
  shape: Schema,
  isWritten: boolean,
  shapes: Readonly<Record<string, Schema>>,
): JSONSchema {
  const target = shape.$ref && shapes[shape.$ref.replace('#/$defs/', '')]
  if (target && target.enum && !isWritten) return { tsType: formatOpenUnion(target.enum) }
  if (shape.enum && !isWritten && shape.type !== 'array')
    return { tsType: formatOpenUnion(shape.enum) }
  const {
    properties,
    items,
    additionalProperties,
    oneOf,
    format: _,
    minItems: __,
    readOnly: ___,
    'x-model': ____,
    ...own
  } = shape
  const keeps = shape['x-keeps']
  if (keeps) return { tsType: keeps.map((type) => types[type] ?? type).join(' | ') }
  const deeper = (inner: Schema): JSONSchema => projectShape(inner, isWritten, shapes)
  return {
    ...(own as JSONSchema),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, deeper(field)]),
      ),
      additionalProperties: false,
    }),
    ...(items && { items: deeper(items) }),
    ...(oneOf && { oneOf: oneOf.map(deeper) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties:
        Object.keys(additionalProperties).length > 0
          ? deeper(additionalProperties)
          : { tsType: 'unknown' },
    }),
  }
}
