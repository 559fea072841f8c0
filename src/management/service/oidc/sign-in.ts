import type { Operation } from '../../operation.js'
import type { Schema } from '../../../schema/data-schema.js'
import { authenticate, authMethods } from '../auth/authenticate.js'
import { findMfa, listAuthQueries } from '../auth/second-factors.js'
import { createProvisioningUrl } from '../auth/totp.js'
import { mfaOperations } from '../entities/mfa.js'
import { formatTime } from '../entities/present.js'
import { enrollOperation, oidcPath } from '../operations/client-operations.js'
import { readBody } from '../body/read-body.js'
import type { Shapes } from '../body/field-types.js'
import { Refusal, unwrap } from '../call/failure.js'
import type { Answer, Call, Caller } from '../call/call.js'
import type { OutgoingResponse } from '../call/request.js'
import type { ReadTransaction } from '../call/records.js'
import type { ServiceContext } from '../call/context.js'
import type { AuthRequest } from './requests.js'
import { isSameClient } from './same-client.js'
import type { OidcCall } from './oidc-call.js'
import {
  OauthError,
  respondJson,
  respondText,
  redirect,
  addParameters,
  requireRequest,
} from './oidc-call.js'

const textShape: Schema = { type: 'string' }

/** The operation of a login. Its body contains the id of the sign-in, the credentials, and data about the client. */
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

/** Reads an object from the form fields with a prefix: `envOs` becomes `os`. Empty fields are omitted. */
function readFormObject(
  form: URLSearchParams,
  prefix: string,
  { properties = {} }: Schema = {},
): Record<string, string> {
  const entries = Object.keys(properties).map((name): [string, string] => [
    name,
    form.get(prefix + name.charAt(0).toUpperCase() + name.slice(1)) ?? '',
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

const readLoginForm = (form: URLSearchParams, id: string, shapes: Shapes): LoginInput => ({
  id: form.get('id') ?? id,
  code: form.get('code') ?? '',
  username: form.get('username') ?? '',
  password: form.get('password') ?? '',
  configTypes: form.getAll('configTypes'),
  envInfo: readFormObject(form, 'env', shapes['EnvInfo']),
  sdkInfo: readFormObject(form, 'sdk', shapes['SdkInfo']),
})

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

/** The names of the login pages; `showLogin` responds to `GET /login/{name}`. */
export const loginPages = ['username', 'password', 'cert', 'ext-jwt'] as const

/**
 * Responds with a line of text that names the fields and the path to post them to. Clients are programs and need no
 * HTML page.
 */
export function showLogin(page: (typeof loginPages)[number], { url }: OidcCall): OutgoingResponse {
  const id = url.searchParams.get('authRequestID') ?? ''
  const isId = /^[\w-]{1,64}$/.test(id)
  const fieldNames = page === 'cert' || page === 'ext-jwt' ? 'id' : 'id, username and password'
  const target = page === 'username' ? 'password' : page
  return respondText(`Post ${fieldNames} to ${oidcPath}/login/${target}.\n`, {
    headers: isId ? { 'auth-request-id': id } : {},
  })
}

/** Error codes of a refused one-time code; a sign-in answers all of them in the same way. */
const codeFaults: ReadonlySet<string> = new Set([
  'MFA_INVALID_TOKEN',
  'MFA_NOT_ENROLLED',
  'UNAUTHORIZED',
])

async function readLogin({ httpRequest, url, context }: OidcCall): Promise<LoginInput> {
  const text = await httpRequest.text()
  const { searchParams } = url
  const id = searchParams.get('id') ?? searchParams.get('authRequestID') ?? ''
  if (!/^application\/json\b/i.test(httpRequest.headers.get('content-type') ?? ''))
    return readLoginForm(new URLSearchParams(text), id, context.contract.shapes)
  const { value } = unwrap(readBody(text, loginOperation, { shapes: context.contract.shapes }))
  return { id, ...(value ?? {}) }
}

const createCall = <Input>(
  { httpRequest, connection: { address, clientCertificate }, url }: OidcCall,
  input: Input,
): Call<Input> => ({
  operation: loginOperation,
  parameters: {},
  searchParams: url.searchParams,
  input,
  setKeys: [],
  nullKeys: [],
  headers: httpRequest.headers,
  address: address ?? '127.0.0.1',
  ...(clientCertificate !== undefined && { clientCertificate }),
})

export const answerQueries = (queries: Record<string, unknown>[]): OutgoingResponse =>
  queries.length > 0
    ? respondJson(200, { authQueries: queries }, { 'totp-required': 'true' })
    : respondJson(200, { authQueries: null })

/** Continues after a login: asks for a one-time code, or redirects to the provider, which redirects to the client. */
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

/** Verifies the credentials of a login, and continues the sign-in. `methodName` is a key of `authMethods`. */
export async function answerLogin(call: OidcCall, methodName: string): Promise<OutgoingResponse> {
  const input = await readLogin(call)
  const method = authMethods.get(methodName)
  const request = requireRequest(input.id, call)
  if (!method) throw new Refusal({ code: 'INVALID_AUTH_METHOD' })
  const work = () =>
    authenticate(method, createCall(call, input), call.context, {
      id: call.context.idGenerator.token(),
      isOidc: true,
    })
  const { session } = method.isGuessable
    ? await call.attempt({ address: call.connection.address, user: input.username }, work)
    : await work()
  request.session = {
    id: session.id,
    authMethods: [methodName],
    authenticatedAt: Math.floor(call.context.now() / 1000),
    environment: input.envInfo ?? null,
    sdk: input.sdkInfo ?? null,
  }
  return continueLogin(call, request)
}

/**
 * The caller of an operation on second factors: the user who signed in for a request; undefined if the request is
 * unknown or of another client, or if nobody has signed in for it.
 */
async function findUser(
  call: OidcCall,
  { id }: LoginInput,
): Promise<{ request: AuthRequest; caller: Caller } | undefined> {
  const candidate = call.requests.find(id)
  const request =
    candidate && isSameClient(candidate.startedBy, call.connection) ? candidate : undefined
  const signIn = request && (await call.context.read((records) => findSignIn(request, records)))
  return signIn && { request, caller: { ...signIn, queries: [] } }
}

/**
 * Runs an operation on the second factor of the user who signs in. Passes the code as input and as the header
 * `mfa-validation-code`. Throws a Refusal if nobody has signed in yet.
 */
async function runMfa(
  call: OidcCall,
  input: LoginInput,
  run: (mfaCall: Call<{ code: string }>, context: ServiceContext) => Answer | Promise<Answer>,
): Promise<{ request: AuthRequest; caller: Caller }> {
  const user = await findUser(call, input)
  if (!user) throw new Refusal({ code: 'UNAUTHORIZED' })
  const { caller } = user
  const { code = '' } = input
  const headers = new Headers({ 'mfa-validation-code': code.replace(/[^\w-]/g, '') })
  const mfaCall = { ...createCall(call, { code }), headers, caller }
  await call.attempt({ address: call.connection.address, user: caller.identity.id }, async () =>
    run(mfaCall, call.context),
  )
  return user
}

function completeFactor(call: OidcCall, request: AuthRequest): Promise<OutgoingResponse> {
  const { session } = request
  if (session && !session.authMethods.includes('totp'))
    request.session = { ...session, authMethods: [...session.authMethods, 'totp'] }
  return continueLogin(call, request)
}

/**
 * Verifies a one-time or recovery code, and continues the sign-in. Responds with status 400 if the code is wrong, if
 * the user has no second factor, or if nobody has signed in yet.
 */
export async function submitCode(call: OidcCall): Promise<OutgoingResponse> {
  const input = await readLogin(call)
  const user = await runMfa(call, input, mfaOperations.authenticateMfa).catch((error: unknown) => {
    if (error instanceof Refusal && codeFaults.has(error.failure.code)) return undefined
    throw error
  })
  return user
    ? completeFactor(call, user.request)
    : respondJson(400, {
        code: 'INVALID TOTP CODE',
        message: 'an invalid TOTP code was supplied',
      })
}

/** Sets up a second factor for a user who signs in; refused if there is one already. */
export async function enrollFactor(call: OidcCall): Promise<OutgoingResponse> {
  const { caller } = await runMfa(call, await readLogin(call), (mfaCall, context) =>
    mfaOperations.enrollMfa({ ...mfaCall, input: undefined }, context),
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

/** Removes the second factor of a user who signs in. Removing a verified second factor requires a valid code. */
export async function removeFactor(call: OidcCall): Promise<OutgoingResponse> {
  await runMfa(call, await readLogin(call), (mfaCall, context) =>
    mfaOperations.deleteMfa({ ...mfaCall, input: undefined }, context),
  )
  return respondJson(200, {})
}

export async function verifyFactor(call: OidcCall): Promise<OutgoingResponse> {
  const { request } = await runMfa(call, await readLogin(call), mfaOperations.verifyMfa)
  return completeFactor(call, request)
}

export async function redirectToClient(call: OidcCall): Promise<OutgoingResponse> {
  const { url, context } = call
  const request = requireRequest(url.searchParams.get('id') ?? undefined, call)
  const isDone =
    request.session !== undefined && (await listLoginQueries(request, context)).length === 0
  if (!isDone) throw new OauthError('interaction_required', 'the user has not signed in yet')
  const { redirectUri, state } = request
  return redirect(addParameters(redirectUri, { code: call.requests.issueCode(request), state }))
}

/**
 * The session of the user who signed in, its identity, and the second factors that the sign-in still needs; undefined
 * if nobody has signed in or the session has ended. A token of an external JWT signer is not among the second factors:
 * every request must carry it.
 */
export function findSignIn({ session: requestSession }: AuthRequest, records: ReadTransaction) {
  const session = records.get('apiSessions', requestSession?.id ?? '')
  const identity = session && records.get('identities', session.identity)
  if (!identity) return undefined
  const isTotpEnrolled = findMfa(identity.id, records)?.isVerified ?? false
  const queries = listAuthQueries(session, records)
    .filter(({ typeId }) => typeId === 'MFA')
    .map(() => createTotpQuery(isTotpEnrolled))
  return { session, identity, queries }
}

export const listLoginQueries = (
  request: AuthRequest,
  { read }: ServiceContext,
): Promise<Record<string, unknown>[]> =>
  read((records) => findSignIn(request, records)?.queries ?? [])
