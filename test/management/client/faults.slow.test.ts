import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Client, ClientOptions } from '../../../src/management/client/index.js'
import { createClient, ManagementError } from '../../../src/management/client/index.js'
import type { ConnectionOptions } from '../../../src/management/client/node/index.js'
import { nodeFetch } from '../../../src/management/client/node/index.js'
import * as retrying from '../../../src/management/client/retry.js'
import type { Handler } from '../../support/controller.js'
import { pem, refuse, send, startController, take } from '../../support/controller.js'

const credentials = { username: 'admin', password: 'a-good-password' }

function createTestClient(
  url: string,
  options: Partial<ClientOptions> = {},
  connection: ConnectionOptions = { ca: pem('ca.cert') },
): Client {
  const fetch = nodeFetch(connection)
  onTestFinished(() => fetch.close())
  return createClient({
    url,
    fetch,
    credentials,
    timeout: 1500,
    retry: { attempts: 3, delay: 5, longest: 5000 },
    ...options,
  })
}

/** The error of a call. */
async function catchError(promise: PromiseLike<unknown>): Promise<ManagementError> {
  const thrown = await Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(ManagementError)
  if (thrown instanceof ManagementError) return thrown
  throw new Error('no error came')
}

/** A handler for one path. */
const at =
  (wanted: string, handler: Handler): Handler =>
  (asked, ...rest) => {
    if (asked.path === wanted) handler(asked, ...rest)
  }

describe('a controller that is slow or fails', () => {
  test('is waited for no longer than the time-out, and is tried as often as is said', async () => {
    const { url, asked } = await startController(at('/services/a', (_, answer) => take(answer)))
    const error = await catchError(createTestClient(url).services.get('a', { timeout: 400 }))
    expect(error).toMatchObject({ code: 'NO_ANSWER_IN_TIME', status: 0, attempts: 3 })
    expect(error.message).toContain('did not complete its response within 400 ms')
    expect(asked.filter(({ path }) => path === '/services/a')).toHaveLength(3)
  })

  test('that ends before the connection is secure has not got a write, which is sent again', async () => {
    const connections: boolean[] = []
    const server = createServer((socket) => {
      connections.push(true)
      if (connections.length % 2) socket.destroy()
      else socket.resetAndDestroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const client = createTestClient(`https://localhost:${port}`, {
      credentials: { token: 'a-session' },
      cluster: false,
    })
    const terminator = { address: 'a', binding: 'b', router: 'r', service: 's' }
    const error = await catchError(client.terminators.create(terminator))
    expect(error).toMatchObject({ code: 'CONNECTION_LOST', attempts: 3, outcome: undefined })
    expect(connections).toHaveLength(3)
  })

  test('that stops in the middle of an answer is not waited for either', async () => {
    const { url } = await startController(
      at('/services/a', (_, answer) => {
        answer.writeHead(200, { 'content-type': 'application/json' })
        answer.write('{"data":')
      }),
    )
    expect((await catchError(createTestClient(url).services.get('a', { timeout: 100 }))).code).toBe(
      'NO_ANSWER_IN_TIME',
    )
  })

  test('that closes the connection is asked again where that is safe', async () => {
    const { url } = await startController(
      at('/services/a', (_, answer, count) => count === 1 && answer.destroy()),
    )
    await expect(createTestClient(url).services.get('a')).resolves.toMatchObject({ name: 'north' })
  })

  test('that closes the connection in the middle of an answer is asked again where that is safe', async () => {
    const { url } = await startController(
      at('/services/a', (_, answer, count) => {
        if (count > 1) return
        answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        answer.write('{"data":')
        setTimeout(() => answer.destroy(), 20)
      }),
    )
    await expect(createTestClient(url).services.get('a')).resolves.toMatchObject({ name: 'north' })
  })

  test('that closes the connection is not asked to create twice', async () => {
    const { url, asked } = await startController(
      at('/services', (_, answer) => void answer.destroy()),
    )
    const error = await catchError(
      createTestClient(url).services.create({ name: 'a', encryptionRequired: true }),
    )
    expect(error).toMatchObject({ code: 'CONNECTION_LOST', attempts: 1 })
    expect(asked.filter(({ path }) => path === '/services')).toHaveLength(1)
  })

  test('that deleted a record before it closed the connection has deleted it', async () => {
    const { url } = await startController(
      at('/services/a', (_, answer, count) =>
        count === 1 ? void answer.destroy() : refuse(answer, 'NOT_FOUND', 404),
      ),
    )
    await expect(createTestClient(url).services.delete('a')).resolves.toBeUndefined()
  })

  test.each([429, 503])(
    'that says %d and when to come back is asked again then, also to create',
    async (status) => {
      const { url, asked } = await startController(
        at('/services', (_, answer, count) =>
          count === 1
            ? refuse(answer, 'SERVER_TOO_MANY_REQUESTS', status, { 'retry-after': '1' })
            : send(answer, { data: { id: 'new' }, meta: {} }, 201),
        ),
      )
      const wait = vi.spyOn(retrying, 'wait').mockResolvedValue()
      onTestFinished(() => wait.mockRestore())
      await expect(
        createTestClient(url).services.create({ name: 'a', encryptionRequired: true }),
      ).resolves.toMatchObject({ id: 'new' })
      expect(wait.mock.calls.map(([delay]) => delay)).toEqual([1000])
      expect(asked.filter(({ path }) => path === '/services')).toHaveLength(2)
    },
  )

  test('that wants to be left alone for longer than is bearable is left alone', async () => {
    const { url, asked } = await startController(
      at('/services/a', (_, answer) => refuse(answer, 'TIMEOUT', 503, { 'retry-after': '3600' })),
    )
    const error = await catchError(createTestClient(url).services.get('a'))
    expect(error).toMatchObject({ code: 'TIMEOUT', status: 503, retryAfter: 3_600_000 })
    expect(asked).toHaveLength(2)
  })

  test('that says 503 without a time is asked again only where that is safe', async () => {
    const { url, asked } = await startController(
      (one, answer) => one.path.startsWith('/services') && refuse(answer, 'TIMEOUT', 503),
    )
    await catchError(createTestClient(url).services.get('a'))
    await catchError(createTestClient(url).services.create({ name: 'a', encryptionRequired: true }))
    await catchError(createTestClient(url).services.patch('b', { name: 'c' }))
    expect(
      asked
        .map(({ method, path }) => `${method} ${path}`)
        .filter((line) => line.includes('services')),
    ).toEqual([
      ...Array(3).fill('GET /services/a'),
      'POST /services',
      ...Array(3).fill('PATCH /services/b'),
    ])
  })

  test('that runs one scan already is not asked again', async () => {
    const { url, asked } = await startController(
      at('/database/check-data-integrity', (_, answer) => refuse(answer, 'RATE_LIMITED', 429)),
    )
    expect(
      (await catchError(createTestClient(url).database.checkDataIntegrity())).message,
    ).toContain('too many attempts (the limit for snapshots is one a minute)')
    expect(asked).toHaveLength(2)
  })

  test('that forgot the session gets another one, once', async () => {
    const { url, asked } = await startController((one, answer) => {
      if (one.session === 'token-1')
        refuse(answer, 'UNAUTHORIZED', 401, {
          'www-authenticate':
            'zt-session realm="zt-session" error="invalid" error_description="token is invalid"',
        })
    })
    await expect(createTestClient(url).services.get('a')).resolves.toMatchObject({ name: 'north' })
    expect(asked.map(({ path }) => path)).toEqual([
      '/authenticate?method=password',
      '/services/a',
      '/authenticate?method=password',
      '/services/a',
    ])
  })

  test('can be left while it is working', async () => {
    const { url } = await startController(at('/services/a', (_, answer) => take(answer)))
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('no longer needed')), 50)
    const error = await catchError(createTestClient(url).services.get('a', { signal: stop.signal }))
    expect(error).toMatchObject({
      code: 'ABORTED',
      attempts: 1,
      cause: { message: 'no longer needed' },
    })
  })
})

const sendText = (answer: ServerResponse, text: string, status = 200): void =>
  void answer.writeHead(status, { 'content-type': 'application/json' }).end(text)

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('an answer of something else', () => {
  const answers: [name: string, handler: Handler, code: string, says: string][] = [
    [
      'that is garbage',
      (_, answer) =>
        void answer.writeHead(200, { 'content-type': 'application/json' }).end('\u0000\u0001{'),
      'NOT_JSON',
      'the response is not JSON',
    ],
    [
      'that is JSON of another API',
      (_, answer) => send(answer, { message: 'hello' }),
      'BAD_ANSWER',
      'JSON that is not from the management API',
    ],
    [
      'that is empty',
      (_, answer) => void answer.writeHead(200).end(),
      'BAD_ANSWER',
      'the response is empty',
    ],
    [
      'that is a page of a proxy',
      (_, answer) =>
        void answer
          .writeHead(502, { 'content-type': 'text/html' })
          .end('<html><title>Sign in</title></html>'),
      'NOT_JSON',
      'a web page (`Sign in`) was returned instead of JSON',
    ],
    [
      'that is a page with status 200',
      (_, answer) =>
        void answer.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
      'NOT_JSON',
      'a web page was returned',
    ],
    [
      'that redirects',
      (_, answer) =>
        void answer.writeHead(302, { location: 'https://elsewhere.example.com/' }).end(),
      'REDIRECTED',
      'redirects to `https://elsewhere.example.com/`',
    ],
    [
      'that is huge',
      (_, answer) => send(answer, { data: { name: 'x'.repeat(3_000_000) }, meta: {} }),
      'ANSWER_TOO_LARGE',
      'longer than 2000000 bytes',
    ],
    [
      'that nests 200,000 deep',
      (_, answer) => sendText(answer, `{"data":{"tags":${nested(200_000)}},"meta":{}}`),
      'ANSWER_TOO_DEEP',
      'is nested too deeply',
    ],
    [
      'that refuses with a reason 200,000 deep',
      (_, answer) => sendText(answer, `{"error":{"code":"X","cause":${nested(200_000)}}}`, 400),
      'ANSWER_TOO_DEEP',
      'is nested too deeply',
    ],
    [
      'with a status outside of HTTP',
      (_, answer) =>
        send(
          answer,
          {
            error: {
              code: 'COULD_NOT_VALIDATE',
              message: 'See cause.',
              requestId: 'r',
              cause: { field: 'limit', reason: 'limit in query must be of type int64', value: 'x' },
            },
          },
          601,
        ),
      'COULD_NOT_VALIDATE',
      'invalid `limit`: limit in query must be of type int64; it is `x` (status 601',
    ],
  ]
  test.each(answers)('%s is recognized', async (_, handler, code, says) => {
    const { url } = await startController(at('/services/a', handler))
    const error = await catchError(createTestClient(url, { maxBytes: 2_000_000 }).services.get('a'))
    expect(error.code).toBe(code)
    expect(error.message).toContain(says)
  })

  test('that is long is read in time, whatever it repeats', async () => {
    const long = [
      ...['. ', '-eyJ', '-----BEGIN ', '<title'].map((part) => `${part.repeat(300_000)}x`),
    ]
    for (const message of long) {
      const { url } = await startController(
        at('/services/a', (_, answer) =>
          send(answer, { error: { code: 'X', message, requestId: 'r' }, meta: {} }, 400),
        ),
      )
      const error = await catchError(createTestClient(url, { timeout: 5000 }).services.get('a'))
      expect(error.message.length).toBeLessThan(3000)
      const page = await startController(
        at(
          '/services/a',
          (_, answer) => void answer.writeHead(502, { 'content-type': 'text/html' }).end(message),
        ),
      )
      await catchError(
        createTestClient(page.url, { timeout: 5000, retry: false }).services.get('a'),
      )
    }
  })
})

describe('a connection that cannot be trusted or made', () => {
  test('to a controller of an unknown authority is refused, with what to do', async () => {
    const { url } = await startController()
    const error = await catchError(createTestClient(url, {}, {}).services.get('a'))
    expect(error.code).toBe('CERTIFICATE_NOT_TRUSTED')
    expect(error.message).toContain(
      'get its CA bundle with `fetchCas`, pinned by a fingerprint or an enrollment token, and pass it as `ca`',
    )
  })

  test('to a controller of another name is refused, with the names it has', async () => {
    const { url } = await startController(undefined, 'elsewhere')
    const error = await catchError(createTestClient(url).services.get('a'))
    expect(error.code).toBe('CERTIFICATE_WRONG_HOST')
    expect(error.message).toContain(
      'does not cover this name (DNS:controller.example.com); use a name in `url` that the certificate covers',
    )
  })

  test('to a controller whose certificate has expired is refused', async () => {
    const { url } = await startController(undefined, 'expired')
    expect((await catchError(createTestClient(url).services.get('a'))).code).toBe(
      'CERTIFICATE_EXPIRED',
    )
  })

  test('to nobody says so', async () => {
    const { url, port } = await startController()
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => free.once('listening', resolve))
    const { port: other } = free.address() as AddressInfo
    await new Promise((resolve) => free.close(resolve))
    const error = await catchError(
      createTestClient(url.replace(String(port), String(other))).services.get('a'),
    )
    expect(error.code).toBe('CONNECTION_REFUSED')
    expect(error.message).toContain(`\`localhost:${other}\` refuses connections`)
  })

  test('to a name that nobody knows says so', async () => {
    expect(
      (await catchError(createTestClient('https://controller.invalid').services.get('a'))).code,
    ).toBe('HOST_NOT_FOUND')
  })

  test('to a port of TLS without TLS says so', async () => {
    const { url } = await startController()
    expect(
      (await catchError(createTestClient(url.replace('https:', 'http:')).services.get('a'))).code,
    ).toMatch(/^(CONNECTION_LOST|NOT_HTTP)$/)
  })
})
