import { createPrivateKey, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeySets } from '../../../../src/management/service/auth/key-sets.js'
import { createAuthority } from '../../../../src/management/service/pki/authority.js'
import type { Managed, Reply } from '../../../support/management.js'
import { requireText, startManaged } from '../../../support/management.js'
import { showCode } from '../../../support/one-time-code.js'

const minute = 60_000
const hour = 60 * minute

test.each([1, 600, 86_400])(
  'a key that was withdrawn is not accepted after the clock was set back by %d s',
  async (seconds) => {
    let now = 1_000_000_000_000
    let published = ['a']
    const fetch = async (): Promise<Response> =>
      new Response(JSON.stringify({ keys: published.map((kid) => ({ kty: 'EC', kid })) }))
    const { find } = createKeySets({ fetch, clock: () => new Date(now) })
    const endpoint = 'https://idp.example.com/keys'
    expect(await find(endpoint, 'a')).toHaveLength(1)
    published = ['b']
    now -= seconds * 1000
    expect(await find(endpoint, 'a')).toEqual([])
    expect(await find(endpoint, 'b')).toHaveLength(1)
  },
)

describe('after the clock was set back by an hour', () => {
  let service: Managed
  beforeAll(async () => {
    service = await startManaged()
  })
  afterAll(() => service.close())

  const submit = (session: string, code: string): Promise<Reply> =>
    service.call('POST', '/authenticate/mfa', { session, body: { code } })

  test('codes are accepted, once', async () => {
    await service.user('anna')
    const first = await service.login('anna')
    await service.call('POST', '/current-identity/mfa', { session: first })
    const { data } = await service.call('GET', '/current-identity/mfa', { session: first })
    const url = new URL(requireText(data, 'provisioningUrl'))
    const secret = url.searchParams.get('secret') ?? ''
    const show = (): string => showCode(secret, service.now())
    await service.call('POST', '/current-identity/mfa/verify', {
      session: first,
      body: { code: show() },
    })
    const statuses: number[] = []
    const used: string[] = []
    const complete = async (code = show()): Promise<void> => {
      used.push(code)
      statuses.push((await submit(await service.login('anna'), code)).status)
    }
    service.pass(minute)
    await complete()
    service.pass(minute)
    await complete()
    service.pass(-minute)
    // The code that was used a minute ago is current again.
    await complete(used[0])
    service.pass(minute - hour)
    await complete()
    await complete(used.at(-1))
    service.pass(minute)
    await complete()
    expect(statuses).toEqual([200, 200, 401, 200, 401, 200])
  })

  test('snapshots are taken', async () => {
    const take = async (): Promise<number> =>
      (await service.call('POST', '/database/snapshot')).status
    expect(await take()).toBe(200)
    expect(await take()).toBe(429)
    service.pass(-hour)
    expect(await take()).toBe(200)
  })

  test('an unused session ends after the usual time', async () => {
    await service.user('bert')
    const session = await service.login('bert')
    service.pass(-10 * hour)
    await service.enter()
    service.pass(20 * minute)
    await service.call('GET', '/services')
    service.pass(20 * minute)
    expect((await service.call('GET', '/current-identity', { session })).status).toBe(401)
  })
})

describe('after the clock was ahead for a moment', () => {
  const ahead = 47 * hour
  let service: Managed
  beforeAll(async () => {
    service = await startManaged()
  })
  afterAll(() => service.close())

  const enterWhileAhead = async (): Promise<void> => {
    service.pass(ahead)
    await service.enter()
    await service.call('GET', '/services')
    service.pass(-ahead)
    await service.enter()
  }

  test('a token that was revoked is refused', async () => {
    const pair = createAuthority('issuer', { time: new Date(service.now()), random: randomBytes })
    const [issuer, jti] = ['https://issuer.example.com', '3f2b1c1e-8a53-4d62-9e4d-0a8f6d1c2b3a']
    await service.make('external-jwt-signers', {
      name: 'signer',
      audience: 'here',
      enabled: true,
      issuer,
      kid: 'one',
      certPem: pair.certPem,
    })
    const identity = await service.user('greta')
    const sign = (more: object): Promise<string> =>
      new SignJWT({ ...more, exp: Math.floor((service.now() + hour) / 1000) })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('here')
        .setSubject(identity)
        .sign(createPrivateKey(pair.keyPem))
    const enter = async (token: string): Promise<number> =>
      (
        await service.call('POST', '/authenticate?method=ext-jwt', {
          session: '',
          body: {},
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    const tokens = [await sign({}), await sign({ jti })]
    await service.make('revocations', { id: jti, type: 'JTI' })
    const statuses = async (): Promise<number[]> => Promise.all(tokens.map(enter))
    expect(await statuses()).toEqual([200, 401])
    await enterWhileAhead()
    expect(await statuses()).toEqual([200, 401])
  })

  test('a session that ended then stays ended', async () => {
    await service.user('hugo')
    const session = await service.login('hugo')
    await enterWhileAhead()
    expect((await service.call('GET', '/current-identity', { session })).status).toBe(401)
  })

  test('wrong codes of that time slow nobody down', async () => {
    await service.user('irma')
    const session = await service.login('irma')
    await service.call('POST', '/current-identity/mfa', { session })
    const { data } = await service.call('GET', '/current-identity/mfa', { session })
    const secret = new URL(requireText(data, 'provisioningUrl')).searchParams.get('secret') ?? ''
    const code = (): string => showCode(secret, service.now())
    const verify = { session, body: { code: code() } }
    await service.call('POST', '/current-identity/mfa/verify', verify)
    service.pass(hour)
    const guess = await service.login('irma')
    for (let count = 0; count < 12; count += 1)
      await service.call('POST', '/authenticate/mfa', { session: guess, body: { code: 'wrong!' } })
    service.pass(-hour + minute)
    const right = { session: await service.login('irma'), body: { code: code() } }
    expect((await service.call('POST', '/authenticate/mfa', right)).status).toBe(200)
  })
})
