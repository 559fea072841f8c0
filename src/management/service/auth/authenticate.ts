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
import { combineTrust, isDisabled, isTrustedFor, pickTrust } from './identity-rights.js'
import type { Trust } from './identity-rights.js'
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

/**
 * An authenticated identity, and how it authenticated. `authenticator` is the id of its authenticator; if it has none,
 * `externalIdAuthenticator`, or `extJwtId:` followed by the id of the signer.
 */
export type IdentityClaim = {
  identity: string
  authenticator: string
  method: 'cert' | 'extJwt' | 'updb'
  signer?: string
  /** The fingerprint of the client certificate, for the method `cert`. */
  fingerprint?: string
} & Trust

/**
 * Verifies the credentials of a request. The slow part runs first; the returned function runs in the transaction that
 * opens the session, and returns undefined if the credentials identify nobody.
 */
export type Prover = (
  call: Call<Authentication | undefined>,
  context: ServiceContext,
) => Promise<(scope: WriteScope) => IdentityClaim | undefined>

/**
 * An authentication method. `refusal` is the error code for credentials that open no session, whatever the reason.
 * Failures are rate-limited only if the secrets of the method can be guessed.
 */
type AuthMethod = { prove: Prover; refusal: ErrorCode; isGuessable: boolean }

type Authenticator = EntityRecords['authenticators']

/**
 * Authenticates by user name and password. The response for an unknown user takes as long as for a wrong password: it
 * also hashes a password and runs a transaction. A failure is counted in the transaction that would have opened the
 * session, so that concurrent attempts cannot exceed the limit of the auth policy.
 */
const provePassword: Prover = async (
  { input: { username, password } = {} },
  { read, passwordHasher },
) => {
  if (!username || !password)
    throw new Refusal({
      code: 'COULD_NOT_VALIDATE',
      reason: 'username and password fields are required',
    })
  const [storedAuthenticator] = await read((records) => [
    ...records.find('authenticators', 'username', username),
  ])
  const isCorrect = await passwordHasher.verify(password, storedAuthenticator?.passwordHash)
  const newHash =
    isCorrect &&
    storedAuthenticator?.passwordHash !== undefined &&
    passwordHasher.needsRehash(storedAuthenticator.passwordHash)
      ? await passwordHasher.hash(password)
      : undefined
  return (scope) => {
    const authenticator =
      storedAuthenticator && scope.records.get('authenticators', storedAuthenticator.id)
    if (!authenticator) return void simulateWrite(scope)
    // A password that was changed in the meantime counts as wrong.
    return isCorrect && authenticator.passwordHash === storedAuthenticator.passwordHash
      ? acceptPassword(authenticator, newHash, scope)
      : void countFailure(authenticator, scope)
  }
}

/** Writes and deletes a dummy record, so that an unknown user name takes as long as a wrong password. */
function simulateWrite({ records, now, context: { idGenerator } }: WriteScope): undefined {
  const dummy = createBase(idGenerator.long(), now)
  records.put('revocations', { ...dummy, type: 'JTI', expiresAt: now })
  records.delete('revocations', dummy.id)
}

const findPasswordPolicy = (
  { identity }: Authenticator,
  { records }: WriteScope,
): EntityRecords['authPolicies']['primary']['updb'] | undefined =>
  findAuthPolicy(identity, records)?.primary.updb

function acceptPassword(
  authenticator: Authenticator,
  newHash: string | undefined,
  { records }: WriteScope,
): IdentityClaim {
  if (authenticator.failures > 0 || newHash !== undefined)
    records.put('authenticators', {
      ...authenticator,
      failures: 0,
      ...(newHash !== undefined && { passwordHash: newHash }),
    })
  return {
    identity: authenticator.identity,
    authenticator: authenticator.id,
    method: 'updb',
    ...pickTrust(authenticator),
  }
}

/**
 * Counts a wrong password, and disables the identity after `maxAttempts` of its auth policy (0: never). Wrong passwords
 * do not count while the identity is disabled, or if the policy forbids passwords.
 */
function countFailure(authenticator: Authenticator, scope: WriteScope): undefined {
  const { records, now } = scope
  const {
    allowed = false,
    maxAttempts = 0,
    lockoutDurationMinutes = 0,
  } = findPasswordPolicy(authenticator, scope) ?? {}
  const identity = records.get('identities', authenticator.identity)
  const isCounted =
    allowed && maxAttempts > 0 && identity !== undefined && !isDisabled(identity, now)
  const failureCount = isCounted ? authenticator.failures + 1 : authenticator.failures
  const isLimitReached = isCounted && failureCount >= maxAttempts
  records.put('authenticators', { ...authenticator, failures: isLimitReached ? 0 : failureCount })
  if (isLimitReached) disableIdentity(identity, lockoutDurationMinutes, scope)
}

/**
 * Stored in a session instead of an authenticator id if the identity was found by the external id in its certificate,
 * as on controllers.
 */
const externalIdAuthenticator = 'internal'

/**
 * Authenticates by the client certificate of the TLS connection. Finds the identity by the authenticator with this
 * certificate or, if a CA with an external id claim issued it, by the external id in the certificate.
 */
const proveCertificate: Prover = async ({ clientCertificate }) => {
  const [leaf, ...intermediates] =
    clientCertificate === undefined ? [] : readPresentedChain(clientCertificate)
  return (scope) => {
    const holder = leaf && findCertificateHolder({ leaf, intermediates }, scope)
    return holder && { ...holder, fingerprint: leaf.fingerprint }
  }
}

function findCertificateHolder(
  presentedChain: PresentedChain,
  scope: Scope,
): IdentityClaim | undefined {
  const { leaf } = presentedChain
  const authCas = listAuthCas(scope)
  const [authenticator] = scope.records.find('authenticators', 'fingerprint', leaf.fingerprint)
  if (authenticator) {
    const { id, identity } = authenticator
    const trust = findCertificateTrust(
      presentedChain,
      { identity, issuers: ['network', ...authCas] },
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
  for (const ca of authCas) {
    const externalId =
      ca.externalIdClaim && findExternalId(leaf, normalizeClaim(ca.externalIdClaim))
    const [identity] = externalId ? scope.records.find('identities', 'externalId', externalId) : []
    if (!identity) continue
    const trust = findCertificateTrust(
      presentedChain,
      { identity: identity.id, issuers: [ca] },
      scope,
    )
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

/** Authenticates by the first bearer token that an external JWT signer issued for an identity. */
const proveExternalToken: Prover = async ({ headers }, context) => {
  const provedTokens = await Promise.all(
    readBearerTokens(headers).map((token) => proveToken(token, context)),
  )
  return ({ records, now }) => {
    for (const token of provedTokens) {
      const holder = token && findProvedHolder(token, records, now)
      if (holder) return { ...holder, authenticator: `extJwtId:${holder.signer}`, method: 'extJwt' }
    }
    return undefined
  }
}

type Identity = EntityRecords['identities']

export type SessionDetails = Partial<Pick<Identity, 'envInfo' | 'sdkInfo'>> & {
  configTypes?: readonly string[] | null
}

/**
 * The id of the new session (default: a generated one), and whether its holder gets OpenID Connect tokens instead of a
 * session token.
 */
type SessionOptions = { id?: string; isOidc?: boolean }

type OpenedSession = { session: EntityRecords['apiSessions']; token: string; queries: AuthQuery[] }

/**
 * Opens a session for an authenticated identity. Returns undefined if the identity no longer exists or is disabled, its
 * auth policy does not allow the method or the signer, or it has rights for which the credentials are not trusted.
 */
function openSession(
  claim: IdentityClaim,
  { configTypes, envInfo, sdkInfo }: SessionDetails,
  { scope, id, isOidc = false }: SessionOptions & { scope: WriteScope; id: string },
): OpenedSession | undefined {
  const {
    records,
    now,
    call,
    context: { idGenerator, sessions },
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
  const token = idGenerator.token()
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

/** Converts names and ids of config types to ids. Keeps `all`, and drops unknown names and ids. */
function resolveConfigTypes(namesOrIds: readonly string[], { records }: WriteScope): string[] {
  const ids = namesOrIds.flatMap((nameOrId) => {
    const [namedType] = records.find('configTypes', 'name', nameOrId)
    return nameOrId === 'all'
      ? [nameOrId]
      : ((namedType ?? records.get('configTypes', nameOrId))?.id ?? [])
  })
  return uniqueSorted(ids)
}

/** The authentication methods, by the value of the query parameter `method`. */
export const authMethods = new Map<string, AuthMethod>([
  ['password', { prove: provePassword, refusal: 'INVALID_AUTH', isGuessable: true }],
  ['cert', { prove: proveCertificate, refusal: 'INVALID_AUTH', isGuessable: false }],
  ['ext-jwt', { prove: proveExternalToken, refusal: 'UNAUTHORIZED', isGuessable: false }],
])

/**
 * Opens a session for the identity that the credentials of a call prove. If no session can be opened, throws a Refusal
 * after the transaction: within it, the Refusal would undo the count of failures.
 */
export async function authenticate(
  method: AuthMethod,
  call: Call<Authentication | undefined>,
  context: ServiceContext,
  { id = context.idGenerator.session(), isOidc = false }: SessionOptions = {},
): Promise<OpenedSession> {
  const identify = await method.prove(call, context)
  const openedSession = await transact(call, context, (scope) => {
    const claim = identify(scope)
    return claim && openSession(claim, call.input ?? {}, { scope, id, isOidc })
  })
  if (!openedSession) throw new Refusal({ code: method.refusal })
  const queries = await removeAnsweredQueries(
    openedSession.queries,
    openedSession.session.identity,
    {
      headers: call.headers,
      context,
    },
  )
  return { ...openedSession, queries }
}

/**
 * The authentication method that a call requests with the query parameter `method` (the last value if it is repeated);
 * undefined if the parameter is missing or the method unknown.
 */
export const findAuthMethod = ({
  searchParams,
}: Pick<Call, 'searchParams'>): AuthMethod | undefined =>
  authMethods.get(searchParams.getAll('method').at(-1) ?? '')
