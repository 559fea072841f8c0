import { sign as signBytes } from 'node:crypto'
import type { SigningKey } from '../call/context.js'

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
