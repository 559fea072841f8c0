import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Client, Fetch } from '../../../src/management/client/index.js'
import { createClient, isConflict, isNameTaken } from '../../../src/management/client/index.js'
import { answer, refusal, sessionRecord, standalone } from '../../support/controller.js'

type RecordedRefusal = {
  note: string
  /** The controller of the cluster that answered. */
  at: string
  request: { method: string; path: string; body: unknown }
  answer: { status: number; body: unknown }
}

/** How the members of a real cluster refused taken names, and to delete what is in use. */
const recorded = JSON.parse(
  readFileSync('fixtures/management/taken-and-in-use-2.0.3.json', 'utf8'),
) as RecordedRefusal[]

const credentials = { username: 'admin', password: 'a-good-password' }

const connect = (serve: Fetch): Client =>
  createClient({
    url: 'https://127.0.0.1:1280',
    credentials,
    retry: { delay: 1 },
    fetch: standalone(async (request) =>
      request.url.includes('/authenticate') ? answer(sessionRecord('t')) : serve(request),
    ),
  })

/** Sends the recorded request, and returns the error. */
async function send({ request, answer: refused }: RecordedRefusal): Promise<unknown> {
  const client = connect(async () => Response.json(refused.body, { status: refused.status }))
  const [, collection = '', id = ''] = request.path.split('/')
  const sending =
    request.method === 'POST' ? creates[collection]?.(client) : deletes[collection]?.(client, id)
  if (!sending) throw new Error(`no call for ${request.method} ${request.path}`)
  return sending.then(
    () => undefined,
    (error: unknown) => error,
  )
}

const name = 'x'
const creates: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  identities: (client) => client.identities.create({ name, type: 'User', isAdmin: false }),
  'transit-routers': (client) => client.transitRouters.create({ name }),
  'edge-routers': (client) => client.edgeRouters.create({ name }),
  services: (client) => client.services.create({ name, encryptionRequired: true }),
  'config-types': (client) => client.configTypes.create({ name }),
  'edge-router-policies': (client) => client.edgeRouterPolicies.create({ name, semantic: 'AnyOf' }),
  'auth-policies': (client) => client.authPolicies.create(authPolicy),
}
const authPolicy = {
  name,
  primary: {
    cert: { allowed: true, allowExpiredCerts: false },
    extJwt: { allowed: false, allowedSigners: [] },
    updb: {
      allowed: true,
      minPasswordLength: 5,
      requireSpecialChar: false,
      requireNumberChar: false,
      requireMixedCase: false,
      maxAttempts: 0,
      lockoutDurationMinutes: 0,
    },
  },
  secondary: { requireTotp: false },
}
const deletes: Readonly<Record<string, (client: Client, id: string) => Promise<unknown>>> = {
  'config-types': (client, id) => client.configTypes.delete(id),
  'auth-policies': (client, id) => client.authPolicies.delete(id),
  'external-jwt-signers': (client, id) => client.externalJwtSigners.delete(id),
  services: (client, id) => client.services.delete(id),
}

const leader = recorded.filter(({ at }) => at.includes('leader'))

describe.each(['c2', 'c3'])('what the follower %s refuses', (follower) => {
  test.each(recorded.filter(({ at }) => at === follower).map((row) => [row.note, row] as const))(
    '%s: reads as at the leader',
    async (note, row) => {
      const same = leader.find((other) => other.note === note)
      const expected = same && (await send(same))
      const { status, code, field } = Object(await send(row)) as Record<string, unknown>
      const own = Object(expected) as Record<string, unknown>
      expect([status, code]).toEqual([own['status'], own['code']])
      const names = (fault: unknown): unknown => Object(fault).field
      expect(names(field)).toEqual(names(own['field']))
    },
  )
})

describe('a refusal that a follower passes on', () => {
  const passOn = (message: string, status = 500): Response =>
    refusal('UNHANDLED', status, { code: 'UNHANDLED', message })
  const taken = (value: string): string =>
    JSON.stringify({ EntityType: 'identities', Field: 'name', Value: value })

  test.each(['team-leader', 'raft-1', 'channel closed', 'error dialing peer tls:x', '{"a":"b"}'])(
    'does not take the name `%s` for a reason',
    async (value) => {
      let tries = 0
      const client = connect(async () => {
        tries += 1
        return passOn(taken(value))
      })
      const error: unknown = await client.identities
        .create({ name: value, type: 'User', isAdmin: false })
        .catch((thrown: unknown) => thrown)
      expect(isNameTaken(error) && [error.code, error.field.value, error.outcome]).toEqual([
        'COULD_NOT_VALIDATE',
        value,
        undefined,
      ])
      expect(String(error)).not.toMatch(/no leader|may have taken effect/)
      expect(tries).toBe(1)
    },
  )

  test('names what refers to a record', async () => {
    const fields = {
      LocalId: 'a',
      LocalType: 'raft',
      RemoteField: 'leaderId',
      RemoteIds: ['b', 'c'],
    }
    const client = connect(async () =>
      passOn(JSON.stringify({ ...fields, RemoteType: 'identity' })),
    )
    const error: unknown = await client.services.delete('a').catch((thrown: unknown) => thrown)
    expect(isConflict(error) && [error.code, error.field]).toEqual([
      'CAN_NOT_DELETE_REFERENCED_ENTITY',
      { field: 'leaderId', reason: 'the record is referenced by identity [b c]', value: '[b c]' },
    ])
  })

  test.each([
    'cannot delete config type raft-1, as configs of that type exist',
    'no identity team-leader: node is not the leader of anything',
    '{"leader":"raft"}',
    '[1]',
    '{',
  ])('in other words stays as it is: %s', async (message) => {
    const client = connect(async () => passOn(message))
    const error: unknown = await client.configTypes.delete('x').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 500, code: 'UNHANDLED', outcome: undefined, attempts: 1 })
    expect(String(error)).not.toContain('no leader')
  })
})
