import { currentApiSession } from '../../generated/management/operations.js'
import type { CurrentApiSession } from '../../generated/management/shapes.js'
import type { CallOptions, PreparedCall, CallResult } from './call.js'
import { createCall } from './call.js'
import type { Cluster } from './cluster.js'
import { createCluster } from './cluster.js'
import type { Controllers } from './controllers.js'
import { asksForExternalToken, isSessionEnded } from './refusals.js'
import { createAbortError } from './connection-errors.js'
import type { Credentials, HeldSession, LoginOptions, SignInTransport } from './login.js'
import {
  completeSecondFactor,
  createSignInTransport,
  mayBeAccessToken,
  openSession,
  secondFactorHeaders,
  toSession,
} from './login.js'
import type { ErrorDetails } from './error.js'
import { ManagementError } from './error.js'
import { parseOperationRow } from './operation-table.js'
import type { RevocableTokens } from './oidc.js'
import type { Transport } from './transport.js'
import { abortable } from './retry.js'

/**
 * The session of a client: opened by the first call that needs one, shared by all calls, and
 * renewed when it has ended.
 */
export type SessionFunctions = {
  /**
   * Opens a new session immediately; without `login`, the first call that needs a session opens it. Does not end the
   * current session.
   */
  login(options?: CallOptions): Promise<CurrentApiSession>
  /**
   * Ends the session; a later call opens a new one. Rejects if the controller does not end it or does not answer: then
   * the session may still be open, and another `logout` tries again.
   */
  logout(options?: CallOptions): Promise<void>
  /**
   * The base URLs of the controllers that the client knows, beginning with the one that gets the
   * calls.
   */
  addresses(): readonly string[]
  /** Requests the record of the current session. */
  session(options?: CallOptions): Promise<CurrentApiSession>
}

export type SessionOptions = LoginOptions & {
  credentials: Credentials | undefined
  keepAlive: boolean
  controllers: Controllers
  /**
   * Whether the client calls only the controllers in its options, and does not ask them for other members of the
   * cluster.
   */
  isFixed: boolean
}

const currentSessionOperation = parseOperationRow('currentApiSession.get', currentApiSession.get)
const endSessionOperation = parseOperationRow('currentApiSession.delete', currentApiSession.delete)

/** Sends a call, in a session if the operation needs one. */
export type RunCall = (call: PreparedCall) => Promise<CallResult>

export function createClientSession(
  transport: Transport,
  options: SessionOptions,
): SessionFunctions & { run: RunCall } {
  const { credentials, addSecret, controllers } = options
  if (!credentials) return createAnonymousSession(transport, controllers)
  const cluster = createCluster(controllers, options)
  const createTransport = (controller: string): SignInTransport =>
    createSignInTransport(transport, { controller, hasOthers: controllers.list().length > 1 })
  const holder = createSessionHolder(createTransport, cluster, { ...options, credentials })

  /**
   * Opens or reuses the session for a controller, learns the other controllers of the cluster (unless `isPartial`), and
   * waits until this controller shows the changes that the client sent to others.
   */
  const open = async (controller: string, isPartial: boolean): Promise<HeldSession> => {
    const session = await holder.open(controller, isPartial)
    if (!isPartial) await cluster.learn(createTransport(controller), session.headers)
    await cluster.catchUp(createTransport(controller), session.headers)
    return session
  }
  const send = async (call: PreparedCall): Promise<CallResult> => {
    const current: { session?: HeldSession | undefined } = {}
    try {
      const result = await transport(call, async (controller, signal) => {
        current.session = undefined
        const session = await unlessAborted(call, signal, open(controller, call.row.isPartial))
        current.session = session
        return {
          ...(await secondFactorHeaders(credentials, session, addSecret)),
          ...session.headers,
        }
      })
      if (current.session) holder.touch(current.session)
      cluster.noteWrite(call, result.value, result.response.controller)
      return result
    } catch (error) {
      if (!current.session || !mayBeEndedSession(error)) throw error
      throw new EndedSessionError(error, current.session)
    }
  }
  const run: RunCall = async (call) => {
    if (call.row.isOpen) return transport(call)
    try {
      return await send(call)
    } catch (thrown) {
      if (!(thrown instanceof EndedSessionError)) throw thrown
      const { error, session } = thrown
      const isAlive = await isSessionAlive(
        createTransport(session.controller),
        session,
        call,
        error,
      )
      if (isAlive) throw createForbiddenError(error)
      if (hasFixedToken(credentials)) throw error
      holder.forget(session)
      return await send(call).catch((secondError: unknown) => {
        throw secondError instanceof EndedSessionError ? secondError.error : secondError
      })
    }
  }
  const session = async (callOptions?: CallOptions): Promise<CurrentApiSession> =>
    assertSession((await run(createCall(currentSessionOperation, [callOptions]))).value)
  const login = async (callOptions?: CallOptions): Promise<CurrentApiSession> => {
    await holder.drop()
    // A login must complete the second factor, although a request for the session record does not need it.
    const row = { ...currentSessionOperation, isPartial: false }
    return assertSession((await run(createCall(row, [callOptions]))).value)
  }
  const logout = (callOptions?: CallOptions): Promise<void> =>
    holder.drop((session) => endSession(session, callOptions, transport, createTransport))
  return { run, session, login, logout, addresses: () => listFromCurrent(controllers) }
}

/** Ends a session at its controller, or revokes its tokens if it has any. */
async function endSession(
  session: HeldSession,
  callOptions: CallOptions | undefined,
  transport: Transport,
  createTransport: (controller: string) => SignInTransport,
): Promise<void> {
  const { controller, headers } = session
  const tokens = findTokens(session)
  if (!tokens)
    return void (await createTransport(controller).send(
      createCall(endSessionOperation, [callOptions]),
      headers,
    ))
  const { endOidcSession } = await import('./oidc.js')
  await endOidcSession(transport, tokens, callOptions)
}

/** Whether the caller gave a token as a string, so that no new session can replace one that has ended. */
const hasFixedToken = (credentials: Credentials): boolean =>
  'token' in credentials && typeof credentials.token === 'string'

/**
 * Whether the session of a refused call is still valid. If so, the refusal means that the identity lacks a permission.
 */
const isSessionAlive = async (
  { send }: SignInTransport,
  { headers }: HeldSession,
  { row, options: { signal } }: PreparedCall,
  error: ManagementError,
): Promise<boolean> =>
  !isSessionEnded(error.challenge ?? null) &&
  row.operation !== currentSessionOperation.operation &&
  send(createCall(currentSessionOperation, [{ signal }]), headers).then(
    () => true,
    () => false,
  )

/**
 * The OpenID Connect tokens of a session; for tokens from the caller, only the access token. Undefined for a session
 * token.
 */
function findTokens({ tokens, headers }: HeldSession): RevocableTokens | undefined {
  const access = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1]
  return tokens ?? (access === undefined ? undefined : { access, refresh: undefined })
}

/** Thrown for a call that was refused, perhaps because its session has ended. */
class EndedSessionError extends Error {
  readonly error: ManagementError
  readonly session: HeldSession

  constructor(error: ManagementError, session: HeldSession) {
    super(error.message)
    this.error = error
    this.session = session
  }
}

const unlessAborted = (
  { row }: PreparedCall,
  signal: AbortSignal | undefined,
  pendingSession: Promise<HeldSession>,
): Promise<HeldSession> =>
  abortable(pendingSession, signal).catch((error: unknown) => {
    throw signal?.aborted && error === signal.reason ? createAbortError(row, signal) : error
  })

/** Whether an error is a 401 that a new session may fix. */
const mayBeEndedSession = (error: unknown): error is ManagementError =>
  error instanceof ManagementError &&
  error.status === 401 &&
  error.code !== 'INVALID_AUTH' &&
  !asksForExternalToken(error.challenge ?? null)

/**
 * Session functions of a client without credentials: only operations that need no session succeed;
 * the controller refuses the others.
 */
function createAnonymousSession(
  transport: Transport,
  controllers: Controllers,
): SessionFunctions & { run: RunCall } {
  const session = async (callOptions?: CallOptions): Promise<CurrentApiSession> =>
    assertSession((await transport(createCall(currentSessionOperation, [callOptions]))).value)
  return {
    run: (call) => transport(call),
    session,
    login: session,
    logout: async () => undefined,
    addresses: () => listFromCurrent(controllers),
  }
}

const listFromCurrent = (controllers: Controllers): string[] => [
  ...new Set([controllers.current(), ...controllers.list()]),
]

function assertSession(value: unknown): CurrentApiSession {
  const record = toSession(value)
  if (record) return record
  throw new ManagementError({
    message: `\`${currentSessionOperation.operation}\` failed: the response is not a session (BAD_ANSWER)`,
    code: 'BAD_ANSWER',
    operation: currentSessionOperation.operation,
    request: `${currentSessionOperation.method} ${currentSessionOperation.path}`,
    status: 200,
  })
}

/**
 * The error for a 401 within a valid session: the identity lacks a permission. Controllers send the
 * same status for a missing session.
 */
const createForbiddenError = (error: ManagementError): ManagementError => {
  const { operation, code, requestId, status } = error
  return new ManagementError({
    ...pickDetails(error),
    message:
      error.field || error.cause
        ? error.message
        : `\`${operation}\` failed: the session is valid, but its identity lacks the permission for this; most operations need an administrator (status ${status}, ${code}${requestId ? `, request ${requestId}` : ''})`,
    isForbidden: true,
  })
}

const pickDetails = ({
  operation,
  code,
  request,
  status,
  requestId,
  challenge,
  cause,
  field,
  retryAfter,
}: ManagementError): Omit<ErrorDetails, 'message'> => ({
  operation,
  code,
  request,
  status,
  requestId,
  challenge,
  cause,
  field,
  retryAfter,
})

/** Keeps the sessions of a client: one for all controllers, or one for each. */
export type SessionHolder = {
  /**
   * Returns the session for a controller, and opens or renews it if necessary; completes its second
   * factor unless `isPartial`.
   */
  open(controller: string, isPartial: boolean): Promise<HeldSession>
  /** Forgets a session that has ended, unless another call has already replaced it. */
  forget(session: HeldSession): void
  /**
   * Forgets the current sessions, and ends them if `end` is given. Rejects if a session could not be ended; the next
   * `drop` with `end` tries again.
   */
  drop(end?: (session: HeldSession) => Promise<void>): Promise<void>
  /** Notes that a session was used just now; with `keepAlive`, plans the request that keeps it from expiring. */
  touch(session: HeldSession): void
}

export type SessionHolderOptions = LoginOptions & { credentials: Credentials; keepAlive: boolean }

type HolderState = {
  session: Promise<HeldSession>
  current?: HeldSession
  timer?: ReturnType<typeof setTimeout>
}

/**
 * The key of a session that all controllers share: one with OpenID Connect tokens, or with a token that the caller gave
 * as a string.
 */
const anyController = '*'

type SignIn = {
  usesOidc: (controller: string) => Promise<boolean>
  signIn: (controller: string, isOidc: boolean) => Promise<HeldSession>
  /** Opens a session with a refresh token, or with the credentials if the token is no longer accepted. */
  renew: (controller: string, refresh: string) => Promise<HeldSession>
  /** Completes the second factor of a session. Concurrent calls share one attempt. */
  complete: (controller: string, session: HeldSession) => Promise<void>
}

function createSignIn(
  createTransport: (controller: string) => SignInTransport,
  cluster: Cluster,
  options: SessionHolderOptions,
): SignIn {
  const { credentials, addSecret } = options
  const usesOidc = async (controller: string): Promise<boolean> => {
    if ('token' in credentials) {
      if (mayBeAccessToken(credentials.token)) await cluster.discover(createTransport(controller))
      return false
    }
    const { isMember, hasOidc } = await cluster.discover(createTransport(controller))
    return credentials.oidc ?? (isMember && hasOidc)
  }
  const signIn = async (controller: string, isOidc: boolean): Promise<HeldSession> => {
    if (!isOidc) return openSession(createTransport(controller), credentials, options)
    const { openOidcSession } = await import('./oidc.js')
    return openOidcSession(createTransport(controller), credentials, options).catch(
      (error: unknown) => {
        // If the caller did not ask for OpenID Connect and the controller does not offer it, a session that is valid at
        // this controller only is enough.
        const isUnavailable =
          error instanceof ManagementError && /^OIDC_(UNREADABLE|NOT_SERVED)$/.test(error.code)
        if (!isUnavailable || credentials.oidc) throw error
        return openSession(createTransport(controller), credentials, options)
      },
    )
  }
  const renew = async (controller: string, refresh: string): Promise<HeldSession> => {
    const { renewOidcSession } = await import('./oidc.js')
    return (
      (await renewOidcSession(createTransport(controller), refresh, addSecret)) ??
      signIn(controller, true)
    )
  }
  const complete = (controller: string, session: HeldSession): Promise<void> => {
    const completion = (session.completion ??= completeSecondFactor(
      createTransport(controller),
      session,
      options,
    ))
    completion.catch(() => delete session.completion)
    return completion
  }
  return { usesOidc, signIn, renew, complete }
}

/**
 * The key in `states` of a session with an access token, which every controller accepts; undefined if there is no such
 * session yet. Whether a function in `credentials.token` returns an access token is only known once a session is open.
 */
const findAccessTokenKey = (states: ReadonlyMap<string, HolderState>): string | undefined =>
  [...states].find(([, { current }]) => current?.headers['authorization'] !== undefined)?.[0]

/** Creates a holder that opens at most one session per controller at a time. */
function createSessionHolder(
  createTransport: (controller: string) => SignInTransport,
  cluster: Cluster,
  options: SessionHolderOptions,
): SessionHolder {
  const { credentials } = options
  const { usesOidc, signIn, renew, complete } = createSignIn(createTransport, cluster, options)
  const states = new Map<string, HolderState>()
  /**
   * Dropped sessions that could not be ended. No call uses them; the next `drop` with `end` tries again to end them.
   */
  const openStates: HolderState[] = []
  const remember = (key: string, pendingSession: Promise<HeldSession>): Promise<HeldSession> =>
    rememberSession(states, key, pendingSession, options)
  const open = async (controller: string, isPartial: boolean): Promise<HeldSession> => {
    const isOidc = await usesOidc(controller)
    const isShared = isOidc || hasFixedToken(credentials)
    const key = isShared ? anyController : (findAccessTokenKey(states) ?? controller)
    const existingState = states.get(key)
    let session = await (existingState?.session ?? remember(key, signIn(controller, isOidc)))
    if (isExpired(session)) {
      const refresh = session.tokens?.refresh
      session = await (states.get(key) === existingState || existingState === undefined
        ? remember(
            key,
            refresh === undefined ? signIn(controller, isOidc) : renew(controller, refresh),
          )
        : open(controller, isPartial))
    }
    if (!isPartial) await complete(controller, session)
    return session
  }
  const findState = (session: HeldSession): [string, HolderState] | undefined =>
    [...states].find(([, { current }]) => current === session)
  const touch = (session: HeldSession): void => {
    session.usedAt = Date.now()
    const [, state] = findState(session) ?? []
    if (!state || !options.keepAlive) return
    clearTimeout(state.timer)
    const { record, tokens } = session
    if (record)
      state.timer = startTimer(record.expirationSeconds * 800, () =>
        createTransport(session.controller)
          .send(createCall(currentSessionOperation, []), session.headers)
          .then(() => touch(session)),
      )
    else if (tokens)
      state.timer = startTimer(tokens.renewAt - Date.now(), async () =>
        touch(await open(session.controller, true)),
      )
  }
  return {
    open,
    touch,
    forget(session) {
      const [key, state] = findState(session) ?? []
      if (key === undefined) return
      clearTimeout(state?.timer)
      states.delete(key)
    },
    drop(end) {
      const droppedStates = [...openStates.splice(0), ...states.values()]
      states.clear()
      return endDroppedSessions(droppedStates, openStates, end)
    },
  }
}

/** Keeps a session under a key as soon as its opening begins, so that other calls share it; drops it if that fails. */
function rememberSession(
  states: Map<string, HolderState>,
  key: string,
  pendingSession: Promise<HeldSession>,
  options: LoginOptions,
): Promise<HeldSession> {
  clearTimeout(states.get(key)?.timer)
  const state: HolderState = { session: pendingSession }
  states.set(key, state)
  pendingSession.then(
    (session) => {
      state.current = session
      if (session.tokens) options.onTokens?.(session.tokens)
    },
    () => states.get(key) === state && states.delete(key),
  )
  return pendingSession
}

/** Stops the timers of dropped sessions, ends them if `end` is given, and adds those that remain open to `openStates`. */
async function endDroppedSessions(
  droppedStates: readonly HolderState[],
  openStates: HolderState[],
  end: ((session: HeldSession) => Promise<void>) | undefined,
): Promise<void> {
  const endings = droppedStates.map(async (state) => {
    clearTimeout(state.timer)
    const session = await state.session.catch(() => undefined)
    if (session)
      await end?.(session).catch((error: unknown) => {
        if (error instanceof ManagementError && error.status === 401) return
        openStates.push(state)
        throw error
      })
  })
  for (const ending of await Promise.allSettled(endings))
    if (ending.status === 'rejected') throw ending.reason
}

const isExpired = ({ record, tokens, usedAt }: HeldSession): boolean =>
  tokens
    ? Date.now() >= tokens.renewAt
    : record !== undefined && Date.now() > usedAt + record.expirationSeconds * 1000

/** Runs work after a delay in ms, without keeping Node alive. Ignores errors: the next call reports them. */
function startTimer(delay: number, work: () => Promise<void>): ReturnType<typeof setTimeout> {
  const timer = setTimeout(() => void work().catch(() => undefined), delay)
  if (typeof timer === 'object') timer.unref()
  return timer
}
