import { isDeepStrictEqual } from 'node:util'
import type { JWTPayload } from 'jose'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { getAt } from '../../../document/record.js'
import type { ServiceContext, KeySets } from '../call/context.js'
import type { ReadTransaction, EntityRecords } from '../call/records.js'
import { readSignerCertificate } from '../pki/certificate.js'
import type { RequestHeaders } from '../call/call.js'
import type { Trust } from './identity-rights.js'
import { combineTrust, isTrustedFor } from './identity-rights.js'

type JwtSigner = EntityRecords['externalJwtSigners']

/** Maximum number of tokens per request that are checked, as on controllers. */
const maxTokens = 3

export const readBearerTokens = (headers: RequestHeaders): string[] =>
  (headers.get('authorization') ?? '')
    .split(',')
    .flatMap((credential) => /^bearer +(\S+)$/i.exec(credential.trim())?.[1] ?? [])
    .slice(0, maxTokens)

export type Holder = { identity: string; signer: string } & Trust

/** A token that was verified with the keys of a signer, and the signer as it was at that time. */
type ProvedToken = VerifiedToken & { readonly signer: JwtSigner }

/**
 * Verifies a token with the keys of its signer, which may first have to be fetched; undefined if no enabled signer
 * issued the token, or if it is not valid.
 */
export async function proveToken(
  token: string,
  { read, now, keySets }: ServiceContext,
): Promise<ProvedToken | undefined> {
  const claimedSigner = readClaimedSigner(token)
  const signers = claimedSigner
    ? await read((records) => [
        ...records.find('externalJwtSigners', 'issuer', claimedSigner.issuer),
      ])
    : []
  for (const signer of signers.filter(({ enabled }) => enabled)) {
    const verifiedToken = await verifyExternalToken(token, signer, {
      time: new Date(now()),
      keySets,
    })
    if (verifiedToken) return { ...verifiedToken, signer }
  }
  return undefined
}

/**
 * Finds the holder of a token: the identity that the token names, and the signer. Undefined if the token is revoked, if
 * no identity matches, if the signer is not trusted for the rights of the identity, or if the signer was changed or
 * deleted after the token was verified.
 */
export function findProvedHolder(
  { signer, identifier, claims }: ProvedToken,
  records: ReadTransaction,
  now: number,
): Holder | undefined {
  const currentSigner = records.get('externalJwtSigners', signer.id)
  if (!currentSigner || !isDeepStrictEqual(currentSigner, signer)) return undefined
  if (isRevoked(claims.jti, records, now)) return undefined
  const identity = findIdentity(signer, identifier, records)
  const trust = combineTrust(
    signer,
    (signer.useExternalId ? identity?.externalIdTrust : undefined) ?? {},
  )
  // `openSession` checks this too, but not for a token that is a second factor.
  return identity && isTrustedFor(trust, identity)
    ? { identity: identity.id, signer: signer.id, ...trust }
    : undefined
}

/**
 * Verifies a token and finds its identity and signer; undefined if the token is invalid or revoked, or if it matches no
 * identity that the signer is trusted to sign in.
 */
export async function findTokenHolder(
  token: string,
  context: ServiceContext,
): Promise<Holder | undefined> {
  const provedToken = await proveToken(token, context)
  return (
    provedToken && context.read((records) => findProvedHolder(provedToken, records, context.now()))
  )
}

/** Whether the id of a token is revoked and the revocation has not expired; false for a token without id. */
export const isRevoked = (
  tokenId: string | undefined,
  records: ReadTransaction,
  now: number,
): boolean => {
  const revocation = tokenId === undefined ? undefined : records.get('revocations', tokenId)
  return revocation?.type === 'JTI' && revocation.expiresAt > now
}

function findIdentity(
  { useExternalId }: JwtSigner,
  identifier: string,
  records: ReadTransaction,
): EntityRecords['identities'] | undefined {
  if (!useExternalId) return records.get('identities', identifier)
  const [identity] = records.find('identities', 'externalId', identifier)
  return identity
}

/** The fields of a signer against which its tokens are checked; if `audience` is empty, all tokens are refused. */
export type ExternalSigner = Pick<JwtSigner, 'issuer' | 'audience'> &
  Partial<Pick<JwtSigner, 'claimsProperty' | 'kid' | 'certPem' | 'jwksEndpoint'>>

/**
 * The claims of a valid token, and the identifier of its holder: the external id of an identity if the signer has
 * `useExternalId`, otherwise its id.
 */
export type VerifiedToken = { readonly identifier: string; readonly claims: JWTPayload }

/** Only asymmetric algorithms: with HMAC, the public key would be accepted as the shared secret. */
const acceptedAlgorithms = [
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

/** Lifetime in seconds of a token without `exp`, counted from its `iat`; a token without both is refused. */
const maxTokenAge = 600

/**
 * The issuer and key id in a token, for finding its signer, and whether it lacks `exp`. None of this is verified.
 * Undefined if the token is not a JWT.
 */
export function readClaimedSigner(
  token: string,
): { issuer: string; keyId: string; lacksExpiry: boolean } | undefined {
  try {
    const { iss = '', exp } = decodeJwt(token)
    const { kid = '' } = decodeProtectedHeader(token)
    return { issuer: iss, keyId: kid, lacksExpiry: exp === undefined }
  } catch {
    return undefined
  }
}

/**
 * Verifies a token against its signer: key, signature, issuer, audience, times, and the claim that identifies the
 * holder. Undefined if any of them is wrong; gives no reason, because clients must not learn it.
 */
export async function verifyExternalToken(
  token: string,
  signer: ExternalSigner,
  { time, keySets }: { time: Date; keySets: KeySets },
): Promise<VerifiedToken | undefined> {
  const claimedSigner = readClaimedSigner(token)
  if (claimedSigner?.issuer !== signer.issuer || signer.audience === '') return undefined
  const key = await findKey(signer, claimedSigner.keyId, keySets)
  if (!key) return undefined
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: acceptedAlgorithms,
      // A list, because `jwtVerify` would not check an issuer that is an empty string.
      issuer: [signer.issuer],
      audience: signer.audience,
      currentDate: time,
      ...(claimedSigner.lacksExpiry && { maxTokenAge }),
    })
    const identifier = findClaim(payload, signer.claimsProperty || 'sub')
    return identifier ? { identifier, claims: payload } : undefined
  } catch {
    return undefined
  }
}

/**
 * The published keys of a signer, or the key of its certificate; undefined if none has this key id. The key id of a
 * certificate is the `kid` of the signer, or else the fingerprint. An expired certificate is accepted, because only
 * callers with permission to change signers can set it.
 */
async function findKey(
  { certPem, jwksEndpoint, kid }: ExternalSigner,
  keyId: string,
  keySets: KeySets,
): Promise<Parameters<typeof jwtVerify>[1] | undefined> {
  if (certPem) {
    const certificate = readSignerCertificate(certPem)
    return certificate.ok && keyId === (kid || certificate.value.fingerprint)
      ? async () => certificate.value.x509.publicKey
      : undefined
  }
  const keys = jwksEndpoint && keyId ? await keySets.find(jwksEndpoint, keyId) : []
  return keys.length > 0 ? createLocalJWKSet({ keys: [...keys] }) : undefined
}

/**
 * The string in a claim, by its name or by a JSON Pointer (RFC 6901); undefined if it is absent, empty or not a string.
 */
export function findClaim(claims: Record<string, unknown>, property: string): string | undefined {
  const keys = property.startsWith('/')
    ? property
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    : [property]
  const value = getAt(claims, keys)
  return typeof value === 'string' && value !== '' ? value : undefined
}
