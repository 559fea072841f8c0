import type { ServiceContext, ReadTransaction } from '../service-context.js'
import type { Caller } from '../http/handler.js'
import { isDisabled } from '../entities/identities.js'
import { isTrustedFor } from '../administrators.js'
import { getSessionEnd } from '../runtime-state.js'
import { hashToken } from '../identifiers.js'
import { removeAnsweredQueries, listAuthQueries } from './second-factors.js'

/**
 * The caller, or the `WWW-Authenticate` challenge of the refusal and whether credentials are
 * missing.
 */
export type CredentialCheck = { caller: Caller } | { challenge: string; isMissing: boolean }

const formatChallenge = (realm: string, error: string): string => {
  const scheme = realm === 'zt-session' ? realm : 'Bearer'
  return `${scheme} realm="${realm}" error="${error}" error_description="${error === 'missing' ? 'no matching token was provided' : 'token is invalid'}"`
}

/**
 * Finds the caller by the session token in the header `zt-session`. Without one, bearer tokens are
 * refused: they belong to OpenID Connect, which this service does not provide. Beside a session
 * token, they may be its second factor.
 */
export async function checkCredentials(
  headers: Headers,
  context: ServiceContext,
): Promise<CredentialCheck> {
  const token = headers.get('zt-session')
  if (token) {
    const holder = await context.read((records) => findCaller(token, records, context))
    if (!holder) return { challenge: formatChallenge('zt-session', 'invalid'), isMissing: false }
    return {
      caller: {
        ...holder,
        queries: await removeAnsweredQueries(holder.queries, holder.identity.id, {
          headers,
          context,
        }),
      },
    }
  }
  if (/^bearer /i.test(headers.get('authorization') ?? ''))
    return { challenge: formatChallenge('openziti-oidc', 'invalid'), isMissing: false }
  return {
    challenge: `${formatChallenge('zt-session', 'missing')},${formatChallenge('openziti-oidc', 'missing')}`,
    isMissing: true,
  }
}

/**
 * The caller who holds a session token; undefined if the session is unknown or has ended. Each use
 * extends its lifetime.
 */
function findCaller(
  token: string,
  records: ReadTransaction,
  { now, sessions }: ServiceContext,
): Caller | undefined {
  const [session] = records.find('apiSessions', 'tokenHash', hashToken(token))
  const identity = session && records.get('identities', session.identity)
  if (!identity || getSessionEnd(session, sessions) <= now() || isDisabled(identity, now()))
    return undefined
  // An identity that has become an administrator since then must authenticate again.
  if (!isTrustedFor(session, identity)) return undefined
  sessions.tokens.set(session.id, token)
  sessions.activity.set(session.id, now())
  return { session, identity, queries: listAuthQueries(session, records) }
}
