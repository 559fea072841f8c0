import { describe, expect, test } from 'vitest'
import { readBody } from '../../../../src/management/service/body/read-body.js'
import { contract } from '../../../../src/generated/management/contract.js'
import type { Operation } from '../../../../src/management/operation.js'
import type { Failure, Result } from '../../../../src/management/service/call/failure.js'

const { operations, shapes } = contract

function operation(id: string): Operation {
  const found = operations.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`no operation ${id}`)
  return found
}

function read(id: string, body: unknown, mediaType = 'application/json'): Result<unknown> {
  const reading = readBody(typeof body === 'string' ? body : JSON.stringify(body), operation(id), {
    shapes,
    mediaType,
  })
  return reading.ok ? { ok: true, value: reading.value.value } : reading
}
const getFailure = (reading: Result<unknown>): Failure | undefined =>
  reading.ok ? undefined : reading.failure

/** The cause as `field | reason | value` or as the message alone. */
function formatCause(reading: Result<unknown>): string {
  const { field, reason = 'none', value } = getFailure(reading) ?? {}
  return field === undefined ? reason : `${field} | ${reason} | ${value}`
}

const noJson = 'the body is not valid JSON'

describe('a text that is not JSON', () => {
  test.each([
    ['{', noJson],
    ['{"name": "x', noJson],
    ['tru', noJson],
    ["'", noJson],
    ['{a:1}', noJson],
    ['["\u0001"]', noJson],
    ['{"name":"a"} {{{', noJson],
    ['{"name":"a"}\u0000', noJson],
    ['\uFEFF{"name":"a"}', noJson],
    ['\uFEFF', noJson],
    [
      `{"tags":${'['.repeat(1001)}${']'.repeat(1001)}}`,
      'the body is nested too deeply; at most 1000 levels',
    ],
    ['{"name":"a","maxIdleTimeMillis":1e999}', 'the body has a number that is out of range'],
    ['{"tags":{"a":-1e999}}', 'the body has a number that is out of range'],
  ])('%.40s is refused: %s', (text, reason) => {
    for (const id of ['createService', 'createPostureCheck'])
      expect(getFailure(read(id, text))).toEqual({ code: 'COULD_NOT_PARSE_BODY', reason })
  })
})

describe('what a body holds', () => {
  const cases: readonly (readonly [what: string, id: string, body: unknown, value: unknown])[] = [
    ['unknown keys are dropped', 'patchService', { name: 'a', color: 'red' }, { name: 'a' }],
    [
      'keys match in any case',
      'createService',
      { NAME: 'a', EncryptionRequired: true },
      { name: 'a', encryptionRequired: true },
    ],
    [
      'keys match by the folding of Unicode',
      'patchService',
      '{"tagſ":{"a":1}}',
      { tags: { a: 1 } },
    ],
    ['the last of equal keys counts', 'patchService', '{"name":"a","name":"b"}', { name: 'b' }],
    [
      'the last of keys that differ in case counts',
      'patchService',
      '{"NAME":"a","name":"b"}',
      { name: 'b' },
    ],
    [
      'equal keys of tags are not',
      'patchService',
      '{"tags":{"a":1},"tags":{"b":2}}',
      { tags: { b: 2 } },
    ],
    [
      'null sets nothing',
      'patchService',
      { name: null, tags: null, configs: null, encryptionRequired: null },
      {},
    ],
    [
      'null in a list of texts is an empty one',
      'patchService',
      { configs: ['a', null] },
      { configs: ['a', ''] },
    ],
    ['space after the value is ignored', 'patchService', '{"name":"a"} \n\t ', { name: 'a' }],
    [
      'null in a map of lists is an empty one',
      'patchRouter',
      { ctrlChanListeners: { a: null, b: ['x'] } },
      { ctrlChanListeners: { a: [], b: ['x'] } },
    ],
    ['null is an empty body', 'patchService', 'null', {}],
    [
      'tags keep only plain values',
      'patchService',
      { tags: { t: 'x', n: 1.5, b: true, z: null, o: {}, l: [] } },
      { tags: { t: 'x', n: 1.5, b: true, z: null } },
    ],
    [
      'data of the application keeps all',
      'patchIdentity',
      { appData: { o: { l: [1] } } },
      { appData: { o: { l: [1] } } },
    ],
    ['data of a config may be anything', 'patchConfig', { data: 'x' }, { data: 'x' }],
    [
      'a moment is given in UTC with milliseconds',
      'refreshEnrollment',
      { expiresAt: '2030-01-02T03:04:05.6789+02:00' },
      { expiresAt: '2030-01-02T01:04:05.678Z' },
    ],
    [
      'a date is a moment',
      'refreshEnrollment',
      { expiresAt: '2030-01-02' },
      { expiresAt: '2030-01-02T00:00:00.000Z' },
    ],
    [
      'halves of characters are replaced',
      'patchService',
      '{"name":"a\\ud800b\\ud83d\\ude00"}',
      { name: 'a\uFFFDb😀' },
    ],
    [
      'a variant has its own fields',
      'createPostureCheck',
      { typeId: 'MAC', name: 'a', macAddresses: ['aa'], domains: ['b'] },
      { typeId: 'MAC', name: 'a', macAddresses: ['aa'] },
    ],
    [
      'a list stays one',
      'associateIdentitysServiceConfigs',
      [{ serviceId: 's', configId: 'c' }],
      [{ serviceId: 's', configId: 'c' }],
    ],
    ['an absent body that may be absent', 'disassociateIdentitysServiceConfigs', '', undefined],
    [
      'a body in two parts is one',
      'patchCurrentIdentityAuthenticator',
      { currentPassword: 'secret', username: 'someone' },
      { currentPassword: 'secret', username: 'someone' },
    ],
    [
      'an empty text is none of several to choose from, where none has to be',
      'patchEdgeRouterPolicy',
      { semantic: '', name: '' },
      { name: '' },
    ],
  ]
  test.each(cases)('%s', (_, id, body, value) => {
    expect(read(id, body)).toEqual({ ok: true, value })
  })

  test.each([
    { text: '{"name":"a","color":1}', setKeys: ['name', 'color'] },
    { text: '{"NAME":"a"}', setKeys: ['NAME'] },
    { text: '{"name":null,"color":null}', setKeys: [] },
    { text: '{"name":null,"name":"a"}', setKeys: ['name'] },
    { text: '{}', setKeys: [] },
    { text: 'null', setKeys: [] },
  ])('$text sets $setKeys', ({ text, setKeys }) => {
    expect(readBody(text, operation('patchService'), { shapes })).toMatchObject({
      value: { setKeys },
    })
  })

  test.each(['{"name":"a"} {{{', '{"name":"a"}}', '{"name":"a"}"'])(
    'text after the value can be ignored: %s',
    (text) => {
      expect(readBody(text, operation('patchService'), { shapes, ignoresRest: true })).toEqual({
        ok: true,
        value: { value: { name: 'a' }, setKeys: ['name'], nullKeys: [] },
      })
    },
  )

  test('a key called `__proto__` is a key', () => {
    const reading = read('patchIdentity', '{"appData":{"__proto__":{"a":1}}}')
    expect(JSON.stringify(reading)).toBe('{"ok":true,"value":{"appData":{"__proto__":{"a":1}}}}')
  })

  test('a text is taken as it is, and out of JSON', () => {
    expect(read('verifyCa', 'hello', 'text/plain')).toEqual({ ok: true, value: 'hello' })
    expect(read('verifyCa', '"hello"')).toEqual({ ok: true, value: 'hello' })
    expect(formatCause(read('verifyCa', '{}'))).toBe('the body: expected a string, found an object')
  })
})

describe('a value of a wrong type', () => {
  const text = 'a string'
  const number = 'a number'
  const cases: readonly (readonly [id: string, body: unknown, reason: string])[] = [
    ['createCa', [], 'the body: expected an object, found a list'],
    ['createCa', { name: 5 }, `name: expected a string, found ${number}`],
    ['createCa', { isAuthEnabled: 'yes' }, `isAuthEnabled: expected a boolean, found ${text}`],
    ['createCa', { externalIdClaim: 'x' }, `externalIdClaim: expected an object, found ${text}`],
    [
      'createCa',
      { externalIdClaim: { index: 1.5 } },
      'externalIdClaim.index: expected an integer of 64 bits, found 1.5',
    ],
    ['createService', { roleAttributes: 'x' }, `roleAttributes: expected a list, found ${text}`],
    [
      'createService',
      { roleAttributes: ['a', 5] },
      `roleAttributes.1: expected a string, found ${number}`,
    ],
    ['createService', { tags: [] }, 'tags: expected an object, found a list'],
    ['createService', { name: 0 }, `name: expected a string, found ${number}`],
    [
      'patchService',
      { encryptionRequired: '' },
      `encryptionRequired: expected a boolean, found ${text}`,
    ],
    [
      'createIdentity',
      { serviceHostingCosts: { a: null } },
      'serviceHostingCosts.a: expected an integer of 64 bits, found null',
    ],
    [
      'disableIdentity',
      { durationMinutes: 2 ** 63 },
      'durationMinutes: expected an integer of 64 bits, found 9223372036854776000',
    ],
    ['associateIdentitysServiceConfigs', {}, 'the body: expected a list, found an object'],
    ['createPostureCheck', [], 'the body: expected an object, found a list'],
    [
      'createPostureCheck',
      { typeId: 5 },
      'typeId: expected one of DOMAIN, MAC, MFA, OS, PROCESS, PROCESS_MULTI',
    ],
    [
      'createPostureCheck',
      { typeId: 'constructor' },
      'typeId: expected one of DOMAIN, MAC, MFA, OS, PROCESS, PROCESS_MULTI',
    ],
    ['createPostureCheck', { typeId: 'MAC', name: 5 }, `name: expected a string, found ${number}`],
    [
      'createTerminator',
      { identitySecret: 'a?' },
      `identitySecret: expected base64, found ${text}`,
    ],
    ['createService', '{"name":5,"tags":"x"}', `name: expected a string, found ${number}`],
  ]
  test.each(cases)('%s %j', (id, body, reason) => {
    expect(getFailure(read(id, body))).toEqual({ code: 'COULD_NOT_PARSE_BODY', reason })
  })

  test.each(['', 'tomorrow', '2020-1-01', '2020-13-01', '2021-02-29', '2021-02-28T25:00:00Z'])(
    '%j is not a time',
    (expiresAt) => {
      expect(getFailure(read('refreshEnrollment', { expiresAt }))).toEqual({
        code: 'COULD_NOT_PARSE_BODY',
        reason: `expiresAt: expected a time such as 2030-01-31T12:00:00Z, found ${text}`,
      })
    },
  )
})

describe('a body that breaks the contract', () => {
  const service = { name: 'a', encryptionRequired: true }
  const identity = { name: 'a', isAdmin: false, type: 'User' }
  const signer = { name: 'a', audience: 'b', issuer: 'c', enabled: true }
  const cases: readonly (readonly [id: string, body: unknown, cause: string])[] = [
    ['createService', '', 'service | service in body is required | '],
    ['createService', ' \n', 'service | service in body is required | '],
    ['createPostureCheck', '', 'postureCheck | postureCheck in body is required | '],
    ['createService', {}, 'encryptionRequired | encryptionRequired in body is required | <nil>'],
    ['createService', { ...service, name: null }, 'name | name in body is required | <nil>'],
    [
      'createCa',
      { certPem: 'x', isAuthEnabled: true },
      'identityRoles | identityRoles in body is required | []',
    ],
    [
      'createAuthPolicy',
      { name: 'a', primary: { cert: {}, extJwt: {}, updb: {} }, secondary: {} },
      'primary.cert.allowExpiredCerts | primary.cert.allowExpiredCerts in body is required | <nil>',
    ],
    [
      'createEdgeRouterPolicy',
      { name: 'a', semantic: '' },
      'semantic | semantic in body should be one of [AllOf AnyOf] | ',
    ],
    [
      'createServicePolicy',
      { name: 'a', semantic: 'AnyOf', type: 'Listen' },
      'type | type in body should be one of [Dial Bind Invalid] | Listen',
    ],
    [
      'createEdgeRouter',
      { name: 'a', cost: 65536 },
      'cost | cost in body should be less than or equal to 65535 | 65536',
    ],
    [
      'createEdgeRouter',
      { name: 'a', cost: -1 },
      'cost | cost in body should be greater than or equal to 0 | -1',
    ],
    [
      'createIdentity',
      { ...identity, serviceHostingCosts: { abc: 65536 } },
      'serviceHostingCosts.abc | serviceHostingCosts.abc in body should be less than or equal to 65535 | 65536',
    ],
    [
      'createIdentity',
      { ...identity, serviceHostingPrecedences: { abc: 'x' } },
      'serviceHostingPrecedences.abc | serviceHostingPrecedences.abc in body should be one of [default required failed] | x',
    ],
    ['createPostureCheck', { name: 'a' }, 'typeId | typeId in body is required | '],
    ['createPostureCheck', { typeId: 'MAC' }, 'name | name in body is required | <nil>'],
    [
      'createPostureCheck',
      { typeId: 'MAC', name: 'a' },
      'macAddresses | macAddresses in body is required | []',
    ],
    [
      'createPostureCheck',
      { typeId: 'MAC', name: 'a', macAddresses: [] },
      'macAddresses | macAddresses in body should have at least 1 items | 0',
    ],
    [
      'createPostureCheck',
      { typeId: 'OS', name: 'a', operatingSystems: [{ type: 'BeOS' }] },
      'operatingSystems.0.type | operatingSystems.0.type in body should be one of [Windows WindowsServer Android iOS Linux macOS] | BeOS',
    ],
    [
      'createPostureCheck',
      { typeId: 'OS', name: 'a', operatingSystems: [null] },
      'operatingSystems.0 | operatingSystems.0 in body is required | <nil>',
    ],
    [
      'associateIdentitysServiceConfigs',
      [{ serviceId: 's' }],
      '0.configId | 0.configId in body is required | <nil>',
    ],
    [
      'updateAuthenticator',
      { username: 'abc', password: 'abcd' },
      'password | password in body should be at least 5 chars long | abcd',
    ],
    [
      'patchAuthenticator',
      { username: '' },
      'username | username in body should be at least 4 chars long | ',
    ],
    [
      'updateAuthenticator',
      { username: 'abcd', password: '€'.repeat(101) },
      'password | password in body should be at most 100 chars long | ',
    ],
    [
      'updateAuthenticator',
      { username: 'a'.repeat(101), password: 'abcde' },
      `username | username in body should be at most 100 chars long | ${'a'.repeat(101)}`,
    ],
    [
      'updateCurrentIdentityAuthenticator',
      { username: 'abcd' },
      'currentPassword | currentPassword in body is required | <nil>',
    ],
    [
      'createExternalJwtSigner',
      { ...signer, jwksEndpoint: 'a "url"' },
      'jwksEndpoint | jwksEndpoint in body must be of type uri: "a \\"url\\"" | a "url"',
    ],
    [
      'createExternalJwtSigner',
      { ...signer, externalAuthUrl: 'x y', jwksEndpoint: 'https://[::1]:443/a?b%20c' },
      'none',
    ],
    ['createExternalJwtSigner', { ...signer, audience: null }, 'none'],
    [
      'updateExternalJwtSigner',
      { ...signer, audience: undefined },
      'audience | audience in body is required | <nil>',
    ],
    [
      'createExternalJwtSigner',
      { ...signer, issuer: null },
      'issuer | issuer in body is required | <nil>',
    ],
    ['updateAuthenticator', { username: '😀'.repeat(100), password: 'abcde' }, 'none'],
  ]
  test.each(cases)('%s %.60j', (id, body, cause) => {
    expect(formatCause(read(id, body))).toBe(cause)
  })
})
