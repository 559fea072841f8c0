import type { X509Certificate } from 'node:crypto'
import { constants } from 'node:crypto'
import type { Server, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server as PlainServer } from 'node:net'
import { BlockList, createServer as createPlainServer, isIP, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import { TLSSocket } from 'node:tls'
import { withBrackets } from '../../../formats/host.js'
import type { Authority, KeyPair, SigningKey } from '../call/context.js'
import { openSigningKey } from '../pki/signing-key.js'
import { getErrorMessage } from '../../../document/errors.js'
import { memoizeLast } from '../../../document/lazy.js'
import type { RequestHeaders } from '../call/call.js'
import type {
  RequestHandler,
  Connection,
  Deadline,
  IncomingRequest,
  OutgoingResponse,
} from '../call/request.js'
import { maxBodyBytes } from '../call/request.js'
import { respondWithFailure } from './request-response.js'
import { createBodyBudget } from './body-budget.js'
import type { BodyBudget } from './body-budget.js'
import { createBodyReader } from './body-reader.js'

export type ListenOptions = {
  /** The TCP port; 0 selects a free one. */
  port: number
  /** The address to listen on; default: 127.0.0.1. */
  host?: string
  /**
   * A certificate and its key in PEM; default: a generated pair. `false` for plain HTTP, which is only allowed on a
   * loopback address.
   */
  tls?: { cert: string; key: string } | false
  /** Called with internal errors, which clients do not see; default: prints them to stderr. */
  failed?: (error: unknown) => void
  /** Called after each response, for an access log. */
  log?: (entry: AccessEntry) => void
}

/** A served request, without its query, headers and body, which may contain secrets. */
export type AccessEntry = {
  /** The time of the request in RFC 3339. */
  time: string
  /** The IP address of the client, or `unknown` if the connection was closed too early. */
  address: string
  /** The HTTP method as sent, such as `GET`. */
  method: string
  /** The path without the query, cut after 2000 characters. */
  path: string
  /** The HTTP status; 0 if the connection was closed before the response. */
  status: number
  /** The time from the request until the response was closed, in ms. */
  ms: number
}

const maxPathLength = 2000

/**
 * The URL of the service, and the SHA-256 fingerprint of its CA in hexadecimal if the service generated its
 * certificate.
 */
export type Listening = { url: string; fingerprint?: string }

/** Limits that keep slow clients, or many clients, from blocking others; times in ms, sizes in bytes. */
const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 65_536,
}

const maxConnections = 2_000

/** How long a connection may be idle, in ms. */
const idleTimeout = 120_000

/** How long `close` waits for pending responses, in ms. */
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
  loadKeys: (hosts: readonly [string, ...string[]]) => Promise<KeyPair>
  /**
   * Sets the host and port of the service, and the key that signs tokens: the key of the server certificate. With plain
   * HTTP, `key` is undefined, and the signing key does not change.
   */
  setAddress: (address: string, key: SigningKey | undefined) => void
  createRequestId: () => string
}

/** The service cannot listen; the message is one sentence for the user. */
export class ListenError extends Error {
  /** Identifies the error type. */
  override readonly name = 'ListenError'
}

const reasonByCode: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program; stop it, or choose another port',
  EACCES: 'needs administrator rights; choose a port from 1024 on',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'cannot be resolved',
}

export function createListener(
  handle: RequestHandler,
  { authority, loadKeys, setAddress, createRequestId }: ListenerDeps,
): { listen: (options: ListenOptions) => Promise<Listening>; close: () => Promise<void> } {
  const servers: Server[] = []
  const state = { isClosing: false }
  const budget = createBodyBudget(maxHeldBytes)
  const listen = async ({
    port,
    host = '127.0.0.1',
    tls,
    failed = (error) => console.error(error),
    log,
  }: ListenOptions): Promise<Listening> => {
    refusePlainHttp(host, tls)
    const name = isUnspecified(host) ? hostname() : host
    const generatedPair =
      tls === undefined
        ? await loadKeys([
            name,
            ...['localhost', '127.0.0.1', '::1'].filter((other) => other !== name),
          ])
        : undefined
    const pair = tls ? { certPem: tls.cert, keyPem: tls.key } : generatedPair
    const key = pair && toSigningKey(pair)
    const requestListener = createRequestListener(handle, {
      reportError: failed,
      createRequestId,
      log,
      budget,
      isClosing: () => state.isClosing,
    })
    const server = createHttpServer(pair, requestListener)
    const { port: actualPort } = await startServer(server, port, host)
    servers.push(server)
    const address = `${withBrackets(name)}:${actualPort}`
    setAddress(address, key)
    return {
      url: `${pair ? 'https' : 'http'}://${address}/edge/management/v1`,
      ...(generatedPair && {
        fingerprint: authority.certificate.x509.fingerprint256.replaceAll(':', '').toLowerCase(),
      }),
    }
  }
  const close = async (): Promise<void> => {
    state.isClosing = true
    await Promise.all(servers.splice(0).map(stopServer))
  }
  return { listen, close }
}

function createHttpServer(pair: KeyPair | undefined, requestListener: RequestListener): Server {
  // The service verifies client certificates itself, because CAs are among its records. TLS session resumption would
  // lose all certificates of the client except the first.
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
        requestListener,
      )
    : createServer(serverLimits, requestListener)
  server.maxConnections = maxConnections
  server.setTimeout(idleTimeout)
  return server
}

function refusePlainHttp(host: string, tls: ListenOptions['tls']): void {
  if (tls === false && !isLoopback(host))
    throw new ListenError(
      `plain HTTP is served on loopback only, and \`${host}\` is not a loopback address; use TLS, or 127.0.0.1`,
    )
}

/** Rejects with a ListenError if `listen` would, so that callers can fail before they open a store. */
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
    throw new ListenError(`the certificate and key cannot be used (${getErrorMessage(error)})`, {
      cause: error,
    })
  }
}

const startServer = (server: PlainServer, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(
        new ListenError(
          `\`${host}:${port}\` ${reasonByCode[error.code ?? ''] ?? `cannot be used to listen (${error.code ?? error.message})`}`,
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
    const timer = setTimeout(() => server.closeAllConnections(), closeTimeout)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })

/** Time limit of an operation in ms, as on controllers. */
const handlerTimeout = 10_000

/** Headers of every response; they forbid caching and content type sniffing. */
const securityHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Reads the address and the certificates of a client. Callers cache the result, because it is the same for all requests
 * of a connection.
 */
function readConnection({ socket }: IncomingMessage): Connection {
  const address = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
  const chain =
    socket instanceof TLSSocket ? [...walkChain(socket.getPeerX509Certificate())].join('') : ''
  return { address, ...(chain !== '' && { clientCertificate: chain }) }
}

const maxChainLength = 10

/** Yields the client's certificate and the intermediate certificates that it sent, each in PEM. */
function* walkChain(leaf: X509Certificate | undefined): Generator<string> {
  for (
    let [next, count] = [leaf, 0];
    next && count < maxChainLength;
    next = next.issuerCertificate, count += 1
  )
    yield next.toString()
}

/** Reads headers from Node's object only on demand, because most requests need only two or three. */
const toHeaders = ({ headers }: IncomingMessage): RequestHeaders => ({
  get: (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  },
})

/** Whether a scheme and host are valid. The last result is cached, because clients repeat the same host. */
const isOrigin = memoizeLast(
  (origin: string): boolean =>
    /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(origin) && URL.canParse(origin),
)

/**
 * The absolute URL of a request. Instead of a path, proxies may send an absolute URL, and OPTIONS requests may have
 * `*`. The host is `service` if the request has no valid host.
 */
function readUrl({ url = '', headers: { host = '' }, socket }: IncomingMessage): string {
  if (!url.startsWith('/')) return URL.canParse(url) ? url : 'http://service/'
  const origin = `${socket instanceof TLSSocket ? 'https' : 'http'}://${host}`
  return isOrigin(origin) ? origin + url : `http://service${url}`
}

const toIncoming = (
  request: IncomingMessage,
  deadline: Deadline,
  text: () => Promise<string>,
): IncomingRequest => ({
  method: request.method ?? '',
  url: readUrl(request),
  headers: toHeaders(request),
  text,
  deadline,
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
  reportError: (error: unknown) => void
  createRequestId: () => string
  log: ((entry: AccessEntry) => void) | undefined
  budget: BodyBudget
  /** Whether the server is closing: connections close after their current response. */
  isClosing: () => boolean
}

/**
 * Creates the function that handles the requests of a server. It passes internal errors to `reportError`, unless the
 * client aborted the request. Clients only learn that the request failed.
 */
function createRequestListener(
  handle: RequestHandler,
  { reportError, createRequestId, log, budget, isClosing }: ListenerOptions,
): RequestListener {
  const connections = new WeakMap<object, Connection>()
  const getConnection = (request: IncomingMessage): Connection => {
    const cachedConnection = connections.get(request.socket)
    if (cachedConnection) return cachedConnection
    const connection = readConnection(request)
    connections.set(request.socket, connection)
    return connection
  }
  return (request, response) => {
    if (log) logWhenClosed(request, response, { log, address: getConnection(request).address })
    const deadline: Deadline = { isOver: false, hasChanged: false }
    const timer = setTimeout(() => {
      if (deadline.hasChanged) return
      deadline.isOver = true
      end(respondWithFailure({ code: 'TIMEOUT' }, createRequestId()))
    }, handlerTimeout)
    const end = (serviceResponse: OutgoingResponse): void => {
      clearTimeout(timer)
      if (isClosing()) response.shouldKeepAlive = false
      if (!response.headersSent && !response.destroyed) sendResponse(response, serviceResponse)
    }
    const fail = (error: unknown): void => {
      end(respondWithFailure({ code: 'UNHANDLED' }, createRequestId()))
      if (!request.destroyed || request.complete) reportError(error)
    }
    const body = createBodyReader(request, response, budget)
    const answer = async (): Promise<OutgoingResponse> =>
      handle(toIncoming(request, deadline, body.read), getConnection(request))
    response.on('error', fail)
    // An error ends only this request, not the service.
    answer()
      .finally(body.release)
      .then(end)
      .catch(fail)
      .catch(() => response.destroy())
  }
}

function logWhenClosed(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { log, address = '' }: { log: (entry: AccessEntry) => void; address: string | undefined },
): void {
  const [time, startedAt] = [new Date().toISOString(), performance.now()]
  const path = url.replace(/[?#].*$/s, '').slice(0, maxPathLength)
  response.on('close', () => {
    const status = response.headersSent ? response.statusCode : 0
    log({ time, address, method, path, status, ms: Math.round(performance.now() - startedAt) })
  })
}

/** Maximum memory of all bodies together, in bytes. */
const maxHeldBytes = 64 * maxBodyBytes
