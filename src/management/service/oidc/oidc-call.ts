import type { GuardedAttempt } from '../auth/attempts.js'
import type { Connection, IncomingRequest, OutgoingResponse } from '../call/request.js'
import type { ServiceContext } from '../call/context.js'
import type { AuthRequest, AuthRequests } from './requests.js'
import { isSameClient } from './same-client.js'
import { publicClients } from './tokens.js'

/** A request to the provider; `issuer` is the URL of the provider, as the client reaches it. */
export type OidcCall = {
  httpRequest: IncomingRequest
  connection: Connection
  url: URL
  issuer: string
  context: ServiceContext
  /** The sign-ins that are in progress. */
  requests: AuthRequests
  /** Runs work that checks a password or code, unless there were too many wrong attempts. */
  attempt: GuardedAttempt
}

/** An error of OAuth (RFC 6749, section 5.2). */
export class OauthError extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

export const respondJson = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): OutgoingResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

export const respondText = (
  body: string,
  { status = 200, headers = {} }: Partial<Pick<OutgoingResponse, 'status' | 'headers'>> = {},
): OutgoingResponse => ({
  status,
  headers: {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
  },
  body,
})

export const redirect = (location: string): OutgoingResponse => ({
  status: 302,
  headers: { location, 'content-type': 'text/html; charset=utf-8' },
  body: `<a href="${location.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">Found</a>.\n\n`,
})

/** Whether a URI is `/auth/callback` on the client's own machine. Codes are only sent to such URIs. */
export function isLoopbackCallback(uri: string): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) &&
    url.pathname === '/auth/callback'
  )
}

export function addParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

export type OidcRequest = Omit<OidcCall, 'issuer' | 'requests' | 'attempt'>

export type OidcHandler = (call: OidcCall) => OutgoingResponse | Promise<OutgoingResponse>

export function requireClient(client: string | undefined): string {
  if (client === undefined || !publicClients.includes(client))
    throw new OauthError('invalid_client', `client_id must be ${publicClients.join(' or ')}`)
  return client
}

/** The sign-in with an id. Throws an OauthError if it is unknown or has expired, or if another client began it. */
export const requireRequest = (
  id: string | undefined,
  { connection, requests }: OidcCall,
): AuthRequest => {
  const request = requests.find(id)
  if (!request || !isSameClient(request.startedBy, connection))
    throw new OauthError('invalid_request', 'the sign-in request is unknown or has expired')
  return request
}

export const readForm = async ({ httpRequest }: OidcCall): Promise<URLSearchParams> =>
  new URLSearchParams(await httpRequest.text())
