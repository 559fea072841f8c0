import type { Failure, Outcome } from './failure.js'
import { fieldFailure, invalidFailure } from './failure.js'

/**
 * A refused request. It is thrown, unlike other mistakes of users, because it has to undo the transaction that it
 * comes up in; `service.ts` alone catches it.
 */
export class Refusal extends Error {
  readonly failure: Failure
  readonly headers: Record<string, string>

  constructor(failure: Failure, headers: Record<string, string> = {}) {
    super(failure.code)
    this.failure = failure
    this.headers = headers
  }
}

/** The refusal for a record that is not there. */
export const notFound = (kind: string, id: string): Refusal =>
  new Refusal({ code: 'NOT_FOUND', reason: `${kind} with id ${id} not found` })

/** The refusal for a field that a rule of the model does not accept. */
export const badField = (field: string, reason: string, value: unknown): Refusal =>
  new Refusal(fieldFailure(field, reason, value))

/** The refusal of a field as the older of two ways has it. */
export const invalidField = (field: string, reason: string, value: unknown): Refusal =>
  new Refusal(invalidFailure(field, reason, value))

/** The value of an outcome; throws where there is none. */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Refusal(outcome.failure)
  return outcome.value
}
