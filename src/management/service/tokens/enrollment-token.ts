import { sign as signBytes } from 'node:crypto'
import type { SigningKey } from './signing-key.js'

/** An enrollment of a record: an edge router (`erott`), a router (`trott`) or an identity. */
export type EnrollmentRecord = {
  readonly method: 'erott' | 'trott' | 'ott' | 'ottca' | 'updb'
  /** The id of who enrolls. */
  readonly subject: string
  /** What is presented once, and then is worth nothing. */
  readonly token: string
  readonly expiresAt: Date
}

/** Where tokens come from. */
export type TokenSource = {
  readonly signingKey: SigningKey
  /** Host and port of the API for clients, for example `localhost:1280`. */
  readonly address: string
  /** Addresses that routers dial, for example `tls:localhost:6262`; null where there are none. */
  readonly controllers: readonly string[] | null
}

/** The audience of tokens that any number of clients may use. */
const anyone = 'openziti-enroller'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const digests: Readonly<Record<string, string>> = {
  '256': 'sha256',
  '384': 'sha384',
  '512': 'sha512',
}

/** A signed JWT (RFC 7515), at once: transactions cannot wait. */
function sign(
  claims: Record<string, unknown>,
  { signingKey: { key, algorithm, keyId }, controllers }: TokenSource,
): string {
  const signed = `${encode({ alg: algorithm, kid: keyId, typ: 'JWT' })}.${encode({ ...claims, ctrls: controllers })}`
  return `${signed}.${signBytes(digests[algorithm.slice(2)], Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** The JWT of an enrollment, worthless from `expiresAt` on. */
export const signEnrollment = (
  { method, subject, token, expiresAt }: EnrollmentRecord,
  source: TokenSource,
): string =>
  sign(
    {
      iss: `https://${source.address}`,
      sub: subject,
      aud: [''],
      exp: Math.floor(expiresAt.getTime() / 1000),
      jti: token,
      em: method,
    },
    source,
  )

/** The JWT by which every holder of a certificate of a CA enrolls. It does not expire. */
export const signCaEnrollment = (caId: string, source: TokenSource): string =>
  sign({ iss: `https://${source.address}/`, sub: caId, aud: [anyone], jti: caId, em: 'ca' }, source)

/** The JWT that tells clients of the network itself. It does not expire. */
export const signNetwork = (token: string, source: TokenSource): string =>
  sign(
    {
      iss: `https://${source.address}/`,
      sub: `https://${source.address}/`,
      aud: [anyone],
      jti: token,
      em: 'network',
    },
    source,
  )
