import { quoteText } from './body/quote-text.js'
import { renderValue } from './body/render-value.js'

/** The error codes of the management API, each with its status and its fixed message. */
export const errors = {
  CAN_NOT_DELETE_REFERENCED_ENTITY: [
    409,
    'the entity cannot be deleted because it is referenced by another entity, see cause',
  ],
  CAN_NOT_UPDATE_AUTHENTICATOR: [409, 'The authenticator cannot be updated in this fashion'],
  CAN_NOT_UPDATE_ROUTER: [409, 'The router was not added via the Edge API and cannot be updated'],
  CA_ALREADY_VERIFIED: [409, 'CA has already been verified'],
  CERTIFICATE_FAILED_VALIDATION: [
    400,
    "The supplied certificate failed to validate against the CA's certificate chain",
  ],
  CERTIFICATE_IS_NOT_CA: [400, 'Leading certificate is not a CA'],
  CERT_FAILED_VALIDATION: [400, 'certificate failed to validate against CA'],
  CERT_IN_USE: [409, 'The certificate supplied is already associated with another identity'],
  COULD_NOT_PARSE_BODY: [400, 'The body of the request could not be parsed'],
  COULD_NOT_PARSE_DER_BLOCK: [400, "The certificate's DER block could not be parsed"],
  COULD_NOT_PARSE_PEM_BLOCK: [400, "The certificate's PEM block could not be parsed"],
  COULD_NOT_PARSE_x509_FROM_DER: [400, 'could not parse x509 from DER'],
  COULD_NOT_PROCESS_CSR: [400, 'The supplied csr could not be processed'],
  COULD_NOT_READ_BODY: [500, 'The body of the request could not be read'],
  COULD_NOT_VALIDATE: [
    400,
    'The supplied request contains an invalid document or no valid accept content were available, see cause',
  ],
  EDGE_ROUTER_ENROLL_COMMON_NAME_INVALID: [
    400,
    "The edge router CSR enrollment must have a common name that matches the edge router's id",
  ],
  ENROLLMENT_CA_NOT_VALID: [400, 'The CA tied to the supplied token is no longer valid'],
  ENROLLMENT_EXISTS: [409, 'ENROLLMENT_EXISTS'],
  ENROLLMENT_EXPIRED: [400, 'The window for this enrollment has expired'],
  ENROLLMENT_IDENTITY_ALREADY_ENROLLED: [409, 'The identity is already enrolled with this method'],
  ENROLLMENT_NO_VALID_CAS: [400, 'No CAs are valid for this request'],
  ENTITY_CAN_NOT_BE_DELETED: [400, 'The entity requested for delete can not be deleted'],
  ENTITY_CAN_NOT_BE_UPDATED: [400, 'The entity requested for update can not be updated'],
  EXPECTED_PEM_CERTIFICATE: [400, "expected PEM block type 'CERTIFICATE'"],
  INVALID_AUTH: [401, 'The authentication request failed'],
  INVALID_AUTHENTICATOR_PROPERTIES: [
    400,
    'The properties supplied did not match the authenticator method',
  ],
  INVALID_AUTH_METHOD: [400, 'The supplied authentication method is not valid'],
  INVALID_BACKING_TOKEN_TYPE: [400, 'The backing token type is invalid'],
  INVALID_CERT_PEM: [
    400,
    'the supplied certificate PEM is either invalid or contains the incorrect number of certificates',
  ],
  INVALID_CLIENT_CERT: [400, 'The provided client certificate is invalid'],
  INVALID_COMMON_NAME: [400, 'The common name of the supplied certificate is invalid'],
  INVALID_ENROLLMENT_TOKEN: [400, 'The supplied token is not valid'],
  INVALID_ENROLL_METHOD: [400, 'The supplied enrollment method is not valid'],
  INVALID_FIELD: [400, 'The field contains an invalid value'],
  INVALID_FILTER: [400, 'The filter query supplied is invalid'],
  INVALID_SORT_IDENTIFIER: [400, 'The sort order supplied is invalid'],
  MAX_AUTHENTICATOR_METHODS_REACHED: [
    409,
    'The identity already has the maximum authenticators of the specified method',
  ],
  METHOD_NOT_ALLOWED: [405, 'The resource requested does not support this HTTP verb'],
  MFA_ENROLLMENT_NOT_STARTED: [404, 'An MFA enrollment has not been started'],
  MFA_EXISTS: [409, 'An MFA record already exists, try removing it'],
  MFA_INVALID_TOKEN: [400, 'An invalid token/code was provided'],
  MFA_NOT_ENROLLED: [409, 'The current identity is not enrolled in MFA'],
  MISSING_CERT_CLAIM: [
    400,
    'The certificate is expected to contain and externalId, which was not found',
  ],
  MISSING_OR_INVALID_CSR: [
    400,
    'The supplied enrollment request is missing or contains an invalid CSR',
  ],
  NOT_FOUND: [404, 'The resource requested was not found or is no longer available'],
  NOT_IMPLEMENTED: [501, 'The operation is not served here'],
  RATE_LIMITED: [
    429,
    'The requested operation is rate limited and the rate limit has been exceeded. Please try again later',
  ],
  REFERENCED_ENTITY_NOT_FOUND: [400, 'REFERENCED_ENTITY_NOT_FOUND'],
  REQUEST_ENTITY_TOO_LARGE: [413, 'The request body exceeds the maximum accepted size'],
  SERVER_TOO_MANY_REQUESTS: [
    429,
    'The server has too many requests waiting. Please try again later',
  ],
  TIMEOUT: [503, 'The requested operation took too much time to reply'],
  UNAUTHORIZED: [
    401,
    'The request could not be completed. The session is not authorized or the credentials are invalid',
  ],
  UNHANDLED: [500, 'An unhandled error occurred'],
} as const

export type ErrorCode = keyof typeof errors

/**
 * Why a request is refused, as the error envelope shows it: with `field`, its cause is that field, why, and the value; else `reason` is
 * the text of a nested cause. `status` where it is not that of the code, `data` where the contract has more to say.
 */
export type Failure = {
  readonly code: ErrorCode
  readonly field?: string
  readonly reason?: string
  readonly value?: string
  readonly status?: number
  readonly data?: unknown
}

/** A value, or why there is none. */
export type Outcome<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure }

/** The outcome of what worked. */
export const given = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })

/** The outcome of what did not. */
export const refused = (
  code: ErrorCode,
  details: Omit<Failure, 'code'> = {},
): { ok: false; failure: Failure } => ({ ok: false, failure: { code, ...details } })

/** A field, or a part of the request, that does not hold what it must. */
export const fieldFailure = (field: string, reason: string, value: unknown): Failure => ({
  code: 'COULD_NOT_VALIDATE',
  field,
  reason,
  value: renderValue(value),
})

/** A field as the older of two ways has it. */
export const invalidFailure = (field: string, reason: string, value: unknown): Failure => ({
  code: 'INVALID_FIELD',
  reason: `the value '${renderValue(value)}' for '${field}' is invalid: ${reason}`,
})

/** A value of the body of another type, for fields that take any: `schema in body must be of type object: "x"`. */
export const typeFailure = (field: string, type: string, value: unknown): Failure =>
  fieldFailure(
    field,
    `${field} in body must be of type ${type}${typeof value === 'string' ? `: ${quoteText(value)}` : ''}`,
    value,
  )
