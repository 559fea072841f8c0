import { authentication } from '../../generated/management/operations.js'
import type {
  Authentication,
  CurrentApiSession,
  AuthQuery,
} from '../../generated/management/shapes.js'
import { getString } from '../plain.js'
import type { PreparedCall } from './call.js'
import { createCall } from './call.js'
import type { ManagementError } from './error.js'
import { createCallError } from './error.js'
import { parseOperationRow } from './operation-table.js'
import type { Transport } from './transport.js'

/** The tokens of an OpenID Connect session. */
export type OidcTokens = {
  /** The access token, which authenticates requests. */
  access: string
  /** The refresh token, which renews the access token and can end the session. */
  refresh: string | undefined
  /** The ID token, which says who has signed in. */
  id: string | undefined
  /** When to renew the access token, shortly before it expires, in ms since 1970. */
  renewAt: number
}

export type HeldSession = {
  /** The base URL of the controller that opened the session, or at which a token from the caller was first used. */
  controller: string
  /** The headers that authenticate requests of the session. */
  headers: Readonly<Record<string, string>>
  /**
   * The session as the controller returned it; undefined for a token from the caller, and for tokens of OpenID Connect.
   */
  record: CurrentApiSession | undefined
  /** The tokens of OpenID Connect, which are valid at all controllers of a cluster. */
  tokens?: OidcTokens
  /** When the session was last used, in ms since 1970. */
  usedAt: number
  /** Resolves when the second factor is complete; absent until a call needs the second factor. */
  completion?: Promise<void>
}

export type LoginOptions = {
  /**
   * The config types, and the information about the client's environment and SDK, that are sent when a session is
   * opened.
   */
  details: Pick<Authentication, 'configTypes' | 'envInfo' | 'sdkInfo'>
  /** Called with each secret as soon as it is known. */
  addSecret: (secret: string) => void
  onTokens?: ((tokens: OidcTokens) => void) | undefined
}

const authenticateOperation = parseOperationRow(
  'authentication.authenticate',
  authentication.authenticate,
)
const authenticateMfaOperation = parseOperationRow(
  'authentication.authenticateMfa',
  authentication.authenticateMfa,
)

/** The session in a response; undefined without a token. As in all responses, other fields are not checked. */
export const toSession = (value: unknown): CurrentApiSession | undefined =>
  getString(value, 'token') === undefined ? undefined : (value as CurrentApiSession)

export type SignInTransport = {
  controller: string
  send: (call: PreparedCall, headers?: Readonly<Record<string, string>>) => Promise<unknown>
}

/**
 * Creates a transport that sends calls to one controller. If the client knows other controllers, the transport does not
 * retry failed calls.
 */
export const createSignInTransport = (
  transport: Transport,
  { controller, hasOthers }: { controller: string; hasOthers: boolean },
): SignInTransport => ({
  controller,
  send: async (call, headers = {}) =>
    (
      await transport(
        {
          ...call,
          controller,
          options: { ...call.options, ...(hasOthers && { retry: false }) },
        },
        async () => headers,
      )
    ).value,
})

/** Opens a session; for a token in the credentials, no request is needed. */
export async function openSession(
  { controller, send }: SignInTransport,
  credentials: Credentials,
  { details, addSecret }: LoginOptions,
): Promise<HeldSession> {
  const login = toLogin(credentials)
  if (!login) {
    const token =
      'token' in credentials ? await resolveTokenSource(credentials.token, { controller }) : ''
    addSecret(token)
    return { controller, headers: sessionHeaders(token), record: undefined, usedAt: Date.now() }
  }
  const record = toSession(
    await send(
      createCall(authenticateOperation, [{ ...login.body, ...details }, { method: login.method }]),
      await bearerHeaders(credentials, addSecret),
    ),
  )
  if (!record)
    throw createLoginError(
      'NO_SESSION',
      'the controller did not open a session; `url` may belong to another API',
    )
  addSecret(record.token)
  return { controller, headers: { 'zt-session': record.token }, record, usedAt: Date.now() }
}

/** Sends a one-time code if the session requires one. */
export async function completeSecondFactor(
  { send }: SignInTransport,
  { record, headers }: HeldSession,
  { credentials, addSecret }: { credentials: Credentials; addSecret: (secret: string) => void },
): Promise<void> {
  const query = record?.isMfaComplete === false ? findCodeQuery(record.authQueries) : undefined
  if (!query) return
  const { totp } = credentials
  const code = await resolveCode(query, totp)
  addSecret(code)
  await send(createCall(authenticateMfaOperation, [{ code }]), {
    ...headers,
    ...(await bearerHeaders(credentials, addSecret)),
  })
}

/**
 * Returns the one-time code for a query. Throws an error with the code `MFA_REQUIRED` if the caller provides no
 * one-time code, or if the identity has not enrolled an authenticator.
 */
export async function resolveCode(query: AuthQuery, totp: SecondFactor['totp']): Promise<string> {
  if (totp !== undefined && query.isTotpEnrolled !== false)
    return typeof totp === 'string' ? totp : totp(query)
  throw createLoginError(
    'MFA_REQUIRED',
    `the identity needs a second factor; ${totp === undefined ? 'set `totp` to a code or a function that returns one, or ' : ''}enroll one with \`enrollMfa\` if it has none yet`,
  )
}

/**
 * Headers to send in addition to those of the session: the token `externalJwt` as a second factor. If that token opened
 * the session, it is sent only if the session also requires it as a second factor.
 */
export async function secondFactorHeaders(
  credentials: Credentials,
  { record }: HeldSession,
  addSecret: (secret: string) => void,
): Promise<Record<string, string>> {
  const isSecondFactor =
    'username' in credentials ||
    'certificate' in credentials ||
    'token' in credentials ||
    needsExternalToken(record?.authQueries)
  return isSecondFactor ? bearerHeaders(credentials, addSecret) : {}
}

export async function bearerHeaders(
  { externalJwt }: Credentials,
  addSecret: (secret: string) => void,
): Promise<Record<string, string>> {
  if (externalJwt === undefined) return {}
  const token = await resolveTokenSource(externalJwt, { controller: '' })
  addSecret(token)
  return { authorization: `Bearer ${token}` }
}

export const createLoginError = (code: string, message: string, status = 0): ManagementError =>
  createCallError(authenticateOperation, code, message, { status })

/**
 * A string, or a function that returns it on demand. A function for a session token gets the base URL of the
 * controller, because session tokens are valid only where they were issued; other functions get an empty string.
 */
export type TokenSource = string | ((place: { controller: string }) => string | Promise<string>)

/** The second factor, if the controller asks for one. */
export type SecondFactor = {
  /**
   * A one-time code or recovery code, or a function that receives the controller's request for a code and returns the
   * code.
   */
  totp?: string | ((query: AuthQuery) => string | Promise<string>)
  /**
   * A token of an external signer, sent with every call if the auth policy requires it as second
   * factor.
   */
  externalJwt?: TokenSource
}

/** The credentials of a client, with its second factor if it needs one. */
export type Credentials = SecondFactor & {
  /**
   * Signs in through OpenID Connect, whose tokens are valid at all controllers of a cluster. Default:
   * only for clusters. Not possible in browsers, which hide redirects from programs.
   */
  oidc?: boolean
} & (
    | {
        /** The user name of the identity. */
        username: string
        /** Sent to the controllers only, and kept in memory to sign in again. */
        password: string
      }
    /**
     * Authenticates with the client certificate of the connection; use `fetchWithCertificate` of
     * `routerfile/management/node`.
     */
    | {
        /** Always true: the connection presents a client certificate. */
        certificate: true
      }
    /** Authenticates with a token of an external signer. */
    | {
        /** A JWT from a signer that the controller knows. */
        externalJwt: TokenSource
      }
    /**
     * An existing session token, or an access token (JWT), which is sent as `Authorization:
     * Bearer`.
     */
    | {
        /** The session token or access token. */
        token: TokenSource
      }
  )

export type LoginRequest = { method: 'password' | 'cert' | 'ext-jwt'; body: Record<string, string> }

/**
 * The authentication method, by its name on the controller, and the request body; undefined for a `token`, which is
 * used as it is.
 */
export function toLogin(credentials: Credentials): LoginRequest | undefined {
  if ('token' in credentials) return undefined
  if ('username' in credentials)
    return {
      method: 'password',
      body: { username: credentials.username, password: credentials.password },
    }
  return { method: 'certificate' in credentials ? 'cert' : 'ext-jwt', body: {} }
}

const resolveTokenSource = async (
  value: TokenSource,
  place: { controller: string },
): Promise<string> => (typeof value === 'string' ? value : value(place))

/**
 * Whether a token may be an access token, which is valid at all controllers. True for a function, because the function
 * may return an access token.
 */
export const mayBeAccessToken = (token: TokenSource): boolean =>
  typeof token === 'function' || /^eyJ[\w-]+\.[\w-]+\./.test(token)

const sessionHeaders = (token: string): Record<string, string> =>
  mayBeAccessToken(token) ? { authorization: `Bearer ${token}` } : { 'zt-session': token }

/** The query for a one-time code, if the session requires one. */
export const findCodeQuery = (queries: readonly AuthQuery[] | undefined): AuthQuery | undefined =>
  queries?.find(
    ({ typeId, httpUrl }) =>
      typeId === 'MFA' || typeId === 'TOTP' || httpUrl?.endsWith('/authenticate/mfa'),
  )

const needsExternalToken = (queries: readonly AuthQuery[] | undefined): boolean =>
  queries?.some(({ typeId }) => typeId === 'EXT-JWT') ?? false
