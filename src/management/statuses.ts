/** The statuses that controllers answer each error code with, as recorded; the first is the usual one. */
export const statuses = {
  CA_ALREADY_VERIFIED: [409],
  CAN_NOT_DELETE_REFERENCED_ENTITY: [409],
  CAN_NOT_UPDATE_AUTHENTICATOR: [409],
  CAN_NOT_UPDATE_ROUTER: [409],
  CERT_FAILED_VALIDATION: [400],
  CERT_IN_USE: [409],
  CERTIFICATE_FAILED_VALIDATION: [400],
  CERTIFICATE_IS_NOT_CA: [400],
  CLUSTER_NO_LEADER: [503],
  COULD_NOT_PARSE_BODY: [400],
  COULD_NOT_PARSE_DER_BLOCK: [400],
  COULD_NOT_PARSE_PEM_BLOCK: [400],
  COULD_NOT_PARSE_x509_FROM_DER: [400],
  COULD_NOT_PROCESS_CSR: [400],
  COULD_NOT_READ_BODY: [500],
  COULD_NOT_VALIDATE: [400, 406, 415, 601, 602, 606],
  EDGE_ROUTER_ENROLL_COMMON_NAME_INVALID: [400],
  ENROLLMENT_CA_NOT_VALID: [400],
  ENROLLMENT_EXISTS: [409],
  ENROLLMENT_EXPIRED: [400],
  ENROLLMENT_IDENTITY_ALREADY_ENROLLED: [409],
  ENROLLMENT_NO_VALID_CAS: [400],
  ENTITY_CAN_NOT_BE_DELETED: [400],
  ENTITY_CAN_NOT_BE_UPDATED: [400],
  EXPECTED_PEM_CERTIFICATE: [400],
  INVALID_AUTH: [401],
  INVALID_AUTH_METHOD: [400],
  INVALID_AUTHENTICATOR_PROPERTIES: [400],
  INVALID_BACKING_TOKEN_TYPE: [400],
  INVALID_CERT_PEM: [400],
  INVALID_CLIENT_CERT: [400],
  INVALID_COMMON_NAME: [400],
  INVALID_ENROLL_METHOD: [400],
  INVALID_ENROLLMENT_TOKEN: [400],
  INVALID_FIELD: [400],
  INVALID_FILTER: [400],
  INVALID_SORT_IDENTIFIER: [400],
  MAX_AUTHENTICATOR_METHODS_REACHED: [409],
  METHOD_NOT_ALLOWED: [405],
  MFA_ENROLLMENT_NOT_STARTED: [404],
  MFA_EXISTS: [409],
  MFA_INVALID_TOKEN: [400],
  MFA_NOT_ENROLLED: [409],
  MISSING_CERT_CLAIM: [400],
  MISSING_OR_INVALID_CSR: [400],
  NOT_FOUND: [404],
  NOT_IMPLEMENTED: [501],
  RATE_LIMITED: [429],
  REFERENCED_ENTITY_NOT_FOUND: [400],
  REQUEST_ENTITY_TOO_LARGE: [413],
  SERVER_TOO_MANY_REQUESTS: [429],
  TIMEOUT: [503],
  UNAUTHORIZED: [401],
  UNHANDLED: [500],
} as const satisfies Readonly<Record<string, readonly [number, ...number[]]>>

const byCode = new Map<string, readonly number[]>(Object.entries(statuses))

/**
 * The status that an answer with an error code should have. Controllers answer every error with status 200 to a client that
 * accepts brotli.
 */
export function statusFor(code: string, status: number): number {
  const known = byCode.get(code)
  if (known) return known.includes(status) ? status : (known[0] ?? status)
  return status < 400 ? 500 : status
}
