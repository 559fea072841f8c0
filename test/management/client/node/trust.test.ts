import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../../../src/management/client/index.js'
import {
  fetchCas,
  fetchWithCertificate,
  nodeFetch,
} from '../../../../src/management/client/node/index.js'
import type { Handler } from '../../../support/controller.js'
import { pem, startController } from '../../../support/controller.js'

const cacerts: Handler = (asked, answer) =>
  void (
    asked.path === '/.well-known/est/cacerts' &&
    answer.writeHead(200, { 'content-type': 'application/pkcs7-mime' }).end(pem('cacerts.p7'))
  )

const fingerprint = (name: string): string =>
  createHash('sha256')
    .update(new X509Certificate(pem(name)).raw)
    .digest('hex')

const credentials = { username: 'admin', password: 'a-good-password' }

/** An enrollment token that is signed with a key of the fixtures. */
function token(key: string, claims: Record<string, unknown>): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: createPrivateKey(pem(key)), dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const later = Math.floor(Date.now() / 1000) + 3600

describe('the authorities of a controller', () => {
  test('come for the fingerprint of its certificate, and let a client in that verifies it', async () => {
    const { url } = await startController(cacerts)
    const ca = await fetchCas({
      url,
      fingerprint: fingerprint('server.cert')
        .toUpperCase()
        .replace(/..(?!$)/g, '$&:'),
    })
    expect(new X509Certificate(ca).subject).toBe('CN=Controller Authority')
    const fetch = nodeFetch({ ca })
    onTestFinished(() => fetch.close())
    await expect(
      createClient({ url, fetch, credentials }).services.get('a'),
    ).resolves.toMatchObject({ name: 'north' })
  })

  test('come for an enrollment token that the controller signed, which has its address', async () => {
    const { url } = await startController(cacerts)
    await expect(
      fetchCas({ enrollment: token('server.key', { iss: url, exp: later }) }),
    ).resolves.toContain('BEGIN CERTIFICATE')
  })

  test.each([
    ['another fingerprint', { fingerprint: 'ab'.repeat(32) }, 'not the expected one'],
    ['a fingerprint that is none', { fingerprint: 'abc' }, 'must be a SHA-256 fingerprint'],
    [
      'a token that another key signed',
      { enrollment: token('elsewhere.key', { exp: later }) },
      'not signed with the key of this controller',
    ],
    [
      'a token that has expired',
      { enrollment: token('server.key', { exp: 1000 }) },
      'expired at 1970-01-01T00:16:40.000Z',
    ],
    [
      'a token that was changed',
      { enrollment: token('server.key', { exp: later }).replace(/\.[^.]*\./, '.e30.') },
      'not signed with the key of this controller',
    ],
    ['a text that is no token', { enrollment: 'hello' }, 'is not an enrollment token'],
  ])('do not come for %s, and nothing is sent', async (_, pin, says) => {
    const { url, asked } = await startController(cacerts)
    const error: unknown = await fetchCas({ url, ...pin }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'PIN_MISMATCH' })
    expect(String(error)).toContain(says)
    expect(asked).toEqual([])
  })

  test('do not come from a controller that has none, or in another form', async () => {
    const { url } = await startController((_, answer) => void answer.writeHead(404).end())
    await expect(fetchCas({ url, fingerprint: fingerprint('server.cert') })).rejects.toMatchObject({
      code: 'NO_AUTHORITIES',
    })
    const other = await startController((_, answer) => void answer.writeHead(200).end('hello'))
    await expect(
      fetchCas({ url: other.url, fingerprint: fingerprint('server.cert') }),
    ).rejects.toThrow('no PKCS #7 certificates')
  })
})

describe('a connection', () => {
  test('shows the certificate of the client', async () => {
    const shown: string[] = []
    const { url, asked } = await startController(
      (_, __, ___, request) =>
        void (
          request.socket instanceof TLSSocket &&
          shown.push(String(request.socket.getPeerCertificate().subject?.CN))
        ),
    )
    const fetch = fetchWithCertificate({
      cert: pem('client.cert'),
      key: pem('client.key'),
      ca: pem('ca.cert'),
    })
    onTestFinished(() => fetch.close())
    await createClient({ url, fetch, credentials: { certificate: true } }).services.get('a')
    expect(asked.map(({ path }) => path)).toEqual(['/authenticate?method=cert', '/services/a'])
    expect([...new Set(shown)]).toEqual(['operator'])
  })

  test('goes through the proxy of the environment, unless the host is excepted', async () => {
    const { url, port } = await startController()
    const tunnels: string[] = []
    const proxy = createServer().on('connect', (request, socket) => {
      tunnels.push(String(request.url))
      const far = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
      far.pipe(socket).pipe(far)
      socket.on('error', () => undefined)
      far.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port: proxyPort } = proxy.address() as AddressInfo
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxyPort}`)
    const fetch = nodeFetch({ ca: pem('ca.cert') })
    await createClient({ url, fetch, credentials }).services.get('a')
    vi.stubEnv('NO_PROXY', 'localhost')
    const direct = nodeFetch({ ca: pem('ca.cert') })
    await createClient({ url, fetch: direct, credentials }).services.get('a')
    vi.unstubAllEnvs()
    await Promise.all([fetch.close(), direct.close()])
    proxy.closeAllConnections()
    proxy.close()
    expect(tunnels.length).toBeGreaterThan(0)
    expect(new Set(tunnels)).toEqual(new Set([`localhost:${port}`]))
  })

  test('that a proxy refuses says so', async () => {
    const proxy = createServer().on(
      'connect',
      (_, socket) => void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    )
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const fetch = nodeFetch({ proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    await expect(
      createClient({
        url: 'https://controller.example.com',
        fetch,
        retry: false,
      }).information.version(),
    ).rejects.toMatchObject({ code: 'PROXY_FAILED' })
    await fetch.close()
    proxy.close()
  })
})
