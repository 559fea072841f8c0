import type { Authentication } from '../../../generated/management/shapes.js'
import { byCertificate } from '../authentication/certificate.js'
import type { Prove } from '../authentication/claim.js'
import { byExternalToken } from '../authentication/external-token.js'
import { openSession } from '../authentication/open-session.js'
import { byPassword } from '../authentication/password.js'
import { endSession } from '../end-sessions.js'
import type { Environment } from '../environment.js'
import { openOf, queriesOf } from '../factors.js'
import type { ErrorCode } from '../failure.js'
import type { Answer, Call, Caller, Handlers } from '../handler.js'
import { apiSessions, ending } from '../kinds/api-sessions.js'
import { Refusal } from '../refusal.js'
import { show } from '../show.js'

/** How to authenticate, by the `method` of the query, and what a failure is called, whatever it is due to. */
const methods = new Map<string, { prove: Prove; refusal: ErrorCode }>([
  ['password', { prove: byPassword, refusal: 'INVALID_AUTH' }],
  ['cert', { prove: byCertificate, refusal: 'INVALID_AUTH' }],
  ['ext-jwt', { prove: byExternalToken, refusal: 'UNAUTHORIZED' }],
])

/** What opens a session, where it stands, and what ends it. */
export const authentication: Handlers = {
  authenticate: async (call, environment) => {
    const method = methods.get(call.search.getAll('method').at(-1) ?? '')
    if (!method) throw new Refusal({ code: 'INVALID_AUTH_METHOD', status: 400 })
    const claimIn = await method.prove(call, environment)
    const opened = await environment.write((records) => {
      const scope = { records, now: environment.now(), environment, call }
      const claim = claimIn(scope)
      const session = claim && openSession(claim, call.input ?? {}, scope)
      return session && { ...session, queries: queriesOf(session.session, records) }
    })
    // Not within the transaction, which a refusal would undo: a failure counts.
    if (!opened) throw new Refusal({ code: method.refusal })
    const { session, token } = opened
    const queries = await openOf(opened.queries, session.identity, {
      headers: call.headers,
      environment,
    })
    return {
      ...(await answerWith({ session, queries }, call, environment)),
      headers: { 'zt-session': token },
    }
  },
  getCurrentAPISession: (call, environment) => answerWith(callerOf(call), call, environment),
  deleteCurrentAPISession: (call, environment) =>
    environment.write((records) => {
      endSession(callerOf(call).session.id, { records, environment })
      return { data: {}, meta: {} }
    }),
  // Only the tokens of OpenID Connect can be exchanged for one.
  createTotpToken: () => {
    throw new Refusal({ code: 'INVALID_BACKING_TOKEN_TYPE' })
  },
}

/** Who calls an operation that needs a session. */
export function callerOf({ caller }: Pick<Call, 'caller'>): Caller {
  if (!caller) throw new Refusal({ code: 'UNAUTHORIZED' })
  return caller
}

const answerWith = (
  { session, queries }: Omit<Caller, 'identity'>,
  call: Call<Authentication | undefined>,
  environment: Environment,
): Promise<Answer> =>
  environment.read((records) => ({
    data: {
      ...show(apiSessions, session, { records, now: environment.now(), environment, call }),
      authQueries: queries,
      ...ending(session, environment.sessions),
    },
    meta: {},
  }))
