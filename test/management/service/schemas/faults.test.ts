import { expect, test } from 'vitest'
import { findDataFault, readSchema } from '../../../../src/management/service/schemas/check.js'

const accepted: readonly object[] = [
  { properties: { p: true } },
  { enum: [] },
  { properties: { p: { type: [] } } },
  { required: [] },
  { minLength: 1 },
  { minItems: 5, maxItems: 1 },
  { minimum: 5, maximum: 1 },
  { items: true },
  { items: [{ type: 'string' }, true] },
  { exclusiveMinimum: 5 },
  { exclusiveMinimum: true, minimum: 1 },
  { $schema: 'x', exclusiveMaximum: 2 },
  { $schema: 'http://json-schema.org/draft-04/schema#', exclusiveMinimum: true, minimum: 1 },
  { $schema: 'http://json-schema.org/draft-04/schema', contains: 5, if: 5 },
  { $schema: 'http://json-schema.org/draft-06/schema#', if: 5 },
  { id: 'http://example.com/a' },
  { $id: 'http://example.com/a\\b' },
  { examples: 5, readOnly: 'x', unknown: {} },
  { dependencies: { a: ['b'], c: { required: ['d'] } } },
  { definitions: { d: { type: 'string' } }, properties: { p: { $ref: '#/definitions/d' } } },
  { propertyNames: { minLength: 2 }, const: null, not: { required: ['x'] } },
]

test.each(accepted)('a schema that controllers take: %j', (schema) => {
  expect(readSchema({ type: 'object', ...schema })).toMatchObject({ ok: true })
})

const refused: readonly [object, string][] = [
  [{ properties: { p: 0 } }, 'expected a schema: an object, or true or false from draft 6 on'],
  [{ properties: { p: null } }, 'expected a schema: an object, or true or false from draft 6 on'],
  [{ properties: [] }, 'properties must be an object'],
  [{ definitions: { d: { properties: { p: { required: 'x' } } } } }, 'required must be a list'],
  [{ required: [5] }, 'required items must be strings'],
  [{ required: ['a', 'b', 'a'] }, 'required items must be unique'],
  [
    {
      enum: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    },
    'enum items must be unique',
  ],
  [{ enum: 'x' }, 'enum must be a list'],
  [{ minLength: -1 }, 'minLength must be at least 0'],
  [{ maxItems: 1.5 }, 'maxItems must be an integer'],
  [{ minProperties: 3, maxProperties: 2 }, 'minProperties cannot be greater than maxProperties'],
  [{ minLength: 3, maxLength: 2 }, 'minLength cannot be greater than maxLength'],
  [{ multipleOf: 0 }, 'multipleOf must be a number above 0'],
  [{ maximum: null }, 'maximum must be a number'],
  [{ exclusiveMinimum: true }, 'exclusiveMinimum cannot be used without minimum'],
  [
    { $schema: 'http://json-schema.org/draft-07/schema#', exclusiveMaximum: true, maximum: 1 },
    'exclusiveMaximum must be a number',
  ],
  [
    { $schema: 'http://json-schema.org/draft-04/schema#', exclusiveMaximum: 1, maximum: 1 },
    'exclusiveMaximum must be true or false',
  ],
  [
    { $schema: 'http://json-schema.org/draft-04/schema#', properties: { p: true } },
    'expected a schema: an object, or true or false from draft 6 on',
  ],
  [{ $schema: 5 }, '$schema must be a string'],
  [{ $id: 5 }, '$id must be a string'],
  [{ $id: 'http://example.com/%zz' }, '$id must be a valid reference'],
  [{ properties: { p: { $id: 'http://[::1' } } }, '$id must be a valid reference'],
  [{ definitions: { d: { $ref: ':d' } } }, '$ref must be a valid reference'],
  [{ id: 5 }, 'id must be a string'],
  [{ items: [5] }, 'expected a schema: an object, or true or false from draft 6 on'],
  [{ items: 5 }, 'items must be a schema or a list of schemas'],
  [{ additionalProperties: 'x' }, 'additionalProperties must be true, false or a schema'],
  [{ patternProperties: { '(': {} } }, 'patternProperties: ( is not a valid regular expression'],
  [{ properties: { p: { pattern: '(?=a)' } } }, 'pattern must be a valid regular expression'],
  [{ dependencies: { a: [5] } }, 'dependencies must have schemas or lists of strings'],
  [{ dependencies: { a: 5 } }, 'dependencies must have schemas or lists of strings'],
  [{ anyOf: {} }, 'anyOf must be a list'],
  [{ then: 5 }, 'expected a schema: an object, or true or false from draft 6 on'],
  [{ uniqueItems: 'x' }, 'uniqueItems must be true or false'],
  [{ format: 5 }, 'format must be a string'],
  [{ title: 5 }, 'title must be a string'],
  [{ properties: { p: { type: 5 } } }, 'type must be a string or a list of strings'],
  [{ properties: { p: { type: ['string', 'string'] } } }, 'type items must be unique'],
]

test.each(refused)('a schema that controllers refuse: %j', (schema, reason) => {
  expect(readSchema({ type: 'object', ...schema })).toMatchObject({
    ok: false,
    failure: { reason: `invalid schema ${reason}` },
  })
})

test('an empty list of values allows every value', () => {
  const read = readSchema({ type: 'object', properties: { p: { enum: [] } } })
  expect(read.ok && findDataFault(read.value, { p: 5 })).toBeUndefined()
})
