import { describe, expect, test } from 'vitest'
import type { Client, Fetch } from '../../../src/management/client/index.js'
import { createClient, ManagementError } from '../../../src/management/client/index.js'
import { nodeFetch } from '../../../src/management/client/node/index.js'
import { statusFor } from '../../../src/management/statuses.js'
import {
  pem,
  refuse,
  sessionRecord,
  startController,
  answer,
  refusal,
} from '../../support/controller.js'

const url = 'http://controller.test/edge/management/v1'
const credentials = { username: 'admin', password: 'a-good-password' }

const json = { headers: { 'content-type': 'application/json' } }

/** A controller that refuses all with a code, and status 200, but for authenticating. */
const refusing =
  (code: string): Fetch =>
  async (request) =>
    request.url.includes('/authenticate?') ? answer(sessionRecord('t')) : refusal(code, 200)

const errorOf = async (promise: PromiseLike<unknown>): Promise<ManagementError> => {
  const error = await Promise.resolve(promise).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ManagementError) return error
  throw new Error('the call did not fail as it should')
}

describe('the status of an error', () => {
  test.each([
    ['NOT_FOUND', 200, 404],
    ['INVALID_AUTH', 200, 401],
    ['CAN_NOT_DELETE_REFERENCED_ENTITY', 200, 409],
    ['COULD_NOT_VALIDATE', 200, 400],
    ['COULD_NOT_VALIDATE', 415, 415],
    ['COULD_NOT_VALIDATE', 601, 601],
    ['CLUSTER_NO_LEADER', 200, 503],
    ['NOT_FOUND', 500, 404],
    ['MFA_INVALID_TOKEN', 401, 401],
    ['A_CODE_OF_ANOTHER_RELEASE', 200, 400],
    ['A_CODE_OF_ANOTHER_RELEASE', 422, 422],
    ['constructor', 200, 400],
  ])('%s that comes with %i is %i', (code, status, expected) => {
    expect(statusFor(code, status)).toBe(expected)
  })

  const calls: [name: string, call: (client: Client) => PromiseLike<unknown>][] = [
    ['gets a record', (client) => client.services.get('x')],
    ['lists records', (client) => client.services.list()],
    ['deletes a record', (client) => client.services.delete('x')],
    ['patches a record', (client) => client.services.patch('x', { name: 'y' })],
    ['creates a record', (client) => client.configTypes.create({ name: 'y' })],
    ['gets a text', (client) => client.cas.jwt('x')],
  ]
  test.each(calls)('is that of its code, whatever came, for what %s', async (_, call) => {
    const client = createClient({ url, fetch: refusing('NOT_FOUND'), credentials, retry: false })
    const { status, code, message } = await errorOf(call(client))
    expect({ status, code }).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(message).toContain('status 404')
  })

  test('is that of its code where the body is too long, which has no envelope', async () => {
    const body = { code: 'REQUEST_ENTITY_TOO_LARGE', message: 'Too much.', cause: null }
    const fetch: Fetch = async (request) =>
      request.url.includes('/authenticate?')
        ? answer(sessionRecord('t'))
        : new Response(JSON.stringify(body), json)
    const client = createClient({ url, fetch, credentials })
    expect((await errorOf(client.services.delete('x'))).status).toBe(413)
  })

  test('is not made of a record that has a field called code', async () => {
    const data = { id: 'x', code: 'NOT_FOUND', message: 'none', error: 'NOT_FOUND' }
    const client = createClient({
      url,
      fetch: async () => answer(data),
      credentials: { token: 't' },
    })
    expect(await client.services.get('x')).toEqual(data)
  })

  test('renews a session that has ended, and tells a wrong password', async () => {
    const state = { logins: 0 }
    const fetch: Fetch = async (request) => {
      if (!request.url.includes('/authenticate?'))
        return request.headers.get('zt-session') === 'token-2'
          ? answer({ name: 'north' })
          : refusal('UNAUTHORIZED', 200)
      state.logins += 1
      return state.logins < 3
        ? answer(sessionRecord(`token-${state.logins}`))
        : refusal('INVALID_AUTH', 200)
    }
    const client = createClient({ url, fetch, credentials })
    expect(await client.services.get('x')).toEqual({ name: 'north' })
    expect((await errorOf(client.login())).status).toBe(401)
  })

  test('says whether to try again', async () => {
    const asked: string[] = []
    const fetch: Fetch = async (request) => {
      asked.push(request.url)
      return asked.length < 3 ? refusal('TIMEOUT', 200) : answer({ name: 'north' })
    }
    const client = createClient({ url, fetch, credentials: { token: 't' }, retry: { delay: 1 } })
    expect(await client.services.get('x')).toEqual({ name: 'north' })
    expect(asked).toHaveLength(3)
  })
})

describe('a client in Node', () => {
  test('does not ask for brotli, so that a controller answers with the right status', async () => {
    const { url: address } = await startController((asked, reply) => {
      if (asked.path === '/services/x') refuse(reply, 'A_CODE_OF_ANOTHER_RELEASE', 418)
    })
    const fetch = nodeFetch({ ca: pem('ca.cert'), proxy: false })
    const client = createClient({ url: address, fetch, credentials })
    expect((await errorOf(client.services.get('x'))).status).toBe(418)
    // Nor does the function that sends alone.
    const response = await fetch(new Request(`${address}/edge/management/v1/services/x`))
    expect(response.status).toBe(418)
    await fetch.close()
  })

  test('says so to the function that sends, whichever that is', async () => {
    const accepted: (string | null)[] = []
    const fetch: Fetch = async (request) => {
      accepted.push(request.headers.get('accept-encoding'))
      return answer({ name: 'north' })
    }
    await createClient({ url, fetch, credentials: { token: 't' } }).services.get('x')
    expect(accepted).toEqual(['gzip, deflate'])
  })

  test('gets the right status also where brotli is asked for all the same', async () => {
    const { url: address } = await startController((asked, reply) => {
      if (asked.path === '/services/x') refuse(reply, 'NOT_FOUND', 404)
    })
    const fetch = nodeFetch({ ca: pem('ca.cert'), proxy: false })
    const client = createClient({
      url: address,
      fetch,
      credentials,
      headers: { 'accept-encoding': 'br' },
    })
    expect((await errorOf(client.services.get('x'))).status).toBe(404)
    await fetch.close()
  })
})
