import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { Client, ClientOptions } from '../../../../src/management/client/index.js'
import { createClient } from '../../../../src/management/client/index.js'
import { quickFetch } from '../../../../src/management/client/node/direct.js'

/** A client of a server on this machine that answers every request in the same way. */
async function connect(
  handle: (answer: ServerResponse, request: IncomingMessage) => void,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  const server = createServer((request, answer) => handle(answer, request))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createClient({
    url: `http://127.0.0.1:${port}`,
    fetch: quickFetch({}, {}),
    retry: false,
    ...options,
  })
}

const version = JSON.stringify({ data: { version: 'v2.0.3' }, meta: {} })

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
])('reads an answer that is compressed with %s', async (encoding, compress) => {
  const client = await connect((answer) =>
    answer
      .writeHead(200, { 'content-encoding': encoding, 'x-request-id': 'r-1' })
      .end(compress(version)),
  )
  const { data, headers, requestId } = await client.information.version().withResponse()
  expect([data.version, requestId]).toEqual(['v2.0.3', 'r-1'])
  expect(headers.get('Content-Encoding')).toBe(encoding)
})

test('sends a body with its length, and asks for no compression that controllers do badly', async () => {
  const seen: IncomingMessage['headers'][] = []
  const client = await connect((answer, request) => {
    seen.push(request.headers)
    answer.writeHead(201).end('{"data":{"id":"x"},"meta":{}}')
  })
  await client.authentication.authenticate({ username: 'ä', password: 'x' }, { method: 'password' })
  expect(seen[0]).toMatchObject({ 'content-length': '32', 'accept-encoding': 'gzip, deflate' })
})

test.each<[string, (answer: ServerResponse) => void, string]>([
  ['is too long', (answer) => answer.end('x'.repeat(2000)), 'ANSWER_TOO_LARGE'],
  [
    'expands to too much',
    (answer) =>
      answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(2000))),
    'ANSWER_TOO_LARGE',
  ],
  ['does not come', () => undefined, 'NO_ANSWER_IN_TIME'],
  [
    'breaks off',
    (answer) => {
      answer.writeHead(200, { 'content-length': 100 }).write('{')
      setTimeout(() => answer.destroy(), 20)
    },
    'CONNECTION_LOST',
  ],
  [
    'breaks off while it expands',
    (answer) => {
      answer.writeHead(200, { 'content-length': 100, 'content-encoding': 'gzip' })
      answer.write(gzipSync(version).subarray(0, 12))
      setTimeout(() => answer.destroy(), 20)
    },
    'CONNECTION_LOST',
  ],
])('tells that an answer %s', async (_, handle, code) => {
  const client = await connect(handle, { maxBytes: 1000, timeout: 300 })
  await expect(client.information.version()).rejects.toMatchObject({ code })
})

test('sends nothing without encryption to another machine', async () => {
  const client = createClient({
    url: 'http://192.0.2.1:1',
    fetch: quickFetch({}, {}),
    retry: false,
  })
  await expect(client.information.version()).rejects.toMatchObject({ code: 'INSECURE_HTTP' })
})
