import type { Schema } from '../../../src/schema/data-schema.js'
import { pascalCase } from '../../../src/management/operation.js'
import type { Body, ShapeFields, Management, ResourceFile } from './resource.js'

/** Collects every shape of the management API by name: those defined in files, records and bodies. */
export function createShapes({ definitions, resources }: Management): Record<string, Schema> {
  const shapes: Record<string, Schema> = { ...definitions.shapes }
  for (const file of resources.values()) Object.assign(shapes, file.shapes)
  for (const file of resources.values())
    if (file.fields) Object.assign(shapes, createRecordShapes(file), createBodyShapes(file, shapes))
  return Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const createReference = (name: string): Schema => ({ $ref: `#/$defs/${name}` })

/** The fields that all records have. */
const base: ShapeFields = {
  _links: createReference('Links'),
  createdAt: { type: 'string', format: 'date-time' },
  id: { type: 'string' },
  tags: createReference('Tags'),
  updatedAt: { type: 'string', format: 'date-time' },
}
const alwaysThere = ['_links', 'createdAt', 'id', 'updatedAt']

const createObject = (
  description: string,
  properties: ShapeFields,
  required: readonly string[],
): Schema => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 && { required }),
})

function createRecordShapes({
  entity = '',
  description,
  fields = {},
  bodies = {},
  always = [],
  discriminator = '',
  variants = {},
}: ResourceFile): ShapeFields {
  const written = new Set(
    Object.values(bodies).flatMap(({ required = [], optional }) => [...required, ...optional]),
  )
  // Fields that no body accepts are read-only.
  const marked = Object.fromEntries(
    Object.entries({ ...base, ...fields }).map(([name, shape]) => [
      name,
      written.has(name) ? shape : { ...shape, readOnly: true },
    ]),
  )
  const record = (own: ShapeFields, required: readonly string[]): Schema =>
    createObject(description, { ...marked, ...own }, [...alwaysThere, ...always, ...required])
  return createChoice(
    entity,
    Object.entries(variants).map(([name, variant]) => [
      name,
      record({ ...variant.fields, [discriminator]: { const: name } }, variant.always),
    ]),
    record({}, []),
  )
}

/** Creates one shape, or a shape for each variant and a union of them. */
function createChoice(
  name: string,
  variants: readonly [string, Schema][],
  only: Schema,
): ShapeFields {
  if (variants.length === 0) return { [name]: only }
  const named = variants.map(([variant, shape]): [string, Schema] => [
    pascalCase(variant.toLowerCase()) + name,
    shape,
  ])
  return {
    ...Object.fromEntries(named),
    [name]: { oneOf: named.map(([variant]) => createReference(variant)) },
  }
}

function createBodyShapes(file: ResourceFile, shapes: ShapeFields): ShapeFields {
  const { entity = '', bodies = {}, discriminator = '', variants = {} } = file
  return Object.fromEntries(
    Object.entries(bodies).flatMap(([kind, body]) => {
      const write = (own: ShapeFields, extra: readonly string[]): Schema =>
        createBodyShape(
          { ...file, fields: { ...file.fields, ...own } },
          widenBody(body, own, extra),
          shapes,
        )
      const of = Object.entries(variants).map(([name, variant]): [string, Schema] => [
        name,
        write(
          { ...variant.fields, ...variant.inputs, [discriminator]: { const: name } },
          kind === 'patch' ? [] : variant.always,
        ),
      ])
      return Object.entries(createChoice(entity + pascalCase(kind), of, write({}, [])))
    }),
  )
}

/** Adds the fields of a variant to a body. */
const widenBody = (body: Body, own: ShapeFields, required: readonly string[]): Body => ({
  ...body,
  inputs: { ...body.inputs, ...own },
  required: [...(body.required ?? []), ...required],
  optional: [
    ...body.optional,
    ...Object.keys(own).filter(
      (name) =>
        !required.includes(name) && !body.required?.includes(name) && !body.optional.includes(name),
    ),
  ],
})

function createBodyShape(
  { title, fields = {}, inputs = {} }: ResourceFile,
  body: Body,
  shapes: ShapeFields,
): Schema {
  const { required = [], optional, nullable = [], partial = [] } = body
  const selectShape = (name: string): Schema => {
    const plain = removeNull(
      body.inputs?.[name] ?? inputs[name] ?? fields[name] ?? base[name] ?? {},
    )
    const shape = partial.includes(name) ? makePartial(plain, shapes) : plain
    return nullable.includes(name) ? allowNull(shape) : shape
  }
  const names = [...required, ...optional].sort()
  return {
    ...createObject(
      `The fields of ${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title} in a request.`,
      Object.fromEntries(names.map((name) => [name, selectShape(name)])),
      required,
    ),
    ...(body['x-model'] && { 'x-model': body['x-model'] }),
  }
}

/** Removes null from a shape, because the body decides whether it accepts null. */
const removeNull = (shape: Schema): Schema => ({
  ...shape,
  ...(typeof shape.type === 'object' && { type: shape.type[0] ?? 'null' }),
})

const allowNull = (shape: Schema): Schema =>
  typeof shape.type === 'string'
    ? { ...shape, type: [shape.type, 'null'], ...(shape.enum && { enum: [...shape.enum, null] }) }
    : { oneOf: [shape, { type: 'null' }] }

/**
 * Copies a shape and makes its fields optional and nullable, at any depth. Leaves out constraints across fields,
 * because they apply only after merging with the existing values.
 */
function makePartial(shape: Schema, shapes: ShapeFields): Schema {
  const {
    required: _,
    'x-model': __,
    ...whole
  } = shape.$ref ? (shapes[shape.$ref.replace('#/$defs/', '')] ?? {}) : shape
  return whole.properties
    ? {
        ...whole,
        properties: Object.fromEntries(
          Object.entries(whole.properties).map(([name, field]) => [
            name,
            allowNull(makePartial(removeNull(field), shapes)),
          ]),
        ),
      }
    : shape
}
