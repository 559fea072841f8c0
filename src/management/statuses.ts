/** The error codes whose HTTP status is not 400, from recordings and the specification. */
const codesByStatus = {
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
  Object.entries(codesByStatus).flatMap(([status, names]) =>
    names.split(' ').map((code): [string, number] => [code, Number(status)]),
  ),
)

/**
 * The HTTP status for an error code. For codes that are not in `codesByStatus`, it is `receivedStatus`, or 400 if
 * `receivedStatus` is below 400: controllers send every error with status 200 to clients that accept brotli.
 */
export const statusFor = (code: string, receivedStatus = 400): number =>
  statuses.get(code) ?? (receivedStatus < 400 ? 400 : receivedStatus)
