import type { AuthQuery } from '../../generated/management/shapes.js'
import { getNumber, getString } from '../plain.js'
import { isPlainObject } from '../../document/record.js'
import type { ReceivedAnswer } from './answer.js'
import { isWebPage, parseJson } from './answer.js'
import type { CallOptions } from './call.js'
import { createCall } from './call.js'
import { createControllers } from './controllers.js'
import { createCallError } from './error.js'
import type {
  Credentials,
  HeldSession,
  LoginOptions,
  OidcTokens,
  SignInTransport,
} from './login.js'
import { bearerHeaders, createLoginError, findCodeQuery, resolveCode, toLogin } from './login.js'
import { parseOperationRow } from './operation-table.js'
import { defaultRetry } from './retry.js'
import type { Fetch, Transport } from './transport.js'
import { createTransport } from './transport.js'

/** The OIDC client id that every controller accepts. */
const clientId = 'openziti'

/** The redirect URI of this client id. The redirect is not followed; its query has the authorization code. */
const redirectUri = 'http://localhost:8080/auth/callback'

const operations = {
  authorize: parseOperationRow('authentication.authenticate', 'GET /oidc/authorize raw'),
  login: parseOperationRow('authentication.authenticate', 'POST /oidc/login/{method} raw form'),
  totp: parseOperationRow('authentication.authenticateMfa', 'POST /oidc/login/totp raw form'),
  callback: parseOperationRow('authentication.authenticate', 'GET /oidc/authorize/callback raw'),
  token: parseOperationRow('authentication.authenticate', 'POST /oidc/oauth/token raw form again'),
  revoke: parseOperationRow('currentApiSession.delete', 'POST /oidc/revoke raw form again'),
}

/**
 * Signs in through OpenID Connect: the authorization code flow with PKCE, in which the client itself submits the login
 * form. Only paths of the same controller are called, even if a redirect points elsewhere.
 */
export async function openOidcSession(
  { controller, send }: SignInTransport,
  credentials: Credentials,
  { details, addSecret }: LoginOptions,
): Promise<HeldSession> {
  const login = toLogin(credentials)
  if (!login) throw new TypeError('`oidc` needs credentials to sign in with, not a token')
  const verifier = createRandomText()
  const state = createRandomText()
  const request = async (call: Parameters<typeof send>[0], headers = {}): Promise<ReceivedAnswer> =>
    assertAnswer(await send(call, { accept: 'application/json', ...headers }))

  const authorizeAnswer = await request(
    createCall(operations.authorize, [
      {
        client_id: clientId,
        response_type: 'code',
        scope: 'openid offline_access',
        redirect_uri: redirectUri,
        code_challenge: await hashVerifier(verifier),
        code_challenge_method: 'S256',
        state,
        method: login.method,
      },
    ]),
  )
  const authRequestId = findRedirectQuery(authorizeAnswer)?.get('authRequestID')
  if (!authRequestId) throw explainMissingForm(authorizeAnswer)

  let answer = await request(
    createCall(operations.login, [
      login.method,
      { id: authRequestId, ...login.body, ...toFormFields(details) },
    ]),
    await bearerHeaders(credentials, addSecret),
  )
  const query = findTotpQuery(answer)
  if (query) {
    const code = await resolveCode(query, credentials.totp)
    addSecret(code)
    answer = await request(createCall(operations.totp, [{ id: authRequestId, code }]))
    if (answer.status === 400 || isWebPage(answer)) throw createCodeError()
  }
  if (answer.status === 401 || isWebPage(answer)) throw createCredentialsError()
  if (!findRedirectQuery(answer) && answer.status !== 200) throw createFlowError(answer)

  const callbackQuery = findRedirectQuery(
    await request(createCall(operations.callback, [{ id: authRequestId }])),
  )
  const code = callbackQuery?.get('code')
  if (!code || callbackQuery?.get('state') !== state)
    throw createLoginError(
      'OIDC_FAILED',
      `the controller sent no authorization code${callbackQuery?.get('error_description') ? `: ${callbackQuery.get('error_description')}` : ''}`,
    )
  addSecret(code)
  const tokens = await requestTokens(
    request,
    {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    },
    addSecret,
  )
  if (!tokens)
    throw createLoginError(
      'OIDC_FAILED',
      'the controller sent no tokens for its authorization code',
    )
  return toSession(controller, tokens)
}

/**
 * Renews the tokens of a session, at any controller of the cluster; undefined if the controller no longer accepts the
 * refresh token, so that a new sign-in is needed.
 */
export async function renewOidcSession(
  { controller, send }: SignInTransport,
  refreshToken: string,
  addSecret: LoginOptions['addSecret'],
): Promise<HeldSession | undefined> {
  const tokens = await requestTokens(
    async (call) => assertAnswer(await send(call, { accept: 'application/json' })),
    { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken },
    addSecret,
  )
  return tokens && toSession(controller, tokens)
}

export type RevocableTokens = Pick<OidcTokens, 'access' | 'refresh'>

/**
 * Revokes the tokens of one sign-in, at any controller. Does not call `end_session`, because controllers of 2.0 then
 * refuse every token of the identity, including tokens of other programs.
 */
export async function endOidcSession(
  transport: Transport,
  { access, refresh }: RevocableTokens,
  options: CallOptions = {},
): Promise<void> {
  const form = {
    token: refresh ?? access,
    token_type_hint: refresh === undefined ? 'access_token' : 'refresh_token',
    client_id: clientId,
  }
  const call = createCall(operations.revoke, [form, options])
  const answer = assertAnswer((await transport(call, async () => ({}))).value)
  if (answer.status < 300) return
  const { status } = answer
  throw createCallError(
    operations.revoke,
    'OIDC_FAILED',
    `the controller did not end the sign-in${formatReason(answer)}`,
    { status },
  )
}

/** The controllers at which stored tokens can be renewed or revoked; any controller of the cluster works. */
export type TokenEndpoint = { controllers: readonly [string, ...string[]]; fetch: Fetch }

/** Renews stored tokens; undefined if there is no refresh token, or the controller no longer accepts it. */
export async function renewTokens(
  endpoint: TokenEndpoint,
  { refresh }: Pick<OidcTokens, 'refresh'>,
): Promise<OidcTokens | undefined> {
  if (refresh === undefined) return undefined
  const transport = createTokenTransport(endpoint)
  const session = await renewOidcSession(
    {
      controller: endpoint.controllers[0],
      send: async (call, headers = {}) => (await transport(call, async () => headers)).value,
    },
    refresh,
    () => undefined,
  )
  return session?.tokens
}

export const revokeTokens = (endpoint: TokenEndpoint, tokens: RevocableTokens): Promise<void> =>
  endOidcSession(createTokenTransport(endpoint), tokens)

const createTokenTransport = ({ controllers, fetch }: TokenEndpoint): Transport =>
  createTransport({
    controllers: createControllers(controllers),
    fetch,
    timeout: 30_000,
    retry: defaultRetry,
    maxBytes: 2 ** 20,
    headers: {},
    log: undefined,
    secrets: () => [],
  })

const toSession = (controller: string, tokens: OidcTokens): HeldSession => ({
  controller,
  headers: { authorization: `Bearer ${tokens.access}` },
  record: undefined,
  tokens,
  usedAt: Date.now(),
})

type SendRaw = (call: Parameters<SignInTransport['send']>[0]) => Promise<ReceivedAnswer>

/** Requests tokens with an authorization code or a refresh token; undefined if the controller answers 400 or 401. */
async function requestTokens(
  request: SendRaw,
  grant: Readonly<Record<string, string>>,
  addSecret: LoginOptions['addSecret'],
): Promise<OidcTokens | undefined> {
  const answer = await request(createCall(operations.token, [grant]))
  if (answer.status === 400 || answer.status === 401) return undefined
  const body = parseJson(answer)
  const access = getString(body, 'access_token')
  if (access === undefined) throw createFlowError(answer)
  const refresh = getString(body, 'refresh_token')
  const id = getString(body, 'id_token')
  for (const token of [access, refresh, id]) if (token !== undefined) addSecret(token)
  const lifetime = (getNumber(body, 'expires_in') ?? 1800) * 1000
  // Computed from the client's own clock, so a difference from the controller's clock does not matter.
  const renewAt = Date.now() + lifetime - Math.min(60_000, lifetime / 10)
  return { access, refresh, id, renewAt }
}

/**
 * Checks that the headers have a `get` method, not that they are a `Headers` object: the `fetch` for Node has its own
 * class.
 */
const isReceivedAnswer = (value: unknown): value is ReceivedAnswer =>
  isPlainObject(value) &&
  typeof value['status'] === 'number' &&
  value['bytes'] instanceof Uint8Array &&
  isPlainObject(value['headers']) &&
  typeof value['headers']['get'] === 'function'

function assertAnswer(value: unknown): ReceivedAnswer {
  if (isReceivedAnswer(value)) return value
  throw new TypeError('a raw response was expected')
}

function findRedirectQuery({ status, headers }: ReceivedAnswer): URLSearchParams | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null) return undefined
  return new URLSearchParams(location.split('?', 2)[1])
}

function findTotpQuery(answer: ReceivedAnswer): AuthQuery | undefined {
  if (answer.status !== 200 || isWebPage(answer)) return undefined
  const body = parseJson(answer)
  const queries: unknown = isPlainObject(body) ? body['authQueries'] : undefined
  const query = Array.isArray(queries) ? findCodeQuery(queries) : undefined
  const isRequired = answer.headers.get('totp-required') === 'true'
  return query ?? (isRequired ? { typeId: 'TOTP', provider: 'ziti' } : undefined)
}

const toFormFields = ({
  configTypes,
  envInfo,
  sdkInfo,
}: LoginOptions['details']): Record<string, unknown> => ({
  ...(configTypes && { configTypes }),
  ...prefixKeys('env', envInfo),
  ...prefixKeys('sdk', sdkInfo),
})

const prefixKeys = (prefix: string, map: object | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(map ?? {}).map(([key, value]) => [
      prefix + key.charAt(0).toUpperCase() + key.slice(1),
      value,
    ]),
  )

function explainMissingForm(answer: ReceivedAnswer): Error {
  if (answer.status === 0)
    return createLoginError(
      'OIDC_UNREADABLE',
      'browsers hide redirects from programs, so they cannot sign in through OpenID Connect; leave out `oidc`',
    )
  if (answer.status === 404)
    return createLoginError(
      'OIDC_NOT_SERVED',
      'the controller does not serve OpenID Connect at this address; leave out `oidc`, or add `binding: edge-oidc` to the `apis` of its web listener',
    )
  return createFlowError(answer)
}

const createCredentialsError = (): Error =>
  createLoginError(
    'INVALID_AUTH',
    'wrong user name, password, certificate or token; or the identity is disabled or locked, or its authentication policy does not allow this method',
    401,
  )

const createCodeError = (): Error =>
  createLoginError(
    'MFA_INVALID_TOKEN',
    'enter the code that the authenticator app shows now (clocks may differ by a minute), or an unused recovery code',
    400,
  )

const createFlowError = (answer: ReceivedAnswer): Error =>
  createLoginError(
    'OIDC_FAILED',
    `the controller does not continue to sign in through OpenID Connect${formatReason(answer)}`,
    answer.status,
  )

/** Why the controller refused a request, as the end of a sentence; empty if the response gives no reason. */
function formatReason(answer: ReceivedAnswer): string {
  const body = isWebPage(answer) ? undefined : parseJson(answer)
  const reason = getString(body, 'error_description') ?? getString(body, 'message')
  return reason ? `: ${reason.slice(0, 200)}` : ''
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll(/[+/=]/g, (letter) =>
    letter === '+' ? '-' : letter === '/' ? '_' : '',
  )

const createRandomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

/**
 * The PKCE challenge: a hash, so that the controller learns the verifier only when the client sends it with the
 * authorization code.
 */
const hashVerifier = async (verifier: string): Promise<string> =>
  toBase64Url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
  )
