import type { Authentication } from '../../../generated/management/shapes.js'
import { authenticate, findAuthMethod } from '../auth/authenticate.js'
import { endSession } from '../auth/end-sessions.js'
import type { Answer, Call, Caller, Handlers } from '../call/call.js'
import { getCaller } from '../call/call.js'
import type { ServiceContext } from '../call/context.js'
import { createNotFound, Refusal } from '../call/failure.js'
import { createScope, emptyAnswer } from '../call/scope.js'
import { presentRecord } from '../entities/present.js'
import { apiSessions, hasSessionToken, presentExpiry } from '../entities/sessions.js'

export const authenticationOperations: Handlers = {
  authenticate: async (call, context) => {
    const method = findAuthMethod(call)
    if (!method) throw new Refusal({ code: 'INVALID_AUTH_METHOD', status: 400 })
    const { session, token, queries } = await authenticate(method, call, context)
    return {
      ...(await createSessionAnswer({ session, queries }, call, context)),
      headers: { 'zt-session': token },
    }
  },
  getCurrentAPISession: (call, context) => createSessionAnswer(getCaller(call), call, context),
  deleteCurrentAPISession: (call, context) =>
    context.write((records) => {
      const { session } = getCaller(call)
      // As on controllers, an OpenID Connect session is not found: it ends when its tokens are revoked at the provider.
      if (!hasSessionToken(session)) throw createNotFound('apiSession', session.id)
      endSession(session.id, { records, context })
      return emptyAnswer
    }),
  // The token would be for posture checks of tunnelers, which this service does not support.
  createTotpToken: () => {
    throw new Refusal({ code: 'INVALID_BACKING_TOKEN_TYPE' })
  },
}

const createSessionAnswer = (
  { session, queries, expiresAt }: Omit<Caller, 'identity'>,
  call: Call<Authentication | undefined>,
  context: ServiceContext,
): Promise<Answer> =>
  context.read((records) => ({
    data: {
      ...presentRecord(apiSessions, session, createScope(call, context, records)),
      authQueries: queries,
      ...presentExpiry(session, context, expiresAt),
    },
  }))
