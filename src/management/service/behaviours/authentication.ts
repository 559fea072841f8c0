import type { Environment } from '../environment.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { apiSessions, ending } from '../kinds/api-sessions.js'
import type { Authentication } from '../../../generated/management/shapes.js'
import type { Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import { show } from '../show.js'
import { storedToken } from '../tokens/stored-token.js'

/** What opens a session, and where it stands. */
export const authentication: Handlers = {
  authenticate: async (call, environment) => openSession(call, environment, await byPassword(call.input ?? {}, environment)),
  getCurrentAPISession: (call, environment) => environment.read((records) => {
    const session = call.caller?.session
    if (!session) throw new Refusal({ code: 'UNAUTHORIZED' })
    return { data: { ...show(apiSessions, session, { records, now: environment.now(), environment, call }), ...ending(session, environment.sessions) }, meta: {} }
  }),
}

async function byPassword({ username, password }: Authentication, environment: Environment): Promise<Kinds['authenticators']> {
  if (!username || !password) throw new Refusal({ code: 'COULD_NOT_VALIDATE', reason: 'username and password fields are required' })
  const [authenticator] = await environment.read((records) => [...records.find('authenticators', 'username', username)])
  // An unknown user takes as long as a wrong password.
  if (!(await environment.passwords.verify(password, authenticator?.passwordHash)) || !authenticator) throw new Refusal({ code: 'INVALID_AUTH' })
  return authenticator
}

function openSession(call: Call<Authentication | undefined>, environment: Environment, authenticator: Kinds['authenticators']): Promise<Answer> {
  return environment.write((records) => {
    const now = environment.now()
    const token = environment.ids.token()
    const session = records.put('apiSessions', {
      id: environment.ids.session(),
      createdAt: now,
      updatedAt: now,
      tags: {},
      tokenHash: storedToken(token),
      identity: authenticator.identity,
      authenticator: authenticator.id,
      ipAddress: call.address,
      configTypes: call.input?.configTypes ?? [],
      lastActivityAt: now,
      mfaRequired: false,
      mfaComplete: false,
    })
    environment.sessions.tokens.set(session.id, token)
    return { data: { ...show(apiSessions, session, { records, now, environment, call }), ...ending(session, environment.sessions) }, meta: {}, headers: { 'zt-session': token } }
  })
}
