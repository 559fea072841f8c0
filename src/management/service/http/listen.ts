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
import { openSigningKey } from '../auth/enrollment-tokens.js'
import { rememberLast } from '../filter/symbols.js'
import { getErrorMessage } from '../../../document/errors.js'
import { Refusal } from '../call/failure.js'
import type { RequestHeaders } from '../call/call.js'
import type {
  RequestHandler,
  Connection,
  Deadline,
  IncomingRequest,
  OutgoingResponse,
} from '../call/request.js'
import { maxBodyBytes, createBodyTooLarge } from '../call/request.js'
import { respondWithFailure } from './request-response.js'
import { createBodyBudget } from './body-budget.js'
import type { BodyBudget, HeldBody } from './body-budget.js'

export type ListenOptions = {
  /** The TCP port; 0 selects a free one. */
  port: number
  /** The address to listen on; default: 127.0.0.1. */
  host?: string
  /**
   * A certificate and its key in PEM; default: generated ones. `false` for plain HTTP, which is
   * only allowed on loopback.
   */
  tls?: { cert: string; key: string } | false
  /** Called with internal errors, which clients do not see. */
  failed?: (error: unknown) => void
  /** Called after each response, for an access log. */
  log?: (entry: AccessEntry) => void
}

/** A served request, without its query, headers and body, which may contain secrets. */
export type AccessEntry = {
  /** The time of the request in RFC 3339. */
  time: string
  /** The IP address of the client. */
  address: string
  /** The HTTP method. */
  method: string
  /** The path, without the query. */
  path: string
  /** The HTTP status; 0 if the client left before the response. */
  status: number
  /** The time until the response was sent, in ms. */
  ms: number
}

const maxPathLength = 2000

/**
 * The URL of the service; and the SHA-256 of its CA in hexadecimal, if it generated its
 * certificate.
 */
export type Listening = { url: string; fingerprint?: string }

/** Limits that keep slow or many clients from blocking others. Times in ms. */
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
  /** Returns a key and certificate for a server with these names. */
  keys: (hosts: readonly [string, ...string[]]) => Promise<KeyPair>
  /** Called with the address of the service and the key of its certificate. */
  setAddress: (address: string, key: SigningKey | undefined) => void
  requestId: () => string
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

/** Creates the functions that start and stop listening. */
export function createListener(
  handle: RequestHandler,
  { authority, keys, setAddress, requestId }: ListenerDeps,
): { listen: (options: ListenOptions) => Promise<Listening>; close: () => Promise<void> } {
  const servers: Server[] = []
  const state = { isEnding: false }
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
    const generated =
      tls === undefined
        ? await keys([name, ...['localhost', '127.0.0.1', '::1'].filter((other) => other !== name)])
        : undefined
    const pair = tls ? { certPem: tls.cert, keyPem: tls.key } : generated
    const key = pair && toSigningKey(pair)
    const answer = createRequestListener(handle, {
      failed,
      requestId,
      log,
      budget,
      isEnding: () => state.isEnding,
    })
    const server = createHttpServer(pair, answer)
    const { port: taken } = await startServer(server, port, host)
    servers.push(server)
    const address = `${withBrackets(name)}:${taken}`
    setAddress(address, key)
    return {
      url: `${pair ? 'https' : 'http'}://${address}/edge/management/v1`,
      ...(generated && {
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

/** Creates a server for HTTPS with this certificate, or for plain HTTP without one. */
function createHttpServer(pair: KeyPair | undefined, answer: RequestListener): Server {
  // The service verifies client certificates itself, because its CAs are records. TLS session
  // resumption would drop all but the first certificate of the client.
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
  return server
}

function refusePlainHttp(host: string, tls: ListenOptions['tls']): void {
  if (tls === false && !isLoopback(host))
    throw new ListenError(
      `plain HTTP is served on loopback only, and \`${host}\` is not a loopback address; use TLS, or 127.0.0.1`,
    )
}

/** Throws the ListenError that `listen` would throw, before anything is created. */
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
    const cut = setTimeout(() => server.closeAllConnections(), closeTimeout)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })

/** Time limit of an operation in ms, as on controllers. */
const handlerTimeout = 10_000

/** Headers of every response; they forbid caching. */
const securityHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * The client's certificate and address. They are the same for all requests of a connection, so they
 * are read once.
 */
function readConnection({ socket }: IncomingMessage): Connection {
  const address = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
  const chain =
    socket instanceof TLSSocket ? [...walkChain(socket.getPeerX509Certificate())].join('') : ''
  return { address, ...(chain !== '' && { clientCertificate: chain }) }
}

/** Maximum number of client certificates to read. */
const maxChainLength = 10

/** The client's certificate and the intermediate certificates that it sent, in PEM. */
function* walkChain(leaf: X509Certificate | undefined): Generator<string> {
  for (
    let [next, count] = [leaf, 0];
    next && count < maxChainLength;
    next = next.issuerCertificate, count += 1
  )
    yield next.toString()
}

/** Reads the headers where Node has them; most requests need two or three. */
const toHeaders = ({ headers }: IncomingMessage): RequestHeaders => ({
  get: (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  },
})

/** Whether a scheme and host are valid; clients repeat the same host, so the last one is kept. */
const isOrigin = rememberLast(
  (origin: string): boolean =>
    /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(origin) && URL.canParse(origin),
)

/** The URL of a request as its client wrote it. Proxies may send absolute URLs, and OPTIONS an asterisk. */
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
  failed: (error: unknown) => void
  requestId: () => string
  log: ((entry: AccessEntry) => void) | undefined
  budget: BodyBudget
  /** Whether the server is closing: connections close after their current response. */
  isEnding: () => boolean
}

/**
 * Handles the requests of a server. Internal errors are passed to `failed`; clients only learn that
 * the request failed.
 */
function createRequestListener(
  handle: RequestHandler,
  { failed, requestId, log, budget, isEnding }: ListenerOptions,
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
    if (log) logWhenClosed(request, response, { log, address: connection(request).address })
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
    const body = createBodyReader(request, response, budget)
    const answer = async (): Promise<OutgoingResponse> =>
      handle(toIncoming(request, deadline, body.read), connection(request))
    response.on('error', fail)
    // An error only ends this request.
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
  const [time, begun] = [new Date().toISOString(), performance.now()]
  const path = url.replace(/[?#].*$/s, '').slice(0, maxPathLength)
  response.on('close', () => {
    const status = response.headersSent ? response.statusCode : 0
    log({ time, address, method, path, status, ms: Math.round(performance.now() - begun) })
  })
}

/** Drain up to 16 MiB so that clients get 413 and not a reset. */
const maxDiscardedBytes = 16 * maxBodyBytes

/** Maximum memory of all bodies together, in bytes. */
const maxHeldBytes = 64 * maxBodyBytes

/** Reads the body of a request once; its memory is counted until `release`, which is called when the work on it is done. */
type BodyReader = { read: () => Promise<string>; release: () => void }

/**
 * Creates the reader of a body. A body counts until its work is done, not until its answer is read, because a client
 * could delay reading. `read` throws a Refusal if the body is too long, or if clients send more at once than fits in
 * memory.
 */
function createBodyReader(
  request: IncomingMessage,
  response: ServerResponse,
  budget: BodyBudget,
): BodyReader {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (length === '0' && encoding === undefined)
    return { read: () => Promise.resolve(''), release: () => undefined }
  let held: HeldBody | undefined
  const read = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const body = createGrowingBuffer()
      const heldBody = budget.open(request.socket.remoteAddress, () => {
        body.clear()
        response.shouldKeepAlive = false
        reject(new Refusal({ code: 'RATE_LIMITED' }, { 'retry-after': '1' }))
      })
      held = heldBody
      let size = 0
      request.on('data', (part: Buffer) => {
        size += part.length
        if (size <= maxBodyBytes) heldBody.hold(body.add(part))
        else if (size > maxDiscardedBytes) request.destroy()
      })
      request.on('end', () => {
        heldBody.complete()
        if (size > maxBodyBytes) reject(createBodyTooLarge())
        else resolve(body.toText())
      })
      request.on('error', reject)
      request.on('close', () => reject(new Error('the client closed the connection')))
    })
  return { read, release: () => held?.release() }
}

/**
 * Bytes that are copied into one buffer. Parts are not kept, because a client can send each byte in a part of its own,
 * which takes a hundred times its memory.
 */
function createGrowingBuffer() {
  let bytes = Buffer.alloc(0)
  let length = 0
  let isOpen = true
  return {
    /** Adds a part, and returns by how many bytes the buffer has grown. */
    add: (part: Buffer): number => {
      if (!isOpen) return 0
      const before = bytes.length
      if (length + part.length > before) {
        const grown = Buffer.allocUnsafeSlow(
          Math.min(Math.max(length + part.length, 2 * before, 1024), maxBodyBytes),
        )
        bytes.copy(grown, 0, 0, length)
        bytes = grown
      }
      length += part.copy(bytes, length)
      return bytes.length - before
    },
    /** Drops the bytes; further ones are ignored. */
    clear: (): void => {
      isOpen = false
      bytes = Buffer.alloc(0)
    },
    toText: (): string => {
      const text = bytes.toString('utf8', 0, length)
      bytes = Buffer.alloc(0)
      return text
    },
  }
}
