/** A field that the controller does not accept. */
export type FieldFault = {
  /** The path of the field, as in `primary.updb.maxAttempts`. */
  field: string
  /** Why the controller refuses the value. */
  reason: string
  /** The value as a string; masked if it may be secret. */
  value: string
}

/** Details of a failed call. */
export type ErrorDetails = {
  /** What failed, why, and what to do about it; without secrets. */
  message: string
  /**
   * The message without its remedy; set if the remedy names client options, which mean nothing to
   * users of a command.
   */
  problem?: string | undefined
  /** The error code of the controller; without a response, one of the client. */
  code: string
  /** Resource and operation, as in `services.create`. */
  operation: string
  /** Method and path, as in `POST /services`. */
  request: string
  /** The HTTP status of the response; 0 without one. */
  status: number
  /** The id of the request in the log of the controller. */
  requestId?: string | undefined
  field?: FieldFault | undefined
  /** How long the controller asks to wait before the next attempt, in ms. */
  retryAfter?: number | undefined
  /** The `WWW-Authenticate` header of a 401. */
  challenge?: string | undefined
  /** The nested error of the controller, or the error of the connection. */
  cause?: unknown
}

/** The error of every failed call. */
export class ManagementError extends Error {
  /** The HTTP status of the response; 0 without one. */
  readonly status: number
  /** The error code of the controller; without a response, one of the client. */
  readonly code: string
  /**
   * The message without its remedy; set if the remedy names client options, which mean nothing to
   * users of a command.
   */
  readonly problem: string | undefined
  /** Resource and operation, as in `services.create`. */
  readonly operation: string
  /** Method and path, as in `POST /services`. */
  readonly request: string
  /** The id of the request in the log of the controller. */
  readonly requestId: string | undefined
  /** The field that the controller refuses. */
  readonly field: FieldFault | undefined
  /** How long the controller asks to wait, in ms. */
  readonly retryAfter: number | undefined
  /** The `WWW-Authenticate` header of a 401. */
  readonly challenge: string | undefined
  /** The number of attempts. */
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

  /** The details for logs. */
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
