import type { ServiceContext } from '../call/context.js'
import type { ReadTransaction } from '../call/records.js'
import type { Caller, RequestHeaders } from '../call/call.js'
import type { Connection } from '../call/request.js'
import { isDisabled, isTrustedFor } from '../auth/identity-rights.js'
import { findTokenSession, readToken } from '../oidc/tokens.js'
import { getSessionEnd } from '../call/runtime-state.js'
import { hashToken } from '../call/identifiers.js'
import { readBearerTokens } from '../auth/external-tokens.js'
import { removeAnsweredQueries, listAuthQueries } from '../auth/second-factors.js'

/**
 * The caller; or, if there is none, the `WWW-Authenticate` challenge of the refusal. `isMissing` is set if the request
 * has no credentials of a kind that its operation accepts.
 */
export type CredentialCheck = { caller: Caller } | { challenge: string; isMissing: boolean }

const formatChallenge = (realm: string, error: string): string => {
  const scheme = realm === 'zt-session' ? realm : 'Bearer'
  return `${scheme} realm="${realm}" error="${error}" error_description="${error === 'missing' ? 'no matching token was provided' : 'token is invalid'}"`
}

/** The credentials in a request, and whether its operation takes access tokens of OpenID Connect. */
type Credentials = { headers: RequestHeaders; connection: Connection; takesTokens: boolean }

/**
 * Finds the caller by the session token in the header `zt-session`, or if there is none, by an OpenID Connect access
 * token. A bearer token of an external JWT signer can be the second factor that the caller still needs.
 */
export async function checkCredentials(
  { headers, connection, takesTokens }: Credentials,
  context: ServiceContext,
): Promise<CredentialCheck> {
  const token = headers.get('zt-session')
  const isBearer = takesTokens && /^bearer /i.test(headers.get('authorization') ?? '')
  if (!token && !isBearer)
    return {
      challenge: `${formatChallenge('zt-session', 'missing')},${formatChallenge('openziti-oidc', 'missing')}`,
      isMissing: true,
    }
  const caller = token
    ? await context.read((records) => findCaller(token, records, { connection, context }))
    : await findBearerCaller(headers, connection, context)
  if (!caller)
    return {
      challenge: formatChallenge(token ? 'zt-session' : 'openziti-oidc', 'invalid'),
      isMissing: false,
    }
  const { queries, identity } = caller
  const openQueries = await removeAnsweredQueries(queries, identity.id, { headers, context })
  return { caller: { ...caller, queries: openQueries } }
}

/**
 * The caller who holds a session token. Undefined if the session is unknown, has ended, is suspended or is bound to
 * another address, or if its identity is disabled, or must authenticate again because it has been given more rights.
 * Each use extends the life of the session.
 */
function findCaller(
  token: string,
  records: ReadTransaction,
  { connection, context }: { connection: Connection; context: ServiceContext },
): Caller | undefined {
  const { now, sessions } = context
  const { address = '127.0.0.1' } = connection
  const [session] = records.find('apiSessions', 'tokenHash', hashToken(token))
  const identity = session && records.get('identities', session.identity)
  if (!identity || getSessionEnd(session, sessions) <= now() || isDisabled(identity, now()))
    return undefined
  if (!isTrustedFor(session, identity)) return undefined
  if (session.isSuspended || (session.boundAddress ?? address) !== address) return undefined
  return useSession({ session, identity, token }, records, context)
}

/**
 * The caller of the first access token in the headers that is valid and has an open session; undefined if there is
 * none.
 */
async function findBearerCaller(
  headers: RequestHeaders,
  connection: Connection,
  context: ServiceContext,
): Promise<Caller | undefined> {
  for (const token of readBearerTokens(headers)) {
    const claims = await readToken(token, context)
    const holder =
      claims?.kind === 'a' ? await findTokenSession(claims, connection, context) : undefined
    if (!claims || !holder) continue
    const caller = await context.read((records) =>
      useSession({ ...holder, token }, records, context),
    )
    return { ...caller, expiresAt: claims.expiresAt }
  }
  return undefined
}

function useSession(
  { session, identity, token }: Pick<Caller, 'session' | 'identity'> & { token: string },
  records: ReadTransaction,
  { now, sessions }: ServiceContext,
): Caller {
  sessions.tokens.set(session.id, token)
  sessions.activity.set(session.id, now())
  return { session, identity, queries: listAuthQueries(session, records) }
}
