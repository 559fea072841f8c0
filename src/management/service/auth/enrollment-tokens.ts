import { sign as signBytes, createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyPair, SigningKey } from '../call/context.js'
import { parseFirstCertificate } from '../pki/certificate.js'

/**
 * The claims of an enrollment token. The method is `erott` for an edge router, `trott` for a transit router, and `ott`,
 * `ottca` or `updb` for an identity.
 */
export type EnrollmentClaims = {
  readonly method: 'erott' | 'trott' | 'ott' | 'ottca' | 'updb'
  /** The id of the identity or router that enrolls. */
  readonly subject: string
  /** The secret, which can be used once. */
  readonly token: string
  readonly expiresAt: Date
}

export type TokenIssuer = {
  readonly signingKey: SigningKey
  /** Host and port of the API for clients, for example `localhost:1280`. */
  readonly address: string
  /** Addresses that routers dial, for example `tls:localhost:6262`; null if there are none. */
  readonly controllers: readonly string[] | null
}

/** The audience of tokens that any number of clients may use. */
const sharedAudience = 'openziti-enroller'

const toBase64Url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a JWT (RFC 7519); synchronous, because transactions cannot wait. */
export function signJwt(
  claims: Record<string, unknown>,
  { key, algorithm, keyId }: SigningKey,
): string {
  const signingInput = `${toBase64Url({ alg: algorithm, kid: keyId, typ: 'JWT' })}.${toBase64Url(claims)}`
  const signature = signBytes(getDigest(algorithm), Buffer.from(signingInput), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return `${signingInput}.${signature.toString('base64url')}`
}

/** The digest of a signature algorithm, by the number in its name: `sha256` for `ES256`. */
export const getDigest = (algorithm: string): string => `sha${algorithm.slice(2)}`

const signEnrollmentJwt = (
  claims: Record<string, unknown>,
  { signingKey, controllers }: TokenIssuer,
): string => signJwt({ ...claims, ctrls: controllers }, signingKey)

export const signEnrollment = (
  { method, subject, token, expiresAt }: EnrollmentClaims,
  issuer: TokenIssuer,
): string =>
  signEnrollmentJwt(
    {
      iss: `https://${issuer.address}`,
      sub: subject,
      aud: [''],
      exp: Math.floor(expiresAt.getTime() / 1000),
      jti: token,
      em: method,
    },
    issuer,
  )

/** The JWT that lets every holder of a certificate from a CA enroll. It does not expire. */
export const signCaEnrollment = (caId: string, issuer: TokenIssuer): string =>
  signEnrollmentJwt(
    { iss: `https://${issuer.address}/`, sub: caId, aud: [sharedAudience], jti: caId, em: 'ca' },
    issuer,
  )

/** The JWT that describes the network itself to clients. It does not expire. */
export const signNetworkJwt = (tokenId: string, issuer: TokenIssuer): string =>
  signEnrollmentJwt(
    {
      iss: `https://${issuer.address}/`,
      sub: `https://${issuer.address}/`,
      aud: [sharedAudience],
      jti: tokenId,
      em: 'network',
    },
    issuer,
  )

const algorithmByCurve = new Map<string | undefined, string>([
  ['prime256v1', 'ES256'],
  ['secp384r1', 'ES384'],
  ['secp521r1', 'ES512'],
])

/**
 * The private key of a server certificate, the first one in `certPem`, for signing tokens. Throws if key and
 * certificate do not match, or if the key cannot sign tokens.
 */
export function openSigningKey({ certPem, keyPem }: KeyPair): SigningKey {
  const certificate = parseFirstCertificate(certPem)
  const key = createPrivateKey(keyPem)
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? 'RS256'
      : algorithmByCurve.get(key.asymmetricKeyDetails?.namedCurve)
  if (!certificate?.x509.checkPrivateKey(key))
    throw new Error('the server certificate is damaged, or does not match its key')
  if (!algorithm)
    throw new Error('the server key must be RSA or on the curve P-256, P-384 or P-521')
  return { key, publicKey: createPublicKey(key), algorithm, keyId: certificate.fingerprint }
}
