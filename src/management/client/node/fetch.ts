import type { Dispatcher } from 'undici'
import { requireSecure } from '../call.js'
import type { Fetch } from '../transport.js'

/** How to connect to controllers. */
export type ConnectionOptions = {
  /** Trusted CAs in PEM, instead of the system's CAs; `fetchCas` returns the CAs of a controller. */
  ca?: string
  /** The client certificate and its key, in PEM. */
  certificate?: {
    /** The certificate; intermediate certificates may follow. */
    cert: string
    /** The private key of the certificate. */
    key: string
    /** The passphrase of the key; absent if the key is not encrypted. */
    passphrase?: string
  }
  /** The URL of a proxy, or `false` for none; default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  proxy?: string | false
  /** Allows unencrypted requests to `http:` URLs of other machines. */
  insecureHttp?: boolean
}

/**
 * Creates a `fetch` for Node that trusts the CAs of a controller, presents a client certificate, or uses a proxy:
 * `createClient({ url, fetch: nodeFetch({ ca }), credentials })`. Certificates are always verified. `close` waits for
 * running requests, then closes all connections.
 */
export function nodeFetch(options: ConnectionOptions = {}): Fetch & { close(): Promise<void> } {
  const state: { connection?: Promise<UndiciConnection> } = {}
  const connect = (): Promise<UndiciConnection> => (state.connection ??= createDispatcher(options))
  const send: Fetch = async (request) => {
    if (!options.insecureHttp) requireSecure(request.url)
    const { undici, dispatcher } = await connect()
    const body = request.body === null ? null : await request.arrayBuffer()
    return undici.fetch(request.url, {
      method: request.method,
      // By default, undici accepts brotli, and then controllers send errors with status 200.
      headers: { 'accept-encoding': 'gzip, deflate', ...Object.fromEntries(request.headers) },
      body,
      signal: request.signal,
      redirect: 'manual',
      dispatcher,
    })
  }
  return Object.assign(send, { close: async () => (await state.connection)?.dispatcher.close() })
}

/** Creates a `fetch` that presents a client certificate, like `nodeFetch` with `certificate`. */
export const fetchWithCertificate = ({
  ca,
  proxy,
  ...certificate
}: { cert: string; key: string; passphrase?: string } & Pick<
  ConnectionOptions,
  'ca' | 'proxy'
>): Fetch & { close(): Promise<void> } =>
  nodeFetch({ certificate, ...(ca !== undefined && { ca }), ...(proxy !== undefined && { proxy }) })

type UndiciConnection = { undici: typeof import('./undici.js'); dispatcher: Dispatcher }

async function createDispatcher({
  ca,
  certificate,
  proxy,
}: ConnectionOptions): Promise<UndiciConnection> {
  const undici = await import('./undici.js')
  const tls = { ...(ca !== undefined && { ca }), ...certificate }
  const { Agent, EnvHttpProxyAgent, ProxyAgent } = undici
  const dispatcher =
    proxy === false
      ? new Agent({ connect: tls })
      : proxy === undefined
        ? new EnvHttpProxyAgent({ connect: tls, requestTls: tls })
        : new ProxyAgent({ uri: proxy, requestTls: tls })
  return { undici, dispatcher }
}
