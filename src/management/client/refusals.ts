import { getString } from '../plain.js'
import { isPlainObject } from '../../document/record.js'
import type { ReceivedAnswer } from './answer.js'
import { isWebPage, parseJson, decodeAnswer } from './answer.js'
import type { FieldFault } from './error.js'
import { isLeaderLost, ManagementError } from './error.js'
import { isSecretField, redactText, redactTexts } from './redact.js'
import type { OperationRow } from './operation-table.js'

const adviceByCode: Readonly<Record<string, string>> = {
  INVALID_AUTH:
    'wrong user name, password or certificate; or the identity is disabled or locked, or its authentication policy does not allow this method',
  MFA_INVALID_TOKEN:
    'enter the code that the authenticator app shows now (clocks may differ by a minute), or an unused recovery code',
  MFA_NOT_ENROLLED: 'the identity has no second factor yet: enroll one first',
  MFA_EXISTS: 'a second factor is already enrolled, or its enrollment is pending: remove it first',
  MFA_ENROLLMENT_NOT_STARTED: 'start the enrollment of a second factor first',
  INVALID_FILTER:
    'a valid filter is `name contains "x" and isVerified = true`; `filterableFields` of a page lists the known names',
  INVALID_SORT_IDENTIFIER:
    'a valid sort order is `name desc, createdAt`; `filterableFields` of a page lists the known names; lists and tags cannot be sorted',
  CAN_NOT_DELETE_REFERENCED_ENTITY: 'delete the records that refer to it first',
  ENTITY_CAN_NOT_BE_DELETED: 'the controller needs this record',
  ENTITY_CAN_NOT_BE_UPDATED: 'the controller manages this record itself',
  ENROLLMENT_EXISTS: 'delete or refresh the open enrollment of this method',
  MAX_AUTHENTICATOR_METHODS_REACHED:
    'the identity already has an authenticator of this method: change or delete it',
  REQUEST_ENTITY_TOO_LARGE: 'the limit for a request is 1 MiB',
  SERVER_TOO_MANY_REQUESTS:
    'the controller is overloaded with writes: try again with fewer calls at a time',
  RATE_LIMITED: 'too many attempts (the limit for snapshots is one a minute): try again later',
  CLUSTER_NO_LEADER: 'the controller cluster has no leader at the moment: try again later',
  TIMEOUT:
    'the controller exceeded its own time limit: try again with a smaller page or a narrower filter',
}

const adviceFor = (code: string): string | undefined =>
  Object.hasOwn(adviceByCode, code) ? adviceByCode[code] : undefined

/**
 * Creates the error for a response in which the controller refuses the request, or which is not
 * from the management API.
 */
export function createRefusalError(
  row: OperationRow,
  answer: ReceivedAnswer,
  { url, secrets }: { url: string; secrets: readonly string[] },
): ManagementError {
  const envelope = parseJson(answer)
  const error = redactTexts(
    isPlainObject(envelope) && isPlainObject(envelope['error']) ? envelope['error'] : envelope,
    secrets,
  )
  const code = getString(error, 'code')
  const { status, headers } = answer
  const description =
    code === undefined
      ? describeForeignAnswer(row, answer, url)
      : { code, message: joinParts(describeRefusal(row, error, answer)) }
  const cause = isPlainObject(error) ? error['cause'] : undefined
  return new ManagementError({
    message: redactText(
      `\`${row.operation}\` failed: ${description.message} (${[`status ${status}`, ...(code ? [code] : []), ...(getString(error, 'requestId') ? [`request ${getString(error, 'requestId')}`] : [])].join(', ')})`,
      secrets,
    ),
    code: description.code,
    operation: row.operation,
    request: `${row.method} ${row.path}`,
    status,
    requestId: getString(error, 'requestId'),
    field: findFieldFault(error),
    retryAfter: parseRetryAfter(headers.get('retry-after')),
    challenge: headers.get('www-authenticate') ?? undefined,
    ...(cause !== undefined && {
      cause: findFieldFault(error) ? { ...findFieldFault(error) } : cause,
    }),
  })
}

const joinParts = (parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join('; ')

/** The parts of the message: the reason from the controller, then what to do about it. */
function describeRefusal(
  row: OperationRow,
  error: unknown,
  { status, headers }: ReceivedAnswer,
): (string | undefined)[] {
  const code = getString(error, 'code') ?? ''
  const field = findFieldFault(error)
  const cause = isPlainObject(error) ? error['cause'] : undefined
  const rootMessage = findInnermostMessage(cause) ?? getString(error, 'causeMessage')
  if (status === 404 && /^path \S+ was not found/.test(rootMessage ?? ''))
    return [
      `the controller does not serve \`${row.method} ${row.path}\``,
      explainMissingOperation(row),
    ]
  if (status === 401 && code !== 'INVALID_AUTH')
    return [
      describeChallenge(headers.get('www-authenticate')) ??
        'the session has ended, or the identity lacks the permission for this operation',
    ]
  if (field)
    return [
      `invalid \`${field.field}\`: ${toClause(field.reason)}${field.value && !field.reason.includes(field.value) ? `; it is \`${field.value}\`` : ''}`,
      adviceFor(code),
    ]
  return [
    toClause(rootMessage ?? getString(error, 'message') ?? code),
    adviceFor(isLeaderLost(status, rootMessage ?? '') ? 'CLUSTER_NO_LEADER' : code),
    ...(status === 501 ? [explainMissingOperation(row)] : []),
  ]
}

const explainMissingOperation = ({ since }: OperationRow): string =>
  since === undefined
    ? '`url` may belong to another API, or the controller has another release'
    : since === 'never'
      ? 'it is in the API specification, but no release up to 2.0 serves it'
      : `it needs release ${since} or later`

/** Maximum length of a quoted response, in characters. */
const maxQuotedLength = 2000

/** Turns a sentence of the controller into a clause. */
const toClause = (text: string): string =>
  text
    .slice(0, maxQuotedLength)
    .replace(/[.\s]+$/, '')
    .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())

function findInnermostMessage(cause: unknown): string | undefined {
  const innerMessage = isPlainObject(cause) ? findInnermostMessage(cause['cause']) : undefined
  return innerMessage ?? getString(cause, 'message') ?? getString(cause, 'reason')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function findFieldFault(error: unknown): FieldFault | undefined {
  const cause = isPlainObject(error) ? error['cause'] : undefined
  const field = getString(cause, 'field')
  if (field === undefined) return cause === undefined ? undefined : findFieldFault(cause)
  const value = isPlainObject(cause) ? toText(cause['value']) : ''
  return {
    field,
    reason: getString(cause, 'reason') ?? 'it is not valid',
    value: value !== '' && isSecretField(field) ? '***' : value,
  }
}

/** Parses `Retry-After`, seconds or a date, to ms from now; undefined if it is missing or neither. */
function parseRetryAfter(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined
  const seconds = Number(text)
  const delay = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - Date.now()
  return Number.isNaN(delay) ? undefined : Math.max(0, delay)
}

/** Describes a response that is not from the management API. */
function describeForeignAnswer(
  row: OperationRow,
  answer: ReceivedAnswer,
  url: string,
): { code: string; message: string } {
  const { status, headers, bytes } = answer
  if (status === 0 || (status >= 300 && status < 400))
    return {
      code: 'REDIRECTED',
      message: `\`${url}\` redirects to \`${headers.get('location') ?? 'another address'}\`; use the address of the controller itself, because sessions are not sent to other addresses`,
    }
  if (isWebPage(answer)) {
    const title = /<title[^>]*>([^<]{1,80})/i
      .exec(decodeAnswer(answer).slice(0, maxQuotedLength))?.[1]
      ?.trim()
    return {
      code: 'NOT_JSON',
      message: `a web page${title ? ` (\`${title}\`)` : ''} was returned instead of JSON; a proxy, a login portal or another program answers at \`${url}\`, or its path is wrong`,
    }
  }
  const isSuccess = status >= 200 && status < 300
  if (bytes.length === 0)
    return {
      code: isSuccess ? 'BAD_ANSWER' : 'NO_BODY',
      message: `the response is empty${status === 500 ? '; the controller failed to handle the request' : ''}`,
    }
  if (status === 501)
    return {
      code: 'NOT_SERVED',
      message: `the controller does not serve \`${row.method} ${row.path}\`; ${explainMissingOperation(row)}`,
    }
  const body = parseJson(answer)
  const isJson = body !== undefined
  if (isJson && !isSuccess)
    return {
      code: 'BAD_ANSWER',
      message: `${status < 500 ? 'the request was refused' : 'the controller failed to handle the request'}${formatReason(body)}`,
    }
  const content = isJson
    ? 'JSON that is not from the management API'
    : `not JSON, but \`${decodeAnswer(answer).slice(0, 60).replaceAll(/\s+/g, ' ').trim()}\``
  return {
    code: isJson ? 'BAD_ANSWER' : 'NOT_JSON',
    message: `the response is ${content}; the path of \`${url}\` may be wrong (the API is at \`/edge/management/v1\`), or the response was cut off`,
  }
}

/**
 * The message in an error that is not from the management API (a string, or an OAuth error), as the end of a sentence;
 * empty if there is none.
 */
function formatReason(body: unknown): string {
  const reason =
    typeof body === 'string'
      ? body
      : (getString(body, 'error_description') ??
        getString(body, 'message') ??
        getString(body, 'error'))
  return reason === undefined || reason.trim() === '' ? '' : `: ${toClause(reason)}`
}

export type Challenge = { realm: string; error: string; signers: string }

/** Parses the challenges in a `WWW-Authenticate` header. */
const parseChallenges = (header: string | null): Challenge[] =>
  (header ?? '').split(/,\s*(?=[\w-]+\s+\w+=)/).flatMap((part) => {
    const values = new Map(
      [...part.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    )
    const realm = values.get('realm')
    return realm === undefined
      ? []
      : [
          {
            realm,
            error: values.get('error') ?? '',
            signers: values.get('issuer') ?? values.get('id') ?? '',
          },
        ]
  })

/** Whether a `WWW-Authenticate` header says that the session is unknown or has ended. */
export const isSessionEnded = (header: string | null): boolean =>
  parseChallenges(header).some(
    ({ realm, error }) =>
      /^(zt-session|openziti-oidc)$/.test(realm) && /^(invalid|expired)$/.test(error),
  )

/** Whether the controller requires the token of an external signer, so that a new session does not help. */
export const asksForExternalToken = (header: string | null): boolean =>
  parseChallenges(header).some(({ realm }) => realm.endsWith('ext-jwt'))

function describeChallenge(header: string | null): string | undefined {
  const challenges = parseChallenges(header)
  const externalChallenge = challenges.find(({ realm }) => realm.endsWith('ext-jwt'))
  if (externalChallenge)
    return `the token of the external signer is ${externalChallenge.error || 'refused'}${externalChallenge.signers ? `; accepted signers: \`${externalChallenge.signers}\`` : ''}; give it as \`externalJwt\``
  const [first] = challenges
  if (!first) return undefined
  if (first.error === 'missing') return 'no session was sent; give `credentials`'
  const sessionState = first.error === 'expired' ? 'has expired' : 'has ended or is unknown'
  return `the session ${sessionState}; authenticate again`
}
