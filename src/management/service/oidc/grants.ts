import { createHash } from 'node:crypto'
import type { OutgoingResponse } from '../call/request.js'
import type { ServiceContext } from '../call/context.js'
import type { AuthRequest } from './requests.js'
import type { ExchangedKind, Grant, TokenHolder } from './tokens.js'
import {
  exchangeTokens,
  findTokenSession,
  issueTokens,
  toTokenTypeUri,
  readToken,
} from './tokens.js'
import type { OidcCall } from './oidc-call.js'
import { OauthError, respondJson, requireClient, readForm } from './oidc-call.js'
import { findSignIn } from './sign-in.js'

type TokenRequest = { form: URLSearchParams; client: string }

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'

const knownScopes: readonly string[] = ['openid', 'offline_access']

/**
 * The tokens that can be exchanged, and the kinds that each can be exchanged for, the default first. An access token
 * cannot be exchanged for a refresh token, which is valid longer.
 */
const exchangeableTokens = new Map<
  string,
  { kind: 'a' | 'r'; exchangeKinds: readonly [ExchangedKind, ...ExchangedKind[]] }
>([
  [
    toTokenTypeUri('refresh_token'),
    { kind: 'r', exchangeKinds: ['refresh_token', 'access_token', 'id_token'] },
  ],
  [toTokenTypeUri('access_token'), { kind: 'a', exchangeKinds: ['access_token'] }],
])

/**
 * The id of the client that sent a request to the token endpoint: the user name of Basic authentication, or without it,
 * `client_id` in the form. Throws an OauthError for an unknown client.
 */
function readClient(form: URLSearchParams, { httpRequest: { headers } }: OidcCall): string {
  const [, basicCredentials] = /^basic +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const [user] = Buffer.from(basicCredentials ?? '', 'base64')
    .toString('utf8')
    .split(':', 1)
  return requireClient(basicCredentials === undefined ? (form.get('client_id') ?? undefined) : user)
}

async function exchangeCode(
  { form, client }: TokenRequest,
  { issuer, context, requests }: OidcCall,
): Promise<OutgoingResponse> {
  const code = form.get('code') ?? ''
  const request = requests.take(code)
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const holder =
    request?.redirectUri === form.get('redirect_uri') &&
    request.client === client &&
    challenge === request.challenge
      ? await openOidcSession(request, context)
      : undefined
  if (!request?.session || !holder)
    throw new OauthError('invalid_grant', 'the code is invalid, has expired, or was used')
  const { session, scopes, nonce } = request
  const grant = { ...session, client, scopes }
  return respondJson(200, issueTokens(holder, grant, { issuer, nonce, code }, context))
}

/**
 * Finds the session and identity of a token. Throws an OauthError if the token is of another kind, of another client,
 * or no longer valid, or if the connection lacks the certificate that the token is bound to.
 */
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
    context.sessions.activity.set(holder.session.id, context.now())
    return { holder, grant: claims }
  }
  const isBound = await context.read(
    (records) => records.get('apiSessions', claims.session)?.certificate !== undefined,
  )
  throw isBound
    ? new OauthError('access_denied', 'the token needs the certificate that it was issued for')
    : new OauthError('invalid_grant', 'the token is not valid')
}

async function refresh({ form, client }: TokenRequest, call: OidcCall): Promise<OutgoingResponse> {
  const { issuer, context } = call
  const { holder, grant } = await requireHolder('r', form.get('refresh_token') ?? '', client, call)
  return respondJson(200, issueTokens(holder, grant, { issuer, isRenewal: true }, context))
}

/** Exchanges a token for another token of the same session (RFC 8693). */
async function exchange({ form, client }: TokenRequest, call: OidcCall): Promise<OutgoingResponse> {
  const getParameter = (name: string, fallback = ''): string => form.get(name) || fallback
  const subject = exchangeableTokens.get(getParameter('subject_token_type'))
  const requestedKind = subject?.exchangeKinds.find(
    (kind) =>
      toTokenTypeUri(kind) ===
      getParameter('requested_token_type', toTokenTypeUri(subject.exchangeKinds[0])),
  )
  const scopes = getParameter('scope').split(' ')
  if (!subject || !requestedKind)
    throw new OauthError(
      'invalid_request',
      'subject_token_type must be that of a refresh token or an access token, and requested_token_type one of what it is exchanged for',
    )
  if (scopes.some((scope) => scope !== '' && !knownScopes.includes(scope)))
    throw new OauthError('invalid_scope', `scope must be of ${knownScopes.join(', ')}`)
  const { issuer, context } = call
  const token = getParameter('subject_token')
  const { holder, grant } = await requireHolder(subject.kind, token, client, call)
  const authenticatedAt = Math.floor(context.now() / 1000)
  const exchangedGrant = { ...grant, authMethods: [], scopes, authenticatedAt }
  return respondJson(
    200,
    exchangeTokens(holder, exchangedGrant, { issuer, requestedKind }, context),
  )
}

export async function answerTokenRequest(call: OidcCall): Promise<OutgoingResponse> {
  const form = await readForm(call)
  const request = { form, client: readClient(form, call) }
  const type = form.get('grant_type')
  if (type === 'authorization_code') return exchangeCode(request, call)
  if (type === 'refresh_token') return refresh(request, call)
  if (type === exchangeGrant) return exchange(request, call)
  throw new OauthError(
    'unsupported_grant_type',
    `grant_type must be authorization_code, refresh_token or ${exchangeGrant}`,
  )
}

/**
 * Turns the session of a sign-in into an OpenID Connect session; undefined if there is no open session or it still
 * needs a second factor.
 */
const openOidcSession = (
  request: AuthRequest,
  { write }: ServiceContext,
): Promise<TokenHolder | undefined> =>
  write((records) => {
    const signIn = findSignIn(request, records)
    if (signIn?.queries.length !== 0) return undefined
    const { session, identity } = signIn
    return { session: records.put('apiSessions', { ...session, isOidc: true }), identity }
  })
