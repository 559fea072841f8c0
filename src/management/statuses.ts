/** The error codes that controllers answer with another status than 400, as recorded and as the specification has it. */
const codes = {
  401: 'INVALID_AUTH UNAUTHORIZED',
  404: 'MFA_ENROLLMENT_NOT_STARTED NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CAN_NOT_DELETE_REFERENCED_ENTITY CAN_NOT_UPDATE_AUTHENTICATOR CAN_NOT_UPDATE_ROUTER CA_ALREADY_VERIFIED CERT_IN_USE ENROLLMENT_EXISTS ENROLLMENT_IDENTITY_ALREADY_ENROLLED MAX_AUTHENTICATOR_METHODS_REACHED MFA_EXISTS MFA_NOT_ENROLLED',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  429: 'RATE_LIMITED SERVER_TOO_MANY_REQUESTS',
  500: 'COULD_NOT_READ_BODY UNHANDLED',
  501: 'NOT_IMPLEMENTED',
  503: 'CLUSTER_NO_LEADER TIMEOUT',
}

const statuses = new Map(
  Object.entries(codes).flatMap(([status, names]) =>
    names.split(' ').map((code): [string, number] => [code, Number(status)]),
  ),
)

/**
 * The status of an error code, and the one that came where they do not disagree: codes that are not among those above
 * mostly have 400. Controllers answer every error with status 200 to a client that accepts brotli.
 */
export const statusFor = (code: string, came = 400): number =>
  statuses.get(code) ?? (came < 400 ? 400 : came)
