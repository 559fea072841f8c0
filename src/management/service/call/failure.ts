import { isPlainObject } from '../../../document/record.js'

/** Error codes of the management API, with their fixed messages. */
export const errorMessages = {
  CAN_NOT_DELETE_REFERENCED_ENTITY:
    'the entity cannot be deleted because it is referenced by another entity, see cause',
  CAN_NOT_UPDATE_AUTHENTICATOR: 'The authenticator cannot be updated in this fashion',
  CAN_NOT_UPDATE_ROUTER: 'The router was not added via the Edge API and cannot be updated',
  CA_ALREADY_VERIFIED: 'CA has already been verified',
  CERT_FAILED_VALIDATION: 'The certificate is not of a CA that lets its holders enroll',
  CERTIFICATE_FAILED_VALIDATION:
    "The supplied certificate failed to validate against the CA's certificate chain",
  CERTIFICATE_IS_NOT_CA: 'Leading certificate is not a CA',
  CERT_IN_USE: 'The certificate supplied is already associated with another identity',
  COULD_NOT_PARSE_BODY: 'The body of the request could not be parsed',
  COULD_NOT_PARSE_DER_BLOCK: "The certificate's DER block could not be parsed",
  COULD_NOT_PARSE_PEM_BLOCK: "The certificate's PEM block could not be parsed",
  COULD_NOT_PROCESS_CSR: 'The supplied csr could not be processed',
  COULD_NOT_READ_BODY: 'The body of the request could not be read',
  COULD_NOT_VALIDATE:
    'The supplied request contains an invalid document or no valid accept content were available, see cause',
  ENROLLMENT_CA_NOT_VALID: 'The CA tied to the supplied token is no longer valid',
  ENROLLMENT_EXISTS: 'ENROLLMENT_EXISTS',
  ENROLLMENT_EXPIRED: 'The window for this enrollment has expired',
  ENROLLMENT_IDENTITY_ALREADY_ENROLLED: 'The identity is already enrolled with this method',
  ENROLLMENT_NO_VALID_CAS: 'No CAs are valid for this request',
  ENTITY_CAN_NOT_BE_DELETED: 'The entity requested for delete can not be deleted',
  ENTITY_CAN_NOT_BE_UPDATED: 'The entity requested for update can not be updated',
  EXPECTED_PEM_CERTIFICATE: "expected PEM block type 'CERTIFICATE'",
  INVALID_AUTH: 'The authentication request failed',
  INVALID_AUTH_METHOD: 'The supplied authentication method is not valid',
  INVALID_BACKING_TOKEN_TYPE: 'The backing token type is invalid',
  INVALID_CERT_PEM:
    'the supplied certificate PEM is either invalid or contains the incorrect number of certificates',
  INVALID_CLIENT_CERT: 'The provided client certificate is invalid',
  INVALID_COMMON_NAME: 'The common name of the supplied certificate is invalid',
  INVALID_ENROLLMENT_TOKEN: 'The supplied token is not valid',
  INVALID_ENROLL_METHOD: 'The supplied enrollment method is not valid',
  INVALID_FIELD: 'The field contains an invalid value',
  INVALID_FILTER: 'The filter query supplied is invalid',
  INVALID_SORT_IDENTIFIER: 'The sort order supplied is invalid',
  MAX_AUTHENTICATOR_METHODS_REACHED:
    'The identity already has the maximum authenticators of the specified method',
  METHOD_NOT_ALLOWED: 'The resource requested does not support this HTTP verb',
  MFA_ENROLLMENT_NOT_STARTED: 'An MFA enrollment has not been started',
  MFA_EXISTS: 'An MFA record already exists, try removing it',
  MFA_INVALID_TOKEN: 'An invalid token/code was provided',
  MFA_NOT_ENROLLED: 'The current identity is not enrolled in MFA',
  MISSING_CERT_CLAIM: 'The certificate is expected to contain and externalId, which was not found',
  MISSING_OR_INVALID_CSR: 'The supplied enrollment request is missing or contains an invalid CSR',
  NOT_FOUND: 'The resource requested was not found or is no longer available',
  NOT_IMPLEMENTED: 'The operation is not served here',
  RATE_LIMITED:
    'The requested operation is rate limited and the rate limit has been exceeded. Please try again later',
  REQUEST_ENTITY_TOO_LARGE: 'The request body exceeds the maximum accepted size',
  SERVER_TOO_MANY_REQUESTS: 'The server has too many requests waiting. Please try again later',
  TIMEOUT: 'The requested operation took too much time to reply',
  UNAUTHORIZED:
    'The request could not be completed. The session is not authorized or the credentials are invalid',
  UNHANDLED: 'An unhandled error occurred',
} as const

export type ErrorCode = keyof typeof errorMessages

/**
 * Why a request fails, for the error envelope. With `field`, the cause consists of field, reason and value; without it,
 * `reason` is the message of the cause. `status` overrides the status of the code; `data` is sent in the field of the
 * same name.
 */
export type Failure = {
  readonly code: ErrorCode
  readonly field?: string
  readonly reason?: string
  readonly value?: string
  readonly status?: number
  readonly data?: unknown
}

export type Result<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure }

export const succeed = <Value>(value: Value): Result<Value> => ({ ok: true, value })

export const fail = (
  code: ErrorCode,
  details: Omit<Failure, 'code'> = {},
): { ok: false; failure: Failure } => ({ ok: false, failure: { code, ...details } })

/** A value in messages, in the format of controllers: `x`, `5`, `<nil>`, `[a b]`, `map[a:1]`. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(' ')}]`
  if (isPlainObject(value))
    return `map[${Object.entries(value)
      .map(([key, item]) => `${key}:${formatValue(item)}`)
      .sort()
      .join(' ')}]`
  if (value === undefined || value === null) return '<nil>'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export const createFieldFailure = (field: string, reason: string, value: unknown): Failure => ({
  code: 'COULD_NOT_VALIDATE',
  field,
  reason,
  value: formatValue(value),
})

/** The failure for an invalid field, in the older of the two formats of controllers. */
const createInvalidFieldFailure = (field: string, reason: string, value: unknown): Failure => ({
  code: 'INVALID_FIELD',
  reason: `the value '${formatValue(value)}' for '${field}' is invalid: ${reason}`,
})

/**
 * A refused request. Unlike other failures, it is thrown, so that the transaction of the request is undone.
 * `http/service.ts` responds with its `failure`; the OpenID provider catches a Refusal where the response must be
 * different.
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

export const createNotFound = (kind: string, id: string): Refusal =>
  new Refusal({ code: 'NOT_FOUND', reason: `${kind} with id ${id} not found` })

export const createFieldRefusal = (field: string, reason: string, value: unknown): Refusal =>
  new Refusal(createFieldFailure(field, reason, value))

/** Creates the refusal of an invalid field, in the older of the two formats of controllers. */
export const createInvalidFieldRefusal = (field: string, reason: string, value: unknown): Refusal =>
  new Refusal(createInvalidFieldFailure(field, reason, value))

export function unwrap<Value>(outcome: Result<Value>): Value {
  if (!outcome.ok) throw new Refusal(outcome.failure)
  return outcome.value
}
