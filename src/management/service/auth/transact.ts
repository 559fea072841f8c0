import { Refusal } from '../call/failure.js'
import type { Answer, Call, Handler } from '../call/call.js'
import type { ReadTransaction } from '../call/records.js'
import type { ServiceContext } from '../call/context.js'
import type { WriteScope } from '../call/scope.js'
import { createScope } from '../call/scope.js'
import { guardOwners, mayCall } from './rights.js'
import { isDisabled, isTrustedFor } from './identity-rights.js'

/**
 * Runs the work of a call in a transaction, with the rights that the caller has at that moment: the work cannot change
 * records of identities that have rights which the caller lacks.
 */
export const transact = <Result>(
  call: Call,
  context: ServiceContext,
  work: (scope: WriteScope) => Result,
): Promise<Result> =>
  context.write((records) => {
    const scope = createScope(refreshCaller(call, context, records), context, records)
    return work({ ...scope, records: guardOwners(scope) })
  })

export const inTransaction =
  <Input>(work: (scope: WriteScope, call: Call<Input>) => Answer): Handler<Input> =>
  (call, context) =>
    transact(call, context, (scope) => work(scope, call))

/**
 * The call with the current records of its caller: while the body arrived or a password was hashed, the caller's
 * session may have ended or its rights may have changed. Refuses a caller whose session has ended or is suspended,
 * whose identity is disabled or has rights for which the session is not trusted, or who may not make the call.
 */
export function refreshCaller(
  call: Call,
  { now }: Pick<ServiceContext, 'now'>,
  records: ReadTransaction,
): Call {
  if (!call.caller) return call
  const session = records.get('apiSessions', call.caller.session.id)
  const identity = session && records.get('identities', session.identity)
  const isUsable =
    identity &&
    !session.isSuspended &&
    !isDisabled(identity, now()) &&
    isTrustedFor(session, identity)
  const caller = isUsable && { ...call.caller, session, identity }
  if (!caller || !mayCall(call.operation, caller)) throw new Refusal({ code: 'UNAUTHORIZED' })
  return { ...call, caller }
}
