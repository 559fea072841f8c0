import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { selectVariant, toSchema } from '../../src/cli/commands/api/fields.js'
import { answersSchema } from '../../src/generated/answers-schema.js'
import { contract } from '../../src/generated/management/contract.js'
import type { Contract } from '../../src/management/operation.js'
import { checkData } from '../../src/schema/check-data.js'
import { toDataDocument } from '../../src/schema/data-document.js'
import type { Schema } from '../../src/schema/data-schema.js'
import { configurationSchema } from '../../src/schema/configuration-schema.js'
import { listNamedWords, resolveReference } from '../../src/schema/data-schema.js'
import type { Json } from '../../src/document/record.js'

/** Values of every kind, and texts that look like other kinds. */
const samples: readonly Json[] = [
  ...['', 'x', 'true', '5', '2.0', 'off', 'error', 'edge', 'linux'],
  ...[true, false, null],
  ...[0, 1, -1, 1.5, 443, 70000],
  ...[[], [1], ['x'], [null], [['x']]],
  ...[{}, { x: 1 }, { x: 'off' }, { name: 'x' }],
]

/** A place of a schema, and how to put a value there. */
type Place = { name: string; schema: Schema; put: (value: Json) => Json }

/** Every place that the schema names, with what is required beside it. */
function listPlaces(root: Schema, { name, schema: reference, put }: Place, depth = 0): Place[] {
  const schema = resolveReference(root, reference)
  const { properties = {}, items, additionalProperties, required = [] } = schema
  const beside = (own: string): Record<string, Json> =>
    Object.fromEntries(
      required
        .filter((other) => other !== own)
        .map((other) => [other, properties[other]?.type === 'array' ? [] : 'x']),
    )
  const inside = [
    ...Object.entries(properties).map(([key, child]): Place => ({
      name: `${name}.${key}`,
      schema: child,
      put: (value) => put({ ...beside(key), [key]: value }),
    })),
    ...(items ? [{ name: `${name}[]`, schema: items, put: (value: Json) => put([value]) }] : []),
    ...(typeof additionalProperties === 'object'
      ? [
          {
            name: `${name}.KEY`,
            schema: additionalProperties,
            put: (value: Json) => put({ k: value }),
          },
        ]
      : []),
  ]
  const own = { name, schema, put }
  return depth === 5
    ? [own]
    : [own, ...inside.flatMap((place) => listPlaces(root, place, depth + 1))]
}

/** What answers hold of the router file is checked with the file. */
const {
  sections: _,
  edgeOptions: __,
  tunnelOptions: ___,
  ...ownAnswers
} = answersSchema.properties ?? {}

const whole: Contract = contract

/** The schemas that the command `api` checks bodies against. */
const bodies = whole.operations.flatMap(({ resource, name, body }): [string, Schema][] =>
  body && 'shape' in body
    ? [[`${resource}.${name}`, toSchema(selectVariant(body.shape, undefined))]]
    : [],
)

/** One for all schemas: each would compile the schema of schemas anew. */
const ajv = addFormats(new Ajv2020({ strict: false }))

describe.each([
  ['configurations', configurationSchema],
  ['answers', { ...answersSchema, properties: ownAnswers }],
  ...bodies,
])('%s', (_, root) => {
  const validate = ajv.compile(root)
  const isFound = (data: Json): boolean => {
    const document = toDataDocument(data)
    return (
      document.rootValue !== undefined &&
      checkData(document, root, document.rootValue, []).findings.length > 0
    )
  }

  test.each(listPlaces(root, { name: '', schema: root, put: (value) => value }))(
    '$name takes what the schema takes',
    ({ schema, put }) => {
      const words = listNamedWords(schema)
      for (const sample of samples) {
        // A word that looks like another kind of value is used as it is written.
        const isWritten = words && ['number', 'boolean'].includes(typeof sample)
        const isValid = validate(put(isWritten ? String(sample) : sample))
        expect({ sample, isFound: isFound(put(sample)) }).toEqual({ sample, isFound: !isValid })
      }
    },
  )
})
