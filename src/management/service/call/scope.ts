import type { ServiceContext } from './context.js'
import type { ReadTransaction, WriteTransaction } from './records.js'
import type { Answer, Call, Handler } from './call.js'
import type { Work } from './work.js'

/**
 * Everything that a handler needs: the records, the time in ms since 1970, the context of the service, and the call.
 */
export type Scope = { records: ReadTransaction; now: number; context: ServiceContext; call: Call }

export type WriteScope = Scope & { records: WriteTransaction }

export const createScope = <Records extends ReadTransaction>(
  call: Call,
  context: ServiceContext,
  records: Records,
): Scope & { records: Records } => ({ records, now: context.now(), context, call })

export const createReadHandler =
  <Input>(work: (scope: Scope, call: Call<Input>) => Answer): Handler<Input> =>
  (call, context) =>
    context.read((records) => work(createScope(call, context, records), call))

/** Creates a handler that may take long; it lets other requests run between the parts of its work. */
export const createReadInPartsHandler =
  <Input>(work: (scope: Scope, call: Call<Input>) => Work<Answer>): Handler<Input> =>
  (call, context) =>
    context.readInParts((records) => work(createScope(call, context, records), call))

export const emptyAnswer: Answer = { data: {} }
