import { createBase } from '../call/records.js'
import type { GuardedAttempt } from '../auth/attempts.js'
import { endSession } from '../auth/end-sessions.js'
import { readBearerTokens } from '../auth/external-tokens.js'
import { absoluteLimit } from '../call/runtime-state.js'
import { statusFor } from '../../statuses.js'
import { oidcPath } from '../operations/client-operations.js'
import type { Failure } from '../call/failure.js'
import { errorMessages, Refusal } from '../call/failure.js'
import type { OutgoingResponse } from '../call/request.js'
import type { ServiceContext, SigningKey } from '../call/context.js'
import { createAuthRequests } from './requests.js'
import { toSignInClient, isCrossSite } from './same-client.js'
import type { TokenClaims } from './tokens.js'
import { findTokenSession, readToken } from './tokens.js'
import type { OidcCall, OidcRequest, OidcHandler } from './oidc-call.js'
import {
  OauthError,
  respondJson,
  respondText,
  redirect,
  isLoopbackCallback,
  addParameters,
  requireClient,
  requireRequest,
  readForm,
} from './oidc-call.js'
import {
  loginPages,
  showLogin,
  answerQueries,
  answerLogin,
  submitCode,
  enrollFactor,
  removeFactor,
  verifyFactor,
  redirectToClient,
  listLoginQueries,
} from './sign-in.js'
import { answerTokenRequest } from './grants.js'

/** The metadata of the provider (OpenID Connect Discovery, section 3). */
const createProviderMetadata = (
  issuer: string,
  { algorithm }: SigningKey,
): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  revocation_endpoint: `${issuer}/revoke`,
  end_session_endpoint: `${issuer}/end_session`,
  jwks_uri: `${issuer}/keys`,
  scopes_supported: ['openid', 'offline_access'],
  response_types_supported: ['code'],
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:token-exchange',
  ],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [algorithm],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  revocation_endpoint_auth_methods_supported: ['none'],
  claims_supported: ['sub', 'aud', 'exp', 'iat', 'iss', 'auth_time', 'nonce', 'amr', 'name', 'sid'],
  code_challenge_methods_supported: ['S256'],
  openziti_endpoints: {
    password: `${issuer}/login/password`,
    cert: `${issuer}/login/cert`,
    ext_jwt: `${issuer}/login/ext-jwt`,
    totp: `${issuer}/login/totp`,
    totp_enroll: `${issuer}/login/totp/enroll`,
    totp_enroll_verify: `${issuer}/login/totp/enroll/verify`,
    auth_queries: `${issuer}/login/auth-queries`,
  },
})

/** The public key of the provider as a JSON Web Key Set (RFC 7517). */
const toKeySet = ({ publicKey, algorithm, keyId }: SigningKey): Record<string, unknown> => ({
  keys: [{ ...publicKey.export({ format: 'jwk' }), alg: algorithm, kid: keyId, use: 'sig' }],
})

/**
 * Maximum length of the query of a sign-in request in characters, because its parameters stay in memory until the
 * sign-in ends.
 */
const maxQueryLength = 4096

export type Provider = (call: OidcRequest) => Promise<OutgoingResponse>

function authorize({
  url: { searchParams: parameters, search },
  connection,
  requests,
}: OidcCall): OutgoingResponse {
  const getParameter = (name: string): string | undefined => parameters.get(name) ?? undefined
  const redirectUri = getParameter('redirect_uri') ?? ''
  if (search.length > maxQueryLength)
    throw new OauthError('invalid_request', `the query has more than ${maxQueryLength} characters`)
  const client = requireClient(getParameter('client_id'))
  if (!isLoopbackCallback(redirectUri))
    throw new OauthError(
      'invalid_request',
      'redirect_uri must be http://localhost, with any port and the path /auth/callback',
    )
  const challenge = getParameter('code_challenge') ?? ''
  const fault =
    getParameter('response_type') !== 'code'
      ? ['unsupported_response_type', 'response_type must be code']
      : getParameter('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)
        ? ['invalid_request', 'code_challenge must be the SHA-256 of the verifier, method S256']
        : undefined
  if (fault)
    return redirect(
      addParameters(redirectUri, {
        error: fault[0],
        error_description: fault[1],
        state: getParameter('state'),
      }),
    )
  const { id } = requests.add(
    {
      client,
      redirectUri,
      challenge,
      scopes: (getParameter('scope') ?? '')
        .split(/\s+/)
        .filter((scope) => /^openid$|^offline_access$/.test(scope)),
      state: getParameter('state'),
      nonce: getParameter('nonce'),
      startedBy: toSignInClient(connection),
    },
    connection.address,
  )
  const method = getParameter('method')
  const page = method === 'cert' || method === 'ext-jwt' ? method : 'username'
  return redirect(`${oidcPath}/login/${page}?authRequestID=${id}`)
}

async function answerLogout(call: OidcCall): Promise<OutgoingResponse> {
  const { searchParams } = call.url
  const parameters = call.httpRequest.method === 'POST' ? await readForm(call) : searchParams
  const hint = parameters.get('id_token_hint') ?? ''
  const claims = await readToken(hint, call.context, { isHint: true })
  if (!claims || claims.kind !== undefined)
    throw new OauthError('invalid_request', 'id_token_hint is not a valid id token')
  await signOut(claims, call.context)
  const logoutUri = parameters.get('post_logout_redirect_uri') ?? ''
  return redirect(
    isLoopbackCallback(logoutUri)
      ? addParameters(logoutUri, { state: parameters.get('state') ?? undefined })
      : `${oidcPath}/logged-out`,
  )
}

/** Ends the session of a token; an invalid token is not an error (RFC 7009, section 2.2). */
async function revoke(call: OidcCall): Promise<OutgoingResponse> {
  const form = await readForm(call)
  const claims = await readToken(form.get('token') ?? '', call.context)
  if (claims) await endTokenSession(claims, call.context)
  return { status: 200, headers: {}, body: null }
}

async function showUser({
  httpRequest: { headers },
  connection,
  context,
}: OidcCall): Promise<OutgoingResponse> {
  const claims = await readToken(readBearerTokens(headers)[0] ?? '', context)
  const holder =
    claims?.kind === 'a' ? await findTokenSession(claims, connection, context) : undefined
  if (!holder) throw new Refusal({ code: 'UNAUTHORIZED' })
  return respondJson(200, { sub: holder.identity.id, name: holder.identity.name })
}

/**
 * Refuses a login that a web page of another site sent, unless `--cors` allows that site. Browsers send the user's
 * certificate with requests from any page, so `--cors '*'` does not allow logins with a certificate.
 */
function refuseCrossSite({ httpRequest, url, context }: OidcRequest, path: string): void {
  const { cors } = context
  const allowedOrigin = cors === '*' && path === '/login/cert' ? undefined : cors
  if (isCrossSite(httpRequest, url, allowedOrigin))
    throw new OauthError('access_denied', 'a page of another site must not sign its visitors in')
}

/** A refused login in the format of controllers, which is not the envelope of the other APIs. */
const toErrorResponse = ({ code, reason }: Failure): [status: number, value: unknown] => [
  statusFor(code),
  { code, message: reason ?? errorMessages[code] },
]

/**
 * Signs a user out as controllers do: all access tokens of the identity become invalid, whichever client got them.
 * Refresh tokens stay valid.
 */
const signOut = ({ identity }: TokenClaims, { write, now }: ServiceContext): Promise<void> =>
  write((records) => {
    const time = now()
    records.put('revocations', {
      ...createBase(identity, time),
      type: 'IDENTITY',
      expiresAt: time + absoluteLimit,
    })
  })

const endTokenSession = ({ session }: TokenClaims, context: ServiceContext): Promise<void> =>
  context.write((records) => endSession(session, { records, context }))

const handlers: Readonly<Record<string, OidcHandler>> = {
  'GET /.well-known/openid-configuration': ({ issuer, context }) =>
    respondJson(200, createProviderMetadata(issuer, context.signingKey)),
  'GET /keys': ({ context }) => respondJson(200, toKeySet(context.signingKey)),
  'GET /authorize': authorize,
  'GET /authorize/callback': redirectToClient,
  ...Object.fromEntries(
    loginPages.map((page) => [`GET /login/${page}`, (call) => showLogin(page, call)]),
  ),
  'GET /login/auth-queries': async (call) => {
    const request = requireRequest(call.url.searchParams.get('id') ?? undefined, call)
    return answerQueries(await listLoginQueries(request, call.context))
  },
  'POST /login/password': (call) => answerLogin(call, 'password'),
  'POST /login/username': (call) => answerLogin(call, 'password'),
  'POST /login/cert': (call) => answerLogin(call, 'cert'),
  'POST /login/ext-jwt': (call) => answerLogin(call, 'ext-jwt'),
  'POST /login/totp': submitCode,
  'POST /login/totp/enroll': enrollFactor,
  'DELETE /login/totp/enroll': removeFactor,
  'POST /login/totp/enroll/verify': verifyFactor,
  'POST /oauth/token': answerTokenRequest,
  'GET /userinfo': showUser,
  'GET /end_session': answerLogout,
  'POST /end_session': answerLogout,
  'POST /revoke': revoke,
  'GET /logged-out': () => respondText('You are signed out.\n'),
}

/**
 * Creates the OpenID provider: users sign in with the same credentials as at the management API,
 * and clients get tokens by authorization code with PKCE (RFC 6749, RFC 7636).
 */
export function createProvider(
  { now, idGenerator, random }: Pick<ServiceContext, 'now' | 'idGenerator' | 'random'>,
  attempt: GuardedAttempt,
): Provider {
  const requests = createAuthRequests({ now, createId: idGenerator.token, random })
  return async (request) => {
    const { httpRequest, url } = request
    const path = url.pathname.slice(oidcPath.length)
    const name = `${httpRequest.method} ${path}`
    const handle = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (!handle) return respondText('404 page not found\n', { status: 404 })
    try {
      if (path.startsWith('/login/') && httpRequest.method !== 'GET') refuseCrossSite(request, path)
      return await handle({ ...request, issuer: `${url.origin}${oidcPath}`, requests, attempt })
    } catch (error) {
      if (error instanceof OauthError)
        return respondJson(400, { error: error.code, error_description: error.message })
      if (error instanceof Refusal && path.startsWith('/login/'))
        return respondJson(...toErrorResponse(error.failure), error.headers)
      throw error
    }
  }
}
