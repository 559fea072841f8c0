import { createHash } from 'node:crypto'
import type { OutgoingResponse } from '../call/request.js'
import type { ServiceContext } from '../call/context.js'
import type { AuthRequest } from './requests.js'
import type { ExchangedKind, Grant, TokenHolder } from './tokens.js'
import {
  exchangeTokens,
  findTokenSession,
  issueTokens,
  nameExchanged,
  readToken,
} from './tokens.js'
import type { OidcCall } from './oidc-call.js'
import { OauthError, respondJson, requireClient, readForm } from './oidc-call.js'
import { findSignIn } from './sign-in.js'

/** The form that a client sends to the token endpoint. */
type TokenRequest = { sent: URLSearchParams; client: string }

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'

const knownScopes: readonly string[] = ['openid', 'offline_access']

/**
 * The tokens that can be exchanged, and the tokens that they can be exchanged for: an access token cannot renew itself.
 */
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

/** The client of a request to the token endpoint: in its form, or as the user of Basic authentication. */
function readClient(sent: URLSearchParams, { incoming: { headers } }: OidcCall): string {
  const [, basic] = /^basic +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const [user] = Buffer.from(basic ?? '', 'base64')
    .toString('utf8')
    .split(':', 1)
  return requireClient(basic === undefined ? (sent.get('client_id') ?? undefined) : user)
}

async function exchangeCode(
  { sent, client }: TokenRequest,
  { issuer, context, requests }: OidcCall,
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

async function refresh({ sent, client }: TokenRequest, call: OidcCall): Promise<OutgoingResponse> {
  const { issuer, context } = call
  const { holder, grant } = await requireHolder('r', sent.get('refresh_token') ?? '', client, call)
  return respondJson(200, issueTokens(holder, grant, { issuer, isRenewal: true }, context))
}

/** Exchanges a token for another one of the same session (RFC 8693). */
async function exchange({ sent, client }: TokenRequest, call: OidcCall): Promise<OutgoingResponse> {
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
  const authenticatedAt = Math.floor(context.now() / 1000)
  const exchanged = { ...grant, methods: [], scopes, authenticatedAt }
  return respondJson(200, exchangeTokens(holder, exchanged, { issuer, wanted }, context))
}

export async function answerTokenRequest(call: OidcCall): Promise<OutgoingResponse> {
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

/** Turns the session of a login into an OpenID Connect session; undefined if it ended or needs a second factor. */
const openTokens = (
  request: AuthRequest,
  { write }: ServiceContext,
): Promise<TokenHolder | undefined> =>
  write((records) => {
    const found = findSignIn(request, records)
    if (found?.queries.length !== 0) return undefined
    const { session, identity } = found
    return { session: records.put('apiSessions', { ...session, isOidc: true }), identity }
  })
