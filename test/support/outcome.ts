import type { Outcome } from '../../src/management/service/failure.js'

/** The value of what must have worked. */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.reason}`)
  return outcome.value
}
