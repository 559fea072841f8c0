import { describe, expect, test } from 'vitest'
import { readBody } from '../../../../../src/management/service/http/body/read-body.js'
import { contract } from '../../../../../src/generated/management/contract.js'
import type { Operation } from '../../../../../src/management/operation.js'
import type { Failure, Result } from '../../../../../src/management/service/http/failure.js'

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

describe('a text that is no JSON', () => {
  const cases: readonly (readonly [text: string, why: string])[] = [
    ['{', 'unexpected EOF'],
    ['{"name"', 'unexpected EOF'],
    ['{"name": "x', 'unexpected EOF'],
    ['{"name": -', 'unexpected EOF'],
    ['[1, 2', 'unexpected EOF'],
    ['tru', 'unexpected EOF'],
    ['nah', "invalid character 'a' in literal null (expecting 'u')"],
    ['trUe', "invalid character 'U' in literal true (expecting 'u')"],
    ['falsy', "invalid character 'y' in literal false (expecting 'e')"],
    ['hello', "invalid character 'h' looking for beginning of value"],
    ['é', "invalid character 'Ã' looking for beginning of value"],
    ["'", "invalid character '\\'' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', `invalid character '"' after object key:value pair`],
    ['[1 2]', "invalid character '2' after array element"],
    ['[01]', "invalid character '1' after array element"],
    ['[-x]', "invalid character 'x' in numeric literal"],
    ['[1.x]', "invalid character 'x' after decimal point in numeric literal"],
    ['[1e+]', "invalid character ']' in exponent of numeric literal"],
    ['["\\x"]', "invalid character 'x' in string escape code"],
    ['["\\u12g4"]', "invalid character 'g' in \\u hexadecimal character escape"],
    ['["a\nb"]', "invalid character '\\n' in string literal"],
    ['["\u0001"]', "invalid character '\\x01' in string literal"],
    ['['.repeat(10_001), "invalid character '[' exceeded max depth"],
    ['{"a":'.repeat(10_001), "invalid character '{' exceeded max depth"],
    ['['.repeat(10_000), 'unexpected EOF'],
    ['['.repeat(200_000), "invalid character '[' exceeded max depth"],
    ['{"name":"a"} {{{', "invalid character '{' after top-level value"],
    ['{"name":"a"}x', "invalid character 'x' after top-level value"],
    ['{"name":"a"}\u0000', "invalid character '\\x00' after top-level value"],
    ['\uFEFF{"name":"a"}', "invalid character 'ï' looking for beginning of value"],
  ]
  test.each(cases)('%.40s is refused: %s', (text, why) => {
    expect(getFailure(read('createService', text))).toEqual({
      code: 'COULD_NOT_PARSE_BODY',
      reason: `parsing service body from "" failed, because ${why}`,
    })
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
      'equal keys of objects are merged',
      'createIdentity',
      '{"name":"a","isAdmin":false,"type":"User","enrollment":{"ott":true},"enrollment":{"updb":"u"}}',
      { name: 'a', isAdmin: false, type: 'User', enrollment: { ott: true, updb: 'u' } },
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
      'null after a value takes back what may be absent',
      'patchIdentity',
      '{"name":"a","name":null}',
      {},
    ],
    [
      'null after a value leaves what may not',
      'patchService',
      '{"name":"a","name":null}',
      { name: 'a' },
    ],
    [
      'null in a list of texts is an empty one',
      'patchService',
      { configs: ['a', null] },
      { configs: ['a', ''] },
    ],
    ['space after the value is ignored', 'patchService', '{"name":"a"} \n\t ', { name: 'a' }],
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
    { text: '{"name":"a","color":1}', sets: ['name', 'color'] },
    { text: '{"NAME":"a"}', sets: ['NAME'] },
    { text: '{"name":null,"color":null}', sets: [] },
    { text: '{"name":null,"name":"a"}', sets: ['name'] },
    { text: '{}', sets: [] },
    { text: 'null', sets: [] },
  ])('$text sets $sets', ({ text, sets }) => {
    expect(readBody(text, operation('patchService'), { shapes })).toMatchObject({
      value: { sets },
    })
  })

  test('text after the value can be ignored', () => {
    expect(
      readBody('{"name":"a"} {{{', operation('patchService'), { shapes, ignoresRest: true }),
    ).toEqual({ ok: true, value: { value: { name: 'a' }, sets: ['name'] } })
  })

  test('a key called `__proto__` is a key', () => {
    const reading = read('patchIdentity', '{"appData":{"__proto__":{"a":1}}}')
    expect(JSON.stringify(reading)).toBe('{"ok":true,"value":{"appData":{"__proto__":{"a":1}}}}')
  })

  test('a text is taken as it is, and out of JSON', () => {
    expect(read('verifyCa', 'hello', 'text/plain')).toEqual({ ok: true, value: 'hello' })
    expect(read('verifyCa', '"hello"')).toEqual({ ok: true, value: 'hello' })
    expect(formatCause(read('verifyCa', '{}'))).toBe(
      'parsing certificate body from "" failed, because json: cannot unmarshal object into Go value of type string',
    )
  })
})

describe('a value of a wrong type', () => {
  const field = (place: string, type: string, found: string): string =>
    `json: cannot unmarshal ${found} into Go struct field ${place} of type ${type}`
  const cases: readonly (readonly [id: string, body: unknown, cause: string])[] = [
    [
      'createCa',
      [],
      'parsing ca body from "" failed, because json: cannot unmarshal array into Go value of type rest_model.CaCreate',
    ],
    [
      'createCa',
      { name: 5 },
      `parsing ca body from "" failed, because ${field('CaCreate.name', 'string', 'number')}`,
    ],
    [
      'createCa',
      { isAuthEnabled: 'yes' },
      `parsing ca body from "" failed, because ${field('CaCreate.isAuthEnabled', 'bool', 'string')}`,
    ],
    [
      'createCa',
      { externalIdClaim: 'x' },
      `parsing ca body from "" failed, because ${field('CaCreate.externalIdClaim', 'rest_model.ExternalIDClaim', 'string')}`,
    ],
    [
      'createCa',
      { externalIdClaim: { index: 1.5 } },
      `parsing ca body from "" failed, because ${field('ExternalIDClaim.externalIdClaim.index', 'int64', 'number 1.5')}`,
    ],
    [
      'updateAuthPolicy',
      { name: 5 },
      `parsing authPolicy body from "" failed, because ${field('AuthPolicyCreate.name', 'string', 'number')}`,
    ],
    [
      'createAuthPolicy',
      { primary: { extJwt: { allowed: 1 } } },
      `parsing authPolicy body from "" failed, because ${field('AuthPolicyPrimaryExtJWT.primary.extJwt.allowed', 'bool', 'number')}`,
    ],
    [
      'createService',
      { roleAttributes: 'x' },
      `parsing service body from "" failed, because ${field('ServiceCreate.roleAttributes', '[]string', 'string')}`,
    ],
    [
      'createService',
      { roleAttributes: [5] },
      `parsing service body from "" failed, because ${field('ServiceCreate.roleAttributes', 'string', 'number')}`,
    ],
    [
      'createService',
      { tags: [] },
      `parsing service body from "" failed, because ${field('ServiceCreate.tags', 'rest_model.SubTags', 'array')}`,
    ],
    [
      'createIdentity',
      { enrollment: true },
      `parsing identity body from "" failed, because ${field('IdentityCreate.enrollment', 'rest_model.IdentityCreateEnrollment', 'bool')}`,
    ],
    [
      'createIdentity',
      { serviceHostingCosts: { a: 'x' } },
      `parsing identity body from "" failed, because ${field('IdentityCreate.serviceHostingCosts', 'rest_model.TerminatorCost', 'string')}`,
    ],
    [
      'disableIdentity',
      { durationMinutes: 9223372036854776000 },
      `parsing disable body from "" failed, because ${field('DisableParams.durationMinutes', 'int64', 'number 9223372036854776000')}`,
    ],
    [
      'updateCurrentIdentityAuthenticator',
      { username: 5 },
      `parsing authenticator body from "" failed, because ${field('AuthenticatorUpdate.username', 'rest_model.Username', 'number')}`,
    ],
    [
      'patchCurrentIdentityAuthenticator',
      { currentPassword: 5 },
      `parsing authenticator body from "" failed, because ${field('.currentPassword', 'rest_model.Password', 'number')}`,
    ],
    [
      'associateIdentitysServiceConfigs',
      {},
      'parsing serviceConfigs body from "" failed, because json: cannot unmarshal object into Go value of type rest_model.ServiceConfigsAssignList',
    ],
    [
      'createPostureCheck',
      [],
      'json: cannot unmarshal array into Go value of type struct { TypeID string "json:\\"typeId\\"" }',
    ],
    ['createPostureCheck', { typeId: 5 }, field('.typeId', 'string', 'number')],
    ['createPostureCheck', { typeId: 'NOTHING' }, 'invalid typeId value: "NOTHING"'],
    ['createPostureCheck', { typeId: 'MAC', name: 5 }, field('.name', 'string', 'number')],
    [
      'createPostureCheck',
      { typeId: 'MAC', name: 5, macAddresses: 'x' },
      field('.macAddresses', '[]string', 'string'),
    ],
    [
      'createPostureCheck',
      { typeId: 'MFA', timeoutSeconds: 'x' },
      field('.PostureCheckMfaProperties.timeoutSeconds', 'int64', 'string'),
    ],
    [
      'createEnrollment',
      { expiresAt: 5 },
      `parsing enrollment body from "" failed, because ${field('EnrollmentCreate.expiresAt', 'string', 'number')}`,
    ],
    [
      'createTerminator',
      { identitySecret: 'a?' },
      'parsing terminator body from "" failed, because illegal base64 data at input byte 1',
    ],
  ]
  test.each(cases)('%s %j', (id, body, cause) => {
    expect(getFailure(read(id, body))).toMatchObject({ code: 'COULD_NOT_PARSE_BODY' })
    expect(formatCause(read(id, body))).toBe(cause)
  })

  test('the first counts, but for one that ends the reading', () => {
    expect(formatCause(read('createService', '{"name":5,"configs":"x"}'))).toContain(
      'ServiceCreate.name',
    )
    expect(formatCause(read('createService', '{"name":5,"tags":"x"}'))).toContain(
      'ServiceCreate.tags',
    )
  })

  test('a fault of the text comes first', () => {
    expect(formatCause(read('createService', '{"name":5,}'))).toContain("invalid character '}'")
  })

  test.each([
    ['tomorrow', 'parsing time "tomorrow" as "2006-01-02": cannot parse "tomorrow" as "2006"'],
    ['2020-1-01', 'parsing time "2020-1-01" as "2006-01-02": cannot parse "1-01" as "01"'],
    ['2020-13-01', 'parsing time "2020-13-01": month out of range'],
    ['2021-02-29', 'parsing time "2021-02-29": day out of range'],
    ['2021-02-28T25:00:00Z', 'parsing time "2021-02-28T25:00:00Z": extra text: "T25:00:00Z"'],
    ['é"', 'parsing time "\\xc3\\xa9\\"" as "2006-01-02": cannot parse "\\xc3\\xa9\\"" as "2006"'],
  ])('%s is no moment', (expiresAt, cause) => {
    expect(formatCause(read('refreshEnrollment', { expiresAt }))).toBe(
      `parsing refresh body from "" failed, because ${cause}`,
    )
  })
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
      'password | password in body is required | <nil>',
    ],
    [
      'createExternalJwtSigner',
      { ...signer, jwksEndpoint: 'a "url"' },
      'jwksEndpoint | jwksEndpoint in body must be of type uri: "a \\"url\\"" | a "url"',
    ],
    [
      'createExternalJwtSigner',
      { ...signer, externalAuthUrl: 'x y', jwksEndpoint: 'https://[::1]:443/a?b c' },
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
