import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { isPlainObject } from '../../../document/record.js'
import { isAdministrator, isDisabled, isTrustedFor } from '../auth/identity-rights.js'
import type { SigningKey, ServiceContext } from '../call/context.js'
import { getDigest, signJwt } from '../auth/enrollment-tokens.js'
import { isRevoked } from '../auth/external-tokens.js'
import { findAuthPolicy } from '../auth/second-factors.js'
import type { EntityRecords, ReadTransaction } from '../call/records.js'
import { absoluteLimit, getSessionEnd } from '../call/runtime-state.js'
import type { Connection } from '../call/request.js'
import { readPresentedChain } from '../pki/certificate.js'

type Session = EntityRecords['apiSessions']
type Identity = EntityRecords['identities']

/** Ids of clients that get tokens without a secret (RFC 6749, section 2.1). OpenZiti's own programs use `native`. */
export const publicClients: readonly string[] = ['openziti', 'native']

/** How long access and id tokens are valid, in ms, as on controllers. Refresh tokens are valid for `absoluteLimit`. */
const accessLifetime = 30 * 60_000

/** The authorization that a user gave to a client; it stays the same when tokens are refreshed. */
export type Grant = {
  client: string
  authMethods: readonly string[]
  scopes: readonly string[]
  /** When the user signed in, in s since 1970. */
  authenticatedAt: number
  /** What the client reported about its environment; null if it reported nothing. */
  environment: object | null
  /** What the client reported about its SDK; null if it reported nothing. */
  sdk: object | null
}

export type TokenHolder = { session: Session; identity: Identity }

/** Values that tie an id token to one request. */
type TokenBinding = { nonce?: string | undefined; code?: string }

/** The left half of a hash, for the claims `at_hash` and `c_hash` (OpenID Connect Core, section 3.1.3.6). */
const hashHalf = (text: string, { algorithm }: SigningKey): string => {
  const digest = createHash(getDigest(algorithm)).update(text).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

const toSeconds = (time: number): number => Math.floor(time / 1000)

const createCommonClaims = (
  { client, authMethods, authenticatedAt }: Grant,
  issuer: string,
  time: number,
) => ({
  ...(authMethods.length > 0 && { amr: authMethods }),
  aud: [client],
  auth_time: authenticatedAt,
  client_id: client,
  iat: toSeconds(time),
  iss: issuer,
})

/** Signs an access and a refresh token. Both are bound to the certificate that the user signed in with, if any. */
function signTokens(
  { session, identity }: TokenHolder,
  grant: Grant,
  issuer: string,
  { now, idGenerator, signingKey }: ServiceContext,
): { access: string; refresh: string } {
  const time = now()
  const { client, scopes, environment, sdk } = grant
  const { certificate, configTypes } = session
  const claims = {
    ...createCommonClaims(grant, issuer, time),
    jti: idGenerator.token(),
    nbf: toSeconds(time),
    scopes,
    sub: identity.id,
    ...(certificate !== undefined && { z_acf: certificate }),
    z_aid: client,
    z_asid: session.id,
    z_authid: session.authenticator,
    z_cer: false,
    z_cfs: certificate === undefined ? null : [certificate],
    z_ckrr: false,
    ...(configTypes.length > 0 && { z_ct: configTypes }),
    z_env: environment,
    z_ia: isAdministrator(identity),
    z_iccc: false,
    z_ice: false,
    z_ra: session.ipAddress,
    z_sdk: sdk,
  }
  const sign = (kind: 'a' | 'r', lifetime: number): string =>
    signJwt({ ...claims, exp: toSeconds(time + lifetime), z_t: kind }, signingKey)
  return { access: sign('a', accessLifetime), refresh: sign('r', absoluteLimit) }
}

const isScopeGranted = ({ scopes }: Grant, scope: string): boolean => scopes.includes(scope)

const toUserClaims = (identity: Identity, grant: Grant): Record<string, unknown> =>
  isScopeGranted(grant, 'openid')
    ? { name: identity.name, sub: identity.id, z_ia: isAdministrator(identity) }
    : {}

/** The number of whole seconds for which an access token issued now is valid. */
const countSecondsLeft = (now: number): number =>
  Math.floor(toSeconds(now) + accessLifetime / 1000 - now / 1000)

/**
 * Issues tokens for a session: the response of the token endpoint (OpenID Connect Core, section 3.1.3.3). With
 * `isRenewal`, a refresh token and an id token are issued whatever the scopes are.
 */
export function issueTokens(
  holder: TokenHolder,
  grant: Grant,
  {
    issuer,
    nonce,
    code,
    isRenewal = false,
  }: { issuer: string; isRenewal?: boolean } & TokenBinding,
  context: ServiceContext,
): Record<string, unknown> {
  const { now, signingKey } = context
  const { access, refresh } = signTokens(holder, grant, issuer, context)
  return {
    access_token: access,
    token_type: 'Bearer',
    ...((isRenewal || isScopeGranted(grant, 'offline_access')) && { refresh_token: refresh }),
    expires_in: countSecondsLeft(now()),
    ...((isRenewal || isScopeGranted(grant, 'openid')) && {
      id_token: signJwt(
        {
          ...createCommonClaims(grant, issuer, now()),
          at_hash: hashHalf(access, signingKey),
          azp: grant.client,
          ...(code !== undefined && { c_hash: hashHalf(code, signingKey) }),
          exp: toSeconds(now() + accessLifetime),
          ...(nonce !== undefined && { nonce }),
          sid: holder.session.id,
          ...toUserClaims(holder.identity, grant),
          sub: holder.identity.id,
        },
        signingKey,
      ),
    }),
    scope: grant.scopes.join(' '),
  }
}

/** The kinds of tokens that clients can get in exchange for another token (RFC 8693, section 3). */
export type ExchangedKind = 'access_token' | 'refresh_token' | 'id_token'

export const toTokenTypeUri = (kind: ExchangedKind): string =>
  `urn:ietf:params:oauth:token-type:${kind}`

/** Issues a token in exchange for another token: the response of the token endpoint (RFC 8693, section 2.2.1). */
export function exchangeTokens(
  holder: TokenHolder,
  grant: Grant,
  { issuer, requestedKind }: { issuer: string; requestedKind: ExchangedKind },
  context: ServiceContext,
): Record<string, unknown> {
  const { now, signingKey } = context
  const commonFields = {
    issued_token_type: toTokenTypeUri(requestedKind),
    scope: grant.scopes.join(' '),
  }
  if (requestedKind === 'id_token') {
    const claims = {
      ...createCommonClaims(grant, issuer, now()),
      azp: grant.client,
      exp: toSeconds(now() + accessLifetime),
      ...toUserClaims(holder.identity, grant),
    }
    return { access_token: signJwt(claims, signingKey), ...commonFields, token_type: 'N_A' }
  }
  const { access, refresh } = signTokens(holder, grant, issuer, context)
  return {
    access_token: access,
    ...commonFields,
    token_type: 'Bearer',
    expires_in: countSecondsLeft(now()),
    ...(requestedKind === 'refresh_token' && { refresh_token: refresh }),
  }
}

export type TokenClaims = Grant & {
  /** `a` for access tokens, `r` for refresh tokens; undefined for id tokens. */
  kind: string | undefined
  session: string
  identity: string
  /** When the token was issued, in s since 1970. */
  issuedAt: number
  /** When the token expires, in ms since 1970. */
  expiresAt: number
}

const getText = (value: unknown): string => (typeof value === 'string' ? value : '')

const getObject = (value: unknown): object | null => (isPlainObject(value) ? value : null)

const getTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/**
 * Verifies a token that this service signed, and reads its claims; undefined if the token is invalid, expired or
 * revoked. With `isHint`, which is for tokens that only identify a session, the token may have expired up to
 * `absoluteLimit` ms ago.
 */
export async function readToken(
  token: string,
  { signingKey, now, read }: ServiceContext,
  { isHint = false }: { isHint?: boolean } = {},
): Promise<TokenClaims | undefined> {
  const verification = await jwtVerify(token, signingKey.publicKey, {
    algorithms: [signingKey.algorithm],
    audience: [...publicClients],
    currentDate: new Date(now()),
    ...(isHint && { clockTolerance: absoluteLimit / 1000 }),
  }).catch(() => undefined)
  if (!verification) return undefined
  const { payload } = verification
  const { jti, exp = 0, iat = 0 } = payload
  if (await read((records) => isRevoked(jti, records, now()))) return undefined
  const { amr, auth_time: time, scopes } = payload
  return {
    kind: payload['z_t'] === undefined ? undefined : getText(payload['z_t']),
    session: getText(payload['z_asid']) || getText(payload['sid']),
    identity: payload.sub ?? '',
    issuedAt: iat,
    expiresAt: exp * 1000,
    client: getText(payload['client_id']),
    authMethods: getTexts(amr),
    scopes: getTexts(scopes),
    authenticatedAt: typeof time === 'number' ? time : 0,
    environment: getObject(payload['z_env']),
    sdk: getObject(payload['z_sdk']),
  }
}

/**
 * The session of a token and its identity. Undefined if the session has ended or is not an OpenID Connect session; if
 * the identity is disabled, has rights for which the session is not trusted, or (for access tokens) has since signed
 * out; or if the session began with a certificate that the client does not present on this connection.
 */
export const findTokenSession = (
  { kind, session: id, issuedAt }: TokenClaims,
  { clientCertificate }: Connection,
  { read, now, sessions }: ServiceContext,
): Promise<TokenHolder | undefined> =>
  read((records) => {
    const session = records.get('apiSessions', id)
    const identity = session && records.get('identities', session.identity)
    const isOpen =
      identity &&
      session.isOidc &&
      getSessionEnd(session, sessions) > now() &&
      !isDisabled(identity, now()) &&
      isTrustedFor(session, identity) &&
      !(kind === 'a' && isSignedOut(identity, issuedAt, records)) &&
      isCertificateShown(session, clientCertificate, { records, now: now() })
    return isOpen ? { session, identity } : undefined
  })

/** Whether the identity signed out after an access token was issued, or in the same second, as on controllers. */
function isSignedOut(
  { id }: Identity,
  issuedAt: number,
  records: Pick<ReadTransaction, 'get'>,
): boolean {
  const revocation = records.get('revocations', id)
  return revocation?.type === 'IDENTITY' && issuedAt * 1000 <= revocation.createdAt
}

/**
 * Whether a connection presents the certificate that a session began with; true if the session began without one. A
 * certificate outside its validity period only counts if the auth policy allows expired certificates.
 */
function isCertificateShown(
  { certificate, identity }: Session,
  clientCertificate: string | undefined,
  { records, now }: { records: ReadTransaction; now: number },
): boolean {
  if (certificate === undefined) return true
  const [leaf] = clientCertificate === undefined ? [] : readPresentedChain(clientCertificate)
  if (leaf?.fingerprint !== certificate) return false
  const isCurrent = leaf.notBefore.getTime() <= now && now <= leaf.notAfter.getTime()
  return isCurrent || (findAuthPolicy(identity, records)?.primary.cert.allowExpiredCerts ?? false)
}
