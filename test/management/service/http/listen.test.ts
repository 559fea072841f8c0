import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as plainRequest } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import { connect } from 'node:net'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../../../src/management/client/index.js'
import { fetchCas, nodeFetch } from '../../../../src/management/client/node/index.js'
import {
  createAuthority,
  openAuthority,
  issueServerCertificate,
} from '../../../../src/management/service/pki/authority.js'
import type {
  Connection,
  Deadline,
  RequestHandler,
} from '../../../../src/management/service/call/request.js'
import { createService } from '../../../../src/management/service/index.js'
import { openSigningKey } from '../../../../src/management/service/pki/signing-key.js'
import { createListener } from '../../../../src/management/service/http/listen.js'
import { createRequestHandler } from '../../../../src/management/service/http/service.js'
import { createServiceContext, credentials } from '../../../support/management.js'

const issuing = {
  time: new Date(),
  random: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
}
const authority = openAuthority(createAuthority('an authority', issuing))
const keys = issueServerCertificate(authority, ['127.0.0.1', 'localhost'], issuing)

/** A listener for a function; what it hands on is kept. */
async function listening(
  handle: RequestHandler,
  tls?: false,
): Promise<{ url: string; failures: unknown[]; reached: string[]; close: () => Promise<void> }> {
  const failures: unknown[] = []
  const reached: string[] = []
  const { listen, close } = createListener(handle, {
    authority,
    loadKeys: async () => keys,
    createRequestId: () => 'request',
    setAddress: (address) => void reached.push(address),
  })
  const { url } = await listen({
    port: 0,
    failed: (error) => void failures.push(error),
    ...(tls === false && { tls }),
  })
  onTestFinished(close)
  return { url, failures, reached, close }
}

const answer = (body: string | null, status = 200) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
})

type Got = { status: number | undefined; headers: IncomingMessage['headers']; text: string }

function send(
  url: string,
  {
    method = 'GET',
    body = '',
    ...options
  }: {
    method?: string
    body?: string
    cert?: string
    key?: string
    agent?: Agent
    headers?: Record<string, string>
  } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https') ? secureRequest : plainRequest)(
      url,
      { method, rejectUnauthorized: false, ...options },
      (response) => {
        const parts: Buffer[] = []
        response
          .on('data', (part: Buffer) => void parts.push(part))
          .on('end', () =>
            resolve({
              status: response.statusCode,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
            }),
          )
      },
    )
    request.on('error', reject).end(body)
  })
}

describe('the service over HTTPS', () => {
  test('is known by the fingerprint of its authority, and serves a client that trusts nobody else', async () => {
    const service = await createService({ data: ':memory:', admin: credentials })
    onTestFinished(() => service.close())
    const { url, fingerprint = '' } = await service.listen({ port: 0 })
    const ca = await fetchCas({ url, fingerprint })
    const send = nodeFetch({ ca, proxy: false })
    onTestFinished(() => send.close())
    const client = createClient({ url, credentials, fetch: send })
    const { id } = await client.services.create({ name: 'one', encryptionRequired: true })
    expect((await client.services.get(id)).name).toBe('one')
    const [network] = await client.enrollments.networkJwts()
    expect(decodeJwt(network?.token ?? '').iss).toBe(`${new URL(url).origin}/`)
    await expect(fetchCas({ url, fingerprint: '0'.repeat(64) })).rejects.toThrow('fingerprint')
  })

  test('signs tokens with the key that it was given', async () => {
    const service = await createService({ data: ':memory:', admin: credentials })
    onTestFinished(() => service.close())
    const { url, fingerprint } = await service.listen({
      port: 0,
      host: 'localhost',
      tls: { cert: keys.certPem, key: keys.keyPem },
    })
    const { data } = JSON.parse((await send(`${url}/network-jwts`)).text)
    expect(decodeProtectedHeader(data[0].token).kid).toBe(openSigningKey(keys).keyId)
    expect(fingerprint).toBeUndefined()
  })

  test('hands on the certificate that a client shows, whoever made it', async () => {
    const shown: Connection[] = []
    const { url } = await listening(async (_, connection = {}) => {
      shown.push(connection)
      return answer('{}')
    })
    const other = issueServerCertificate(
      openAuthority(createAuthority('another', issuing)),
      ['somebody'],
      issuing,
    )
    await send(url)
    await send(url, { cert: other.certPem, key: other.keyPem })
    expect(shown[0]).toEqual({ address: '127.0.0.1' })
    expect(shown[1]?.address).toBe('127.0.0.1')
    expect(new X509Certificate(shown[1]?.clientCertificate ?? '').subject).toBe('CN=somebody')
  })

  test('takes one request after the other on one connection', async () => {
    const connections = new Set<unknown>()
    const { url } = await listening(async (incoming) =>
      answer(
        JSON.stringify([incoming.method, new URL(incoming.url).pathname, await incoming.text()]),
      ),
    )
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    onTestFinished(() => agent.destroy())
    agent.on('free', (socket) => void connections.add(socket))
    for (const body of ['', 'é', 'x'.repeat(100_000)]) {
      const { text, headers } = await send(`${url}/a`, { method: 'POST', body, agent })
      expect(JSON.parse(text)).toEqual(['POST', '/edge/management/v1/a', body])
      expect(headers).toMatchObject({
        'content-length': String(Buffer.byteLength(text)),
        'cache-control': 'no-store',
      })
    }
    expect(connections.size).toBe(1)
  })
})

describe('what is sent', () => {
  test.each([
    [1024 * 1024, 200],
    [1024 * 1024 + 1, 413],
    [8 * 1024 * 1024, 413],
  ])('as a body of %i bytes is answered with %i', async (size, status) => {
    const service = await createService({ data: ':memory:', admin: credentials })
    onTestFinished(() => service.close())
    const { url } = await service.listen({ port: 0 })
    const body = JSON.stringify({ ...credentials, more: '' })
    const got = await send(`${url}/authenticate?method=password`, {
      method: 'POST',
      body: body.replace('"more":""', `"more":"${'x'.repeat(size - body.length)}"`),
      headers: { 'content-type': 'application/json' },
    })
    expect(got.status).toBe(status)
    if (status === 413)
      expect(JSON.parse(got.text)).toEqual({
        code: 'REQUEST_ENTITY_TOO_LARGE',
        message: 'The request body exceeds the maximum accepted size',
        cause: null,
      })
  })

  test('as headers of more than 64 KiB is refused', async () => {
    const { url } = await listening(async () => answer('{}'))
    expect((await send(url, { headers: { long: 'x'.repeat(60_000) } })).status).toBe(200)
    expect((await send(url, { headers: { long: 'x'.repeat(70_000) } })).status).toBe(431)
  })

  test.each([
    [
      'GET http://other.test/edge/management/v1/x HTTP/1.1',
      'http://other.test/edge/management/v1/x',
    ],
    ['OPTIONS * HTTP/1.1', 'http://service/'],
    ['GET //a/../b HTTP/1.1', 'http://a//b'],
  ])('as `%s` is understood', async (line, url) => {
    const seen: string[] = []
    const { url: base } = await listening(async (incoming) => {
      seen.push(new URL(incoming.url).href)
      return answer('{}')
    }, false)
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.write(`${line}\r\nhost: a\r\nconnection: close\r\n\r\n`)
    await once(socket.resume(), 'close')
    expect(seen).toEqual([url])
  })
})

describe('a server', () => {
  afterEach(() => void vi.useRealTimers())

  test('tells clients nothing of its own faults', async () => {
    const { url, failures } = await listening(async () => Promise.reject(new Error('a secret')))
    const { status, text } = await send(url)
    expect([status, JSON.parse(text).error]).toEqual([
      500,
      { code: 'UNHANDLED', message: 'An unhandled error occurred', requestId: 'request' },
    ])
    expect(failures).toMatchObject([{ message: 'a secret' }])
  })

  test('answers after ten seconds where an operation takes longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const begun: (() => void)[] = []
    const arrived = new Promise<void>((resolve) => void begun.push(resolve))
    const { url } = await listening(() => {
      begun[0]?.()
      return new Promise(() => undefined)
    })
    const got = send(url)
    await arrived
    vi.advanceTimersByTime(9_999)
    vi.advanceTimersByTime(1)
    const { status, text } = await got
    expect([status, JSON.parse(text).error.code]).toEqual([503, 'TIMEOUT'])
  })

  test('changes nothing after ten seconds, and waits for what has changed something', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const work: { deadline: Deadline | undefined; finish: () => void }[] = []
    const { url } = await listening(
      ({ deadline }) =>
        new Promise((resolve) => {
          work.push({ deadline, finish: () => resolve(answer('"done"')) })
        }),
    )
    const got = [send(`${url}?late`), send(`${url}?changed`)]
    while (work.length < got.length) await new Promise((resolve) => setImmediate(resolve))
    const [late, changed] = work
    if (changed?.deadline) changed.deadline.hasChanged = true
    vi.advanceTimersByTime(10_000)
    changed?.finish()
    expect((await Promise.all(got)).map(({ status }) => status).sort()).toEqual([200, 503])
    expect([late?.deadline?.isOver, changed?.deadline?.isOver]).toEqual([true, false])
  })

  test.each<[name: string, handle: RequestHandler]>([
    [
      'throws at once',
      () => {
        throw new Error('a fault')
      },
    ],
    ['has a header that cannot be sent', async () => ({ ...answer('""'), headers: { a: '\n' } })],
    [
      'has a status that cannot be sent',
      async () => ({ ...answer('""'), status: Number.MAX_SAFE_INTEGER }),
    ],
  ])('ends no more than a request that %s', async (_, handle) => {
    const { url, failures } = await listening((incoming, connection) =>
      incoming.url.endsWith('bad') ? handle(incoming, connection) : Promise.resolve(answer('""')),
    )
    expect((await send(`${url}/bad`)).status).toBe(500)
    expect((await send(`${url}/good`)).status).toBe(200)
    expect(failures).toHaveLength(1)
  })

  test('answers what has come before it ends', async () => {
    const finish: ((outgoing: ReturnType<typeof answer>) => void)[] = []
    const arrived = new Promise<void>((resolve) => void finish.push(() => resolve()))
    const { url, close } = await listening(
      () =>
        new Promise((resolve) => {
          finish[0]?.(answer(null))
          finish.push(resolve)
        }),
    )
    const got = send(url)
    await arrived
    const closed = close()
    finish[1]?.(answer('"late"'))
    expect((await got).text).toBe('"late"')
    await closed
    await expect(send(url)).rejects.toThrow('ECONNREFUSED')
  })

  test('reaches plain HTTP on loopback only', async () => {
    const { url } = await listening(async () => answer('{}'), false)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/edge\/management\/v1$/)
    expect((await send(url)).status).toBe(200)
    const { listen } = createListener(async () => answer('{}'), {
      authority,
      loadKeys: async () => keys,
      createRequestId: () => 'request',
      setAddress: () => undefined,
    })
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'host.test'])
      await expect(listen({ port: 0, host, tls: false })).rejects.toThrow('loopback only')
  })

  test.each([
    [
      'another program has the port',
      '127.0.0.1',
      /`127\.0\.0\.1:\d+` is in use by another program/,
    ],
    [
      'the address is that of another machine',
      '192.0.2.1',
      /`192\.0\.2\.1:\d+` is not an address of this machine/,
    ],
  ])('says so where %s', async (_, host, message) => {
    const { url } = await listening(async () => answer('{}'))
    const { listen } = createListener(async () => answer('{}'), {
      authority,
      loadKeys: async () => keys,
      createRequestId: () => 'request',
      setAddress: () => undefined,
    })
    await expect(listen({ port: Number(new URL(url).port), host })).rejects.toThrow(message)
  })
})

describe('bodies that are not finished', () => {
  /** Begins a request, and sends a part of its body; gives the status of the answer, if one comes. */
  function begin(port: string, length: number): Promise<number | undefined> {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const path = '/edge/management/v1/authenticate?method=password'
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 ** 20}\r\n\r\n`)
    socket.write(Buffer.alloc(length, 120))
    return new Promise((resolve) => {
      socket.once('data', (data) => resolve(Number(data.toString().split(' ')[1])))
      socket.once('close', () => resolve(undefined))
      socket.once('error', () => resolve(undefined))
    })
  }

  test('take a bounded memory, and keep nobody else from sending', async () => {
    const handle = createRequestHandler(await createServiceContext(credentials))
    const { url } = await listening(handle, false)
    const { origin, port } = new URL(url)
    const first = begin(port, 1_000_000)
    const others = Array.from({ length: 100 }, () => begin(port, 1_000_000))
    expect(await first).toBe(429)
    const response = await fetch(`${origin}/edge/management/v1/authenticate?method=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    expect(response.status).toBe(200)
    const waiting = Symbol('waiting')
    // A request that was refused for the last one may not have heard of it yet.
    await vi.waitFor(async () => {
      const states = await Promise.all(
        others.map((status) => Promise.race([status, Promise.resolve(waiting)])),
      )
      expect(states.filter((state) => state === waiting).length).toBeLessThanOrEqual(64)
    })
  })

  test('in parts of one byte take no more memory than their length', async () => {
    let text = ''
    const { url } = await listening(async (incoming) => {
      text = await incoming.text()
      return answer(null)
    }, false)
    const sent = plainRequest(new URL('/x', url), {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
    })
    for (let count = 0; count < 5000; count += 1) sent.write(count % 2 === 0 ? 'a' : 'é')
    sent.end()
    await once(sent, 'response')
    expect(text).toBe('aé'.repeat(2500))
  })

  test('nor do clients who do not read the answers to bodies that they finished', async () => {
    const long = JSON.stringify('x'.repeat(4_000_000))
    const { url } = await listening(async (incoming) => {
      const text = await incoming.text()
      return answer(text === '' ? long : '""')
    }, false)
    const { port } = new URL(url)
    const body = 'x'.repeat(62_000)
    const post = `POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      // The answer to the first request fills what the system holds, so that those to the others wait for it.
      socket.pause().write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n')
      return socket
    })
    for (let round = 0; round < 60; round += 1) for (const socket of sockets) socket.write(post)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const response = await fetch(`http://127.0.0.1:${port}/x`, { method: 'POST', body })
    expect(response.status).toBe(200)
  })
})
