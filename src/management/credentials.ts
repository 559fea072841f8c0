import type { AuthQuery } from '../generated/management/shapes.js'

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
    | { username: string; password: string }
    /** The `fetch` of the client shows a client certificate; `fetchWithCertificate` of `routerfile/management/node` does. */
    | { certificate: true }
    /** A token of an external signer. */
    | { externalJwt: Given }
    /** A session that is there already, or an access token (a JWT), which is sent as `Authorization: Bearer`. */
    | { token: Given }
  )

export type Login = { method: 'password' | 'cert' | 'ext-jwt'; body: Record<string, string> }

/** The way to authenticate, as the controller calls it, and the body for it; undefined for a session that is there. */
export function loginOf(credentials: Credentials): Login | undefined {
  if ('token' in credentials) return undefined
  if ('username' in credentials)
    return {
      method: 'password',
      body: { username: credentials.username, password: credentials.password },
    }
  return { method: 'certificate' in credentials ? 'cert' : 'ext-jwt', body: {} }
}

export const given = async (value: Given): Promise<string> =>
  typeof value === 'string' ? value : value()

/** The header that carries a session, or an access token. */
export const sessionHeader = (token: string): Record<string, string> =>
  /^eyJ[\w-]+\.[\w-]+\./.test(token)
    ? { authorization: `Bearer ${token}` }
    : { 'zt-session': token }

/** The query for a one-time code that a session waits for. */
export const codeQuery = (queries: readonly AuthQuery[] | undefined): AuthQuery | undefined =>
  queries?.find(
    ({ typeId, httpUrl }) =>
      typeId === 'MFA' || typeId === 'TOTP' || httpUrl?.endsWith('/authenticate/mfa'),
  )

/** Whether a session waits for the token of an external signer. */
export const asksForJwt = (queries: readonly AuthQuery[] | undefined): boolean =>
  queries?.some(({ typeId }) => typeId === 'EXT-JWT') ?? false
