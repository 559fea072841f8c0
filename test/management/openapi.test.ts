import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { getAt, isPlainObject, toRecord } from '../../src/document/record.js'
import { contract } from '../../src/generated/management/contract.js'
import type { Contract } from '../../src/management/operation.js'
import { createOpenApi } from '../../src/management/openapi.js'
import { listClientOperations } from '../../src/management/service/operations/client-operations.js'

type Part = { path: string; value: Readonly<Record<string, unknown>> }

/** All objects of a document, with their paths. */
const listParts = (value: unknown, path = ''): Part[] => [
  ...(isPlainObject(value) ? [{ path, value }] : []),
  ...(Array.isArray(value) ? [...value.entries()] : Object.entries(toRecord(value))).flatMap(
    ([name, member]) =>
      typeof member === 'object' ? listParts(member, `${path}/${String(name)}`) : [],
  ),
]

const listAlternatives = (schema: unknown): unknown[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const alternatives = getAt(schema, [word])
    return Array.isArray(alternatives) ? [...alternatives] : []
  })

/** How often a schema allows null without a look at what it refers to. */
const countNulls = (schema: unknown): number =>
  Number([getAt(schema, ['type'])].flat().includes('null')) +
  listAlternatives(schema).reduce<number>((sum, each) => sum + countNulls(each), 0)

const whole: Contract = contract

describe.each([
  ['management', whole.operations],
  ['client', listClientOperations(whole)],
])('for generators, the document of the %s API', (path, operations) => {
  const document = createOpenApi(whole, operations, { title: path, path: `/edge/${path}/v1` })
  const parts = listParts(document)
  const schemas = toRecord(getAt(document, ['components', 'schemas']))

  test('has no body that may be null, itself or by its name', () => {
    const bodies = parts.filter(({ path: at }) =>
      /\/requestBody\/content\/[^/]+\/[^/]+\/schema$/.test(at),
    )
    expect(bodies.length).toBeGreaterThan(2)
    expect(bodies.filter(({ value }) => countNulls(value) > 0)).toEqual([])
    expect(Object.keys(schemas).filter((name) => countNulls(schemas[name]) > 0)).toEqual([])
    expect(
      Object.keys(schemas).filter((name) => [getAt(schemas, [name, 'enum'])].flat().includes(null)),
    ).toEqual([])
  })

  test('names null once among alternatives, and no alternatives among them', () => {
    const unions = parts.filter(
      ({ value }) => countNulls(value) > 0 && listAlternatives(value).length > 0,
    )
    expect(unions.length).toBeGreaterThan(5)
    expect(
      unions.filter(
        ({ value }) =>
          countNulls(value) > 1 ||
          listAlternatives(value).some((each) => listAlternatives(each).length > 0),
      ),
    ).toEqual([])
  })

  test('has no alternatives beside a type, whose fields would be lost', () => {
    expect(
      parts.filter(
        ({ value }) =>
          listAlternatives(value).length > 0 &&
          !value.parameters &&
          (typeof value.type === 'string' ||
            Array.isArray(value.type) ||
            isPlainObject(value.properties)),
      ),
    ).toEqual([])
  })
})

describe('what the document says of values', () => {
  const document = createOpenApi(whole, whole.operations, { title: 'API', path: '/' })
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(toRecord(document), 'document')
  const accepts = (name: string, value: unknown): unknown =>
    ajv.validate({ $ref: `document#/components/schemas/${name}` }, value)

  test.each([
    ['Trace', {}, true],
    ['Trace', { enabled: true, duration: '5m' }, true],
    ['Trace', { enabled: true }, false],
    ['Trace', { enabled: true, duration: 'soon' }, false],
    [
      'AuthenticatorCreate',
      { identityId: 'a', method: 'updb', username: 'b', password: 'c' },
      true,
    ],
    ['AuthenticatorCreate', { identityId: 'a', method: 'updb', username: 'b' }, false],
    ['AuthenticatorCreate', { method: 'updb', username: 'b', password: 'c' }, false],
    ['IdentityPatch', {}, true],
    ['IdentityPatch', { tags: null, appData: null, type: null }, true],
    ['IdentityPatch', { tags: { a: 1 }, type: 'User' }, true],
    ['IdentityPatch', { type: 'Users' }, false],
    ['ExternalJwtSignerPatch', { targetToken: null }, true],
    ['ExternalJwtSignerPatch', { targetToken: 'ID' }, true],
    ['ExternalJwtSignerPatch', { targetToken: 'NAME' }, false],
    ['ExternalJwtSignerPatch', { certPem: 'pem', jwksEndpoint: 'https://a.example' }, false],
  ])('%s %j: %s', (name, value, expected) => {
    expect(accepts(name, value)).toBe(expected)
  })
})
