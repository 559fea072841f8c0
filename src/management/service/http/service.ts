import { isPlainObject } from '../../../document/record.js'
import type { Operation } from '../../operation.js'
import { isAdministrator } from '../auth/identity-rights.js'
import type { GuardedAttempt } from '../auth/attempts.js'
import { createAttemptLimiter, guessableOperations } from '../auth/attempts.js'
import { findAuthMethod } from '../auth/authenticate.js'
import type { ServiceContext } from '../call/context.js'
import { refreshCaller } from '../auth/transact.js'
import { fabricContract } from '../fabric/operations.js'
import { cleanUpIfDue } from '../auth/end-sessions.js'
import { oidcPath } from '../operations/client-operations.js'
import type { Provider } from '../oidc/provider.js'
import { createProvider } from '../oidc/provider.js'
import { dropCrossSiteCertificate } from '../oidc/same-client.js'
import { checkQuery, parseSearchParams } from '../body/check-query.js'
import type {
  Connection,
  RequestHandler,
  IncomingRequest,
  OutgoingResponse,
} from '../call/request.js'
import type { Answer, Call, Caller, RequestHeaders } from '../call/call.js'
import { Refusal, unwrap } from '../call/failure.js'
import type { Shapes } from '../body/field-types.js'
import { checkAccept, readContentType } from '../body/media-types.js'
import { readBody } from '../body/read-body.js'
import { createRouteFinder } from './routes.js'
import type { Route } from './routes.js'
import { handlers } from './handlers.js'
import { respondWithFailure, respond } from './request-response.js'
import { checkCredentials } from './credentials.js'
import { createTurnQueue, withDeadline } from './deadline.js'

/**
 * Whether requests can reach an operation: a release serves it, or it has a handler (some operations that no release
 * serves have a fixed response).
 */
const isServed = ({ id, unserved }: Operation): boolean => !unserved || handlers[id] !== undefined

/** What all requests share, such as the count of wrong guesses and the queue of long requests. */
type RequestDeps = {
  context: ServiceContext
  findRoute: ReturnType<typeof createRouteFinder>
  attempt: GuardedAttempt
  createWait: ReturnType<typeof createTurnQueue>
  answerOidc: Provider
}

/** Creates the request handler. Refusals become error responses, and responses to HEAD have no body. */
export function createRequestHandler(context: ServiceContext): RequestHandler {
  const findRoute = createRouteFinder(
    context.contract,
    isServed,
    context.runningRouters ? fabricContract : [],
  )
  const attempt = createAttemptLimiter(() => performance.now())
  const createWait = createTurnQueue()
  const answerOidc = createProvider(context, attempt)
  const deps = { context, findRoute, attempt, createWait, answerOidc }
  return async (request, connection = {}) => {
    const response = await answer(request, connection, deps).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return respondWithFailure(error.failure, context.idGenerator.short(), error.headers)
    })
    return request.method === 'HEAD' ? { ...response, body: null } : response
  }
}

/** Answers a request: each step refuses the request or passes it on, in the same order as controllers. */
async function answer(
  request: IncomingRequest,
  rawConnection: Connection,
  { context, findRoute, attempt, createWait, answerOidc }: RequestDeps,
): Promise<OutgoingResponse> {
  const { method, headers } = request
  const url = new URL(request.url)
  const connection = dropCrossSiteCertificate(rawConnection, request, {
    url,
    cors: context.cors,
  })
  const { clientCertificate, address } = connection
  const path = url.pathname.replaceAll(/\/{2,}/g, '/')
  if (method === 'OPTIONS') return { status: 200, headers: {}, body: null }
  if (path.startsWith(`${oidcPath}/`)) {
    const waits = { waitForTurn: () => undefined, pause: createWait(Infinity) }
    await cleanUpIfDue(context)
    return answerOidc({
      httpRequest: request,
      connection,
      url,
      context: withDeadline(context, request, waits),
    })
  }
  const { operation, parameters } = requireOperation(
    findRoute(method, path, headers.get('content-type')),
    { method, path },
  )
  await cleanUpIfDue(context)
  const caller = await requireCaller(operation, { headers, connection }, context)
  const searchParams = parseSearchParams(url)
  const text = await request.text()
  const waitForTurn = createWait(text.length + url.search.length)
  await waitForTurn()
  const { input, setKeys, nullKeys } = readInput({ headers, text }, operation, {
    shapes: context.contract.shapes,
    searchParams,
    ignoresRest: ignoresRest(operation, caller),
  })
  const initialCall: Call = {
    operation,
    parameters,
    searchParams,
    input,
    setKeys,
    nullKeys,
    headers,
    address: address ?? '127.0.0.1',
    ...(clientCertificate !== undefined && { clientCertificate }),
    ...(caller && { caller }),
  }
  const call = await context.read((records) => refreshCaller(initialCall, context, records))
  const work = (): Answer | Promise<Answer> =>
    runOperation(call, withDeadline(context, request, { waitForTurn, pause: createWait(Infinity) }))
  return respond(
    await (isGuess(call) ? attempt({ address, user: getGuessedUser(call) }, work) : work()),
    operation,
  )
}

/**
 * Whether a call may be an attempt to guess a password or code. Certificates and tokens cannot be guessed, so failures
 * with them must not lock out other users at the same address.
 */
const isGuess = (call: Call): boolean =>
  guessableOperations.has(call.operation.id) &&
  (call.operation.id !== 'authenticate' || findAuthMethod(call)?.isGuessable === true)

/** The user whose password or code a call may guess: its caller, or the user that its body names, if any. */
const getGuessedUser = ({ caller, input }: Call): string | undefined =>
  caller?.identity.id ??
  (isPlainObject(input) && typeof input['username'] === 'string' ? input['username'] : undefined)

function requireOperation(
  route: Route | undefined,
  { method, path }: { method: string; path: string },
): Exclude<Route, { methods: unknown }> {
  if (!route) throw new Refusal({ code: 'NOT_FOUND', reason: `path ${path} was not found` })
  if ('methods' in route)
    throw new Refusal(
      {
        code: 'METHOD_NOT_ALLOWED',
        reason: `method ${method} is not allowed, but [${route.methods.join(',')}] are`,
      },
      { allow: route.methods.join(', ') },
    )
  return route
}

/**
 * The only operation that needs a session token: on controllers, access tokens of OpenID Connect cannot delete API
 * sessions.
 */
const apiSessionDeletion = 'deleteAPISessions'

async function requireCaller(
  { right, id }: Operation,
  credentials: { headers: RequestHeaders; connection: Connection },
  context: ServiceContext,
): Promise<Caller | undefined> {
  if (right === 'none') return undefined
  const takesTokens = id !== apiSessionDeletion
  const check = await checkCredentials({ ...credentials, takesTokens }, context)
  if ('caller' in check) return check.caller
  throw new Refusal(
    {
      code: 'UNAUTHORIZED',
      ...(check.isMissing && { reason: 'unauthenticated for invalid credentials' }),
    },
    { 'www-authenticate': check.challenge },
  )
}

function runOperation(call: Call, context: ServiceContext): Answer | Promise<Answer> {
  const { id } = call.operation
  const handler = handlers[id]
  if (!handler)
    throw new Refusal({
      code: 'NOT_IMPLEMENTED',
      reason: `operation ${id} needs a controller with routers`,
    })
  return handler(call, context)
}

/**
 * The media type that the fetch API sets for string bodies. It is ignored unless the operation takes text, so that
 * clients need not set a media type for JSON.
 */
const fetchDefaultType = 'text/plain;charset=UTF-8'

const normalizeContentType = (header: string | null, { body }: Operation): string | null =>
  header === fetchDefaultType && !(body && 'text' in body) ? null : header

function readInput(
  { headers, text }: { headers: RequestHeaders; text: string },
  operation: Operation,
  {
    searchParams,
    ...options
  }: { shapes: Shapes; ignoresRest: boolean; searchParams: URLSearchParams },
): Pick<Call, 'input' | 'setKeys' | 'nullKeys'> {
  const mediaType =
    text === ''
      ? undefined
      : unwrap(
          readContentType(normalizeContentType(headers.get('content-type'), operation), operation),
        )
  const acceptFailure = text === '' ? checkAccept(headers.get('accept'), operation) : undefined
  if (acceptFailure) throw new Refusal(acceptFailure)
  const {
    value: input,
    setKeys,
    nullKeys,
  } = unwrap(
    readBody(text, operation, { ...options, ...(mediaType !== undefined && { mediaType }) }),
  )
  const queryFailure = checkQuery(searchParams, operation)
  if (queryFailure) throw new Refusal(queryFailure)
  return { input, setKeys, nullKeys }
}

/**
 * Whether text after the JSON of a body is ignored. Controllers always ignore it. The service only does so when an
 * administrator creates a record: in all other cases, permissions depend on the keys of the body, so the body must be
 * unambiguous.
 */
const ignoresRest = ({ method }: Operation, caller: Caller | undefined): boolean =>
  method === 'POST' && caller !== undefined && isAdministrator(caller.identity)
