import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type {
  ClientOptions,
  RequestAttributes,
  ResponseAttributes,
} from '../../../src/management/client/index.js'
import {
  createClient,
  isConflict,
  isForbidden,
  isNameTaken,
  isNotFound,
  isRateLimited,
  isTimeout,
  isUnauthorized,
  isUnreachable,
  ManagementError,
} from '../../../src/management/client/index.js'
import { answer, createThings, listService, refusal, standalone } from '../../support/controller.js'

const url = 'https://controller.example.com:1280'
const credentials = { token: 'a-session-token' }

const create = (
  reply: (request: Request, count: number) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
): ReturnType<typeof createClient> => {
  const state = { count: 0 }
  return createClient({
    url,
    credentials,
    fetch: standalone(async (request) => reply(request, (state.count += 1))),
    retry: { delay: 1 },
    ...options,
  })
}

/** A signal as libraries and test environments have them. */
class LibrarySignal extends EventTarget implements AbortSignal {
  aborted = false
  reason: unknown
  onabort = null

  abort(): void {
    this.aborted = true
    this.reason = new Error('no longer needed')
    this.dispatchEvent(new Event('abort'))
  }

  throwIfAborted(): void {
    AbortSignal.abort(this.reason).throwIfAborted()
  }
}

describe('hooks', () => {
  test('see each attempt with the names of OpenTelemetry, and no secret', async () => {
    const requests: RequestAttributes[] = []
    const responses: ResponseAttributes[] = []
    const sent: (string | null)[] = []
    const client = create(
      (request, count) => {
        sent.push(request.headers.get('traceparent'))
        return count === 1
          ? refusal('TIMEOUT', 503)
          : answer([], { meta: { pagination: { limit: 10, offset: 0, totalCount: 0 } } })
      },
      {
        onRequest: (attributes) => {
          requests.push(attributes)
          return { traceparent: `00-${requests.length}` }
        },
        onResponse: (attributes, request) => {
          expect(requests).toContain(request)
          responses.push(attributes)
        },
      },
    )
    await client.services.list({ filter: 'name = "a-secret"' })
    const common = {
      'http.request.method': 'GET',
      'url.full': `${url}/edge/management/v1/services?filter=name%20%3D%20***`,
      'url.template': '/services',
      'server.address': 'controller.example.com',
      'server.port': 1280,
      'routerfile.operation': 'services.list',
    }
    expect(requests).toEqual([common, { ...common, 'http.request.resend_count': 1 }])
    expect(responses).toMatchObject([
      { 'http.response.status_code': 503, 'error.type': 'TIMEOUT' },
      { 'http.response.status_code': 200, 'http.client.request.duration': expect.any(Number) },
    ])
    expect(sent).toEqual(['00-1', '00-2'])
  })

  test('that throw do not fail the call', async () => {
    const fail = (): never => {
      throw new Error('a mistake')
    }
    const client = create(() => answer({ name: 'north' }), { onRequest: fail, onResponse: fail })
    await expect(client.services.get('a')).resolves.toMatchObject({ name: 'north' })
  })
})

describe('a call', () => {
  test('gives the response with its value', async () => {
    const client = create(
      () => new Response('{"data":{"name":"north"}}', { headers: { 'x-request-id': 'r-7' } }),
    )
    const { data, status, headers, requestId, controller, attempts } = await client.services
      .get('a')
      .withResponse()
    expect([data.name, status, headers.get('x-request-id'), requestId, attempts]).toEqual([
      'north',
      200,
      'r-7',
      'r-7',
      1,
    ])
    expect(controller).toBe(`${url}/edge/management/v1`)
  })

  test('that fails does so once, where its response is awaited', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const client = create(() => refusal('NOT_FOUND', 404))
    await expect(client.services.get('a').withResponse()).rejects.toMatchObject({ status: 404 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })

  test('is repeated as it says itself', async () => {
    const client = create(() => refusal('TIMEOUT', 503))
    await expect(client.services.get('a', { retry: false })).rejects.toMatchObject({ attempts: 1 })
    await expect(client.services.get('a', { retry: { attempts: 5 } })).rejects.toMatchObject({
      attempts: 5,
    })
    await expect(client.services.get('a')).rejects.toMatchObject({ attempts: 3 })
  })

  test('ends with a signal of any class', async () => {
    const signal = new LibrarySignal()
    expect(signal instanceof AbortSignal).toBe(false)
    const client = create(() => {
      signal.abort()
      return answer({ name: 'north' })
    })
    await expect(client.services.get('a', { signal })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  test('leaves no timer and no listener behind', async () => {
    const started = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const native = vi.spyOn(AbortSignal, 'timeout')
    const { signal } = new AbortController()
    const client = create(() => answer({ name: 'north' }))
    for (let index = 0; index < 200; index += 1) await client.services.get('a', { signal })
    const { fetch } = listService(createThings(30))
    const list = createClient({ url, fetch, credentials }).services.list({ limit: 5, signal })
    expect(await list.all()).toHaveLength(30)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    const timers = started.mock.results
      .map(({ value }) => value)
      .filter(hasLongDelay(started.mock.calls))
    expect(timers.length).toBeGreaterThanOrEqual(200)
    const left = timers.filter((timer) => !cleared.mock.calls.some(([id]) => id === timer))
    expect(left).toEqual([])
    expect(native).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

/** Tells the timers of requests from others, such as those of the fake service. */
const hasLongDelay =
  (calls: readonly (readonly unknown[])[]) =>
  (_: unknown, index: number): boolean =>
    Number(calls[index]?.[1]) >= 30_000

describe('a list', () => {
  test('that is awaited without a limit is not a page of a longer one', async () => {
    const { fetch } = listService(createThings(11))
    const { services } = createClient({ url, fetch, credentials })
    await expect(services.list()).rejects.toMatchObject({
      code: 'MORE_PAGES',
      message: expect.stringContaining(
        'the list has 11 records, but `await` returns only the first 10; use `for await` or `.all()`',
      ),
    })
    expect((await services.list({ limit: 10 })).data).toHaveLength(10)
    expect((await services.list({ offset: 1 })).data).toHaveLength(10)
    expect((await services.list().withResponse()).data.data).toHaveLength(10)
    expect(await services.list().all()).toHaveLength(11)
  })

  test('that is whole may be awaited', async () => {
    const { fetch } = listService(createThings(10))
    expect((await createClient({ url, fetch, credentials }).services.list()).data).toHaveLength(10)
  })
})

describe('an error', () => {
  const failing = (code: string, status: number, more: object = {}): ManagementError =>
    new ManagementError({
      message: 'It failed.',
      code,
      status,
      operation: 'services.get',
      request: 'GET /services/{id}',
      ...more,
    })
  const predicates = {
    isConflict,
    isForbidden,
    isNameTaken,
    isNotFound,
    isRateLimited,
    isTimeout,
    isUnauthorized,
    isUnreachable,
  }
  test.each([
    ['isConflict', failing('CAN_NOT_DELETE_REFERENCED_ENTITY', 409)],
    ['isForbidden', failing('UNAUTHORIZED', 401, { isForbidden: true })],
    ['isNameTaken', failing('COULD_NOT_VALIDATE', 400, { field: { field: 'name' } })],
    ['isNotFound', failing('NOT_FOUND', 404)],
    ['isRateLimited', failing('SERVER_TOO_MANY_REQUESTS', 429)],
    ['isTimeout', failing('NO_ANSWER_IN_TIME', 0)],
    ['isUnauthorized', failing('INVALID_AUTH', 401)],
    ['isUnreachable', failing('CONNECTION_REFUSED', 0)],
  ])('is recognized by %s alone', (name, error) => {
    const fitting = Object.entries(predicates).filter(([, fits]) => fits(error))
    expect(fitting.map(([found]) => found)).toEqual([name])
    for (const fits of Object.values(predicates)) expect(fits(new Error('other'))).toBe(false)
  })
})

describe('a failure of the controller that the management API does not know', () => {
  const fail = async (body: unknown, status: number): Promise<unknown> =>
    createClient({
      url: 'http://embedded',
      retry: false,
      fetch: async () => Response.json(body, { status }),
    })
      .controllerSettings.list()
      .then(
        () => undefined,
        (error: unknown) => error,
      )

  test('is an operation that it does not have, if it says so in a string', async () => {
    const error = await fail(
      'operation settings.ListControllerSettings has not yet been implemented',
      501,
    )
    expect(error).toMatchObject({ status: 501, code: 'NOT_SERVED' })
    expect(String(error)).toMatch(/the controller does not serve `GET \/controller-settings`/)
  })

  test.each<[body: unknown, status: number, says: string]>([
    [
      { error: 'server_error' },
      500,
      'the controller failed to handle the request: server_error (status 500)',
    ],
    [{ error: 'server_error', error_description: 'No disk.' }, 500, ': no disk (status 500)'],
    ['Bad gateway', 502, 'the controller failed to handle the request: bad gateway (status 502)'],
    [{}, 500, 'the controller failed to handle the request (status 500)'],
    [{ error: 'invalid_request' }, 400, 'the request was refused: invalid_request (status 400)'],
  ])('is told in its words: %j', async (body, status, says) => {
    const error = await fail(body, status)
    expect(error).toMatchObject({ status, code: 'BAD_ANSWER' })
    expect(String(error)).toContain(says)
    expect(String(error)).not.toMatch(/path|cut off/)
  })
})
