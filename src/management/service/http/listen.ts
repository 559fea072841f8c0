import type { X509Certificate } from 'node:crypto'
import { constants } from 'node:crypto'
import type { Server, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server as PlainServer } from 'node:net'
import { BlockList, createServer as createPlainServer, isIP, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { TLSSocket } from 'node:tls'
import type { Authority, KeyPair } from '../pki/authority.js'
import type { SigningKey } from '../auth/enrollment-tokens.js'
import { openSigningKey } from '../auth/enrollment-tokens.js'
import type {
  RequestHandler,
  Connection,
  Deadline,
  IncomingRequest,
  OutgoingResponse,
} from './exchange.js'
import { respondWithFailure, maxBodyBytes, createBodyTooLarge } from './exchange.js'

export type ListenOptions = {
  /** 0 for any that is free. */
  port: number
  /** By default 127.0.0.1. */
  host?: string
  /** A certificate and its key as PEM instead of those that the service makes; `false` for plain HTTP, on loopback only. */
  tls?: { cert: string; key: string } | false
  /** Told of faults of the service itself, which clients learn nothing of. */
  failed?: (error: unknown) => void
}

/** Where the service is reached, and the SHA-256 of the authority of its certificate, in hexadecimal, where it made that. */
export type Listening = { url: string; fingerprint?: string }

/** Slow clients, and many, must not keep others out. Times in ms. */
const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 65_536,
}

const maxConnections = 2_000

/** How long a connection may be without a byte, in ms. */
const idleTimeout = 120_000

/** How long `close` waits for answers that are under way, in ms. */
const closeTimeout = 5_000

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  (isIP(host) !== 0 && loopbackAddresses.check(host, isIPv6(host) ? 'ipv6' : 'ipv4'))

const isUnspecified = (host: string): boolean => ['0.0.0.0', '::', ''].includes(host)

type ListenerDeps = {
  authority: Authority
  /** The key and certificate of a server with these names. */
  keys: (hosts: readonly [string, ...string[]]) => Promise<KeyPair>
  /** Takes notice of the address that clients reach the service at, and of the key that it shows there. */
  reach: (address: string, key: SigningKey | undefined) => void
  requestId: () => string
}

/** The service cannot listen: one sentence for its user. */
export class ListenError extends Error {
  /** Tells it from other errors. */
  override readonly name = 'ListenError'
}

const reasonByCode: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program; stop it, or choose another port',
  EACCES: 'needs administrator rights; choose a port from 1024 on',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'cannot be resolved',
}

/** What listens, and what ends it. */
export function createListener(
  handle: RequestHandler,
  { authority, keys, reach, requestId }: ListenerDeps,
): { listen: (options: ListenOptions) => Promise<Listening>; close: () => Promise<void> } {
  const servers: Server[] = []
  const state = { isEnding: false }
  const listen = async ({
    port,
    host = '127.0.0.1',
    tls,
    failed = (error) => console.error(error),
  }: ListenOptions): Promise<Listening> => {
    refusePlainHttp(host, tls)
    const name = isUnspecified(host) ? hostname() : host
    const own =
      tls === undefined
        ? await keys([name, ...['localhost', '127.0.0.1', '::1'].filter((other) => other !== name)])
        : undefined
    const pair = tls ? { certPem: tls.cert, keyPem: tls.key } : own
    const key = pair && toSigningKey(pair)
    const answer = createRequestListener(handle, {
      failed,
      requestId,
      isEnding: () => state.isEnding,
    })
    // The service checks client certificates itself: the authorities are those of its records. A resumed connection
    // would only know the first of its certificates.
    const server = pair
      ? createSecureServer(
          {
            ...serverLimits,
            cert: pair.certPem,
            key: pair.keyPem,
            requestCert: true,
            rejectUnauthorized: false,
            secureOptions: constants.SSL_OP_NO_TICKET,
            minVersion: 'TLSv1.2',
            handshakeTimeout: serverLimits.headersTimeout,
          },
          answer,
        )
      : createServer(serverLimits, answer)
    server.maxConnections = maxConnections
    server.setTimeout(idleTimeout)
    const { port: taken } = await startServer(server, port, host)
    servers.push(server)
    const address = `${name.includes(':') ? `[${name}]` : name}:${taken}`
    reach(address, key)
    return {
      url: `${pair ? 'https' : 'http'}://${address}/edge/management/v1`,
      ...(own && {
        fingerprint: authority.certificate.x509.fingerprint256.replaceAll(':', '').toLowerCase(),
      }),
    }
  }
  const close = async (): Promise<void> => {
    state.isEnding = true
    await Promise.all(servers.splice(0).map(stopServer))
  }
  return { listen, close }
}

function refusePlainHttp(host: string, tls: ListenOptions['tls']): void {
  if (tls === false && !isLoopback(host))
    throw new ListenError(
      `plain HTTP is served on loopback only, and \`${host}\` is not a loopback address; use TLS, or 127.0.0.1`,
    )
}

/** Throws a ListenError where `listen` would, so that nothing need be made before. */
export async function checkListen({ port, host = '127.0.0.1', tls }: ListenOptions): Promise<void> {
  refusePlainHttp(host, tls)
  if (tls) toSigningKey({ certPem: tls.cert, keyPem: tls.key })
  const server = createPlainServer()
  await startServer(server, port, host)
  await new Promise((resolve) => server.close(resolve))
}

function toSigningKey(pair: KeyPair): SigningKey {
  try {
    return openSigningKey(pair)
  } catch (error) {
    throw new ListenError(
      `the certificate and key cannot be used (${error instanceof Error ? error.message : String(error)})`,
      { cause: error },
    )
  }
}

const startServer = (server: PlainServer, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(
        new ListenError(
          `\`${host}:${port}\` ${reasonByCode[error.code ?? ''] ?? `cannot be listened on (${error.code ?? error.message})`}`,
          { cause: error },
        ),
      )
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      const address = server.address()
      if (address && typeof address === 'object') resolve(address)
    })
  })

const stopServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeTimeout)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })

/** How long an operation may take, in ms, as with controllers. */
const handlerTimeout = 10_000

/** What is in every answer: nothing of the service is to be kept by others. */
const securityHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** What a client showed when it connected. It is the same for all requests of a connection, so it is looked for once. */
function readConnection({ socket }: IncomingMessage): Connection {
  const address = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
  const chain =
    socket instanceof TLSSocket ? [...walkChain(socket.getPeerX509Certificate())].join('') : ''
  return { address, ...(chain !== '' && { clientCertificate: chain }) }
}

/** At most this many certificates of a client are read. */
const maxChainLength = 10

/** The certificate of a client and those that it showed behind it, as PEM. */
function* walkChain(leaf: X509Certificate | undefined): Generator<string> {
  for (
    let [next, count] = [leaf, 0];
    next && count < maxChainLength;
    next = next.issuerCertificate, count += 1
  )
    yield next.toString()
}

function toHeaders({ headers: given }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  return headers
}

const toIncoming = (request: IncomingMessage): IncomingRequest => ({
  method: request.method ?? '',
  // Proxies may send whole addresses, and OPTIONS an asterisk.
  url: request.url?.startsWith('/')
    ? `http://service${request.url}`
    : URL.canParse(request.url ?? '')
      ? (request.url ?? '')
      : 'http://service/',
  headers: toHeaders(request),
  text: () => readText(request),
})

function sendResponse(response: ServerResponse, { status, headers, body }: OutgoingResponse): void {
  response.writeHead(status, {
    ...securityHeaders,
    ...headers,
    'content-length': body === null ? 0 : Buffer.byteLength(body),
  })
  response.end(body)
}

type ListenerOptions = {
  failed: (error: unknown) => void
  requestId: () => string
  /** Whether nothing more is to come over the connections that are there. */
  isEnding: () => boolean
}

/** Answers what comes over a server. Faults of ours are told to `failed`, and to clients as nothing but a failure. */
function createRequestListener(
  handle: RequestHandler,
  { failed, requestId, isEnding }: ListenerOptions,
): RequestListener {
  const connections = new WeakMap<object, Connection>()
  const connection = (request: IncomingMessage): Connection => {
    const known = connections.get(request.socket)
    if (known) return known
    const found = readConnection(request)
    connections.set(request.socket, found)
    return found
  }
  return (request, response) => {
    const deadline: Deadline = { isOver: false, hasChanged: false }
    const timer = setTimeout(() => {
      if (deadline.hasChanged) return
      deadline.isOver = true
      end(respondWithFailure({ code: 'TIMEOUT' }, requestId()))
    }, handlerTimeout)
    const end = (outgoing: OutgoingResponse): void => {
      clearTimeout(timer)
      if (isEnding()) response.shouldKeepAlive = false
      if (!response.headersSent && !response.destroyed) sendResponse(response, outgoing)
    }
    const fail = (error: unknown): void => {
      end(respondWithFailure({ code: 'UNHANDLED' }, requestId()))
      if (!request.destroyed || request.complete) failed(error)
    }
    const answer = async (): Promise<OutgoingResponse> =>
      handle({ ...toIncoming(request), deadline }, connection(request))
    response.on('error', fail)
    // Whatever fails, it ends this request, and nothing else.
    answer()
      .then(end)
      .catch(fail)
      .catch(() => response.destroy())
  }
}

/** Bytes that are read and thrown away before a connection is cut: who sends a little too much shall hear of it. */
const maxDiscardedBytes = 16 * maxBodyBytes

/** The body of a request as text. Throws a Refusal where it is too long. */
function readText(request: IncomingMessage): Promise<string> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined) return Promise.resolve('')
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size <= maxBodyBytes) parts.push(part)
      else if (size > maxDiscardedBytes) request.destroy()
    })
    request.on('end', () =>
      size > maxBodyBytes
        ? reject(createBodyTooLarge())
        : resolve(Buffer.concat(parts).toString('utf8')),
    )
    request.on('error', reject)
    request.on('close', () => reject(new Error('the client went away')))
  })
}
