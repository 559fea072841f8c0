/** What the controller says of a field that it does not accept. */
export type FieldFault = {
  /** The path of the field, as in `primary.updb.maxAttempts`. */
  field: string
  /** Why the controller refuses the value. */
  reason: string
  /** The value as text; stars where it may be secret. */
  value: string
}

/** What is known of a call that failed. */
export type ErrorDetails = {
  /** What failed, why, and what to do about it; free of secrets. */
  message: string
  /** The message without its remedy, where the remedy names options of the client. */
  problem?: string | undefined
  /** The code of the controller, or one of ours where it gave no answer. */
  code: string
  /** The resource and the name of the operation, as in `services.create`. */
  operation: string
  /** Method and path, as in `POST /services`. */
  request: string
  /** The status of the answer; 0 where there was none. */
  status: number
  /** The name of the request in the log of the controller. */
  requestId?: string | undefined
  field?: FieldFault | undefined
  /** How long the controller asks to wait before the next attempt, in ms. */
  retryAfter?: number | undefined
  /** The `WWW-Authenticate` header of a 401. */
  challenge?: string | undefined
  /** What lies behind it: the nested error of the controller, or the error of the connection. */
  cause?: unknown
}

/** The one error of all calls. */
export class ManagementError extends Error {
  /** The status of the answer; 0 without an answer. */
  readonly status: number
  /** The code of the controller, or one of the client without an answer. */
  readonly code: string
  /** The message without its remedy, where the remedy names options of the client. */
  readonly problem: string | undefined
  /** The operation, as in `services.create`. */
  readonly operation: string
  /** Method and path, as in `POST /services`. */
  readonly request: string
  /** The name of the request in the log of the controller. */
  readonly requestId: string | undefined
  /** The field that the controller refuses. */
  readonly field: FieldFault | undefined
  /** How long the controller asks to wait, in ms. */
  readonly retryAfter: number | undefined
  /** The `WWW-Authenticate` header of a 401. */
  readonly challenge: string | undefined
  /** How often the call was tried. */
  attempts = 1

  constructor({ message, cause, ...failure }: ErrorDetails) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'ManagementError'
    this.status = failure.status
    this.code = failure.code
    this.problem = failure.problem
    this.operation = failure.operation
    this.request = failure.request
    this.requestId = failure.requestId
    this.field = failure.field
    this.retryAfter = failure.retryAfter
    this.challenge = failure.challenge
  }

  /** What is known of it, for logs. */
  toJSON(): Record<string, unknown> {
    const {
      name,
      message,
      status,
      code,
      operation,
      request,
      requestId,
      field,
      retryAfter,
      attempts,
    } = this
    return {
      name,
      message,
      status,
      code,
      operation,
      request,
      requestId,
      field,
      retryAfter,
      attempts,
    }
  }
}
