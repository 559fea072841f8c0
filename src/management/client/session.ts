import { currentApiSession } from '../../generated/management/operations.js'
import type { CurrentApiSession } from '../../generated/management/shapes.js'
import type { CallOptions, PreparedCall } from './call.js'
import { createCall } from './call.js'
import { asksForExternalToken, isSessionEnded } from './refusals.js'
import { createAbortError } from './connection-errors.js'
import type { Credentials, HeldSession, LoginOptions } from './login.js'
import { toSession, secondFactorHeaders, openSession, completeSecondFactor } from './login.js'
import { ManagementError } from './error.js'
import { parseOperationRow } from './operation-table.js'
import type { Transport } from './transport.js'
import { abortable } from './retry.js'

/**
 * The session of a client: opened by the first call that needs one, shared by all calls, and
 * renewed when it has ended.
 */
export type SessionFunctions = {
  /** Opens a new session now instead of with the first call that needs one. */
  login(options?: CallOptions): Promise<CurrentApiSession>
  /** Ends the session. A later call opens a new one. */
  logout(options?: CallOptions): Promise<void>
  /** The session record from the controller. */
  session(options?: CallOptions): Promise<CurrentApiSession>
}

export type SessionOptions = LoginOptions & {
  credentials: Credentials | undefined
  keepAlive: boolean
}

const currentSessionOperation = parseOperationRow('currentApiSession.get', currentApiSession.get)
const endSessionOperation = parseOperationRow('currentApiSession.delete', currentApiSession.delete)

/** Creates the functions of a session, and one that sends a call in it. */
export function createClientSession(
  transport: Transport,
  options: SessionOptions,
): SessionFunctions & { run: (call: PreparedCall) => Promise<unknown> } {
  const { credentials, addSecret } = options
  if (!credentials) return createAnonymousSession(transport)
  const holder = createSessionHolder(transport, { ...options, credentials })
  const attempt = async (call: PreparedCall, current: HeldSession): Promise<unknown> => {
    const value = await transport(call, {
      ...(await secondFactorHeaders(credentials, current, addSecret)),
      ...current.headers,
    })
    holder.used(current)
    return value
  }
  const run = async (call: PreparedCall): Promise<unknown> => {
    const {
      row,
      options: { signal },
    } = call
    if (row.isOpen) return transport(call)
    const unlessAborted = (opening: Promise<HeldSession>): Promise<HeldSession> =>
      abortable(opening, signal).catch((error: unknown) => {
        throw signal?.aborted && error === signal.reason ? createAbortError(row, signal) : error
      })
    const current = await unlessAborted(holder.open(row.isPartial))
    try {
      return await attempt(call, current)
    } catch (error) {
      if (!mayBeEndedSession(error)) throw error
      const isAlive =
        !isSessionEnded(error.challenge ?? null) &&
        row.operation !== currentSessionOperation.operation &&
        (await attempt(createCall(currentSessionOperation, [{ signal }]), current).then(
          () => true,
          () => false,
        ))
      if (isAlive) throw createForbiddenError(error)
      if ('token' in credentials && typeof credentials.token === 'string') throw error
      return attempt(call, await unlessAborted(holder.replace(current, row.isPartial)))
    }
  }
  const session = async (callOptions?: CallOptions): Promise<CurrentApiSession> =>
    assertSession(await run(createCall(currentSessionOperation, [callOptions])))
  const login = async (callOptions?: CallOptions): Promise<CurrentApiSession> => {
    await holder.drop()
    await holder.open(false)
    return session(callOptions)
  }
  const logout = async (callOptions?: CallOptions): Promise<void> => {
    const current = await holder.drop()
    if (current)
      await transport(createCall(endSessionOperation, [callOptions]), current.headers).catch(
        ignoreEndedSession,
      )
  }
  return { run, session, login, logout }
}

/** Whether a new session may help: not after wrong credentials, or without the external token. */
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
): SessionFunctions & { run: (call: PreparedCall) => Promise<unknown> } {
  const session = async (callOptions?: CallOptions): Promise<CurrentApiSession> =>
    assertSession(await transport(createCall(currentSessionOperation, [callOptions])))
  return { run: (call) => transport(call), session, login: session, logout: async () => undefined }
}

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

function ignoreEndedSession(error: unknown): void {
  if (!(error instanceof ManagementError) || error.status !== 401) throw error
}

/**
 * The error for a 401 within a valid session: the identity lacks a permission. Controllers send the
 * same status for a missing session.
 */
const createForbiddenError = (error: ManagementError): ManagementError => {
  const { operation, code, request, status, requestId, challenge, cause, field, retryAfter } = error
  const message =
    error.field || error.cause
      ? error.message
      : `\`${operation}\` failed: the session is valid, but its identity lacks the permission for this; most operations need an administrator (status ${status}, ${code}${requestId ? `, request ${requestId}` : ''})`
  return new ManagementError({
    message,
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
}

/** Keeps one session for all calls. */
export type SessionHolder = {
  /**
   * Returns the session, and opens it if necessary; completes its second factor unless `isPartial`.
   */
  open(isPartial: boolean): Promise<HeldSession>
  /** Replaces a session by a new one, unless another call has already done so. */
  replace(current: HeldSession, isPartial: boolean): Promise<HeldSession>
  /** Returns the current session and forgets it. */
  drop(): Promise<HeldSession | undefined>
  /** Records that the session was used, which extends it on the controller. */
  used(current: HeldSession): void
}

export type SessionHolderOptions = LoginOptions & { credentials: Credentials; keepAlive: boolean }

type HolderState = {
  opening?: Promise<HeldSession> | undefined
  current?: HeldSession
  timer?: ReturnType<typeof setTimeout>
}

/** Creates a holder that opens one session at a time. */
function createSessionHolder(transport: Transport, options: SessionHolderOptions): SessionHolder {
  const state: HolderState = {}
  const complete = (current: HeldSession): Promise<void> => {
    const completing = (current.complete ??= completeSecondFactor(transport, current, options))
    completing.catch(() => delete current.complete)
    return completing
  }
  const open = async (isPartial: boolean): Promise<HeldSession> => {
    const current = await (state.opening ??
      rememberOpening(state, openSession(transport, options.credentials, options)))
    if (isExpired(current)) return replace(current, isPartial)
    if (!isPartial) await complete(current)
    return current
  }
  const replace = async (current: HeldSession, isPartial: boolean): Promise<HeldSession> => {
    if (state.current === current) forgetSession(state)
    return open(isPartial)
  }
  const ping = (current: HeldSession): void =>
    void transport(createCall(currentSessionOperation, []), current.headers).then(
      () => used(current),
      () => undefined,
    )
  const used = (current: HeldSession): void => {
    current.usedAt = Date.now()
    clearTimeout(state.timer)
    if (options.keepAlive && current.record && state.current === current)
      state.timer = unrefTimer(
        setTimeout(() => ping(current), current.record.expirationSeconds * 800),
      )
  }
  const drop = async (): Promise<HeldSession | undefined> => {
    const { opening } = state
    forgetSession(state)
    return opening?.catch(() => undefined)
  }
  return { open, replace, drop, used }
}

function rememberOpening(state: HolderState, opening: Promise<HeldSession>): Promise<HeldSession> {
  state.opening = opening
  opening.then(
    (current) => {
      if (state.opening === opening) state.current = current
    },
    () => {
      if (state.opening === opening) state.opening = undefined
    },
  )
  return opening
}

function forgetSession(state: HolderState): void {
  clearTimeout(state.timer)
  delete state.current
  state.opening = undefined
}

const isExpired = ({ record, usedAt }: HeldSession): boolean =>
  record !== undefined && Date.now() > usedAt + record.expirationSeconds * 1000

/** Lets Node exit while the timer is pending. */
function unrefTimer(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  if (typeof timer === 'object') timer.unref()
  return timer
}
