/** Why a request is refused: the code of the contract, and the cause, which is about a field or a sentence. `status` only where the code alone does not tell. */
export type Failure = { readonly code: string; readonly field?: string; readonly reason?: string; readonly value?: string; readonly status?: number; readonly data?: unknown }

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
export const notFound = (kind: string, id: string): Refusal => new Refusal({ code: 'NOT_FOUND', reason: `${kind} with id ${id} not found` })

/** The refusal for a field that a rule of the model does not accept. */
export const badField = (field: string, reason: string, value: string): Refusal => new Refusal({ code: 'COULD_NOT_VALIDATE', field, reason, value })
