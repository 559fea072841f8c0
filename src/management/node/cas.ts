import { X509Certificate } from 'node:crypto'
import { request } from 'node:http'
import { isIP } from 'node:net'
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls'
import { connect } from 'node:tls'
import { connectionFault } from '../connection.js'
import { ManagementError } from '../error.js'
import type { Row } from '../row.js'
import { rowOf } from '../row.js'
import { information } from '../../generated/management/operations.js'
import type { Pin } from './pin.js'
import { checkPin, issuerOf, PinFault } from './pin.js'
import { certificatesOf } from './pkcs7.js'

const path = '/.well-known/est/cacerts'
const row: Row = rowOf('information.wellKnownCas', information.wellKnownCas)

/**
 * Gets the authorities of a controller over a connection that is pinned, so that nobody has to trust blindly:
 * `nodeFetch({ ca: await fetchCas({ url, fingerprint }) })`. Sends nothing before the pin holds. The address is in an
 * enrollment token already. Gives PEM; throws a `ManagementError`.
 */
export async function fetchCas({
  url,
  timeout = 30_000,
  ...pin
}: Pin & { url?: string | URL; timeout?: number }): Promise<string> {
  const address = url ?? ('enrollment' in pin ? issuerOf(pin.enrollment) : undefined)
  if (
    address === undefined ||
    !URL.canParse(String(address)) ||
    new URL(address).protocol !== 'https:'
  )
    throw new TypeError('`url` must be the address of a controller, like `https://host:1280`')
  const { origin, hostname, port } = new URL(address)
  const signal = AbortSignal.timeout(timeout)
  const socket: { open?: TLSSocket } = {}
  try {
    socket.open = await pinned(
      { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), signal },
      pin,
    )
    return certificatesOf(await answerOver(socket.open, new URL(address).host, signal))
      .map(String)
      .join('\n')
  } catch (thrown) {
    throw thrown instanceof PinFault
      ? faultOf('PIN_MISMATCH', thrown.message)
      : thrown instanceof ManagementError
        ? thrown
        : connectionFault(row, signal.aborted ? signal.reason : thrown, {
            url: origin,
            secrets: [],
            timeout,
          })
  } finally {
    socket.open?.destroy()
  }
}

const faultOf = (code: string, message: string): ManagementError =>
  new ManagementError({
    message: `\`${row.operation}\` failed: ${message} (${code})`,
    code,
    operation: row.operation,
    request: `GET ${path}`,
    status: 0,
  })

/** A connection whose certificate is held to the pin instead of the authorities that the system trusts. */
function pinned(
  { host, port, signal }: { host: string; port: number; signal: AbortSignal },
  pin: Pin,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) },
      () => {
        try {
          checkPin(pin, shownBy(socket))
          resolve(socket)
        } catch (fault) {
          socket.destroy()
          reject(fault)
        }
      },
    )
    socket.once('error', reject)
    signal.addEventListener('abort', () => socket.destroy(new Error('it took too long')), {
      once: true,
    })
  })
}

/** The certificates that the other side shows, its own first. */
function shownBy(socket: TLSSocket): X509Certificate[] {
  const shown: X509Certificate[] = []
  const seen = new Set<string>()
  for (
    let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
    next?.raw && !seen.has(next.fingerprint256);
    next = next.issuerCertificate
  ) {
    seen.add(next.fingerprint256)
    shown.push(new X509Certificate(next.raw))
  }
  return shown
}

function answerOver(socket: TLSSocket, host: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { path, headers: { host, accept: '*/*' }, createConnection: () => socket, signal },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(Buffer.concat(parts).toString())
            : reject(
                faultOf(
                  'NO_AUTHORITIES',
                  `\`${host}\` answered ${answer.statusCode} for \`${path}\`; it may be no controller`,
                ),
              ),
        )
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}
