import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

export const pem = (name: string): string =>
  readFileSync(join('fixtures/management/pki', name), 'utf8')

export type Asked = { method: string; path: string; session: string | undefined; body: string }

/** Answers a request; the requests before it on the same path are counted, from 1. */
export type Handler = (
  asked: Asked,
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
  // As measured on controllers: whoever accepts brotli gets errors with status 200.
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

/** A record of a session, as controllers give it. */
export const sessionRecord = (token: string): Record<string, unknown> => ({
  token,
  authQueries: [],
  isMfaComplete: false,
  isMfaRequired: false,
  expirationSeconds: 1800,
})

/** Starts an HTTPS server that lets everyone in; what it has no handler for is a record named `north`. Ends with the test. */
export async function startController(
  handler: Handler = () => undefined,
  certificate = 'server',
): Promise<{ url: string; port: number; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer(
    {
      cert: pem(`${certificate}.cert`),
      key: pem(`${certificate}.key`),
      ca: pem('ca.cert'),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, answer) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const path = (request.url ?? '').replace('/edge/management/v1', '')
        const one: Asked = {
          method: request.method ?? '',
          path,
          session: request.headers['zt-session']?.toString(),
          body: Buffer.concat(parts).toString(),
        }
        asked.push(one)
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
        if (path.startsWith('/authenticate?'))
          send(answer, { data: sessionRecord(`token-${asked.length}`), meta: {} })
        else send(answer, { data: { id: 'x', name: 'north' }, meta: {} })
      })
    },
  )
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `https://localhost:${port}`, port, asked }
}

/** Says that a handler answers later, or never. */
export const take = (answer: ServerResponse): void => void Reflect.set(answer, 'isTaken', true)
