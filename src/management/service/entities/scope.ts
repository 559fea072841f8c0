import type { Environment, Reading, Writing } from '../environment.js'
import type { Answer, Call } from '../http/handler.js'
import type { Work } from '../work.js'

/** What a rule sees of a request: its records, its moment in ms since 1970, and the call. */
export type Scope = { records: Reading; now: number; environment: Environment; call: Call }

/** What a rule sees that may write. */
export type WritingScope = Scope & { records: Writing }

/** What rules see of a call at this moment. */
export const createScope = <Records extends Reading>(
  call: Call,
  environment: Environment,
  records: Records,
): Scope & { records: Records } => ({ records, now: environment.now(), environment, call })

/** Answers a call by the records as they are. */
export const readAnswer = (
  call: Call,
  environment: Environment,
  work: (scope: Scope) => Answer,
): Promise<Answer> => environment.read((records) => work(createScope(call, environment, records)))

/** The same for answers that may take long; others are served between the parts of the work. */
export const readAnswerInParts = (
  call: Call,
  environment: Environment,
  work: (scope: Scope) => Work<Answer>,
): Promise<Answer> =>
  environment.readInParts((records) => work(createScope(call, environment, records)))

/** Runs the work of a call as one transaction. */
export const transact = <Result>(
  call: Call,
  environment: Environment,
  work: (scope: WritingScope) => Result,
): Promise<Result> => environment.write((records) => work(createScope(call, environment, records)))

/** The answer to what has nothing to tell. */
export const emptyAnswer: Answer = { data: {}, meta: {} }
