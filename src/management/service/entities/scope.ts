import type { ServiceContext, ReadTransaction, WriteTransaction } from '../service-context.js'
import { isDisabled, isTrustedFor } from '../administrators.js'
import { guardOwners, mayCall } from '../auth/rights.js'
import { Refusal } from '../http/failure.js'
import type { Answer, Call } from '../http/handler.js'
import type { Work } from '../work.js'

/** The context of a handler: the records, the time in ms since 1970, and the call. */
export type Scope = { records: ReadTransaction; now: number; context: ServiceContext; call: Call }

/** The context of a handler that may write. */
export type WriteScope = Scope & { records: WriteTransaction }

/** Creates the context of a handler at the current time. */
export const createScope = <Records extends ReadTransaction>(
  call: Call,
  context: ServiceContext,
  records: Records,
): Scope & { records: Records } => ({ records, now: context.now(), context, call })

/** Answers a call from the records in one step. */
export const readAnswer = (
  call: Call,
  context: ServiceContext,
  work: (scope: Scope) => Answer,
): Promise<Answer> => context.read((records) => work(createScope(call, context, records)))

/** Answers a call that may take long; other requests are served between the parts of the work. */
export const readAnswerInParts = (
  call: Call,
  context: ServiceContext,
  work: (scope: Scope) => Work<Answer>,
): Promise<Answer> => context.readInParts((records) => work(createScope(call, context, records)))

/**
 * Runs the work of a call in a transaction, with the rights that the caller has at that moment: only records of
 * identities without further rights can be changed.
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

/**
 * The call with its caller as stored now: while the body arrived, or a password was hashed, its session may have ended
 * or its rights may have changed.
 */
function refreshCaller(call: Call, { now }: ServiceContext, records: ReadTransaction): Call {
  if (!call.caller) return call
  const session = records.get('apiSessions', call.caller.session.id)
  const identity = session && records.get('identities', session.identity)
  const isUsable = identity && !isDisabled(identity, now()) && isTrustedFor(session, identity)
  const caller = isUsable && { ...call.caller, session, identity }
  if (!caller || !mayCall(call.operation, caller)) throw new Refusal({ code: 'UNAUTHORIZED' })
  return { ...call, caller }
}

/** The response without data. */
export const emptyAnswer: Answer = { data: {}, meta: {} }
