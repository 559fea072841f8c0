import type { JWTPayload } from 'jose'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { readSignerCertificate } from '../certificates/reading.js'
import type { Failure } from '../failure.js'
import { claimOf } from './claim.js'
import type { KeySets } from './key-sets.js'

/** What the API knows of an external JWT signer. */
export type ExternalSigner = {
  readonly issuer: string
  /** Who the tokens must be for; where it is empty, none is good. */
  readonly audience: string
  /** The name of the claim that identifies, or a JSON Pointer to it; `sub` by default. */
  readonly claimsProperty?: string | null
  /** The id of the key of `certPem`; the fingerprint of the certificate by default. */
  readonly kid?: string | null
  /** The certificate of the key; it counts before `jwksEndpoint`. Its dates do not matter: whoever may write signers pinned the key. */
  readonly certPem?: string | null
  readonly jwksEndpoint?: string | null
}

/** Why a token is refused; for logs and the `error` of `WWW-Authenticate`, never for the body of an answer. */
export type TokenFault =
  | 'malformed'
  | 'unknown-key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'not-yet-valid'
  | 'claim'

/** The claims of a good token and what its holder is known by; or the failure that the client sees, the same for all faults. */
export type TokenOutcome =
  | { readonly ok: true; readonly identifier: string; readonly claims: JWTPayload }
  | { readonly ok: false; readonly failure: Failure; readonly fault: TokenFault }

/** Signatures by key pairs only: a shared secret would be the public key. */
const algorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
]

const wrong = (fault: TokenFault): TokenOutcome => ({
  ok: false,
  failure: { code: 'UNAUTHORIZED' },
  fault,
})

/** Issuer and key id that a token claims, by which its signer is found. Nothing of it is verified yet. */
export function claimedSigner(token: string): { issuer: string; keyId: string } | undefined {
  try {
    const { iss = '' } = decodeJwt(token)
    const { kid = '' } = decodeProtectedHeader(token)
    return { issuer: iss, keyId: kid }
  } catch {
    return undefined
  }
}

/** Verifies a token against its signer: key, signature, issuer, audience, times as far as it names any, and the claim that identifies. */
export async function verifyExternalToken(
  token: string,
  signer: ExternalSigner,
  { at, keySets }: { at: Date; keySets: KeySets },
): Promise<TokenOutcome> {
  const claimed = claimedSigner(token)
  if (!claimed) return wrong('malformed')
  if (claimed.issuer !== signer.issuer) return wrong('issuer')
  if (signer.audience === '') return wrong('audience')
  const key = await keyOf(signer, claimed.keyId, keySets)
  if (!key) return wrong('unknown-key')
  try {
    // A list is looked at even where its one text is empty.
    const options = {
      algorithms,
      issuer: [signer.issuer],
      audience: signer.audience,
      currentDate: at,
    }
    const { payload } = await jwtVerify(token, key, options)
    const identifier = claimOf(payload, signer.claimsProperty || 'sub')
    return identifier ? { ok: true, identifier, claims: payload } : wrong('claim')
  } catch (error) {
    return wrong(faultOf(error))
  }
}

async function keyOf(
  { certPem, jwksEndpoint, kid }: ExternalSigner,
  keyId: string,
  keySets: KeySets,
): Promise<Parameters<typeof jwtVerify>[1] | undefined> {
  if (certPem) {
    const read = readSignerCertificate(certPem)
    return read.ok && keyId === (kid || read.value.fingerprint)
      ? async () => read.value.x509.publicKey
      : undefined
  }
  const keys = jwksEndpoint && keyId ? await keySets.find(jwksEndpoint, keyId) : []
  return keys.length > 0 ? createLocalJWKSet({ keys: [...keys] }) : undefined
}

/** By the error of the library; a key that does not fit the algorithm is a wrong signature too. */
function faultOf(error: unknown): TokenFault {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.claim === 'aud'
      ? 'audience'
      : error.claim === 'nbf'
        ? 'not-yet-valid'
        : error.claim === 'iss'
          ? 'issuer'
          : 'malformed'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'unknown-key'
  return error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid
    ? 'malformed'
    : 'signature'
}
