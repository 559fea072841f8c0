import { getString } from '../plain.js'
import type { OperationRow } from './operation-table.js'

/** A field that the controller does not accept. */
export type FieldFault = {
  /** The path of the field, as in `primary.updb.maxAttempts`. */
  field: string
  /** Why the controller refuses the value. */
  reason: string
  /** The value as a string; masked if it may be secret. */
  value: string
}

/** The error of every failed call. */
export class ManagementError extends Error {
  /** The HTTP status of the response; 0 without one. */
  readonly status!: number
  /** The error code of the controller; a code of the client if the controller sends none. */
  readonly code!: string
  /**
   * The message without its remedy; set if the remedy names client options, which mean nothing to
   * users of a command.
   */
  readonly problem: string | undefined
  /** Resource and operation, as in `services.create`. */
  readonly operation!: string
  /** Method and path, as in `POST /services`. */
  readonly request!: string
  /** The id of the request in the log of the controller; undefined if the response has none. */
  readonly requestId: string | undefined
  /** The field that the controller refuses; undefined if it refuses the call for another reason. */
  readonly field: FieldFault | undefined
  /** How long the controller asks the client to wait, in ms; undefined if it does not ask. */
  readonly retryAfter: number | undefined
  /** The `WWW-Authenticate` header of the response; undefined without one. */
  readonly challenge: string | undefined
  /** Whether a 401 means that the session is valid, but its identity lacks a permission. */
  readonly isForbidden: boolean = false
  /** How many attempts the call took. */
  attempts = 1
  /**
   * `unknown` if a write may have taken effect although the call failed, for example because the connection broke or
   * the cluster lost its leader. Check before you repeat it.
   */
  outcome: 'unknown' | undefined

  constructor({ message, cause, ...details }: ErrorDetails) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'ManagementError'
    Object.assign(this, details)
  }

  /** The fields for logs, without `problem`, `challenge` and `isForbidden`. */
  toJSON(): Record<string, unknown> {
    const {
      name,
      message,
      problem: _problem,
      challenge: _challenge,
      isForbidden: _isForbidden,
      ...logged
    } = this
    return { name, message, ...logged }
  }
}

/** The fields of a new error; `attempts` and `outcome` are set later. */
export type ErrorDetails = Pick<
  ManagementError,
  'message' | 'code' | 'operation' | 'request' | 'status'
> &
  Partial<
    Pick<
      ManagementError,
      'problem' | 'requestId' | 'field' | 'retryAfter' | 'challenge' | 'cause' | 'isForbidden'
    >
  >

/** Creates an error with one of the client's own error codes. Its status is 0 if there is no response. */
export const createCallError = (
  { operation, method, path }: Pick<OperationRow, 'operation' | 'method' | 'path'>,
  code: string,
  message: string,
  { status = 0, cause }: { status?: number; cause?: unknown } = {},
): ManagementError =>
  new ManagementError({
    message: `\`${operation}\` failed: ${message} (${status === 0 ? '' : `status ${status}, `}${code})`,
    code,
    operation,
    request: `${method} ${path}`,
    status,
    cause,
  })

export function noteUnknownOutcome(error: ManagementError): void {
  error.outcome = 'unknown'
  error.message = error.message.replace(
    /(?= \([^()]*\)$)|$/,
    '; it may have taken effect nevertheless, so check before you repeat it',
  )
}

const hasStatus =
  <Status extends number>(...statuses: readonly Status[]) =>
  (error: unknown): error is ManagementError & { status: Status } =>
    error instanceof ManagementError && statuses.some((status) => status === error.status)

const hasCode =
  <Code extends string>(...codes: readonly Code[]) =>
  (error: unknown): error is ManagementError & { code: Code } =>
    error instanceof ManagementError && codes.some((code) => code === error.code)

/** Whether there is no such record, or no such operation. */
export const isNotFound = hasStatus(404)

/** Whether the state of other records forbids the call, for example because they refer to a record to delete. */
export const isConflict = hasStatus(409)

/** Whether nobody is signed in, the credentials are wrong, or the session has ended. */
export const isUnauthorized = (
  error: unknown,
): error is ManagementError & { status: 401; isForbidden: false } =>
  hasStatus(401)(error) && !error.isForbidden

/** Whether the session is valid, but its identity lacks the permission. */
export const isForbidden = (error: unknown): error is ManagementError & { status: 401 | 403 } =>
  hasStatus(403)(error) || (hasStatus(401)(error) && error.isForbidden)

/** Whether the controller asks for fewer requests. */
export const isRateLimited = hasStatus(429)

/** Whether the response did not come in time, or the controller exceeded its own time limit. */
export const isTimeout = hasCode('NO_ANSWER_IN_TIME', 'TIMEOUT')

/**
 * Matches the error message of a cluster member that cannot reach the leader, has just lost it, or is no longer the
 * leader. The pattern covers the whole message, because other messages contain names that users chose.
 */
const leaderLostPattern =
  /^(channel closed|error dialing peer .*|raft peer connect failed: .*|node is not the leader|leadership lost while committing log|leadership transfer in progress|raft is already shutdown)$/s

export const isLeaderLost = (status: number, reason: string): boolean =>
  (status === 429 || status === 500) && leaderLostPattern.test(reason)

/** Whether the cluster has no leader, so that nothing can be changed at the moment. */
export const isClusterWithoutLeader = (error: unknown): error is ManagementError =>
  hasCode('CLUSTER_NO_LEADER')(error) ||
  (error instanceof ManagementError &&
    isLeaderLost(error.status, getString(error.cause, 'message') ?? ''))

/** Whether the caller aborted the call. */
export const isAborted = hasCode('ABORTED')

/** Whether no controller could be reached, or the connection broke. */
export const isUnreachable = hasCode(
  'CONNECTION_REFUSED',
  'CONNECTION_LOST',
  'HOST_NOT_FOUND',
  'NOT_REACHED',
  'NO_CONNECTION',
)

/** Whether the controller refuses the `name` of a record, usually because another record has it. */
export const isNameTaken = (
  error: unknown,
): error is ManagementError & { status: 400; field: FieldFault } =>
  hasStatus(400)(error) && error.field?.field === 'name'
