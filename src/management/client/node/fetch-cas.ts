import { X509Certificate, createHash, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { ConnectionOptions, DetailedPeerCertificate, TLSSocket } from 'node:tls'
import { checkServerIdentity, connect } from 'node:tls'
import type { JWTPayload } from 'jose'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { withoutBrackets } from '../../../formats/host.js'
import { AnswerTooLargeError } from '../answer.js'
import { createConnectionError } from '../connection-errors.js'
import { createCallError, ManagementError } from '../error.js'
import type { ControllerUrl } from '../call.js'
import type { OperationRow } from '../operation-table.js'
import { parseOperationRow } from '../operation-table.js'
import type { TimeSpan } from '../time-span.js'
import { parseTimeSpan } from '../time-span.js'
import { information } from '../../../generated/management/operations.js'

const cacertsPath = '/.well-known/est/cacerts'
const cacertsOperation: OperationRow = parseOperationRow(
  'information.wellKnownCas',
  information.wellKnownCas,
)

/** Maximum length of a bundle in bytes; enough for several hundred certificates. */
const maxBytes = 2 ** 20

/**
 * Fetches the CA certificates of a controller over a pinned connection, so that nothing is trusted blindly:
 * `nodeFetch({ ca: await fetchCas({ url, fingerprint }) })`. Sends nothing before the pin is verified. Tries the
 * addresses in `url`, then the one in an enrollment token: the controllers of a cluster share one root, so any of them
 * is enough. CAs from a later address are refused if the server at the first address answers without a valid
 * certificate from these CAs. Returns PEM; throws a `ManagementError`.
 */
export async function fetchCas({
  url,
  timeout = '30s',
  ...pin
}: Pin & { url?: ControllerUrl; timeout?: TimeSpan }): Promise<string> {
  const issuer = 'enrollment' in pin ? findTokenIssuer(pin.enrollment) : undefined
  const addresses = toOrigins([url ?? [], issuer ?? []].flat())
  const [first, ...others] = addresses
  if (first === undefined)
    throw new TypeError('`url` must be the address of a controller, like `https://host:1280`')
  const timeoutMs = parseTimeSpan(timeout)
  try {
    return await fetchCasAt(first, pin, timeoutMs)
  } catch (error) {
    for (const address of others) {
      const authorities = await fetchCasAt(address, pin, timeoutMs).catch(() => undefined)
      if (authorities !== undefined && !(await isForeignServer(first, authorities, timeoutMs)))
        return authorities
    }
    throw error
  }
}

/**
 * Whether the server at an address answers without a valid certificate from these CAs (PEM); false if it does not
 * answer.
 */
async function isForeignServer(
  address: string,
  authorities: string,
  timeout: number,
): Promise<boolean> {
  try {
    const socket = await openSocket(toDestination(address, timeout), {
      ca: authorities,
      rejectUnauthorized: false,
    })
    socket.destroy()
    return !socket.authorized
  } catch {
    // A server that does not answer receives nothing, so it does not matter which certificate it has.
    return false
  }
}

/** The origins of the valid `https:` URLs, each once. */
const toOrigins = (addresses: readonly (string | URL)[]): string[] => [
  ...new Set(
    addresses
      .filter((address) => URL.canParse(String(address)))
      .map((address) => new URL(address))
      .filter(({ protocol }) => protocol === 'https:')
      .map(({ origin }) => origin),
  ),
]

async function fetchCasAt(address: string, pin: Pin, timeout: number): Promise<string> {
  const { origin, host } = new URL(address)
  const destination = toDestination(address, timeout)
  const { signal } = destination
  let socket: TLSSocket | undefined
  try {
    socket = await connectPinned(destination, pin)
    const answer = await requestCas(socket, host, signal)
    // Loaded on demand: few programs need it, and it is larger than the rest of this client.
    const { parseCertificates } = await import('./pkcs7.js')
    return parseCertificates(answer).map(String).join('\n')
  } catch (thrown) {
    throw thrown instanceof PinError
      ? createPinError('PIN_MISMATCH', thrown.message)
      : thrown instanceof AnswerTooLargeError
        ? createPinError(
            'ANSWER_TOO_LARGE',
            `${thrown.message}, so it is not a list of CA certificates; \`url\` may not be a controller`,
          )
        : thrown instanceof ManagementError
          ? thrown
          : createConnectionError(cacertsOperation, signal.aborted ? signal.reason : thrown, {
              url: origin,
              secrets: [],
              timeout,
            })
  } finally {
    socket?.destroy()
  }
}

const createPinError = (code: string, message: string): ManagementError =>
  createCallError(cacertsOperation, code, message)

/**
 * The SHA-256 fingerprint of the topmost certificate that a controller presents: hexadecimal, with colons; empty if it
 * presents none. Sends nothing.
 */
export async function fetchFingerprint(url: string): Promise<string> {
  const socket = await openSocket(toDestination(url, 10_000), { rejectUnauthorized: false })
  const [topCertificate] = listPeerCertificates(socket).reverse()
  socket.destroy()
  return topCertificate?.fingerprint256 ?? ''
}

type Destination = { host: string; port: number; signal: AbortSignal }

function toDestination(url: string, timeout: number): Destination {
  const { hostname, port } = new URL(url)
  const signal = AbortSignal.timeout(timeout)
  return { host: withoutBrackets(hostname), port: Number(port || 443), signal }
}

/**
 * Connects to the pinned controller. A pinned server certificate is sufficient. A pinned CA has also issued
 * certificates to others, such as identities; so a second connection performs all checks of a TLS client and trusts
 * only the pinned CA.
 */
async function connectPinned(destination: Destination, pin: Pin): Promise<TLSSocket> {
  const socket = await openSocket(destination, { rejectUnauthorized: false })
  try {
    const pinnedCertificate = findPinned(pin, listPeerCertificates(socket))
    if (pinnedCertificate.isLeaf) return socket
    socket.destroy()
    return await openSocket(destination, {
      ca: pinnedCertificate.authority.toString(),
      allowPartialTrustChain: true,
      checkServerIdentity: checkAlternativeNames,
    })
  } catch (fault) {
    socket.destroy()
    throw fault
  }
}

function openSocket(
  { host, port, signal }: Destination,
  options: ConnectionOptions,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host, port, ...(isIP(host) === 0 && { servername: host }), ...options },
      () => resolve(socket),
    )
    socket.once('error', reject)
    const abort = (): void => void socket.destroy(new Error('it took too long'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
}

/** Like Node's check of the host name, but without the fallback to the common name, which identities can choose. */
const checkAlternativeNames: ConnectionOptions['checkServerIdentity'] = (host, certificate) =>
  certificate.subjectaltname === undefined
    ? new PinError(
        `the certificate of \`${host}\` covers no host; issue one with the names and addresses of the controller as subject alternative names (SAN)`,
      )
    : checkServerIdentity(host, certificate)

/** The certificates that the server presents, starting with its own certificate. */
function listPeerCertificates(socket: TLSSocket): X509Certificate[] {
  const certificates: X509Certificate[] = []
  const fingerprints = new Set<string>()
  for (
    let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
    next?.raw && !fingerprints.has(next.fingerprint256);
    next = next.issuerCertificate
  ) {
    fingerprints.add(next.fingerprint256)
    certificates.push(new X509Certificate(next.raw))
  }
  return certificates
}

/**
 * Requests the CA bundle over an open connection, and returns the body of the response. Rejects when the signal is
 * aborted, because a response may never end.
 */
async function requestCas(socket: TLSSocket, host: string, signal: AbortSignal): Promise<string> {
  const headers = { host, accept: '*/*' }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ path: cacertsPath, headers, createConnection: () => socket, signal }, resolve)
      .once('error', reject)
      .end()
  })
  if (answer.statusCode !== 200)
    throw createPinError(
      'NO_AUTHORITIES',
      `\`${host}\` answered ${answer.statusCode} for \`${cacertsPath}\`; it may not be a controller`,
    )
  return (await readBytes(answer, maxBytes)).toString()
}

/** Reads a stream completely. Rejects with an `AnswerTooLargeError` if it exceeds the maximum length in bytes. */
export async function readBytes(stream: Readable, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue
    parts.push(part)
    length += part.length
    if (length > maxBytes)
      throw new AnswerTooLargeError(`the response is longer than ${maxBytes} bytes`)
  }
  return Buffer.concat(parts)
}

/** Identifies the right controller before its CAs are trusted. */
export type Pin =
  | {
      /**
       * The SHA-256 fingerprint of the server's certificate, or of a CA in its chain; hexadecimal, with
       * or without colons.
       */
      fingerprint: string
    }
  | {
      /** An enrollment token, signed with the key of the server's certificate. */
      enrollment: string
    }

/** The pin is invalid, or the controller does not match it. The message says what was found, and what to do. */
class PinError extends Error {}

const sha256Fingerprint = ({ raw }: Pick<X509Certificate, 'raw'>): string =>
  createHash('sha256').update(raw).digest('hex')

/** The pinned certificate: the server's own certificate, or a CA. */
type PinnedCertificate = { isLeaf: true } | { isLeaf: false; authority: X509Certificate }

/**
 * Finds the pinned certificate in the server's chain; throws a `PinError` if the chain does not contain it or the pin
 * is invalid.
 */
function findPinned(pin: Pin, certificates: readonly X509Certificate[]): PinnedCertificate {
  const [leaf] = certificates
  if (!leaf) throw new PinError('the controller presents no certificate')
  if ('enrollment' in pin) {
    checkEnrollmentToken(pin.enrollment, leaf)
    return { isLeaf: true }
  }
  const expectedFingerprint = pin.fingerprint.replaceAll(/[:\s]|^sha-?256/gi, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(expectedFingerprint))
    throw new PinError('`fingerprint` must be a SHA-256 fingerprint: 64 hexadecimal digits')
  const match = certificates.find(
    (certificate) => sha256Fingerprint(certificate) === expectedFingerprint,
  )
  if (!match)
    throw new PinError(
      `the controller's certificate has the fingerprint \`${sha256Fingerprint(leaf)}\`, not the expected one; ask its administrator for the fingerprint`,
    )
  if (match === leaf) return { isLeaf: true }
  if (!match.ca)
    throw new PinError(
      'the fingerprint belongs to a certificate that is not a CA, and the controller presents a different certificate',
    )
  return { isLeaf: false, authority: match }
}

/**
 * The hash function of each signature algorithm that an enrollment token can have, depending on the controller's key.
 */
const hashByAlgorithm = new Map([
  ['RS256', 'sha256'],
  ['RS384', 'sha384'],
  ['RS512', 'sha512'],
  ['ES256', 'sha256'],
  ['ES384', 'sha384'],
  ['ES512', 'sha512'],
])

function checkEnrollmentToken(token: string, leaf: X509Certificate): void {
  const [header = '', payload = '', signature = ''] = token.trim().split('.')
  const algorithm = decodeAlgorithm(token.trim())
  const hash = hashByAlgorithm.get(algorithm)
  if (hash === undefined)
    throw new PinError(
      `\`enrollment\` is not an enrollment token, or its signature algorithm (\`${algorithm}\`) is not used by controllers`,
    )
  if (leaf.publicKey.asymmetricKeyType !== (algorithm.startsWith('RS') ? 'rsa' : 'ec'))
    throw new PinError('the enrollment token is not signed with the key of this controller')
  const isValidSignature = verify(
    hash,
    Buffer.from(`${header}.${payload}`),
    { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValidSignature)
    throw new PinError(
      'the enrollment token is not signed with the key of this controller; it belongs to another controller, or someone intercepts the connection',
    )
  const { exp: expires } = decodeClaims(token.trim())
  if (expires !== undefined && expires * 1000 < Date.now())
    throw new PinError(
      `the enrollment token expired at ${new Date(expires * 1000).toISOString()}; ask for a new one`,
    )
}

/** The URL of the controller in an enrollment token; undefined if there is none. */
const findTokenIssuer = (token: string): string | undefined => decodeClaims(token.trim()).iss

/** Decodes the payload of a token without verifying it; empty if that fails. */
function decodeClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token)
  } catch {
    return {}
  }
}

function decodeAlgorithm(token: string): string {
  try {
    return decodeProtectedHeader(token).alg ?? ''
  } catch {
    return ''
  }
}
