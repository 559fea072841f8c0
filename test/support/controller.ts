import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Fetch } from '../../src/management/client/index.js'

export const pem = (name: string): string =>
  readFileSync(join('fixtures/management/pki', name), 'utf8')

export type ReceivedRequest = {
  method: string
  path: string
  session: string | undefined
  body: string
}

/** Answers a request; `count` is the number of requests with the same method and path so far, including this one. */
export type Handler = (
  asked: ReceivedRequest,
  answer: ServerResponse,
  count: number,
  request: IncomingMessage,
) => void

export const send = (
  answer: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  const text = JSON.stringify(body)
  const isBrotli = /\bbr\b/.test(String(answer.req.headers['accept-encoding']))
  // Real controllers send errors with status 200 to clients that accept Brotli.
  answer.writeHead(isBrotli ? 200 : status, {
    'content-type': 'application/json',
    ...(isBrotli && { 'content-encoding': 'br' }),
    ...headers,
  })
  answer.end(isBrotli ? brotliCompressSync(text) : text)
}

export const refuse = (
  answer: ServerResponse,
  code: string,
  status: number,
  headers: Record<string, string> = {},
): void =>
  send(
    answer,
    { error: { code, message: 'It was refused.', requestId: 'r-1' }, meta: {} },
    status,
    headers,
  )

/** Creates the record of a session in the format of controllers. */
export const sessionRecord = (token: string): Record<string, unknown> => ({
  token,
  authQueries: [],
  isMfaComplete: false,
  isMfaRequired: false,
  expirationSeconds: 1800,
})

/** The name of a certificate in fixtures/management/pki, or a certificate and its key in PEM. */
export type ServerCertificate = string | { cert: string; key: string }

/**
 * Starts an HTTPS server that accepts every login. Answers requests that `handler` does not answer with a record named
 * `north`. Stops when the test ends.
 */
export async function startController(
  handler: Handler = () => undefined,
  certificate: ServerCertificate = 'server',
): Promise<{
  url: string
  port: number
  asked: ReceivedRequest[]
  /** Stops the server before the test ends. */
  close(): Promise<void>
}> {
  const asked: ReceivedRequest[] = []
  const server = createServer(
    {
      ...(typeof certificate === 'string'
        ? { cert: pem(`${certificate}.cert`), key: pem(`${certificate}.key`) }
        : certificate),
      ca: pem('ca.cert'),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, answer) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const path = (request.url ?? '').replace('/edge/management/v1', '')
        const one: ReceivedRequest = {
          method: request.method ?? '',
          path,
          session: request.headers['zt-session']?.toString(),
          body: Buffer.concat(parts).toString(),
        }
        // Not recorded, because every client first asks whether there is a cluster.
        if (path !== '/version') asked.push(one)
        handler(
          one,
          answer,
          asked.filter(({ method, path: other }) => method === one.method && other === path).length,
          request,
        )
        if (
          answer.writableEnded ||
          answer.headersSent ||
          answer.destroyed ||
          Reflect.get(answer, 'isTaken')
        )
          return
        if (path === '/version') refuse(answer, 'NOT_FOUND', 404)
        else if (path.startsWith('/authenticate?'))
          send(answer, { data: sessionRecord(`token-${asked.length}`), meta: {} })
        else send(answer, { data: { id: 'x', name: 'north' }, meta: {} })
      })
    },
  )
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  onTestFinished(close)
  return { url: `https://localhost:${port}`, port, asked, close }
}

/** Marks a response that the handler sends later or never. */
export const take = (answer: ServerResponse): void => void Reflect.set(answer, 'isTaken', true)

export type Thing = { id: string; name: string; updatedAt: string }

export const answer = (
  data: unknown,
  { status = 200, meta = {} }: { status?: number; meta?: unknown } = {},
): Response =>
  new Response(JSON.stringify({ data, meta }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

/** Wraps a fake controller so that it answers that it is not a member of a cluster; every client asks that first. */
export const standalone =
  (fetch: Fetch): Fetch =>
  (request) =>
    new URL(request.url).pathname.endsWith('/version')
      ? Promise.resolve(refusal('NOT_FOUND', 404))
      : fetch(request)

export const refusal = (code: string, status: number, cause?: unknown): Response =>
  new Response(
    JSON.stringify({
      error: {
        code,
        message: 'It was refused.',
        requestId: 'r-1',
        ...(cause !== undefined && { cause }),
      },
      meta: {},
    }),
    { status, headers: { 'content-type': 'application/json' } },
  )

/**
 * Creates a service in memory with one list, `/services`, that pages like controllers: sorted by id, or by name if
 * `sort` is set. Supports only filters that end with `id > "x"`, and ignores other conditions. `after` is called after
 * each page.
 */
export function listService(
  things: Thing[],
  after: (page: number) => void = () => undefined,
): { fetch: Fetch; queries: string[]; widest: () => number } {
  const queries: string[] = []
  const state = { open: 0, widest: 0 }
  return {
    queries,
    widest: () => state.widest,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.endsWith('/authenticate')) return answer(sessionRecord('t'))
      if (pathname.endsWith('/version')) return refusal('NOT_FOUND', 404)
      queries.push(decodeURIComponent(new URL(request.url).search))
      state.open += 1
      state.widest = Math.max(state.widest, state.open)
      await new Promise((resolve) => setTimeout(resolve, 1))
      state.open -= 1
      const page = createThingPage(things, searchParams)
      after(queries.length)
      return page
    },
  }
}

function createThingPage(things: readonly Thing[], query: URLSearchParams): Response {
  const behind = /id > "([^"]*)"$/.exec(query.get('filter') ?? '')?.[1]
  const key = query.has('sort') ? 'name' : 'id'
  const found = things
    .filter(({ id }) => behind === undefined || id > behind)
    .sort((a, b) => (a[key] < b[key] ? -1 : 1))
  const asked = Number(query.get('limit') ?? 10)
  const limit = asked === -1 ? 9223372036854775807 : Math.min(asked, 500)
  const offset = Number(query.get('offset') ?? 0)
  const data = asked === -1 && offset > 0 ? [] : found.slice(offset, offset + limit)
  return answer(data, {
    meta: {
      filterableFields: ['name', 'id'],
      pagination: { limit, offset, totalCount: found.length },
    },
  })
}

export const thing = (index: number): Thing => ({
  id: `i${String(index).padStart(6, '0')}`,
  name: `n${String((index * 7919) % 100_003).padStart(6, '0')}`,
  updatedAt: '2026-01-31T10:00:00.000Z',
})

export const createThings = (count: number): Thing[] =>
  Array.from({ length: count }, (_, index) => thing(index))
