import { createHash } from 'node:crypto'
import type { Operation, Shape } from '../../operation.js'
import type { GuardedAttempt } from '../auth/attempts.js'
import { authenticate, authMethods } from '../auth/authenticate.js'
import { endSession } from '../auth/end-sessions.js'
import { readBearerTokens } from '../auth/external-tokens.js'
import { findMfa, listAuthQueries } from '../auth/second-factors.js'
import { createProvisioningUrl } from '../auth/totp.js'
import { mfaOperations } from '../entities/mfa.js'
import { formatTime } from '../entities/present.js'
import { absoluteLimit } from '../call/runtime-state.js'
import { statusFor } from '../../statuses.js'
import { enrollOperation, oidcPath } from '../operations/client-operations.js'
import { readBody } from '../body/read-body.js'
import type { Shapes } from '../body/field-types.js'
import type { Failure } from '../call/failure.js'
import { errorMessages, Refusal, unwrap } from '../call/failure.js'
import type { Answer, Call, Caller } from '../call/call.js'
import type { Connection, IncomingRequest, OutgoingResponse } from '../call/request.js'
import type { ReadTransaction } from '../call/records.js'
import type { ServiceContext } from '../call/context.js'
import { describeSigningKeys, describeProvider } from './discovery.js'
import type { AuthRequest } from './requests.js'
import { createAuthRequests } from './requests.js'
import { describeBeginner, isCrossSite, isSameClient } from './same-client.js'
import type { ExchangedKind, Grant, TokenClaims, TokenHolder } from './tokens.js'
import {
  exchangeTokens,
  findTokenSession,
  issueTokens,
  nameExchanged,
  publicClients,
  readToken,
} from './tokens.js'

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
  envInfo?: object
  sdkInfo?: object
}

/** The fields of a form that together are an object: `envOs` is `os` of `envInfo`. */
function readFormObject(
  form: URLSearchParams,
  prefix: string,
  { properties = {} }: Shape = {},
): Record<string, string> {
  const entries = Object.keys(properties).map((name): [string, string] => [
    name,
    form.get(prefix + name.charAt(0).toUpperCase() + name.slice(1)) ?? '',
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Reads the fields of a login form. */
const readLoginForm = (form: URLSearchParams, id: string, shapes: Shapes): LoginInput => ({
  id: form.get('id') ?? id,
  code: form.get('code') ?? '',
  username: form.get('username') ?? '',
  password: form.get('password') ?? '',
  configTypes: form.getAll('configTypes'),
  envInfo: readFormObject(form, 'env', shapes['EnvInfo']),
  sdkInfo: readFormObject(form, 'sdk', shapes['SdkInfo']),
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

const respondText = (
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
  ...(isTotpEnrolled && { isTotpEnrolled }),
  maxLength: 8,
  minLength: 6,
  provider: 'ziti',
  scopes: null,
  typeId: 'TOTP',
})

/** Handles a request to a path of the provider. */
export type Provider = (call: Omit<OidcCall, 'issuer'>) => Promise<OutgoingResponse>

type OidcHandler = (call: OidcCall) => OutgoingResponse | Promise<OutgoingResponse>

/** The form that a client sends to the token endpoint. */
type TokenRequest = { sent: URLSearchParams; client: string }

/** The pages at which a browser would sign in; clients read the id of their request from its header. */
const loginPages = ['username', 'password', 'cert', 'ext-jwt'] as const

function showLogin(page: (typeof loginPages)[number], { url }: OidcCall): OutgoingResponse {
  const id = url.searchParams.get('authRequestID') ?? ''
  const isId = /^[\w-]{1,64}$/.test(id)
  const what = page === 'cert' || page === 'ext-jwt' ? 'id' : 'id, username and password'
  const target = page === 'username' ? 'password' : page
  return respondText(`Post ${what} to ${oidcPath}/login/${target}.\n`, {
    headers: isId ? { 'auth-request-id': id } : {},
  })
}

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'

const knownScopes: readonly string[] = ['openid', 'offline_access']

/** The tokens that can be exchanged, and for what: an access token cannot outlive itself. */
const exchangeable = new Map<
  string,
  { kind: 'a' | 'r'; for: readonly [ExchangedKind, ...ExchangedKind[]] }
>([
  [
    nameExchanged('refresh_token'),
    { kind: 'r', for: ['refresh_token', 'access_token', 'id_token'] },
  ],
  [nameExchanged('access_token'), { kind: 'a', for: ['access_token'] }],
])

/** Refusals of a one-time code, which a sign-in answers alike. */
const codeFaults: ReadonlySet<string> = new Set([
  'MFA_INVALID_TOKEN',
  'MFA_NOT_ENROLLED',
  'UNAUTHORIZED',
])

function requireClient(client: string | undefined): string {
  if (client === undefined || !publicClients.includes(client))
    throw new OauthError('invalid_client', `client_id must be ${publicClients.join(' or ')}`)
  return client
}

/** The client of a request to the token endpoint: in its form, or as the user of Basic authentication. */
function readClient(sent: URLSearchParams, { incoming: { headers } }: OidcCall): string {
  const [, basic] = /^basic +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const [user] = Buffer.from(basic ?? '', 'base64')
    .toString('utf8')
    .split(':', 1)
  return requireClient(basic === undefined ? (sent.get('client_id') ?? undefined) : user)
}

/**
 * Creates the OpenID provider: users sign in with the same credentials as at the management API,
 * and clients get tokens by authorization code with PKCE (RFC 6749, RFC 7636).
 */
export function createProvider(
  { now, ids, random }: Pick<ServiceContext, 'now' | 'ids' | 'random'>,
  attempt: GuardedAttempt,
): Provider {
  const requests = createAuthRequests({ now, newId: ids.token, random })

  /** The request with an id, which the same client must have begun. */
  const requireRequest = (id: string | undefined, { connection }: OidcCall): AuthRequest => {
    const request = requests.find(id)
    if (!request || !isSameClient(request.beginner, connection))
      throw new OauthError('invalid_request', 'the sign-in request is unknown or has expired')
    return request
  }

  function authorize({
    url: { searchParams: sent, search },
    connection,
  }: OidcCall): OutgoingResponse {
    const get = (name: string): string | undefined => sent.get(name) ?? undefined
    const redirectUri = get('redirect_uri') ?? ''
    if (search.length > maxParameters)
      throw new OauthError('invalid_request', `the query has more than ${maxParameters} characters`)
    const client = requireClient(get('client_id'))
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
        client,
        redirectUri,
        challenge,
        scopes: (get('scope') ?? '')
          .split(/\s+/)
          .filter((scope) => /^openid$|^offline_access$/.test(scope)),
        state: get('state'),
        nonce: get('nonce'),
        beginner: describeBeginner(connection),
      },
      connection.address,
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
      return readLoginForm(new URLSearchParams(text), id, context.contract.shapes)
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
    nulls: [],
    headers: incoming.headers,
    address: address ?? '127.0.0.1',
    ...(clientCertificate !== undefined && { clientCertificate }),
  })

  const answerQueries = (queries: Record<string, unknown>[]): OutgoingResponse =>
    queries.length > 0
      ? respondJson(200, { authQueries: queries }, { 'totp-required': 'true' })
      : respondJson(200, { authQueries: null })

  /** Continues after a login: asks for a one-time code, or redirects to the client. */
  async function continueLogin(call: OidcCall, request: AuthRequest): Promise<OutgoingResponse> {
    const queries = await listLoginQueries(request, call.context)
    return queries.length > 0
      ? answerQueries(queries)
      : {
          status: 302,
          headers: { location: `${call.issuer}/authorize/callback?id=${request.id}` },
          body: null,
        }
  }

  async function login(call: OidcCall, name: string): Promise<OutgoingResponse> {
    const input = await readLogin(call)
    const method = authMethods.get(name)
    const request = requireRequest(input.id, call)
    if (!method) throw new Refusal({ code: 'INVALID_AUTH_METHOD' })
    const work = () =>
      authenticate(method, createCall(call, input), call.context, {
        id: ids.token(),
        isOidc: true,
      })
    const { session } = method.isGuessable
      ? await attempt({ address: call.connection.address, user: input.username }, work)
      : await work()
    request.session = {
      id: session.id,
      methods: [name],
      authenticatedAt: Math.floor(now() / 1000),
      environment: input.envInfo ?? null,
      sdk: input.sdkInfo ?? null,
    }
    return continueLogin(call, request)
  }

  /** The caller of an operation on second factors: the user who signed in for a request. */
  async function findUser(
    call: OidcCall,
    { id }: LoginInput,
  ): Promise<{ request: AuthRequest; caller: Caller } | undefined> {
    const known = requests.find(id)
    const request = known && isSameClient(known.beginner, call.connection) ? known : undefined
    const found = request && (await call.context.read((records) => findLogin(request, records)))
    return found && { request, caller: { ...found, queries: [] } }
  }

  /** Runs an operation on the second factor of the user who signs in. */
  async function runMfa(
    call: OidcCall,
    input: LoginInput,
    run: (own: Call<{ code: string }>, context: ServiceContext) => Answer | Promise<Answer>,
  ): Promise<{ request: AuthRequest; caller: Caller }> {
    const user = await findUser(call, input)
    if (!user) throw new Refusal({ code: 'UNAUTHORIZED' })
    const { caller } = user
    const { code = '' } = input
    const headers = new Headers({ 'mfa-validation-code': code.replace(/[^\w-]/g, '') })
    const own = { ...createCall(call, { code }), headers, caller }
    await attempt({ address: call.connection.address, user: caller.identity.id }, async () =>
      run(own, call.context),
    )
    return user
  }

  /** Remembers that a user has proved the second factor, and continues. */
  function completeFactor(call: OidcCall, request: AuthRequest): Promise<OutgoingResponse> {
    const { session } = request
    if (session && !session.methods.includes('totp'))
      request.session = { ...session, methods: [...session.methods, 'totp'] }
    return continueLogin(call, request)
  }

  async function submitCode(call: OidcCall): Promise<OutgoingResponse> {
    const input = await readLogin(call)
    const proved = await runMfa(call, input, mfaOperations.authenticateMfa).catch(
      (error: unknown) => {
        if (error instanceof Refusal && codeFaults.has(error.failure.code)) return undefined
        throw error
      },
    )
    return proved
      ? completeFactor(call, proved.request)
      : respondJson(400, {
          code: 'INVALID TOTP CODE',
          message: 'an invalid TOTP code was supplied',
        })
  }

  /** Sets up the second factor of a user who signs in and has none. */
  async function enrollFactor(call: OidcCall): Promise<OutgoingResponse> {
    const { caller } = await runMfa(call, await readLogin(call), (own, context) =>
      mfaOperations.enrollMfa({ ...own, input: undefined }, context),
    )
    const { identity } = caller
    const mfa = await call.context.read((records) => findMfa(identity.id, records))
    if (!mfa) throw new Refusal({ code: 'NOT_FOUND' })
    return respondJson(201, {
      _links: null,
      createdAt: formatTime(mfa.createdAt),
      id: mfa.id,
      updatedAt: formatTime(mfa.updatedAt),
      isVerified: false,
      provisioningUrl: createProvisioningUrl(identity.name, mfa.secret),
      recoveryCodes: mfa.recoveryCodes,
    })
  }

  async function removeFactor(call: OidcCall): Promise<OutgoingResponse> {
    await runMfa(call, await readLogin(call), (own, context) =>
      mfaOperations.deleteMfa({ ...own, input: undefined }, context),
    )
    return respondJson(200, {})
  }

  async function verifyFactor(call: OidcCall): Promise<OutgoingResponse> {
    const { request } = await runMfa(call, await readLogin(call), mfaOperations.verifyMfa)
    return completeFactor(call, request)
  }

  async function callBack(call: OidcCall): Promise<OutgoingResponse> {
    const { url, context } = call
    const request = requireRequest(url.searchParams.get('id') ?? undefined, call)
    const isDone =
      request.session !== undefined && (await listLoginQueries(request, context)).length === 0
    if (!isDone) throw new OauthError('interaction_required', 'the user has not signed in yet')
    const { redirectUri, state } = request
    return redirect(addParameters(redirectUri, { code: requests.issueCode(request), state }))
  }

  async function exchangeCode(
    { sent, client }: TokenRequest,
    { issuer, context }: OidcCall,
  ): Promise<OutgoingResponse> {
    const code = sent.get('code') ?? ''
    const request = requests.take(code)
    const verifier = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const found =
      request?.redirectUri === sent.get('redirect_uri') &&
      request.client === client &&
      verifier === request.challenge
        ? await openTokens(request, context)
        : undefined
    if (!request?.session || !found)
      throw new OauthError('invalid_grant', 'the code is invalid, has expired, or was used')
    const { session, scopes, nonce } = request
    const grant = { ...session, client, scopes }
    return respondJson(200, issueTokens(found, grant, { issuer, nonce, code }, context))
  }

  /** The holder of a token that the client of a request got; refused if it is of another kind or no longer valid. */
  async function requireHolder(
    kind: 'a' | 'r',
    token: string,
    client: string,
    { connection, context }: OidcCall,
  ): Promise<{ holder: TokenHolder; grant: Grant }> {
    const claims = await readToken(token, context)
    if (claims?.kind !== kind || claims.client !== client)
      throw new OauthError('invalid_grant', 'the token is not valid, or is that of another client')
    const holder = await findTokenSession(claims, connection, context)
    if (holder) {
      context.sessions.activity.set(holder.session.id, now())
      return { holder, grant: claims }
    }
    const isBound = await context.read(
      (records) => records.get('apiSessions', claims.session)?.certificate !== undefined,
    )
    throw isBound
      ? new OauthError('access_denied', 'the token needs the certificate that it was issued for')
      : new OauthError('invalid_grant', 'the token is not valid')
  }

  async function refresh(
    { sent, client }: TokenRequest,
    call: OidcCall,
  ): Promise<OutgoingResponse> {
    const { issuer, context } = call
    const { holder, grant } = await requireHolder(
      'r',
      sent.get('refresh_token') ?? '',
      client,
      call,
    )
    return respondJson(200, issueTokens(holder, grant, { issuer, isRenewal: true }, context))
  }

  /** Exchanges a token for another one of the same session (RFC 8693). */
  async function exchange(
    { sent, client }: TokenRequest,
    call: OidcCall,
  ): Promise<OutgoingResponse> {
    const find = (name: string, fallback = ''): string => sent.get(name) || fallback
    const subject = exchangeable.get(find('subject_token_type'))
    const wanted = subject?.for.find(
      (kind) => nameExchanged(kind) === find('requested_token_type', nameExchanged(subject.for[0])),
    )
    const scopes = find('scope').split(' ')
    if (!subject || !wanted)
      throw new OauthError(
        'invalid_request',
        'subject_token_type must be that of a refresh token or an access token, and requested_token_type one of what it is exchanged for',
      )
    if (scopes.some((scope) => scope !== '' && !knownScopes.includes(scope)))
      throw new OauthError('invalid_scope', `scope must be of ${knownScopes.join(', ')}`)
    const { issuer, context } = call
    const token = find('subject_token')
    const { holder, grant } = await requireHolder(subject.kind, token, client, call)
    const authenticatedAt = Math.floor(now() / 1000)
    const exchanged = { ...grant, methods: [], scopes, authenticatedAt }
    return respondJson(200, exchangeTokens(holder, exchanged, { issuer, wanted }, context))
  }

  async function answerTokenRequest(call: OidcCall): Promise<OutgoingResponse> {
    const sent = await readForm(call)
    const request = { sent, client: readClient(sent, call) }
    const type = sent.get('grant_type')
    if (type === 'authorization_code') return exchangeCode(request, call)
    if (type === 'refresh_token') return refresh(request, call)
    if (type === exchangeGrant) return exchange(request, call)
    throw new OauthError(
      'unsupported_grant_type',
      `grant_type must be authorization_code, refresh_token or ${exchangeGrant}`,
    )
  }

  async function end(call: OidcCall): Promise<OutgoingResponse> {
    const { searchParams } = call.url
    const sent = call.incoming.method === 'POST' ? await readForm(call) : searchParams
    const hint = sent.get('id_token_hint') ?? ''
    const claims = await readToken(hint, call.context, { isHint: true })
    if (!claims || claims.kind !== undefined)
      throw new OauthError('invalid_request', 'id_token_hint is not a valid id token')
    await signOut(claims, call.context)
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

  async function showUser({
    incoming: { headers },
    connection,
    context,
  }: OidcCall): Promise<OutgoingResponse> {
    const claims = await readToken(readBearerTokens(headers)[0] ?? '', context)
    const found =
      claims?.kind === 'a' ? await findTokenSession(claims, connection, context) : undefined
    if (!found) throw new Refusal({ code: 'UNAUTHORIZED' })
    return respondJson(200, { sub: found.identity.id, name: found.identity.name })
  }

  const handlers: Readonly<Record<string, OidcHandler>> = {
    'GET /.well-known/openid-configuration': ({ issuer, context }) =>
      respondJson(200, describeProvider(issuer, context.signingKey)),
    'GET /keys': ({ context }) => respondJson(200, describeSigningKeys(context.signingKey)),
    'GET /authorize': authorize,
    'GET /authorize/callback': callBack,
    ...Object.fromEntries(
      loginPages.map((page) => [`GET /login/${page}`, (call) => showLogin(page, call)]),
    ),
    'GET /login/auth-queries': async (call) => {
      const request = requireRequest(call.url.searchParams.get('id') ?? undefined, call)
      return answerQueries(await listLoginQueries(request, call.context))
    },
    'POST /login/password': (call) => login(call, 'password'),
    'POST /login/username': (call) => login(call, 'password'),
    'POST /login/cert': (call) => login(call, 'cert'),
    'POST /login/ext-jwt': (call) => login(call, 'ext-jwt'),
    'POST /login/totp': submitCode,
    'POST /login/totp/enroll': enrollFactor,
    'DELETE /login/totp/enroll': removeFactor,
    'POST /login/totp/enroll/verify': verifyFactor,
    'POST /oauth/token': answerTokenRequest,
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
    if (!handle) return respondText('404 page not found\n', { status: 404 })
    try {
      if (path.startsWith('/login/') && incoming.method !== 'GET') refuseCrossSite(sent, path)
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

/**
 * Refuses a login that a web page of another site sent. A certificate is sent by the browser, not by the page, so only
 * the page of an origin that is named with `--cors` may use it.
 */
function refuseCrossSite({ incoming, url, context }: Omit<OidcCall, 'issuer'>, path: string): void {
  const { cors } = context
  const allowed = cors === '*' && path === '/login/cert' ? undefined : cors
  if (isCrossSite(incoming, url.host, allowed))
    throw new OauthError('access_denied', 'a page of another site must not sign its visitors in')
}

/** A refused login in the format of controllers, which is not the envelope of the other APIs. */
const describeRefusal = ({ code, reason }: Failure): [status: number, value: unknown] => [
  statusFor(code),
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
): Promise<TokenHolder | undefined> =>
  write((records) => {
    const found = findLogin(request, records)
    if (found?.queries.length !== 0) return undefined
    const { session, identity } = found
    return { session: records.put('apiSessions', { ...session, isOidc: true }), identity }
  })

/**
 * Signs a user out as controllers do: no access token that the identity got so far is taken any more, whichever client
 * got it. Refresh tokens stay valid.
 */
const signOut = ({ identity }: TokenClaims, { write, now }: ServiceContext): Promise<void> =>
  write((records) => {
    const time = now()
    records.put('revocations', {
      id: identity,
      createdAt: time,
      updatedAt: time,
      tags: {},
      type: 'IDENTITY',
      expiresAt: time + absoluteLimit,
    })
  })

const endTokens = ({ session }: TokenClaims, context: ServiceContext): Promise<void> =>
  context.write((records) => endSession(session, { records, context }))

const readForm = async ({ incoming }: OidcCall): Promise<URLSearchParams> =>
  new URLSearchParams(await incoming.text())
