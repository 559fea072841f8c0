import type { Environment, Reading, Writing } from '../environment.js'
import type { Answer, Call } from '../http/handler.js'
import type { Work } from '../work.js'

/** The context of a handler: the records, the time in ms since 1970, and the call. */
export type Scope = { records: Reading; now: number; environment: Environment; call: Call }

/** The context of a handler that may write. */
export type WritingScope = Scope & { records: Writing }

/** Creates the context of a handler at the current time. */
export const createScope = <Records extends Reading>(
  call: Call,
  environment: Environment,
  records: Records,
): Scope & { records: Records } => ({ records, now: environment.now(), environment, call })

/** Answers a call from the records in one step. */
export const readAnswer = (
  call: Call,
  environment: Environment,
  work: (scope: Scope) => Answer,
): Promise<Answer> => environment.read((records) => work(createScope(call, environment, records)))

/** Answers a call that may take long; other requests are served between the parts of the work. */
export const readAnswerInParts = (
  call: Call,
  environment: Environment,
  work: (scope: Scope) => Work<Answer>,
): Promise<Answer> =>
  environment.readInParts((records) => work(createScope(call, environment, records)))

/** Runs the work of a call in a transaction. */
export const transact = <Result>(
  call: Call,
  environment: Environment,
  work: (scope: WritingScope) => Result,
): Promise<Result> => environment.write((records) => work(createScope(call, environment, records)))

/** The response without data. */
export const emptyAnswer: Answer = { data: {}, meta: {} }
