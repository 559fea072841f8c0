import { TooLarge } from './answer.js'
import { ManagementError } from './error.js'
import { isPlain, textAt } from './plain.js'
import { scrub } from './redact.js'
import type { Row } from './row.js'

type Fault = { code: string; message: string }

const untrusted = (host: string): Fault => ({
  code: 'CERTIFICATE_NOT_TRUSTED',
  message: `nobody that this machine trusts vouches for the certificate of \`${host}\`, which is usual for controllers; get their authorities with \`fetchCas\`, pinned by a fingerprint or an enrollment token, and give them as \`ca\` (or the file with NODE_EXTRA_CA_CERTS)`,
})

/** What the codes of Node's connections mean. */
const faults: readonly (readonly [
  codes: RegExp,
  fault: (host: string, detail: string) => Fault,
])[] = [
  [
    /^ECONNREFUSED$/,
    (host) => ({
      code: 'CONNECTION_REFUSED',
      message: `nothing listens at \`${host}\`; the controller is not running, or it has another port`,
    }),
  ],
  [
    /^(ENOTFOUND|EAI_AGAIN|ENODATA)$/,
    (host) => ({
      code: 'HOST_NOT_FOUND',
      message: `the name of \`${host}\` is unknown; it is misspelled, or the name server cannot be reached`,
    }),
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_INVALID_EOF_STATE)$/,
    (host) => ({
      code: 'CONNECTION_LOST',
      message: `\`${host}\` closed the connection before the answer was complete`,
    }),
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/,
    (host) => ({
      code: 'NOT_REACHED',
      message: `\`${host}\` does not answer; a firewall may be in between, or the address is wrong`,
    }),
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    (host, detail) => ({
      code: 'CERTIFICATE_WRONG_HOST',
      message: `the certificate of \`${host}\` is for other names${names(detail)}; give one of these in \`url\`, or have the controller's certificate name this one`,
    }),
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    (host) => ({
      code: 'CERTIFICATE_EXPIRED',
      message: `the certificate of \`${host}\` has expired; renew it, or set the clock of this machine`,
    }),
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    (host) => ({
      code: 'CERTIFICATE_EXPIRED',
      message: `the certificate of \`${host}\` is not valid yet; the clock of this machine or of the controller may be wrong`,
    }),
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_SIGNATURE_FAILURE)$/,
    untrusted,
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|EPROTO|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    (host) => ({
      code: 'NOT_TLS',
      message: `\`${host}\` does not speak TLS as it should; it is another program's port, or \`url\` should begin with \`http:\``,
    }),
  ],
  [
    /^HPE_/,
    (host) => ({
      code: 'NOT_HTTP',
      message: `\`${host}\` does not speak HTTP as it should; it is another program's port, or \`url\` should begin with \`https:\``,
    }),
  ],
  [
    /^UND_ERR_(ABORTED|PRX_TLS)$/,
    (host, detail) => ({
      code: 'PROXY_FAILED',
      message: `the proxy does not connect to \`${host}\`: ${detail.replace(/ !== 200.*/, '')}; name it in NO_PROXY if no proxy is needed`,
    }),
  ],
  [
    /^ERR_(SSL|TLS|OSSL)/,
    (host, detail) => ({
      code: 'TLS_FAILED',
      message: `no secure connection to \`${host}\`: ${detail}`,
    }),
  ],
]

const names = (detail: string): string => {
  const found = /.*altnames: (.{1,200})/.exec(detail)?.[1]?.replace(/\.$/, '')
  return found ? ` (${found})` : ''
}

/** The error at the bottom: `fetch` hides that of the connection behind its own. */
function bottomOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return bottomOf(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? bottomOf(error.cause) : error
}

/** The error for a call that its caller has ended. */
export const abortFault = (
  { operation, method, path }: Row,
  signal: AbortSignal | undefined,
): ManagementError =>
  new ManagementError({
    message: `\`${operation}\` failed: the caller ended it (ABORTED)`,
    code: 'ABORTED',
    operation,
    request: `${method} ${path}`,
    status: 0,
    cause: signal?.reason,
  })

/** The error for a call that got no answer. */
export function connectionFault(
  row: Row,
  thrown: unknown,
  {
    url,
    secrets,
    timeout,
    signal,
  }: { url: string; secrets: readonly string[]; timeout: number; signal?: AbortSignal | undefined },
): ManagementError {
  if (signal?.aborted) return abortFault(row, signal)
  const { host } = new URL(url)
  const fault = faultOf(thrown, host, timeout)
  const bottom = bottomOf(thrown)
  return new ManagementError({
    message: scrub(`\`${row.operation}\` failed: ${fault.message} (${fault.code})`, secrets),
    code: fault.code,
    operation: row.operation,
    request: `${row.method} ${row.path}`,
    status: 0,
    cause: {
      name: nameOf(bottom),
      code: codeOf(bottom),
      message: scrub(messageOf(bottom), secrets),
    },
  })
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
const codeOf = (error: unknown): string | undefined =>
  isPlain(error) ? textAt(error, 'code') : undefined

function faultOf(thrown: unknown, host: string, timeout: number): Fault {
  if (nameOf(thrown) === 'TimeoutError')
    return {
      code: 'NO_ANSWER_IN_TIME',
      message: `\`${host}\` gave no whole answer within ${timeout} ms; it may be overloaded, or \`timeout\` is too short`,
    }
  if (thrown instanceof TooLarge)
    return {
      code: 'ANSWER_TOO_LARGE',
      message: `${thrown.message}, which is what \`maxBytes\` allows; ask for smaller pages`,
    }
  const bottom = bottomOf(thrown)
  const code = codeOf(bottom) ?? ''
  const known = faults.find(([codes]) => codes.test(code))
  if (known) return known[1](host, messageOf(bottom))
  return {
    code: 'NO_CONNECTION',
    message: `no answer from \`${host}\`: ${messageOf(bottom)}${code === '' && /fetch|network|load failed/i.test(messageOf(bottom)) ? '; browsers do not tell more: the name, the certificate, or rights across origins may be the reason' : ''}`,
  }
}
