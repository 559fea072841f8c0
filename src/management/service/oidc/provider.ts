import { createHash } from 'node:crypto'
import type { Operation, Shape } from '../../operation.js'
import type { GuardedAttempt } from '../auth/attempts.js'
import { authenticate, authMethods } from '../auth/authenticate.js'
import { endSession } from '../auth/end-sessions.js'
import { readBearerTokens } from '../auth/external-tokens.js'
import { findMfa, listAuthQueries } from '../auth/second-factors.js'
import { mfaOperations } from '../entities/mfa.js'
import { statusFor } from '../../statuses.js'
import { enrollOperation } from '../http/routes.js'
import { readBody } from '../http/body/read-body.js'
import type { Failure } from '../http/failure.js'
import { errorMessages, Refusal, unwrap } from '../http/failure.js'
import type { Call, Caller } from '../http/handler.js'
import type { Connection, IncomingRequest, OutgoingResponse } from '../http/request-response.js'
import type { ReadTransaction, ServiceContext } from '../service-context.js'
import { describeSigningKeys, describeProvider, oidcPath } from './discovery.js'
import type { AuthRequest } from './requests.js'
import { createAuthRequests } from './requests.js'
import type { TokenClaims } from './tokens.js'
import { findTokenSession, issueTokens, publicClient, readToken } from './tokens.js'

const textShape: Shape = { type: 'string' }

/** What a login sends: the id of the request, and its credentials. */
const loginOperation: Operation = {
  ...enrollOperation,
  resource: 'oidc',
  name: 'login',
  id: 'oidcLogin',
  description: 'Signs a user in through OpenID Connect.',
  path: oidcPath,
  body: {
    shape: {
      type: 'object',
      properties: {
        code: textShape,
        configTypes: { type: 'array', items: textShape },
        envInfo: { $ref: '#/$defs/EnvInfo' },
        id: textShape,
        password: textShape,
        sdkInfo: { $ref: '#/$defs/SdkInfo' },
        username: textShape,
      },
    },
    optional: true,
    name: 'login',
  },
  errors: [400, 401],
}

type LoginInput = {
  id?: string
  code?: string
  username?: string
  password?: string
  configTypes?: string[]
}

/** Reads the fields of a login form. Fields that are objects can only be sent as JSON. */
const readLoginForm = (form: URLSearchParams, id: string): LoginInput => ({
  id: form.get('id') ?? id,
  code: form.get('code') ?? '',
  username: form.get('username') ?? '',
  password: form.get('password') ?? '',
  configTypes: form.getAll('configTypes'),
})

/** A request to the provider, with the address under which the client reaches it. */
type OidcCall = {
  incoming: IncomingRequest
  connection: Connection
  url: URL
  issuer: string
  context: ServiceContext
}

/** An error of OAuth (RFC 6749, section 5.2). */
class OauthError extends Error {
  readonly code: string

  constructor(code: string, description: string) {
    super(description)
    this.code = code
  }
}

const respondJson = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): OutgoingResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const respondText = (body: string): OutgoingResponse => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

const redirect = (location: string): OutgoingResponse => ({
  status: 302,
  headers: { location, 'content-type': 'text/html; charset=utf-8' },
  body: `<a href="${location.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">Found</a>.\n\n`,
})

/** Maximum length of the parameters of a request, which is kept until the user has signed in. */
const maxParameters = 4096

/** Whether an address is one where the client itself listens: only there do codes go. */
function isClientAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) &&
    url.pathname === '/auth/callback'
  )
}

function addParameters(
  address: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** The TOTP query of a login, as recorded on controllers. */
const createTotpQuery = (isTotpEnrolled: boolean): Record<string, unknown> => ({
  format: 'numeric',
  httpMethod: 'POST',
  httpUrl: './oidc/login/totp',
  isTotpEnrolled,
  maxLength: 8,
  minLength: 6,
  provider: 'ziti',
  scopes: null,
  typeId: 'TOTP',
})

/** Handles a request to a path of the provider; undefined for an unknown path. */
export type Provider = (call: Omit<OidcCall, 'issuer'>) => Promise<OutgoingResponse | undefined>

/**
 * Creates the OpenID provider: users sign in with the same credentials as at the management API,
 * and clients get tokens by authorization code with PKCE (RFC 6749, RFC 7636).
 */
export function createProvider(
  { now, ids, random }: Pick<ServiceContext, 'now' | 'ids' | 'random'>,
  attempt: GuardedAttempt,
): Provider {
  const requests = createAuthRequests({ now, newId: ids.token, random })

  const requireRequest = (id: string | undefined): AuthRequest => {
    const request = requests.find(id)
    if (!request)
      throw new OauthError('invalid_request', 'the sign-in request is unknown or has expired')
    return request
  }

  function authorize({
    url: { searchParams: sent, search },
    connection: { address },
  }: OidcCall): OutgoingResponse {
    const get = (name: string): string | undefined => sent.get(name) ?? undefined
    const redirectUri = get('redirect_uri') ?? ''
    if (search.length > maxParameters)
      throw new OauthError('invalid_request', `the query has more than ${maxParameters} characters`)
    if (get('client_id') !== publicClient)
      throw new OauthError('invalid_client', `client_id must be ${publicClient}`)
    if (!isClientAddress(redirectUri))
      throw new OauthError(
        'invalid_request',
        'redirect_uri must be http://localhost, with any port and the path /auth/callback',
      )
    const challenge = get('code_challenge') ?? ''
    const fault =
      get('response_type') !== 'code'
        ? ['unsupported_response_type', 'response_type must be code']
        : get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)
          ? ['invalid_request', 'code_challenge must be the SHA-256 of the verifier, method S256']
          : undefined
    if (fault)
      return redirect(
        addParameters(redirectUri, {
          error: fault[0],
          error_description: fault[1],
          state: get('state'),
        }),
      )
    const { id } = requests.add(
      {
        redirectUri,
        challenge,
        scopes: (get('scope') ?? '')
          .split(/\s+/)
          .filter((scope) => /^openid$|^offline_access$/.test(scope)),
        state: get('state'),
        nonce: get('nonce'),
      },
      address,
    )
    const method = get('method')
    const page = method === 'cert' || method === 'ext-jwt' ? method : 'username'
    return redirect(`${oidcPath}/login/${page}?authRequestID=${id}`)
  }

  async function readLogin({ incoming, url, context }: OidcCall): Promise<LoginInput> {
    const text = await incoming.text()
    const { searchParams } = url
    const id = searchParams.get('id') ?? searchParams.get('authRequestID') ?? ''
    if (!/^application\/json\b/i.test(incoming.headers.get('content-type') ?? ''))
      return readLoginForm(new URLSearchParams(text), id)
    const { value } = unwrap(readBody(text, loginOperation, { shapes: context.contract.shapes }))
    return { id, ...(value ?? {}) }
  }

  const createCall = <Input>(
    { incoming, connection: { address, clientCertificate }, url }: OidcCall,
    input: Input,
  ): Call<Input> => ({
    operation: loginOperation,
    parameters: {},
    search: url.searchParams,
    input,
    sets: [],
    headers: incoming.headers,
    address: address ?? '127.0.0.1',
    ...(clientCertificate !== undefined && { clientCertificate }),
  })

  /** Continues after a login: asks for a one-time code, or redirects to the client. */
  async function continueLogin(call: OidcCall, request: AuthRequest): Promise<OutgoingResponse> {
    const queries = await listLoginQueries(request, call.context)
    return queries.length > 0
      ? respondJson(200, { authQueries: queries }, { 'totp-required': 'true' })
      : {
          status: 302,
          headers: { location: `${call.issuer}/authorize/callback?id=${request.id}` },
          body: null,
        }
  }

  async function login(call: OidcCall, name: string): Promise<OutgoingResponse> {
    const input = await readLogin(call)
    const method = authMethods.get(name)
    const request = requireRequest(input.id)
    if (!method) throw new Refusal({ code: 'INVALID_AUTH_METHOD' })
    const { session } = await attempt(
      { address: call.connection.address, user: input.username },
      () => authenticate(method, createCall(call, input), call.context, ids.token()),
    )
    // The holder gets tokens, not the session token.
    call.context.sessions.tokens.delete(session.id)
    request.session = { id: session.id, method: name, authenticatedAt: Math.floor(now() / 1000) }
    return continueLogin(call, request)
  }

  async function submitCode(call: OidcCall): Promise<OutgoingResponse> {
    const input = await readLogin(call)
    const request = requireRequest(input.id)
    const found = await call.context.read((records) => findLogin(request, records))
    if (!found || !mfaOperations.authenticateMfa)
      throw new OauthError('invalid_request', 'sign in before you send a code')
    const caller = { ...found, queries: [] }
    const { authenticateMfa } = mfaOperations
    const isRight = await attempt(
      { address: call.connection.address, user: found.identity.id },
      () =>
        authenticateMfa({ ...createCall(call, { code: input.code ?? '' }), caller }, call.context),
    ).catch((error: unknown) => {
      if (error instanceof Refusal && error.failure.code === 'MFA_INVALID_TOKEN') return undefined
      throw error
    })
    return isRight
      ? continueLogin(call, request)
      : respondJson(400, {
          code: 'INVALID TOTP CODE',
          message: 'an invalid TOTP code was supplied',
        })
  }

  async function callBack({ url, context }: OidcCall): Promise<OutgoingResponse> {
    const request = requireRequest(url.searchParams.get('id') ?? undefined)
    const isDone =
      request.session !== undefined && (await listLoginQueries(request, context)).length === 0
    if (!isDone) throw new OauthError('interaction_required', 'the user has not signed in yet')
    const { redirectUri, state } = request
    return redirect(addParameters(redirectUri, { code: requests.issueCode(request), state }))
  }

  async function exchangeCode(
    sent: URLSearchParams,
    { issuer, context }: OidcCall,
  ): Promise<OutgoingResponse> {
    const code = sent.get('code') ?? ''
    const request = requests.take(code)
    const verifier = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const found =
      request?.redirectUri === sent.get('redirect_uri') && verifier === request.challenge
        ? await openTokens(request, context)
        : undefined
    if (!request?.session || !found)
      throw new OauthError('invalid_grant', 'the code is invalid, has expired, or was used')
    const { session, scopes, nonce } = request
    const methods = [session.method]
    const grant = { methods, scopes, authenticatedAt: session.authenticatedAt }
    return respondJson(200, issueTokens(found, grant, { issuer, nonce, code }, context))
  }

  async function refresh(
    sent: URLSearchParams,
    { issuer, context }: OidcCall,
  ): Promise<OutgoingResponse> {
    const claims = await readToken(sent.get('refresh_token') ?? '', context)
    const found = claims?.kind === 'r' ? await findTokenSession(claims, context) : undefined
    if (!claims || !found) throw new OauthError('invalid_grant', 'the refresh token is not valid')
    context.sessions.activity.set(found.session.id, now())
    return respondJson(200, issueTokens(found, claims, { issuer }, context))
  }

  async function exchange(call: OidcCall): Promise<OutgoingResponse> {
    const sent = await readForm(call)
    if (sent.get('client_id') !== publicClient)
      throw new OauthError('invalid_client', `client_id must be ${publicClient}`)
    const type = sent.get('grant_type')
    if (type === 'authorization_code') return exchangeCode(sent, call)
    if (type === 'refresh_token') return refresh(sent, call)
    throw new OauthError(
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token',
    )
  }

  async function end(call: OidcCall): Promise<OutgoingResponse> {
    const { searchParams } = call.url
    const sent = call.incoming.method === 'POST' ? await readForm(call) : searchParams
    const hint = sent.get('id_token_hint') ?? ''
    const claims = await readToken(hint, call.context, { isHint: true })
    if (!claims) throw new OauthError('invalid_request', 'id_token_hint is not valid')
    await endTokens(claims, call.context)
    const target = sent.get('post_logout_redirect_uri') ?? ''
    return redirect(
      isClientAddress(target)
        ? addParameters(target, { state: sent.get('state') ?? undefined })
        : `${oidcPath}/logged-out`,
    )
  }

  /** Ends the session of a token; unknown ones are fine (RFC 7009, section 2.2). */
  async function revoke(call: OidcCall): Promise<OutgoingResponse> {
    const sent = await readForm(call)
    const claims = await readToken(sent.get('token') ?? '', call.context)
    if (claims) await endTokens(claims, call.context)
    return { status: 200, headers: {}, body: null }
  }

  async function showUser({ incoming: { headers }, context }: OidcCall): Promise<OutgoingResponse> {
    const claims = await readToken(readBearerTokens(headers)[0] ?? '', context)
    const found = claims?.kind === 'a' ? await findTokenSession(claims, context) : undefined
    if (!found) throw new Refusal({ code: 'UNAUTHORIZED' })
    return respondJson(200, { sub: found.identity.id, name: found.identity.name })
  }

  const handlers: Readonly<
    Record<string, (call: OidcCall) => OutgoingResponse | Promise<OutgoingResponse>>
  > = {
    'GET /.well-known/openid-configuration': ({ issuer, context }) =>
      respondJson(200, describeProvider(issuer, context.signingKey)),
    'GET /keys': ({ context }) => respondJson(200, describeSigningKeys(context.signingKey)),
    'GET /authorize': authorize,
    'GET /authorize/callback': callBack,
    'GET /login/username': () =>
      respondText(`Post id, username and password to ${oidcPath}/login/password.\n`),
    'GET /login/auth-queries': async ({ url, context }) => {
      const request = requireRequest(url.searchParams.get('id') ?? undefined)
      return respondJson(200, { authQueries: await listLoginQueries(request, context) })
    },
    'POST /login/password': (call) => login(call, 'password'),
    'POST /login/cert': (call) => login(call, 'cert'),
    'POST /login/ext-jwt': (call) => login(call, 'ext-jwt'),
    'POST /login/totp': submitCode,
    'POST /oauth/token': exchange,
    'GET /userinfo': showUser,
    'GET /end_session': end,
    'POST /end_session': end,
    'POST /revoke': revoke,
    'GET /logged-out': () => respondText('You are signed out.\n'),
  }

  return async (sent) => {
    const { incoming, url } = sent
    const path = url.pathname.slice(oidcPath.length)
    const name = `${incoming.method} ${path}`
    const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!handle) return undefined
    try {
      return await handle({ ...sent, issuer: `${url.origin}${oidcPath}` })
    } catch (error) {
      if (error instanceof OauthError)
        return respondJson(400, { error: error.code, error_description: error.message })
      if (error instanceof Refusal && path.startsWith('/login/'))
        return respondJson(...describeRefusal(error.failure), error.headers)
      throw error
    }
  }
}

/** A refused login in the format of controllers, which is not the envelope of the other APIs. */
const describeRefusal = ({ code, status, reason }: Failure): [status: number, value: unknown] => [
  status ?? statusFor(code),
  { code, message: reason ?? errorMessages[code] },
]

/**
 * The session of the user who signed in, its identity, and the second factors that the login still needs. A token of
 * an external JWT signer is not among them: every request must carry it.
 */
function findLogin({ session: signedIn }: AuthRequest, records: ReadTransaction) {
  const session = records.get('apiSessions', signedIn?.id ?? '')
  const identity = session && records.get('identities', session.identity)
  if (!identity) return undefined
  const isTotpEnrolled = findMfa(identity.id, records)?.isVerified ?? false
  const queries = listAuthQueries(session, records)
    .filter(({ typeId }) => typeId === 'MFA')
    .map(() => createTotpQuery(isTotpEnrolled))
  return { session, identity, queries }
}

const listLoginQueries = (
  request: AuthRequest,
  { read }: ServiceContext,
): Promise<Record<string, unknown>[]> =>
  read((records) => findLogin(request, records)?.queries ?? [])

/** Makes the session of a login one of OpenID Connect; undefined if it ended, or still needs a second factor. */
const openTokens = (
  request: AuthRequest,
  { write }: ServiceContext,
): Promise<Pick<Caller, 'session' | 'identity'> | undefined> =>
  write((records) => {
    const found = findLogin(request, records)
    if (!found || found.queries.length > 0) return undefined
    const { session, identity } = found
    return { session: records.put('apiSessions', { ...session, isOidc: true }), identity }
  })

const endTokens = ({ session }: TokenClaims, context: ServiceContext): Promise<void> =>
  context.write((records) => endSession(session, { records, context }))

const readForm = async ({ incoming }: OidcCall): Promise<URLSearchParams> =>
  new URLSearchParams(await incoming.text())
