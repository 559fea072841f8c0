import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { isAdministrator, isDisabled, isTrustedFor } from '../administrators.js'
import type { SigningKey } from '../auth/enrollment-tokens.js'
import { getDigest, signJwt } from '../auth/enrollment-tokens.js'
import { isRevoked } from '../auth/external-tokens.js'
import type { EntityRecords } from '../entities/records.js'
import { absoluteLimit, getSessionEnd } from '../runtime-state.js'
import type { ServiceContext } from '../service-context.js'

type Session = EntityRecords['apiSessions']
type Identity = EntityRecords['identities']

/** The client for which tokens are issued, which needs no secret (RFC 6749, section 2.1). */
export const publicClient = 'openziti'

/** How long access and id tokens are valid, in ms, as on controllers; refresh tokens last as long as a session. */
const accessLifetime = 30 * 60_000

/** What a user granted to the client: it stays the same when tokens are refreshed. */
export type Grant = {
  /** The authentication method. */
  methods: readonly string[]
  scopes: readonly string[]
  /** When the user signed in, in s since 1970. */
  authenticatedAt: number
}

/** Values that tie an id token to one request. */
type Binding = { nonce?: string | undefined; code?: string }

const hashHalf = (text: string, { algorithm }: SigningKey): string => {
  const digest = createHash(getDigest(algorithm)).update(text).digest()
  return digest.subarray(0, digest.length / 2).toString('base64url')
}

/** Issues tokens for a session: the answer of the token endpoint (OpenID Connect Core, section 3.1.3.3). */
export function issueTokens(
  { session, identity }: { session: Session; identity: Identity },
  { methods, scopes, authenticatedAt }: Grant,
  { issuer, nonce, code }: { issuer: string } & Binding,
  { now, ids, signingKey }: ServiceContext,
): Record<string, unknown> {
  const issuedAt = Math.floor(now() / 1000)
  const [expiresAt, refreshUntil] = [accessLifetime, absoluteLimit].map(
    (lifetime) => issuedAt + lifetime / 1000,
  )
  const common = {
    amr: methods,
    aud: [publicClient],
    auth_time: authenticatedAt,
    client_id: publicClient,
    iat: issuedAt,
    iss: issuer,
    sub: identity.id,
    z_ia: isAdministrator(identity),
  }
  const granted = {
    ...common,
    jti: ids.token(),
    nbf: issuedAt,
    scopes,
    z_aid: publicClient,
    z_asid: session.id,
    z_authid: session.authenticator,
    z_cer: false,
    z_cfs: session.configTypes.length > 0 ? session.configTypes : null,
    z_ckrr: false,
    z_env: {},
    z_iccc: false,
    z_ice: false,
    z_ra: session.ipAddress,
    z_sdk: {},
  }
  const accessToken = signJwt({ ...granted, exp: expiresAt, z_t: 'a' }, signingKey)
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    ...(scopes.includes('offline_access') && {
      refresh_token: signJwt({ ...granted, exp: refreshUntil, z_t: 'r' }, signingKey),
    }),
    expires_in: Math.floor(issuedAt + accessLifetime / 1000 - now() / 1000),
    ...(scopes.includes('openid') && {
      id_token: signJwt(
        {
          ...common,
          at_hash: hashHalf(accessToken, signingKey),
          azp: publicClient,
          ...(code !== undefined && { c_hash: hashHalf(code, signingKey) }),
          exp: expiresAt,
          name: identity.name,
          ...(nonce !== undefined && { nonce }),
          sid: session.id,
        },
        signingKey,
      ),
    }),
    scope: scopes.join(' '),
  }
}

/** The claims of a token that this service signed. */
export type TokenClaims = Grant & {
  /** `a` for access tokens, `r` for refresh tokens; id tokens have none. */
  kind: string | undefined
  session: string
  expiresAt: number
}

const getText = (value: unknown): string => (typeof value === 'string' ? value : '')

const getTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/**
 * Reads a token that this service signed; undefined if it is not one, or is no longer valid. With
 * `isHint`, the token only names a session, and may have expired.
 */
export async function readToken(
  token: string,
  { signingKey, now, read }: ServiceContext,
  { isHint = false }: { isHint?: boolean } = {},
): Promise<TokenClaims | undefined> {
  const verified = await jwtVerify(token, signingKey.publicKey, {
    algorithms: [signingKey.algorithm],
    audience: publicClient,
    currentDate: new Date(now()),
    ...(isHint && { clockTolerance: absoluteLimit / 1000 }),
  }).catch(() => undefined)
  if (!verified) return undefined
  const { payload } = verified
  const { jti, exp = 0 } = payload
  if (await read((records) => isRevoked(jti, records, now()))) return undefined
  const { amr, auth_time: time, scopes } = payload
  return {
    kind: payload['z_t'] === undefined ? undefined : getText(payload['z_t']),
    session: getText(payload['z_asid']) || getText(payload['sid']),
    expiresAt: exp * 1000,
    methods: getTexts(amr),
    scopes: getTexts(scopes),
    authenticatedAt: typeof time === 'number' ? time : 0,
  }
}

/** The session of a token and its identity; undefined if it has ended, or the identity may not use it. */
export const findTokenSession = (
  { session: id }: TokenClaims,
  { read, now, sessions }: ServiceContext,
): Promise<{ session: Session; identity: Identity } | undefined> =>
  read((records) => {
    const session = records.get('apiSessions', id)
    const identity = session && records.get('identities', session.identity)
    const isOpen =
      identity &&
      session.isOidc &&
      getSessionEnd(session, sessions) > now() &&
      !isDisabled(identity, now()) &&
      isTrustedFor(session, identity)
    return isOpen ? { session, identity } : undefined
  })
