import type { X509Certificate } from 'node:crypto'
import { createHash, verify } from 'node:crypto'
import { isPlain, numberAt, textAt } from '../plain.js'

/** How to know that a controller is the right one, before its authorities are trusted. */
export type Pin =
  /** The SHA-256 fingerprint of its certificate, or of an authority above it that it shows; hexadecimal, with or without colons. */
  | { fingerprint: string }
  /** An enrollment token of it, which it signed with the key of its certificate. */
  | { enrollment: string }

/** Why a pin does not hold: what was found, and what is to be done. */
export class PinFault extends Error {}

const fingerprintOf = ({ raw }: Pick<X509Certificate, 'raw'>): string =>
  createHash('sha256').update(raw).digest('hex')

/** Checks the certificates that a controller shows, its own first; throws a `PinFault`. */
export function checkPin(pin: Pin, shown: readonly X509Certificate[]): void {
  const [leaf] = shown
  if (!leaf) throw new PinFault('the controller shows no certificate')
  if ('enrollment' in pin) return checkToken(pin.enrollment, leaf)
  const wanted = pin.fingerprint.replaceAll(/[:\s]|^sha-?256/gi, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(wanted))
    throw new PinFault('`fingerprint` must be SHA-256, which is 64 hexadecimal digits')
  const vouched = shown.filter((_, index) =>
    shown.slice(0, index).every((certificate, below) => isSignedBy(certificate, shown[below + 1])),
  )
  if (!vouched.some((certificate) => fingerprintOf(certificate) === wanted))
    throw new PinFault(
      `the certificate of the controller has the fingerprint \`${fingerprintOf(leaf)}\`, not the one that was given; compare it with what its administrator says`,
    )
}

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate | undefined): boolean =>
  issuer !== undefined && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** The algorithms of tokens, which follow the key of the controller. */
const hashes = new Map([
  ['RS256', 'sha256'],
  ['RS384', 'sha384'],
  ['RS512', 'sha512'],
  ['ES256', 'sha256'],
  ['ES384', 'sha384'],
  ['ES512', 'sha512'],
])

function checkToken(token: string, leaf: X509Certificate): void {
  const [head = '', payload = '', signature = ''] = token.trim().split('.')
  const algorithm = textAt(decoded(head), 'alg') ?? ''
  const hash = hashes.get(algorithm)
  if (hash === undefined)
    throw new PinFault(
      `\`enrollment\` is no enrollment token, or is signed in a way (\`${algorithm}\`) that controllers do not use`,
    )
  if (leaf.publicKey.asymmetricKeyType !== (algorithm.startsWith('RS') ? 'rsa' : 'ec'))
    throw new PinFault('the enrollment token is not signed with the key of this controller')
  const isGood = verify(
    hash,
    Buffer.from(`${head}.${payload}`),
    { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGood)
    throw new PinFault(
      'the enrollment token is not signed with the key of this controller; it is of another one, or someone is in between',
    )
  const expires = numberAt(decoded(payload), 'exp')
  if (expires !== undefined && expires * 1000 < Date.now())
    throw new PinFault(
      `the enrollment token has expired at ${new Date(expires * 1000).toISOString()}; have another one made`,
    )
}

/** The address of the controller in an enrollment token. */
export const issuerOf = (token: string): string | undefined =>
  textAt(decoded(token.split('.')[1] ?? ''), 'iss')

function decoded(part: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isPlain(value) ? value : undefined
  } catch {
    return undefined
  }
}
