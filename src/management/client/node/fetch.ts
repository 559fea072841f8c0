import type { Dispatcher } from 'undici'
import { requireSecure } from '../call.js'
import type { Fetch } from '../transport.js'

/** What a connection is made with. */
export type ConnectionOptions = {
  /** The authorities to trust, PEM, instead of those of the system; `fetchCas` gets those of a controller. */
  ca?: string
  /** The certificate that the client shows, and its key, PEM. */
  certificate?: {
    /** The certificate. */
    cert: string
    /** Its private key. */
    key: string
    /** The passphrase of the key. */
    passphrase?: string
  }
  /** The address of a proxy, or `false` for none; HTTPS_PROXY, HTTP_PROXY and NO_PROXY count otherwise. */
  proxy?: string | false
  /** Sends to `http:` addresses of other machines too, unencrypted. */
  insecureHttp?: boolean
}

/**
 * The `fetch` of a client in Node that trusts the authorities of a controller, shows a client certificate, or goes
 * through a proxy: `createClient({ url, fetch: nodeFetch({ ca }), credentials })`. Certificates are always verified.
 * `close` ends its connections.
 */
export function nodeFetch(options: ConnectionOptions = {}): Fetch & { close(): Promise<void> } {
  const state: { made?: Promise<Connection> } = {}
  const make = (): Promise<Connection> => (state.made ??= createConnection(options))
  const send: Fetch = async (request) => {
    if (!options.insecureHttp) requireSecure(request.url)
    const { undici, dispatcher } = await make()
    const body = request.body === null ? null : await request.arrayBuffer()
    return undici.fetch(request.url, {
      method: request.method,
      // Without it undici asks for brotli, with which controllers answer errors with status 200.
      headers: { 'accept-encoding': 'gzip, deflate', ...Object.fromEntries(request.headers) },
      body,
      signal: request.signal,
      redirect: 'manual',
      dispatcher,
    })
  }
  return Object.assign(send, { close: async () => (await state.made)?.dispatcher.close() })
}

/** The same, for a client certificate. */
export const fetchWithCertificate = ({
  ca,
  proxy,
  ...certificate
}: { cert: string; key: string; passphrase?: string } & Pick<
  ConnectionOptions,
  'ca' | 'proxy'
>): Fetch & { close(): Promise<void> } =>
  nodeFetch({ certificate, ...(ca !== undefined && { ca }), ...(proxy !== undefined && { proxy }) })

type Connection = { undici: typeof import('./undici.js'); dispatcher: Dispatcher }

async function createConnection({
  ca,
  certificate,
  proxy,
}: ConnectionOptions): Promise<Connection> {
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
