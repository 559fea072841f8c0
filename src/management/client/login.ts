import { authentication } from '../../generated/management/operations.js'
import type {
  Authentication,
  CurrentApiSession,
  AuthQuery,
} from '../../generated/management/shapes.js'
import { getString } from '../plain.js'
import { createCall } from './call.js'
import { ManagementError } from './error.js'
import { parseOperationRow } from './operation-table.js'
import type { Transport } from './transport.js'

/** An open session. */
export type HeldSession = {
  /** The headers that authenticate its requests. */
  headers: Readonly<Record<string, string>>
  /** The record from the controller; undefined for a token from the caller. */
  record: CurrentApiSession | undefined
  /** When the session was last used, in ms since 1970. */
  usedAt: number
  /** Resolves when the second factor is complete; absent until a call needed it. */
  complete?: Promise<void>
}

export type LoginOptions = {
  /**
   * Sent when a session is opened: the environment and SDK of the caller, and the config types to
   * include in services.
   */
  about: Pick<Authentication, 'configTypes' | 'envInfo' | 'sdkInfo'>
  /** Called with each secret as soon as it is known. */
  addSecret: (secret: string) => void
}

const authenticateOperation = parseOperationRow(
  'authentication.authenticate',
  authentication.authenticate,
)
const authenticateMfaOperation = parseOperationRow(
  'authentication.authenticateMfa',
  authentication.authenticateMfa,
)

/**
 * The session in a response; undefined without a token. As in all responses, other fields are not
 * checked.
 */
export const toSession = (value: unknown): CurrentApiSession | undefined =>
  getString(value, 'token') === undefined ? undefined : (value as CurrentApiSession)

/** Opens a session, or uses the given token. */
export async function openSession(
  transport: Transport,
  credentials: Credentials,
  { about, addSecret }: LoginOptions,
): Promise<HeldSession> {
  const login = toLogin(credentials)
  if (!login) {
    const token = 'token' in credentials ? await resolveGiven(credentials.token) : ''
    addSecret(token)
    return { headers: sessionHeaders(token), record: undefined, usedAt: Date.now() }
  }
  const record = toSession(
    await transport(
      createCall(authenticateOperation, [{ ...login.body, ...about }, { method: login.method }]),
      await bearerHeaders(credentials, addSecret),
    ),
  )
  if (!record)
    throw createLoginError(
      'NO_SESSION',
      'the controller did not open a session; `url` may belong to another API',
    )
  addSecret(record.token)
  return { headers: { 'zt-session': record.token }, record, usedAt: Date.now() }
}

/** Completes the second factor if the session requires one. */
export async function completeSecondFactor(
  transport: Transport,
  { record, headers }: HeldSession,
  { credentials, addSecret }: { credentials: Credentials; addSecret: (secret: string) => void },
): Promise<void> {
  const query = record?.isMfaComplete === false ? findCodeQuery(record.authQueries) : undefined
  if (!query) return
  const { totp } = credentials
  if (totp === undefined || query.isTotpEnrolled === false)
    throw createLoginError(
      'MFA_REQUIRED',
      `the identity needs a second factor; ${totp === undefined ? 'set `totp` to a code or a function that returns one, or ' : ''}enroll one with \`enrollMfa\` if it has none yet`,
    )
  const code = typeof totp === 'string' ? totp : await totp(query)
  addSecret(code)
  await transport(createCall(authenticateMfaOperation, [{ code }]), {
    ...headers,
    ...(await bearerHeaders(credentials, addSecret)),
  })
}

/**
 * Headers to send besides those of the session: the token of an external JWT signer, if it is the
 * second factor.
 */
export async function secondFactorHeaders(
  credentials: Credentials,
  { record }: HeldSession,
  addSecret: (secret: string) => void,
): Promise<Record<string, string>> {
  const isSecond =
    'username' in credentials ||
    'certificate' in credentials ||
    'token' in credentials ||
    needsExternalToken(record?.authQueries)
  return isSecond ? bearerHeaders(credentials, addSecret) : {}
}

async function bearerHeaders(
  { externalJwt }: Credentials,
  addSecret: (secret: string) => void,
): Promise<Record<string, string>> {
  if (externalJwt === undefined) return {}
  const token = await resolveGiven(externalJwt)
  addSecret(token)
  return { authorization: `Bearer ${token}` }
}

const createLoginError = (code: string, message: string): ManagementError =>
  new ManagementError({
    message: `\`${authenticateOperation.operation}\` failed: ${message} (${code})`,
    code,
    operation: authenticateOperation.operation,
    request: `${authenticateOperation.method} ${authenticateOperation.path}`,
    status: 0,
  })

/** A string, or a function that returns it on demand. */
export type Given = string | (() => string | Promise<string>)

/** The second factor, if the controller asks for one. */
export type SecondFactor = {
  /**
   * A one-time code or recovery code, or a function that receives the query of the controller and
   * returns a code.
   */
  totp?: string | ((query: AuthQuery) => string | Promise<string>)
  /**
   * A token of an external signer, sent with every call if the auth policy requires it as second
   * factor.
   */
  externalJwt?: Given
}

/** How to authenticate. */
export type Credentials = SecondFactor &
  (
    | {
        /** The user name of the identity. */
        username: string
        /** Its password. */
        password: string
      }
    /**
     * Authenticates with the client certificate of the connection; use `fetchWithCertificate` of
     * `routerfile/management/node`.
     */
    | {
        /** Set if the connection shows a client certificate. */
        certificate: true
      }
    /** A token of an external signer. */
    | {
        /** The token. */
        externalJwt: Given
      }
    /**
     * An existing session token, or an access token (JWT), which is sent as `Authorization:
     * Bearer`.
     */
    | {
        /** The session token or access token. */
        token: Given
      }
  )

export type LoginRequest = { method: 'password' | 'cert' | 'ext-jwt'; body: Record<string, string> }

/**
 * The authentication method, by its name on the controller, and the request body; undefined for an
 * existing session.
 */
function toLogin(credentials: Credentials): LoginRequest | undefined {
  if ('token' in credentials) return undefined
  if ('username' in credentials)
    return {
      method: 'password',
      body: { username: credentials.username, password: credentials.password },
    }
  return { method: 'certificate' in credentials ? 'cert' : 'ext-jwt', body: {} }
}

const resolveGiven = async (value: Given): Promise<string> =>
  typeof value === 'string' ? value : value()

/** The header for a session token or an access token. */
const sessionHeaders = (token: string): Record<string, string> =>
  /^eyJ[\w-]+\.[\w-]+\./.test(token)
    ? { authorization: `Bearer ${token}` }
    : { 'zt-session': token }

/** The query for a one-time code, if the session requires one. */
const findCodeQuery = (queries: readonly AuthQuery[] | undefined): AuthQuery | undefined =>
  queries?.find(
    ({ typeId, httpUrl }) =>
      typeId === 'MFA' || typeId === 'TOTP' || httpUrl?.endsWith('/authenticate/mfa'),
  )

/** Whether the session requires the token of an external signer. */
const needsExternalToken = (queries: readonly AuthQuery[] | undefined): boolean =>
  queries?.some(({ typeId }) => typeId === 'EXT-JWT') ?? false
