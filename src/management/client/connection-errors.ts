import { getString } from '../plain.js'
import { isPlainObject } from '../../document/record.js'
import { getErrorMessage } from '../../document/errors.js'
import { AnswerTooDeepError, AnswerTooLargeError } from './answer.js'
import { InsecureAddressError } from './call.js'
import { createCallError, ManagementError } from './error.js'
import { redactText } from './redact.js'
import type { OperationRow } from './operation-table.js'

/** Why a call has no usable response: an error code, and the message that follows the name of the operation. */
type ConnectionFault = { code: string; message: string }

/** Remedies by error code. They are not part of the messages, because they name client options. */
const remedies: Readonly<Record<string, string>> = {
  CERTIFICATE_NOT_TRUSTED:
    'get its CA bundle with `fetchCas`, pinned by a fingerprint or an enrollment token, and pass it as `ca`, or set NODE_EXTRA_CA_CERTS to a file with it',
}

/** Node's error codes, the client's code for them, and a function that formats the message. The first match counts. */
const connectionFaults: readonly (readonly [
  codes: RegExp,
  code: string,
  describe: (host: string, detail: string) => string,
])[] = [
  [
    /^ECONNREFUSED$/,
    'CONNECTION_REFUSED',
    (host) => `\`${host}\` refuses connections; start the controller, or check the port`,
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN|ENODATA)$/,
    'HOST_NOT_FOUND',
    (host) =>
      `cannot resolve \`${host}\`; check the spelling, and that the DNS server is reachable`,
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_INVALID_EOF_STATE)$/,
    'CONNECTION_LOST',
    (host) => `\`${host}\` closed the connection before the response was complete`,
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/,
    'NOT_REACHED',
    (host) => `\`${host}\` does not answer; check the address, and firewalls on the way`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'CERTIFICATE_WRONG_HOST',
    (host, detail) =>
      `the certificate of \`${host}\` does not cover this name${formatAltNames(detail)}; use a name in \`url\` that the certificate covers, or add this name to the certificate`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'CERTIFICATE_EXPIRED',
    (host) =>
      `the certificate of \`${host}\` has expired; renew it, or correct the clock of this machine`,
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    'CERTIFICATE_EXPIRED',
    (host) =>
      `the certificate of \`${host}\` is not valid yet; check the clocks of this machine and the controller`,
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_SIGNATURE_FAILURE)$/,
    'CERTIFICATE_NOT_TRUSTED',
    (host) =>
      `the certificate of \`${host}\` is not signed by a CA that this machine trusts, which is usual for controllers`,
  ],
  [
    /^(INVALID_PURPOSE|INVALID_CA|PATH_LENGTH_EXCEEDED|UNSPECIFIED)$/,
    'CERTIFICATE_CHAIN_INVALID',
    (host, detail) =>
      `the certificate of \`${host}\` is not a server certificate, or its issuer is not a CA (${detail}). This may not be the controller; ask its administrator.`,
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    'NOT_TLS',
    (host) => `\`${host}\` does not use TLS; check the port, or use \`http:\` in \`url\``,
  ],
  [
    /^HPE_/,
    'NOT_HTTP',
    (host) => `\`${host}\` does not use HTTP; check the port, or use \`https:\` in \`url\``,
  ],
  [
    /^UND_ERR_(ABORTED|PRX_TLS)$/,
    'PROXY_FAILED',
    (host, detail) =>
      `the proxy cannot connect to \`${host}\`: ${detail.replace(/ !== 200.*/, '')}; add it to NO_PROXY if no proxy is needed`,
  ],
  [
    /^ERR_(SSL|TLS|OSSL)/,
    'TLS_FAILED',
    (host, detail) => `no secure connection to \`${host}\`: ${detail}`,
  ],
]

const formatAltNames = (detail: string): string => {
  // Node's message has the word `altnames` twice; the names of the certificate come after the second.
  const names =
    detail
      .split(/.altnames: /)
      .slice(1)
      .at(-1) ?? ''
  const altNames = /^.{1,200}/.exec(names)?.[0].replace(/\.$/, '')
  return altNames ? ` (${altNames})` : ''
}

/** Finds the innermost cause of an error, because `fetch` wraps connection errors in other errors. */
function findRootCause(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0)
    return findRootCause(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? findRootCause(error.cause) : error
}

export const createAbortError = (
  row: OperationRow,
  signal: AbortSignal | undefined,
): ManagementError =>
  createCallError(row, 'ABORTED', 'the caller aborted the call', { cause: signal?.reason })

/** Creates the error of a call that was aborted or has no usable response. */
export function createConnectionError(
  row: OperationRow,
  thrown: unknown,
  {
    url,
    secrets,
    timeout,
    signal,
  }: { url: string; secrets: readonly string[]; timeout: number; signal?: AbortSignal | undefined },
): ManagementError {
  if (signal?.aborted) return createAbortError(row, signal)
  const { host } = new URL(url)
  const { code, message } = explainConnectionError(thrown, host, timeout)
  const problem = `\`${row.operation}\` failed: ${message}`
  const remedy = remedies[code]
  const rootCause = findRootCause(thrown)
  return new ManagementError({
    message: redactText(
      `${problem}${remedy === undefined ? '' : `; ${remedy}`} (${code})`,
      secrets,
    ),
    ...(remedy !== undefined && { problem: redactText(problem, secrets) }),
    code,
    operation: row.operation,
    request: `${row.method} ${row.path}`,
    status: 0,
    cause: {
      name: getErrorName(rootCause),
      code: getErrorCode(rootCause),
      message: redactText(getErrorMessage(rootCause), secrets),
    },
  })
}

const getErrorName = (error: unknown): string =>
  error instanceof Error ? error.name : typeof error
const getErrorCode = (error: unknown): string | undefined =>
  isPlainObject(error) ? getString(error, 'code') : undefined

function explainConnectionError(thrown: unknown, host: string, timeout: number): ConnectionFault {
  if (getErrorName(thrown) === 'TimeoutError')
    return {
      code: 'NO_ANSWER_IN_TIME',
      message: `\`${host}\` did not complete its response within ${timeout} ms; it may be overloaded, or \`timeout\` is too short`,
    }
  if (thrown instanceof AnswerTooLargeError)
    return {
      code: 'ANSWER_TOO_LARGE',
      message: `${thrown.message}, the limit of \`maxBytes\`; request smaller pages`,
    }
  if (thrown instanceof AnswerTooDeepError)
    return {
      code: 'ANSWER_TOO_DEEP',
      message: `the response of \`${host}\` is nested too deeply; \`${host}\` may not be a controller`,
    }
  if (thrown instanceof InsecureAddressError)
    return { code: 'INSECURE_HTTP', message: thrown.message }
  const rootCause = findRootCause(thrown)
  const code = getErrorCode(rootCause) ?? ''
  const fault = connectionFaults.find(([codes]) => codes.test(code))
  if (fault) return { code: fault[1], message: fault[2](host, getErrorMessage(rootCause)) }
  return {
    code: 'NO_CONNECTION',
    message: `no response from \`${host}\`: ${getErrorMessage(rootCause)}${code === '' && /fetch|network|load failed/i.test(getErrorMessage(rootCause)) ? '; browsers do not say why: check the name, the certificate, and whether the controller allows requests from this origin (CORS)' : ''}`,
  }
}
