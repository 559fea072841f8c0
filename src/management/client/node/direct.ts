import type { IncomingMessage } from 'node:http'
import { Agent, request as requestHttp } from 'node:http'
import { Agent as TlsAgent, request as requestHttps } from 'node:https'
import type { Readable } from 'node:stream'
import type { AnswerHeaders, ReceivedAnswer } from '../answer.js'
import { requireSecure } from '../call.js'
import type { DirectFetch, Fetch } from '../transport.js'
import { setDirectFetch } from '../transport.js'
import type { ConnectionOptions } from './fetch.js'
import { nodeFetch } from './fetch.js'
import { readBytes } from './fetch-cas.js'

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']

/**
 * `nodeFetch` for programs that exit after a few requests. If no environment variable names a proxy, it uses Node's own
 * client: loading `fetch` and undici takes longer than the requests.
 */
export function quickFetch(
  options: Omit<ConnectionOptions, 'proxy'>,
  environment: Readonly<Record<string, string | undefined>>,
): Fetch {
  const fetch = nodeFetch(options)
  if (!proxyVariables.some((name) => environment[name]))
    setDirectFetch(fetch, createDirectFetch(options))
  return fetch
}

function createDirectFetch({
  ca,
  certificate,
  insecureHttp,
}: Omit<ConnectionOptions, 'proxy'>): DirectFetch {
  const tlsAgent = new TlsAgent({
    keepAlive: true,
    ...(ca !== undefined && { ca }),
    ...certificate,
  })
  const plainAgent = new Agent({ keepAlive: true })
  return ({ url, method, headers, body, signal }, maxBytes) =>
    new Promise((resolve, reject) => {
      if (!insecureHttp) requireSecure(url)
      const [request, agent] = url.startsWith('https:')
        ? ([requestHttps, tlsAgent] as const)
        : ([requestHttp, plainAgent] as const)
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      request(url, { method, agent, signal, headers: { ...headers, ...length } }, (response) => {
        receive(response, maxBytes).then(resolve, reject)
      })
        .on('error', reject)
        .end(body)
    })
}

async function receive(response: IncomingMessage, maxBytes: number): Promise<ReceivedAnswer> {
  const bytes = await readBytes(await decompress(response), maxBytes)
  const { statusCode: status = 0, headers } = response
  return { status, headers: toAnswerHeaders(headers), bytes }
}

async function decompress(response: IncomingMessage): Promise<Readable> {
  if (!/^(gzip|deflate)$/.test(response.headers['content-encoding'] ?? '')) return response
  const { createUnzip } = await import('node:zlib')
  const unzip = createUnzip()
  response.on('error', (error) => unzip.destroy(error))
  return response.pipe(unzip)
}

function toAnswerHeaders(headers: IncomingMessage['headers']): AnswerHeaders {
  const texts = new Map(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const),
  )
  return {
    get: (name) => texts.get(name.toLowerCase()) ?? null,
    [Symbol.iterator]: () => texts.entries(),
  }
}
