import type { Environment, Reading } from './environment.js'
import { openOf, queriesOf } from './factors.js'
import type { Caller } from './handler.js'
import { isDisabled } from './kinds/identities.js'
import { vouchesFor } from './administrators.js'
import { endOf } from './sessions.js'
import { storedToken } from './tokens/stored-token.js'

/** Who calls; or, where nobody does, what the answer says of what was shown. */
export type Shown = { caller: Caller } | { challenge: string; isMissing: boolean }

const challenge = (realm: string, error: string): string => {
  const scheme = realm === 'zt-session' ? realm : 'Bearer'
  return `${scheme} realm="${realm}" error="${error}" error_description="${error === 'missing' ? 'no matching token was provided' : 'token is invalid'}"`
}

/** The session of a request, by its token in `zt-session`. Bearer tokens are those of OpenID Connect, which only a controller gives; beside a session they may be its second factor. */
export async function credentialsOf(headers: Headers, environment: Environment): Promise<Shown> {
  const token = headers.get('zt-session')
  if (token) {
    const holder = await environment.read((records) => holderOfSession(token, records, environment))
    if (!holder) return { challenge: challenge('zt-session', 'invalid'), isMissing: false }
    return {
      caller: {
        ...holder,
        queries: await openOf(holder.queries, holder.identity.id, { headers, environment }),
      },
    }
  }
  if (/^bearer /i.test(headers.get('authorization') ?? ''))
    return { challenge: challenge('openziti-oidc', 'invalid'), isMissing: false }
  return {
    challenge: `${challenge('zt-session', 'missing')},${challenge('openziti-oidc', 'missing')}`,
    isMissing: true,
  }
}

/** Who holds a token; nobody where there is no such session, or it has ended. Using it makes it live longer. */
function holderOfSession(
  token: string,
  records: Reading,
  { now, sessions }: Environment,
): Caller | undefined {
  const [session] = records.find('apiSessions', 'tokenHash', storedToken(token))
  const identity = session && records.get('identities', session.identity)
  if (!identity || endOf(session, sessions) <= now() || isDisabled(identity, now()))
    return undefined
  // Whoever became an administrator since has to prove it anew.
  if (!vouchesFor(session, identity)) return undefined
  sessions.tokens.set(session.id, token)
  sessions.activity.set(session.id, now())
  return { session, identity, queries: queriesOf(session, records) }
}
