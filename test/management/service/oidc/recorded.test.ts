import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPlainObject } from '../../../../src/document/record.js'
import type { Managed, Reply, RequestParts } from '../../../support/management.js'
import {
  createAuthPolicy,
  password,
  requireText,
  startManaged,
} from '../../../support/management.js'
import { showCode } from '../../../support/one-time-code.js'

type Tokens = Record<string, { as: string; claims: Record<string, unknown> }>

/** An exchange as it was sent to a controller, with `${name}` for what differs from run to run. */
type Exchange = {
  request: { method: string; path: string; headers: Record<string, string>; body?: string }
  answer: {
    status: number
    headers: Record<string, string>
    tokens?: Tokens
    body?: Record<string, unknown>
  }
}

/** Statuses before and after a sign-in was ended, of two sign-ins and their refresh tokens. */
type Ending = {
  end: number
  after: { first: number; second: number }
  'refresh first': number
  'refresh second': number
  'fourth later': number
  'second later': number
}

type EnrollmentStep = {
  note: string
  request: { method: string; path: string; as?: 'form' | 'json'; body?: Record<string, string> }
  answer: { status: number; headers: Record<string, string>; body: unknown }
}

const recorded: {
  flows: Record<string, Exchange[]>
  endings: Record<string, Ending>
  enrollment: EnrollmentStep[]
} = JSON.parse(readFileSync('fixtures/management/oidc/exchanges-2.0.3.json', 'utf8'))

const host = 'https://service.test'
const formType = 'application/x-www-form-urlencoded'

let service: Managed
beforeEach(async () => {
  service = await startManaged()
})
afterEach(() => service.close())

const call = (method: string, path: string, parts: RequestParts = {}): Promise<Reply> =>
  service.call(method, `/${path}`, { session: '', ...parts })

/** The claims of a token that do not differ from run to run, with the types of those that do. */
const describeClaims = (claims: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => name !== 'sid')
      .map(([name, value]) => [
        name,
        /^(at_hash|auth_time|c_hash|exp|iat|iss|jti|name|nbf|nonce|sub|z_asid|z_authid|z_ra)$/.test(
          name,
        )
          ? typeof value
          : value,
      ]),
  )

const fill = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values.get(name) ?? `no ${name}`)

/** Remembers what an answer has in place of `${name}`. */
function takeValues(expected: string, given: string, values: Map<string, string>): void {
  const names = [...expected.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
  const parts = expected.split(/\$\{\w+\}/).map((part) => part.replaceAll(/\W/g, String.raw`\$&`))
  const found = new RegExp(`^${parts.join('(.*?)')}$`).exec(given)
  for (const [index, name] of names.entries())
    if (found && !values.has(name)) values.set(name, found[index + 1] ?? '')
}

function takeTokens(tokens: Tokens, given: unknown, values: Map<string, string>): void {
  for (const [name, { as, claims }] of Object.entries(tokens)) {
    const token = requireText(given, name)
    values.set(as, token)
    expect(describeClaims(decodeJwt(token))).toEqual(describeClaims(claims))
  }
}

test.each(Object.entries(recorded.flows))('%s works as it was sent', async (_, exchanges) => {
  const values = new Map([
    ['host', host],
    ['password', 'admin-pass'],
  ])
  for (const { request, answer } of exchanges) {
    const reply = await call(request.method, fill(request.path, values), {
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, fill(value, values)]),
      ),
      ...(request.body !== undefined && { text: fill(request.body, values) }),
    })
    expect([request.path, reply.status]).toEqual([request.path, answer.status])
    for (const name of ['location', 'auth-request-id', 'totp-required']) {
      const wanted = answer.headers[name]
      const given = reply.headers.get(name)
      if (wanted !== undefined) takeValues(wanted, given ?? '', values)
      expect(given).toBe(wanted === undefined ? null : fill(wanted, values))
    }
    if (answer.tokens) takeTokens(answer.tokens, reply.body, values)
    const { expires_in: seconds, ...told } = answer.body ?? {}
    if (seconds !== undefined) expect(reply.body).toMatchObject({ expires_in: 1800 })
    if (reply.code !== '') expect({ error: reply.code }).toEqual(told)
    else if (answer.body) expect(reply.body).toMatchObject(told)
  }
})

const verifier = 'v'.repeat(43)
const asked = new URLSearchParams({
  client_id: 'openziti',
  response_type: 'code',
  scope: 'openid offline_access',
  redirect_uri: 'http://localhost:8080/auth/callback',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 's',
})

const post = (path: string, form: Record<string, string>): Promise<Reply> =>
  call('POST', path, {
    text: new URLSearchParams(form).toString(),
    headers: { 'content-type': formType },
  })

async function begin(): Promise<string> {
  const { headers } = await call('GET', `/oidc/authorize?${asked}`)
  return new URL(headers.get('location') ?? '', host).searchParams.get('authRequestID') ?? ''
}

async function finish(id: string): Promise<Record<string, string>> {
  const { headers } = await call('GET', `/oidc/authorize/callback?id=${id}`)
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  const { body } = await post('/oidc/oauth/token', {
    grant_type: 'authorization_code',
    client_id: 'openziti',
    code,
    code_verifier: verifier,
    redirect_uri: asked.get('redirect_uri') ?? '',
  })
  const names = ['access_token', 'refresh_token', 'id_token']
  return Object.fromEntries(names.map((name) => [name, requireText(body, name)]))
}

async function signIn(): Promise<Record<string, string>> {
  const id = await begin()
  await post('/oidc/login/password', { id, username: 'admin', password: 'admin-pass' })
  return finish(id)
}

const use = async ({ access_token: token = '' }): Promise<number> =>
  (
    await call('GET', '/edge/management/v1/services', {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status

const refresh = async ({ refresh_token: token = '' }): Promise<number> =>
  (
    await post('/oidc/oauth/token', {
      grant_type: 'refresh_token',
      client_id: 'openziti',
      refresh_token: token,
    })
  ).status

const ways: Record<string, (tokens: Record<string, string>) => Promise<Reply>> = {
  'end_session with id_token_hint': ({ id_token: hint = '' }) =>
    call('GET', `/oidc/end_session?client_id=openziti&id_token_hint=${hint}`),
  'end_session with access token as hint': ({ access_token: hint = '' }) =>
    call('GET', `/oidc/end_session?client_id=openziti&id_token_hint=${hint}`),
  'revoke refresh token': ({ refresh_token: token = '' }) =>
    post('/oidc/revoke', { token, token_type_hint: 'refresh_token', client_id: 'openziti' }),
  'revoke access token': ({ access_token: token = '' }) =>
    post('/oidc/revoke', { token, token_type_hint: 'access_token', client_id: 'openziti' }),
  'DELETE current-api-session': ({ access_token: token = '' }) =>
    call('DELETE', '/edge/management/v1/current-api-session', {
      headers: { authorization: `Bearer ${token}` },
    }),
  'DELETE api-sessions/{id}': ({ access_token: token = '' }) =>
    call('DELETE', `/edge/management/v1/api-sessions/${String(decodeJwt(token)['z_asid'])}`, {
      headers: { authorization: `Bearer ${token}` },
    }),
}

test.each(Object.entries(recorded.endings))(
  'of two sign-ins, %s ends what it ends on a controller',
  async (way, ending) => {
    const [first, second] = [await signIn(), await signIn()]
    expect([await use(first), await use(second)]).toEqual([200, 200])
    const { status } = (await ways[way]?.(first)) ?? { status: 0 }
    expect(status).toBe(ending.end)
    expect({ first: await use(first), second: await use(second) }).toEqual(ending.after)
    expect([await refresh(first), await refresh(second)]).toEqual([
      ending['refresh first'],
      ending['refresh second'],
    ])
    service.pass(1000)
    expect([await use(await signIn()), await use(second)]).toEqual([
      ending['fourth later'],
      ending['second later'],
    ])
  },
)

describe('a user who needs a second factor and has none', () => {
  test('sets it up while signing in, step by step as recorded', async () => {
    const authPolicyId = await service.make(
      'auth-policies',
      createAuthPolicy('careful', { secondary: { requireTotp: true } }),
    )
    await service.user('m', { authPolicyId })
    const id = await begin()
    let secret = ''
    const known: Record<string, () => string> = {
      '<id>': () => id,
      '<user>': () => 'm',
      '<password>': () => password,
      '<right>': () => showCode(secret, service.now()),
    }
    const tell = (text: string): string =>
      text.replaceAll(/<\w+>/g, (name) => known[name]?.() ?? name)
    for (const { note, request, answer } of recorded.enrollment) {
      const { body = {}, as = 'json' } = request
      const sent = Object.entries(body).map(([name, value]): [string, string] => [
        name,
        tell(value),
      ])
      const reply = await call(request.method, tell(request.path), {
        ...(request.body && {
          text:
            as === 'form'
              ? new URLSearchParams(sent).toString()
              : JSON.stringify(Object.fromEntries(sent)),
          headers: { 'content-type': as === 'form' ? formType : 'application/json' },
        }),
      })
      expect([note, reply.status]).toEqual([note, answer.status])
      expect(reply.headers.get('totp-required') ?? undefined).toBe(answer.headers['totp-required'])
      if (isPlainObject(answer.body)) {
        const { body: given } = reply
        const url = isPlainObject(given) ? given['provisioningUrl'] : undefined
        if (typeof url === 'string') secret = new URL(url).searchParams.get('secret') ?? ''
        expect(withoutVarying(given)).toEqual(withoutVarying(answer.body))
      }
    }
    const { access_token: token = '' } = await finish(id)
    expect(decodeJwt(token)['amr']).toEqual(['password', 'totp'])
  })

  test('cannot set it up before the password is right', async () => {
    const reply = await call('POST', '/oidc/login/totp/enroll', {
      text: JSON.stringify({ id: await begin() }),
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.status, reply.body]).toEqual([
      401,
      expect.objectContaining({ code: 'UNAUTHORIZED' }),
    ])
  })
})

/** A body with the types of what differs from run to run. */
const withoutVarying = (body: unknown): unknown =>
  isPlainObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          /^(createdAt|updatedAt|id|provisioningUrl|recoveryCodes|message)$/.test(name)
            ? typeof value
            : value,
        ]),
      )
    : body
