import { describe, expect, test } from 'vitest'
import {
  checkAccept,
  readContentType,
} from '../../../../src/management/service/body/media-types.js'
import { readBody } from '../../../../src/management/service/body/read-body.js'
import {
  checkQuery,
  parseSearchParams,
} from '../../../../src/management/service/body/check-query.js'
import { contract } from '../../../../src/generated/management/contract.js'
import type { Operation } from '../../../../src/management/operation.js'
import { respondWithFailure } from '../../../../src/management/service/http/request-response.js'
import type { Failure, Result } from '../../../../src/management/service/call/failure.js'
import {
  formatValue,
  createInvalidFieldRefusal,
  createNotFound,
} from '../../../../src/management/service/call/failure.js'
import { statusFor } from '../../../../src/management/statuses.js'

function operation(id: string): Operation {
  const found = contract.operations.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`no operation ${id}`)
  return found
}

function formatCause(failure: Failure | undefined): string {
  if (!failure) return 'none'
  const { code, status = statusFor(code), field, reason, value } = failure
  return `${status} ${field === undefined ? reason : `${field} | ${reason} | ${value}`}`
}

const whyNot = (outcome: Result<unknown>): string =>
  formatCause(outcome.ok ? undefined : outcome.failure)

describe('a query', () => {
  const check = (id: string, search: string): string =>
    formatCause(
      checkQuery(parseSearchParams(new URL(`https://service.test/${search}`)), operation(id)),
    )

  test.each([
    ['of a list', 'listServices', '?limit=5&offset=%2B1&filter=a%20%3D%20b&sort=name+asc&other=1'],
    ['with empty values', 'listServices', '?limit=&offset='],
    ['whose last of equal parameters is valid', 'listServices', '?limit=x&limit=-1'],
    ['with parameters that the operation does not have', 'detailService', '?limit=x'],
    ['with parts that are not well-formed', 'listServices', '?limit=%zz&offset=x;2'],
  ])('%s is accepted', (_, id, search) => {
    expect(check(id, search)).toBe('none')
  })

  test.each([
    ['listServices', '?limit=x', '400 limit | limit in query must be of type int64: "x" | x'],
    [
      'listServices',
      '?offset=y&limit=%205',
      '400 limit | limit in query must be of type int64: " 5" |  5',
    ],
    [
      'listServices',
      '?offset=99999999999999999999',
      '400 offset | offset in query must be of type int64: "99999999999999999999" | 99999999999999999999',
    ],
    ['authenticate', '', '400 method | method in query is required | []'],
    ['authenticate', '?method=', '400 method | method in query is required | '],
    [
      'authenticate',
      '?method=magic',
      '400 method | method in query should be one of [password cert ext-jwt] | magic',
    ],
    [
      'listIdentityServices',
      '?policyType=both',
      '400 policyType | policyType in query should be one of [dial bind] | both',
    ],
  ])('%s%s is refused', (id, search, cause) => {
    expect(check(id, search)).toBe(cause)
  })
})

describe('the media type of a body', () => {
  test.each([
    ['createService', 'application/json', 'application/json'],
    ['createService', ' Application/JSON ; Charset="utf-8";', 'application/json'],
    ['verifyCa', 'text/plain', 'text/plain'],
    ['verifyCa', 'application/json', 'application/json'],
  ])('%s takes %s', (id, header, value) => {
    expect(readContentType(header, operation(id))).toEqual({ ok: true, value })
  })

  test.each([
    [
      'createService',
      null,
      '415 Content-Type | unsupported media type; use application/json | application/octet-stream',
    ],
    [
      'createService',
      'text/plain; a=b',
      '415 Content-Type | unsupported media type; use application/json | text/plain',
    ],
    [
      'verifyCa',
      'text/html',
      '415 Content-Type | unsupported media type; use text/plain or application/json | text/html',
    ],
    ['createService', '///', '400 the header Content-Type is not a media type'],
    ['createService', 'a b', '400 the header Content-Type is not a media type'],
    ['createService', 'a/', '400 the header Content-Type is not a media type'],
    ['createService', 'a/b c', '400 the header Content-Type is not a media type'],
    [
      'createService',
      'a/b; x',
      '415 Content-Type | unsupported media type; use application/json | a/b',
    ],
    [
      'createService',
      'a/b; x=1; X=2',
      '415 Content-Type | unsupported media type; use application/json | a/b',
    ],
  ])('%s does not take %s', (id, header, cause) => {
    expect(whyNot(readContentType(header, operation(id)))).toBe(cause)
  })
})

test.each([
  ['listServices', null, 'none'],
  ['listServices', '*/*', 'none'],
  ['listServices', 'text/html, application/*;q=0.5', 'none'],
  ['getCaJwt', 'application/jwt', 'none'],
  [
    'getCaJwt',
    'text/html',
    '406 Accept | unsupported media type; available: application/jwt, application/json | text/html',
  ],
  [
    'listServices',
    'text/html',
    '406 Accept | unsupported media type; available: application/json | text/html',
  ],
  [
    'listServices',
    'application/json;q=0',
    '406 Accept | unsupported media type; available: application/json | application/json;q=0',
  ],
])('%s for who wants %s', (id, header, cause) => {
  expect(formatCause(checkAccept(header, operation(id)))).toBe(cause)
})

describe('what messages and answers look like', () => {
  test.each([
    [undefined, '<nil>'],
    [null, '<nil>'],
    ['a b', 'a b'],
    [65536, '65536'],
    [[], '[]'],
    [['x', 'y'], '[x y]'],
    [
      { type: 'object', properties: { a: { type: null } } },
      'map[properties:map[a:map[type:<nil>]] type:object]',
    ],
    [[{}, [[true]]], '[map[] [[true]]]'],
  ])('%j is %s', (value, text) => {
    expect(formatValue(value)).toBe(text)
  })

  test('a refusal has its envelope', () => {
    const { status, body } = respondWithFailure(createNotFound('service', 'x').failure, 'id-1')
    expect(status).toBe(404)
    expect(JSON.parse(String(body))).toEqual({
      error: {
        code: 'NOT_FOUND',
        message: 'The resource requested was not found or is no longer available',
        requestId: 'id-1',
        cause: { code: 'UNHANDLED', message: 'service with id x not found' },
      },
      meta: { apiEnrollmentVersion: '0.0.1', apiVersion: '0.0.1' },
    })
  })

  test('other refusals have their words', () => {
    expect(formatCause({ code: 'RATE_LIMITED', reason: 'x' })).toBe('429 x')
    expect(formatCause(createInvalidFieldRefusal('caId', 'ca not found', '<nil>').failure)).toBe(
      "400 the value '<nil>' for 'caId' is invalid: ca not found",
    )
  })
})

describe('whatever is sent', () => {
  const { operations, shapes } = contract
  const withBody = operations.filter(({ body }) => body)

  /** Numbers that look like chance and are the same in each run. */
  const chance = (seed: number): ((below: number) => number) => {
    const state = [seed]
    return (below) => {
      state[0] = Math.imul(state[0] ?? 0, 1_664_525) + 1_013_904_223
      return Math.floor(((state[0] >>> 8) / 2 ** 24) * below)
    }
  }

  test('an answer comes, and it is a value or a failure with a cause', () => {
    const next = chance(7)
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"name"',
      '"tags"',
      '"typeId"',
      '"MAC"',
      '"primary"',
      '"__proto__"',
      '"expiresAt"',
      'null',
      'true',
      '1',
      '-',
      '1e9',
      '"\\u00',
      '\\',
      '"',
      '\u0000',
      '😀',
      ' ',
    ]
    const seen = { value: 0, failure: 0 }
    for (let round = 0; round < 20_000; round++) {
      const inner = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join('')
      const text = next(2) === 0 ? inner : `{"name":"a","typeId":"OS","tags":${inner}}`
      const reading = readBody(
        text,
        withBody[next(withBody.length)] ?? operation('createService'),
        { shapes },
      )
      if (reading.ok) seen.value++
      else {
        seen.failure++
        expect(reading.failure.reason).toBeDefined()
      }
    }
    expect(seen.value).toBeGreaterThan(50)
    expect(seen.failure).toBeGreaterThan(10_000)
  })

  const measureTime = <Value>(act: () => Value): { value: Value; time: number } => {
    const started = performance.now()
    return { value: act(), time: performance.now() - started }
  }

  /** Takes as long as going through a text does on the machine of this run. */
  const countCodePoints = (text: string): number => {
    let count = 0
    for (const character of text) count += character.codePointAt(0) === 0 ? 0 : 1
    return count
  }

  const size = 1_048_576
  test.each([
    ['brackets', '['.repeat(size), 'createService'],
    ['nested tags', `{"tags":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}`, 'patchService'],
    ['nested unknown lists', `{"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, 'patchService'],
    ['small lists', `[${'[],'.repeat(size / 3)}[]]`, 'createService'],
    ['a long text', `{"name":"${'\\u00e9'.repeat(size / 6)}"}`, 'patchService'],
    ['a long number', `{"maxIdleTimeMillis":${'9'.repeat(size)}}`, 'patchService'],
    ['one key again and again', `{${'"name":"a",'.repeat(size / 11)}"name":"b"}`, 'patchService'],
    [
      'a long address',
      `{"jwksEndpoint":"http://${'a@'.repeat(size / 4)}${':1'.repeat(size / 4)} "}`,
      'patchExternalJwtSigner',
    ],
    ['a long path', `{"jwksEndpoint":"/${'%41'.repeat(size / 3)}"}`, 'patchExternalJwtSigner'],
    ['spaces', ' '.repeat(size), 'createService'],
    [
      'a long moment',
      `{"expiresAt":"2030-01-01T00:00:00.${'1'.repeat(size)}"}`,
      'refreshEnrollment',
    ],
  ])('a mebibyte of %s takes no time', (_, text, id) => {
    const yardstick = measureTime(() => countCodePoints(text))
    const { value: reading, time } = measureTime(() => readBody(text, operation(id), { shapes }))
    expect(time / yardstick.time).toBeLessThan(400)
    expect(() => JSON.stringify(reading)).not.toThrow()
  })
})
