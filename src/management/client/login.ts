import { authentication } from '../../generated/management/operations.js'
import type {
  Authentication,
  CurrentApiSession,
  AuthQuery,
} from '../../generated/management/shapes.js'
import { isPlainObject } from '../plain.js'
import { createCall } from './call.js'
import { ManagementError } from './error.js'
import { parseOperationRow } from './operation-table.js'
import type { Transport } from './transport.js'

/** A session that is held. */
export type HeldSession = {
  /** The headers that carry it. */
  headers: Readonly<Record<string, string>>
  /** As the controller gave it; undefined for one that the caller gave. */
  record: CurrentApiSession | undefined
  /** When it was last used, in ms. */
  usedAt: number
  /** Its second factor, once it was asked for. */
  complete?: Promise<void>
}

export type LoginOptions = {
  /** What the controller is told of the caller, and asked to say of services, when a session is opened. */
  about: Pick<Authentication, 'configTypes' | 'envInfo' | 'sdkInfo'>
  /** Is told each secret as it becomes known. */
  learn: (secret: string) => void
}

const authenticateOperation = parseOperationRow(
  'authentication.authenticate',
  authentication.authenticate,
)
const authenticateMfaOperation = parseOperationRow(
  'authentication.authenticateMfa',
  authentication.authenticateMfa,
)

export const isSession = (value: unknown): value is CurrentApiSession =>
  isPlainObject(value) && typeof value['token'] === 'string'

/** Opens a session, or takes the one that is given. */
export async function openSession(
  transport: Transport,
  credentials: Credentials,
  { about, learn }: LoginOptions,
): Promise<HeldSession> {
  const login = toLogin(credentials)
  if (!login) {
    const token = 'token' in credentials ? await resolveGiven(credentials.token) : ''
    learn(token)
    return { headers: sessionHeaders(token), record: undefined, usedAt: Date.now() }
  }
  const record = await transport(
    createCall(authenticateOperation, [{ ...login.body, ...about }, { method: login.method }]),
    await bearerHeaders(credentials, learn),
  )
  if (!isSession(record))
    throw createLoginError(
      'NO_SESSION',
      'the controller did not open a session; `url` may be that of another API',
    )
  learn(record.token)
  return { headers: { 'zt-session': record.token }, record, usedAt: Date.now() }
}

/** Gives the second factor that a session waits for, if it waits for one. */
export async function giveSecondFactor(
  transport: Transport,
  { record, headers }: HeldSession,
  { credentials, learn }: { credentials: Credentials; learn: (secret: string) => void },
): Promise<void> {
  const query = record?.isMfaComplete === false ? findCodeQuery(record.authQueries) : undefined
  if (!query) return
  const { totp } = credentials
  if (totp === undefined || query.isTotpEnrolled === false)
    throw createLoginError(
      'MFA_REQUIRED',
      `the identity needs a second factor; ${totp === undefined ? 'give `totp`, a code or a function that asks for one, or ' : ''}enroll one with \`enrollMfa\` where it has none yet`,
    )
  const code = typeof totp === 'string' ? totp : await totp(query)
  learn(code)
  await transport(createCall(authenticateMfaOperation, [{ code }]), {
    ...headers,
    ...(await bearerHeaders(credentials, learn)),
  })
}

/** What goes with each call beside the session: the token of an external signer, where that is the second factor. */
export async function secondFactorHeaders(
  credentials: Credentials,
  { record }: HeldSession,
  learn: (secret: string) => void,
): Promise<Record<string, string>> {
  const isSecond =
    'username' in credentials ||
    'certificate' in credentials ||
    'token' in credentials ||
    needsExternalToken(record?.authQueries)
  return isSecond ? bearerHeaders(credentials, learn) : {}
}

async function bearerHeaders(
  { externalJwt }: Credentials,
  learn: (secret: string) => void,
): Promise<Record<string, string>> {
  if (externalJwt === undefined) return {}
  const token = await resolveGiven(externalJwt)
  learn(token)
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

/** A text, or a function that gives it when it is needed. */
export type Given = string | (() => string | Promise<string>)

/** What is given when the controller asks for more. */
export type SecondFactor = {
  /** A one-time code or a recovery code, or a function that gets the query of the controller and gives one. */
  totp?: string | ((query: AuthQuery) => string | Promise<string>)
  /** A token of an external signer, sent with every call, where the authentication policy asks for it as second factor. */
  externalJwt?: Given
}

/** How to authenticate. */
export type Credentials = SecondFactor &
  (
    | {
        /** Name of the identity's user. */
        username: string
        /** Its password. */
        password: string
      }
    /** The `fetch` of the client shows a client certificate; `fetchWithCertificate` of `routerfile/management/node` does. */
    | {
        /** Set if the connection shows a client certificate. */
        certificate: true
      }
    /** A token of an external signer. */
    | {
        /** The token. */
        externalJwt: Given
      }
    /** A session that is there already, or an access token (a JWT), which is sent as `Authorization: Bearer`. */
    | {
        /** The session or the access token. */
        token: Given
      }
  )

export type Login = { method: 'password' | 'cert' | 'ext-jwt'; body: Record<string, string> }

/** The way to authenticate, as the controller calls it, and the body for it; undefined for a session that is there. */
function toLogin(credentials: Credentials): Login | undefined {
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

/** The header that carries a session, or an access token. */
const sessionHeaders = (token: string): Record<string, string> =>
  /^eyJ[\w-]+\.[\w-]+\./.test(token)
    ? { authorization: `Bearer ${token}` }
    : { 'zt-session': token }

/** The query for a one-time code that a session waits for. */
const findCodeQuery = (queries: readonly AuthQuery[] | undefined): AuthQuery | undefined =>
  queries?.find(
    ({ typeId, httpUrl }) =>
      typeId === 'MFA' || typeId === 'TOTP' || httpUrl?.endsWith('/authenticate/mfa'),
  )

/** Whether a session waits for the token of an external signer. */
const needsExternalToken = (queries: readonly AuthQuery[] | undefined): boolean =>
  queries?.some(({ typeId }) => typeId === 'EXT-JWT') ?? false
