import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { refuse } from '../answer.js'
import type { Connection, Deadline, Handle, Incoming, Outgoing } from '../exchange.js'
import { readText } from './read-text.js'

/** How long an operation may take, in ms, as with controllers. */
const handlerTimeout = 10_000

/** What is in every answer: nothing of the service is to be kept by others. */
const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** What a client showed when it connected. It is the same for all requests of a connection, so it is looked for once. */
function connectionOf({ socket }: IncomingMessage): Connection {
  const address = (socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
  const chain =
    socket instanceof TLSSocket ? [...chainFrom(socket.getPeerX509Certificate())].join('') : ''
  return { address, ...(chain !== '' && { clientCertificate: chain }) }
}

/** So many certificates of a client are looked at. */
const longest = 10

/** The certificate of a client and those that it showed behind it, as PEM. */
function* chainFrom(leaf: X509Certificate | undefined): Generator<string> {
  for (
    let [next, count] = [leaf, 0];
    next && count < longest;
    next = next.issuerCertificate, count += 1
  )
    yield next.toString()
}

function headersOf({ headers: given }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  return headers
}

const incomingOf = (request: IncomingMessage): Incoming => ({
  method: request.method ?? '',
  // Proxies may send whole addresses, and OPTIONS an asterisk.
  url: request.url?.startsWith('/')
    ? `http://service${request.url}`
    : URL.canParse(request.url ?? '')
      ? (request.url ?? '')
      : 'http://service/',
  headers: headersOf(request),
  text: () => readText(request),
})

function send(response: ServerResponse, { status, headers, body }: Outgoing): void {
  response.writeHead(status, {
    ...always,
    ...headers,
    'content-length': body === null ? 0 : Buffer.byteLength(body),
  })
  response.end(body)
}

type Surroundings = {
  failed: (error: unknown) => void
  requestId: () => string
  /** Whether nothing more is to come over the connections that are there. */
  isEnding: () => boolean
}

/** Answers what comes over a server. Faults of ours are told to `failed`, and to clients as nothing but a failure. */
export function answering(
  handle: Handle,
  { failed, requestId, isEnding }: Surroundings,
): RequestListener {
  const connections = new WeakMap<object, Connection>()
  const connection = (request: IncomingMessage): Connection => {
    const known = connections.get(request.socket)
    if (known) return known
    const found = connectionOf(request)
    connections.set(request.socket, found)
    return found
  }
  return (request, response) => {
    const deadline: Deadline = { isOver: false, hasChanged: false }
    const timer = setTimeout(() => {
      if (deadline.hasChanged) return
      deadline.isOver = true
      end(refuse({ code: 'TIMEOUT' }, requestId()))
    }, handlerTimeout)
    const end = (outgoing: Outgoing): void => {
      clearTimeout(timer)
      if (isEnding()) response.shouldKeepAlive = false
      if (!response.headersSent && !response.destroyed) send(response, outgoing)
    }
    const fail = (error: unknown): void => {
      end(refuse({ code: 'UNHANDLED' }, requestId()))
      if (!request.destroyed || request.complete) failed(error)
    }
    const answer = async (): Promise<Outgoing> =>
      handle({ ...incomingOf(request), deadline }, connection(request))
    response.on('error', fail)
    // Whatever fails, it ends this request, and nothing else.
    answer()
      .then(end)
      .catch(fail)
      .catch(() => response.destroy())
  }
}
