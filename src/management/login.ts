import { authentication } from '../generated/management/operations.js'
import type { Authentication, CurrentApiSession } from '../generated/management/shapes.js'
import { callOf } from './call.js'
import type { Credentials } from './credentials.js'
import { asksForJwt, codeQuery, given, loginOf, sessionHeader } from './credentials.js'
import { ManagementError } from './error.js'
import { isPlain } from './plain.js'
import { rowOf } from './row.js'
import type { Transport } from './transport.js'

/** A session that is held. */
export type Held = {
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

const authenticate = rowOf('authentication.authenticate', authentication.authenticate)
const authenticateMfa = rowOf('authentication.authenticateMfa', authentication.authenticateMfa)

export const isSession = (value: unknown): value is CurrentApiSession =>
  isPlain(value) && typeof value['token'] === 'string'

/** Opens a session, or takes the one that is given. */
export async function begin(
  transport: Transport,
  credentials: Credentials,
  { about, learn }: LoginOptions,
): Promise<Held> {
  const login = loginOf(credentials)
  if (!login) {
    const token = 'token' in credentials ? await given(credentials.token) : ''
    learn(token)
    return { headers: sessionHeader(token), record: undefined, usedAt: Date.now() }
  }
  const record = await transport(
    callOf(authenticate, [{ ...login.body, ...about }, { method: login.method }]),
    await bearer(credentials, learn),
  )
  if (!isSession(record))
    throw faultOf('NO_SESSION', 'the controller gave no session; `url` may be that of another API')
  learn(record.token)
  return { headers: { 'zt-session': record.token }, record, usedAt: Date.now() }
}

/** Gives the second factor that a session waits for, if it waits for one. */
export async function completeSession(
  transport: Transport,
  { record, headers }: Held,
  { credentials, learn }: { credentials: Credentials; learn: (secret: string) => void },
): Promise<void> {
  const query = record?.isMfaComplete === false ? codeQuery(record.authQueries) : undefined
  if (!query) return
  const { totp } = credentials
  if (totp === undefined || query.isTotpEnrolled === false)
    throw faultOf(
      'MFA_REQUIRED',
      `the identity needs a second factor; ${totp === undefined ? 'give `totp`, a code or a function that asks for one, or ' : ''}enroll one with \`enrollMfa\` where it has none yet`,
    )
  const code = typeof totp === 'string' ? totp : await totp(query)
  learn(code)
  await transport(callOf(authenticateMfa, [{ code }]), {
    ...headers,
    ...(await bearer(credentials, learn)),
  })
}

/** What goes with each call beside the session: the token of an external signer, where that is the second factor. */
export async function secondHeaders(
  credentials: Credentials,
  { record }: Held,
  learn: (secret: string) => void,
): Promise<Record<string, string>> {
  const isSecond =
    'username' in credentials ||
    'certificate' in credentials ||
    'token' in credentials ||
    asksForJwt(record?.authQueries)
  return isSecond ? bearer(credentials, learn) : {}
}

async function bearer(
  { externalJwt }: Credentials,
  learn: (secret: string) => void,
): Promise<Record<string, string>> {
  if (externalJwt === undefined) return {}
  const token = await given(externalJwt)
  learn(token)
  return { authorization: `Bearer ${token}` }
}

const faultOf = (code: string, message: string): ManagementError =>
  new ManagementError({
    message: `\`${authenticate.operation}\` failed: ${message} (${code})`,
    code,
    operation: authenticate.operation,
    request: `${authenticate.method} ${authenticate.path}`,
    status: 0,
  })
