import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Credentials, Fetch, LogEvent } from '../../../src/management/client/index.js'
import { createClient } from '../../../src/management/client/index.js'
import { isSecretField, redact } from '../../../src/management/client/redact.js'
import { sessionRecord, answer, refusal } from '../../support/controller.js'

const url = 'http://embedded/edge/management/v1'

/** Texts that must not be seen anywhere. The quotation mark is written in another way in JSON, the slash in addresses. */
const planted = {
  password: 'pl@nted/"password"',
  next: 'planted-next-password',
  session: 'planted-session-token',
  code: '481516',
  jwt: 'eyJwbGFudGVkIjoxfQ.eyJwbGFudGVkIjoyfQ.c2lnbmF0dXJl',
  pem: '-----BEGIN CERTIFICATE-----\nplantedplanted\n-----END CERTIFICATE-----',
  token: 'planted-access-token',
}

const traces = Object.values(planted)
  .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  .concat('plantedplanted')

/** A controller that refuses everything but sessions, and repeats all that it was sent in many places. */
const repeating: Fetch = async (request) => {
  const body = await request.text()
  const { pathname } = new URL(request.url)
  if (pathname.endsWith('/authenticate') && !body.includes('wrong'))
    return answer({
      ...sessionRecord(planted.session),
      authQueries: [{ typeId: 'MFA', provider: 'ziti' }],
    })
  if (pathname.endsWith('/authenticate/mfa')) return answer({})
  const echo = `${body} ${decodeURIComponent(request.url)} ${[...request.headers].join(' ')}`
  return refusal('COULD_NOT_VALIDATE', 400, {
    field: 'password',
    reason: `parsing body from "${echo}" failed`,
    value: body || echo,
    code: echo,
    message: echo,
    cause: { message: echo },
  })
}

const broken: Fetch = async (request) => {
  const echo = `${await request.text()} ${[...request.headers].join(' ')}`
  throw Object.assign(new TypeError('fetch failed'), { cause: new Error(`could not send ${echo}`) })
}

const garbled: Fetch = async (request) =>
  new Response(`${await request.text()} ${[...request.headers].join(' ')}`)

const ways: [name: string, credentials: Credentials][] = [
  [
    'a password and a code',
    { username: 'admin', password: planted.password, totp: () => planted.code },
  ],
  ['a token', { token: planted.session }],
  ['an access token', { token: () => planted.jwt }],
  ['a token of a signer', { externalJwt: planted.jwt, totp: planted.code }],
  [
    'a password and a token of a signer',
    {
      username: 'admin',
      password: planted.password,
      externalJwt: async () => planted.jwt,
      totp: planted.code,
    },
  ],
]

/** All that a program can see of a client: what it throws, in every form, what it logs, and the client itself. */
async function seen(credentials: Credentials, fetch: Fetch): Promise<string> {
  const events: LogEvent[] = []
  const client = createClient({
    url,
    fetch,
    credentials,
    retry: { attempts: 2, delay: 1, longest: 1 },
    log: (event) => void events.push(event),
  })
  const calls = [
    () => client.login(),
    () =>
      client.authenticators.create({
        identityId: 'x',
        method: 'updb',
        username: 'ann',
        password: planted.next,
      }),
    () =>
      client.currentIdentity.replaceAuthenticator('x', {
        username: 'ann',
        password: planted.next,
        currentPassword: planted.password,
      }),
    () => client.currentIdentity.verifyMfa({ code: planted.code }),
    () => client.currentIdentity.removeMfa({ mfaValidationCode: planted.code }),
    () => client.cas.verify('x', planted.pem),
    () =>
      client.cas.create({
        name: 'a',
        certPem: planted.pem,
        identityRoles: [],
        isAuthEnabled: true,
        isAutoCaEnrollmentEnabled: true,
        isOttCaEnrollmentEnabled: true,
      }),
    () => client.apiSessions.list({ where: ({ token }) => token.eq(planted.session) }),
    () => client.services.get('x', { headers: { authorization: `Bearer ${planted.jwt}` } }),
    () => client.logout(),
  ]
  const errors: unknown[] = []
  for (const call of calls)
    await Promise.resolve(call()).catch((error: unknown) => errors.push(error))
  expect(errors.length).toBeGreaterThan(5)
  expect(events.length).toBeGreaterThan(5)
  const forms = errors.flatMap((error) => [
    String(error),
    error instanceof Error ? `${error.stack}` : '',
    inspect(error, { depth: 10, showHidden: true }),
    JSON.stringify(error),
  ])
  return [
    ...forms,
    inspect(events, { depth: 10 }),
    JSON.stringify(events),
    inspect(client, { depth: 10, showHidden: true }),
    JSON.stringify(client),
  ].join('\n')
}

describe('no secret is seen', () => {
  test.each(
    ways.flatMap(([name, credentials]) =>
      (
        [
          ['repeats what it was sent', repeating],
          ['cannot be reached', broken],
          ['answers with what it was sent', garbled],
        ] as const
      ).map(([fault, fetch]) => [name, fault, credentials, fetch] as const),
    ),
  )('of %s where the controller %s', async (_, __, credentials, fetch) => {
    const text = await seen(credentials, fetch)
    expect(traces.filter((trace) => text.includes(trace))).toEqual([])
    expect(text).toContain('***')
  })
})

test('what is secret goes by the name of the field', () => {
  const secret = [
    'password',
    'currentPassword',
    'token',
    'enrollmentJwt',
    'certPem',
    'clientCertCsr',
    'recoveryCodes',
    'code',
    'zt-session',
    'authorization',
    'mfa-validation-code',
    'provisioningUrl',
  ]
  const plain = [
    'name',
    'passedMfa',
    'roleAttributes',
    'username',
    'encryptionRequired',
    'identityId',
  ]
  expect([...secret, ...plain].filter(isSecretField)).toEqual(secret)
  expect(
    redact({ name: 'a', list: [{ password: 'b', isSet: true }], text: `x ${planted.jwt}` }),
  ).toEqual({ name: 'a', list: [{ password: '***', isSet: true }], text: 'x ***' })
})
