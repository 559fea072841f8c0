import type { WriteScope, Scope } from '../call/scope.js'
import { uniqueSorted } from '../call/byte-order.js'
import type { AuthQuery, Call } from '../call/call.js'
import type { ServiceContext } from '../call/context.js'
import type { Authentication } from '../../../generated/management/shapes.js'
import type { EntityRecords } from '../call/records.js'
import { createBase } from '../call/records.js'
import type { ErrorCode } from '../call/failure.js'
import { Refusal } from '../call/failure.js'
import { readPresentedChain } from '../pki/certificate.js'
import { findExternalId, normalizeClaim } from '../pki/external-id.js'
import { hashToken } from '../call/identifiers.js'
import { transact } from './transact.js'
import { combineTrust, isDisabled, isTrustedFor, pickTrust } from './administrators.js'
import type { Trust } from './administrators.js'
import type { PresentedChain } from './certificate-trust.js'
import { findCertificateTrust, listAuthCas } from './certificate-trust.js'
import { findProvedHolder, proveToken, readBearerTokens } from './external-tokens.js'
import {
  findAuthPolicy,
  findMfa,
  removeAnsweredQueries,
  listAuthQueries,
} from './second-factors.js'
import { disableIdentity, resumeSessions } from './end-sessions.js'

/** The authenticated identity, the method, and the authenticator, or its substitute (`externalIdAuthenticator`). */
export type IdentityClaim = {
  identity: string
  authenticator: string
  method: 'cert' | 'extJwt' | 'updb'
  signer?: string
  /** The fingerprint of the certificate that proved it. */
  fingerprint?: string
} & Trust

/**
 * Verifies the credentials of a request: first the slow part, then a function that runs in the
 * transaction that opens the session. Undefined means that they identify no one.
 */
export type Prover = (
  call: Call<Authentication | undefined>,
  context: ServiceContext,
) => Promise<(scope: WriteScope) => IdentityClaim | undefined>

/** A way to authenticate; only where secrets can be guessed are failures counted. */
type AuthMethod = { prove: Prover; refusal: ErrorCode; isGuessable: boolean }

type Authenticator = EntityRecords['authenticators']

/**
 * Authenticates by user name and password. An unknown user takes as long as a wrong password: the
 * same hashing, and a transaction. A failure is counted as soon as it is known, so concurrent
 * attempts cannot exceed the limit of the policy.
 */
const provePassword: Prover = async (
  { input: { username, password } = {} },
  { read, passwords },
) => {
  if (!username || !password)
    throw new Refusal({
      code: 'COULD_NOT_VALIDATE',
      reason: 'username and password fields are required',
    })
  const [known] = await read((records) => [...records.find('authenticators', 'username', username)])
  const isCorrect = await passwords.verify(password, known?.passwordHash)
  const renewed =
    isCorrect && known?.passwordHash !== undefined && passwords.needsRehash(known.passwordHash)
      ? await passwords.hash(password)
      : undefined
  return (scope) => {
    const authenticator = known && scope.records.get('authenticators', known.id)
    if (!authenticator) return void simulateWrite(scope)
    // Fails if the password was changed in the meantime.
    return isCorrect && authenticator.passwordHash === known.passwordHash
      ? acceptPassword(authenticator, renewed, scope)
      : void countFailure(authenticator, scope)
  }
}

/** Writes nothing, but takes as long as writing. */
function simulateWrite({ records, now, context: { ids } }: WriteScope): undefined {
  const dummy = createBase(ids.long(), now)
  records.put('revocations', { ...dummy, type: 'JTI', expiresAt: now })
  records.delete('revocations', dummy.id)
}

const findLockout = (
  { identity }: Authenticator,
  { records }: WriteScope,
): EntityRecords['authPolicies']['primary']['updb'] | undefined =>
  findAuthPolicy(identity, records)?.primary.updb

function acceptPassword(
  authenticator: Authenticator,
  renewed: string | undefined,
  { records }: WriteScope,
): IdentityClaim {
  if (authenticator.failures > 0 || renewed !== undefined)
    records.put('authenticators', {
      ...authenticator,
      failures: 0,
      ...(renewed !== undefined && { passwordHash: renewed }),
    })
  return {
    identity: authenticator.identity,
    authenticator: authenticator.id,
    method: 'updb',
    ...pickTrust(authenticator),
  }
}

/**
 * Counts a failed password, and locks the identity after as many failures as its auth policy allows.
 * Failures do not count while it is locked.
 */
function countFailure(authenticator: Authenticator, scope: WriteScope): undefined {
  const { records, now } = scope
  const {
    allowed = false,
    maxAttempts = 0,
    lockoutDurationMinutes = 0,
  } = findLockout(authenticator, scope) ?? {}
  const identity = records.get('identities', authenticator.identity)
  const isCounted =
    allowed && maxAttempts > 0 && identity !== undefined && !isDisabled(identity, now)
  const failures = isCounted ? authenticator.failures + 1 : authenticator.failures
  const isOver = isCounted && failures >= maxAttempts
  records.put('authenticators', { ...authenticator, failures: isOver ? 0 : failures })
  if (isOver) disableIdentity(identity, lockoutDurationMinutes, scope)
}

/**
 * Recorded instead of an authenticator id if a certificate contains the external id of an identity,
 * as on controllers.
 */
const externalIdAuthenticator = 'internal'

/**
 * Authenticates by the client certificate of the TLS connection: one of an authenticator, or one
 * from a CA whose external id claim finds the identity.
 */
const proveCertificate: Prover = async ({ clientCertificate }) => {
  const [leaf, ...intermediates] =
    clientCertificate === undefined ? [] : readPresentedChain(clientCertificate)
  return (scope) => {
    const holder = leaf && findCertificateHolder({ leaf, intermediates }, scope)
    return holder && { ...holder, fingerprint: leaf.fingerprint }
  }
}

function findCertificateHolder(presented: PresentedChain, scope: Scope): IdentityClaim | undefined {
  const { leaf } = presented
  const authorities = listAuthCas(scope)
  const [authenticator] = scope.records.find('authenticators', 'fingerprint', leaf.fingerprint)
  if (authenticator) {
    const { id, identity } = authenticator
    const trust = findCertificateTrust(
      presented,
      { identity, issuers: ['network', ...authorities] },
      scope,
    )
    return (
      trust && {
        identity,
        authenticator: id,
        method: 'cert',
        ...combineTrust(trust, authenticator),
      }
    )
  }
  for (const ca of authorities) {
    const externalId =
      ca.externalIdClaim && findExternalId(leaf, normalizeClaim(ca.externalIdClaim))
    const [identity] = externalId ? scope.records.find('identities', 'externalId', externalId) : []
    if (!identity) continue
    const trust = findCertificateTrust(presented, { identity: identity.id, issuers: [ca] }, scope)
    if (trust)
      return {
        identity: identity.id,
        authenticator: externalIdAuthenticator,
        method: 'cert',
        ...combineTrust(trust, identity.externalIdTrust ?? {}),
      }
  }
  return undefined
}

/** Authenticates by a token of an external JWT signer. */
const proveExternalToken: Prover = async ({ headers }, context) => {
  const proved = await Promise.all(
    readBearerTokens(headers).map((token) => proveToken(token, context)),
  )
  return ({ records, now }) => {
    for (const token of proved) {
      const holder = token && findProvedHolder(token, records, now)
      if (holder) return { ...holder, authenticator: `extJwtId:${holder.signer}`, method: 'extJwt' }
    }
    return undefined
  }
}

type Identity = EntityRecords['identities']

/** The environment and SDK of the client, and the config types that it requests. */
export type SessionDetails = Partial<Pick<Identity, 'envInfo' | 'sdkInfo'>> & {
  configTypes?: readonly string[] | null
}

/** The id of a new session, and whether its holder gets tokens of OpenID Connect instead of a session token. */
type SessionKind = { id?: string; isOidc?: boolean }

type OpenedSession = { session: EntityRecords['apiSessions']; token: string; queries: AuthQuery[] }

/**
 * Opens a session for an authenticated identity. Returns undefined if the identity is disabled, its auth policy does
 * not allow the method, or it has rights for which the credentials are not trusted.
 */
function openSession(
  claim: IdentityClaim,
  { configTypes, envInfo, sdkInfo }: SessionDetails,
  { scope, id, isOidc = false }: SessionKind & { scope: WriteScope; id: string },
): OpenedSession | undefined {
  const {
    records,
    now,
    call,
    context: { ids, sessions },
  } = scope
  const identity = records.get('identities', claim.identity)
  if (!identity || isDisabled(identity, now) || !isMethodAllowed(claim, scope)) return undefined
  if (!isTrustedFor(claim, identity)) return undefined
  if (envInfo || sdkInfo)
    records.put('identities', {
      ...identity,
      envInfo: { ...identity.envInfo, ...envInfo },
      sdkInfo: { ...identity.sdkInfo, ...sdkInfo },
      updatedAt: now,
    })
  if (claim.method === 'updb') resumeSessions(identity.id, scope)
  const token = ids.token()
  const session = records.put('apiSessions', {
    ...createBase(id, now),
    tokenHash: isOidc ? '' : hashToken(token),
    identity: identity.id,
    authenticator: claim.authenticator,
    ipAddress: call.address,
    configTypes: resolveConfigTypes(configTypes ?? [], scope),
    lastActivityAt: now,
    mfaRequired: findMfa(identity.id, records)?.isVerified ?? false,
    mfaComplete: false,
    ...pickTrust(claim),
    ...(isOidc && claim.fingerprint !== undefined && { certificate: claim.fingerprint }),
  })
  if (!isOidc) sessions.tokens.set(session.id, token)
  return { session, token, queries: listAuthQueries(session, records) }
}

function isMethodAllowed(
  { identity, method, signer }: IdentityClaim,
  { records }: WriteScope,
): boolean {
  const primary = findAuthPolicy(identity, records)?.primary
  if (!primary?.[method].allowed) return false
  const { allowedSigners } = primary.extJwt
  return signer === undefined || allowedSigners.length === 0 || allowedSigners.includes(signer)
}

/** Converts names and ids of config types to ids; unknown ones are dropped. */
function resolveConfigTypes(names: readonly string[], { records }: WriteScope): string[] {
  const ids = names.flatMap((name) => {
    const [named] = records.find('configTypes', 'name', name)
    return name === 'all' ? [name] : ((named ?? records.get('configTypes', name))?.id ?? [])
  })
  return uniqueSorted(ids)
}

/** The authentication methods, by the `method` of the query, and the error code of a failure, whatever its reason. */
export const authMethods = new Map<string, AuthMethod>([
  ['password', { prove: provePassword, refusal: 'INVALID_AUTH', isGuessable: true }],
  ['cert', { prove: proveCertificate, refusal: 'INVALID_AUTH', isGuessable: false }],
  ['ext-jwt', { prove: proveExternalToken, refusal: 'UNAUTHORIZED', isGuessable: false }],
])

/**
 * Opens a session for whoever the credentials of a call identify. Refuses outside of the
 * transaction, which a refusal would undo: the failure must be counted.
 */
export async function authenticate(
  method: AuthMethod,
  call: Call<Authentication | undefined>,
  context: ServiceContext,
  { id = context.ids.session(), isOidc = false }: SessionKind = {},
): Promise<OpenedSession> {
  const claimIn = await method.prove(call, context)
  const opened = await transact(call, context, (scope) => {
    const claim = claimIn(scope)
    return claim && openSession(claim, call.input ?? {}, { scope, id, isOidc })
  })
  if (!opened) throw new Refusal({ code: method.refusal })
  const queries = await removeAnsweredQueries(opened.queries, opened.session.identity, {
    headers: call.headers,
    context,
  })
  return { ...opened, queries }
}

/** The authentication method that a call names. */
export const findAuthMethod = ({ search }: Pick<Call, 'search'>): AuthMethod | undefined =>
  authMethods.get(search.getAll('method').at(-1) ?? '')
