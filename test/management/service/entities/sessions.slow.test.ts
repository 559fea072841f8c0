import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Managed } from '../../../support/management.js'
import { startManaged } from '../../../support/management.js'
import { makeFolder } from '../../../support/program.js'

const minute = 60_000

describe('a session', () => {
  let service: Managed
  let folder = ''
  beforeEach(async () => {
    folder = makeFolder()
    service = await startManaged({ data: folder })
    await service.user('anna')
  })
  afterEach(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Minutes that pass, or a use with its status, or a restart. */
  type Step = number | 'good' | 'ended' | 'restart'
  const rows: { name: string; steps: Step[] }[] = [
    { name: 'ends after half an hour', steps: ['good', 30, 'ended'] },
    { name: 'does not end before', steps: ['good', 29, 'good'] },
    { name: 'lives on as long as it is used', steps: [29, 'good', 29, 'good', 29, 'good'] },
    {
      name: 'ends after a day, however much it is used',
      steps: [...Array.from({ length: 71 }, (): Step[] => [20, 'good']).flat(), 20, 'ended'],
    },
    { name: 'outlives a restart', steps: [29, 'restart', 'good'] },
    {
      name: 'outlives a restart as it was used',
      steps: [29, 'good', 29, 'restart', 'good', 29, 'good'],
    },
    { name: 'does not outlive a restart longer than without', steps: [29, 'restart', 1, 'ended'] },
  ]

  test.each(rows)('$name', async ({ steps }) => {
    const session = await service.login('anna')
    for (const step of steps) {
      if (typeof step === 'number') service.pass(step * minute)
      else if (step === 'restart') await service.restart()
      else
        expect((await service.call('GET', '/current-identity', { session })).status).toBe(
          step === 'good' ? 200 : 401,
        )
    }
  })

  test('says when it ends', async () => {
    const session = await service.login('anna')
    service.pass(10 * minute)
    const { data } = await service.call('GET', '/current-api-session', { session })
    expect(data).toMatchObject({
      token: session,
      expirationSeconds: 1800,
      expiresAt: new Date(service.now() + 30 * minute).toISOString(),
      cachedLastActivityAt: new Date(service.now()).toISOString(),
    })
  })

  test('that has ended is removed', async () => {
    const id = String((await service.authenticate('anna')).data['id'])
    expect((await service.call('GET', `/api-sessions/${id}`)).status).toBe(200)
    service.pass(31 * minute)
    await service.enter()
    expect((await service.call('GET', `/api-sessions/${id}`)).status).toBe(404)
  })

  const ends: {
    name: string
    end: (session: string, id: string, identity: string) => Promise<unknown>
  }[] = [
    {
      name: 'its holder',
      end: (session) => service.call('DELETE', '/current-api-session', { session }),
    },
    { name: 'an administrator', end: (_, id) => service.call('DELETE', `/api-sessions/${id}`) },
    {
      name: 'disabling its holder',
      end: (_, __, identity) =>
        service.call('POST', `/identities/${identity}/disable`, { body: { durationMinutes: 1 } }),
    },
    {
      name: 'deleting its holder',
      end: (_, __, identity) => service.call('DELETE', `/identities/${identity}`),
    },
    {
      name: 'revoking its holder',
      end: (_, __, identity) =>
        service.call('POST', '/revocations', { body: { id: identity, type: 'IDENTITY' } }),
    },
  ]

  test.each(ends)('is ended by $name', async ({ end }) => {
    const { data } = await service.authenticate('anna')
    const session = String(data['token'])
    expect((await service.call('GET', '/current-identity', { session })).status).toBe(200)
    await end(session, String(data['id']), String(data['identityId']))
    const { status, headers } = await service.call('GET', '/current-identity', { session })
    expect({ status, challenge: headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge:
        'zt-session realm="zt-session" error="invalid" error_description="token is invalid"',
    })
  })

  test('that deleting its authenticator ends is the one that it opened', async () => {
    const { data } = await service.authenticate('anna')
    await service.call('DELETE', `/authenticators/${String(data['authenticatorId'])}`)
    expect(
      (await service.call('GET', '/current-identity', { session: String(data['token']) })).status,
    ).toBe(401)
  })
})

test('no service session is there, so none is found, and every path is empty', async () => {
  const service = await startManaged()
  expect((await service.call('GET', '/sessions')).list).toEqual([])
  for (const method of ['GET', 'DELETE'])
    expect((await service.call(method, '/sessions/one')).status).toBe(404)
  expect((await service.call('GET', '/sessions/one/route-path')).data).toEqual({ routePath: [] })
})
