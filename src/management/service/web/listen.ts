import { constants } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { hostname } from 'node:os'
import type { Authority, KeyPair } from '../certificates/authority.js'
import type { Handle } from '../exchange.js'
import type { SigningKey } from '../tokens/signing-key.js'
import { openSigningKey } from '../tokens/signing-key.js'
import { answering } from './answering.js'

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
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 65_536,
}

const connections = 2_000

/** How long a connection may be without a byte, in ms. */
const idle = 120_000

/** How long `close` waits for answers that are under way, in ms. */
const grace = 5_000

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4'))

const isAny = (host: string): boolean => ['0.0.0.0', '::', ''].includes(host)

type Means = {
  authority: Authority
  /** The key and certificate of a server with these names. */
  keys: (hosts: readonly [string, ...string[]]) => Promise<KeyPair>
  /** Takes notice of the address that clients reach the service at, and of the key that it shows there. */
  reach: (address: string, key: SigningKey | undefined) => void
  requestId: () => string
}

/** The service cannot listen: one sentence for its user. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program; stop that, or choose another port',
  EACCES: 'is not for programs of this user; choose a port from 1024 on',
  EADDRNOTAVAIL: 'is none of this machine',
  ENOTFOUND: 'is no host that is known here',
}

/** What listens, and what ends it. */
export function listener(
  handle: Handle,
  { authority, keys, reach, requestId }: Means,
): { listen: (options: ListenOptions) => Promise<Listening>; close: () => Promise<void> } {
  const servers: Server[] = []
  const state = { isEnding: false }
  const listen = async ({
    port,
    host = '127.0.0.1',
    tls,
    failed = (error) => console.error(error),
  }: ListenOptions): Promise<Listening> => {
    if (tls === false && !isLoopback(host))
      throw new ListenError(
        `plain HTTP is served on loopback only, and \`${host}\` is not; use TLS, or 127.0.0.1`,
      )
    const name = isAny(host) ? hostname() : host
    const own =
      tls === undefined
        ? await keys([name, ...['localhost', '127.0.0.1', '::1'].filter((other) => other !== name)])
        : undefined
    const pair = tls ? { certPem: tls.cert, keyPem: tls.key } : own
    const key = pair && signingKeyOf(pair)
    const answer = answering(handle, { failed, requestId, isEnding: () => state.isEnding })
    // Who shows a certificate is looked at by the service: the authorities are those of its records. A resumed connection would know the first of its certificates only.
    const server = pair
      ? createSecureServer(
          {
            ...limits,
            cert: pair.certPem,
            key: pair.keyPem,
            requestCert: true,
            rejectUnauthorized: false,
            secureOptions: constants.SSL_OP_NO_TICKET,
            minVersion: 'TLSv1.2',
            handshakeTimeout: limits.headersTimeout,
          },
          answer,
        )
      : createServer(limits, answer)
    server.maxConnections = connections
    server.setTimeout(idle)
    const { port: taken } = await started(server, port, host)
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
    await Promise.all(servers.splice(0).map(ended))
  }
  return { listen, close }
}

function signingKeyOf(pair: KeyPair): SigningKey {
  try {
    return openSigningKey(pair)
  } catch (error) {
    throw new ListenError(
      `the certificate and key cannot be used (${error instanceof Error ? error.message : String(error)})`,
      { cause: error },
    )
  }
}

const started = (server: Server, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(
        new ListenError(
          `\`${host}:${port}\` ${reasons[error.code ?? ''] ?? `cannot be listened on (${error.code ?? error.message})`}`,
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

const ended = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
