import type { Environment } from './environment.js'
import type { Caller } from './handler.js'
import { callerOf } from './sessions.js'

/** Who calls; or, where nobody does, what the answer says of what was shown. */
export type Shown = { caller: Caller } | { challenge: string; isMissing: boolean }

const challenge = (realm: string, error: string): string => {
  const scheme = realm === 'zt-session' ? realm : 'Bearer'
  return `${scheme} realm="${realm}" error="${error}" error_description="${error === 'missing' ? 'no matching token was provided' : 'token is invalid'}"`
}

/** The session of a request, by its token in `zt-session`. Bearer tokens are those of OpenID Connect, which only a controller gives. */
export async function credentialsOf(headers: Headers, environment: Environment): Promise<Shown> {
  const token = headers.get('zt-session')
  if (token) {
    const caller = await environment.read((records) => callerOf(token, records, { now: environment.now(), sessions: environment.sessions }))
    return caller ? { caller } : { challenge: challenge('zt-session', 'invalid'), isMissing: false }
  }
  if (/^bearer /i.test(headers.get('authorization') ?? '')) return { challenge: challenge('openziti-oidc', 'invalid'), isMissing: false }
  return { challenge: `${challenge('zt-session', 'missing')},${challenge('openziti-oidc', 'missing')}`, isMissing: true }
}
