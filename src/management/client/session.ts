import { currentApiSession } from '../../generated/management/operations.js'
import type { CurrentApiSession } from '../../generated/management/shapes.js'
import type { CallOptions, Call } from './call.js'
import { createCall } from './call.js'
import { asksForExternalToken, isSessionEnded } from './refusals.js'
import { createAbortError } from './connection-errors.js'
import type { Credentials, HeldSession, LoginOptions } from './login.js'
import { isSession, secondFactorHeaders, openSession, giveSecondFactor } from './login.js'
import { ManagementError } from './error.js'
import { parseOperationRow } from './operation-table.js'
import type { Transport } from './transport.js'
import { abortable } from './retry.js'

/** The session of a client: opened with the first call that needs one, shared by all, renewed when it has ended. */
export type SessionFunctions = {
  /** Opens a new session now; without it, the first call that needs one does. */
  login(options?: CallOptions): Promise<CurrentApiSession>
  /** Ends the session. A later call opens another. */
  logout(options?: CallOptions): Promise<void>
  /** The session as the controller has it. */
  session(options?: CallOptions): Promise<CurrentApiSession>
}

export type SessionOptions = LoginOptions & {
  credentials: Credentials | undefined
  keepAlive: boolean
}

const currentSessionOperation = parseOperationRow('currentApiSession.get', currentApiSession.get)
const endSessionOperation = parseOperationRow('currentApiSession.delete', currentApiSession.delete)

/** The functions of a session, and one that sends a call with the session that it needs. */
export function createSession(
  transport: Transport,
  options: SessionOptions,
): SessionFunctions & { run: (call: Call) => Promise<unknown> } {
  const { credentials, learn } = options
  if (!credentials) return createAnonymousSession(transport)
  const holder = createSessionHolder(transport, { ...options, credentials })
  const attempt = async (call: Call, current: HeldSession): Promise<unknown> => {
    const value = await transport(call, {
      ...(await secondFactorHeaders(credentials, current, learn)),
      ...current.headers,
    })
    holder.used(current)
    return value
  }
  const run = async (call: Call): Promise<unknown> => {
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
      if (
        !(error instanceof ManagementError) ||
        error.status !== 401 ||
        error.code === 'INVALID_AUTH' ||
        asksForExternalToken(error.challenge ?? null)
      )
        throw error
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
  const session = async (more?: CallOptions): Promise<CurrentApiSession> =>
    assertSession(await run(createCall(currentSessionOperation, [more])))
  const login = async (more?: CallOptions): Promise<CurrentApiSession> => {
    await holder.drop()
    await holder.open(false)
    return session(more)
  }
  const logout = async (more?: CallOptions): Promise<void> => {
    const current = await holder.drop()
    if (current)
      await transport(createCall(endSessionOperation, [more]), current.headers).catch(
        ignoreEndedSession,
      )
  }
  return { run, session, login, logout }
}

/** A client without credentials: what needs no session works, the controller refuses the rest. */
function createAnonymousSession(
  transport: Transport,
): SessionFunctions & { run: (call: Call) => Promise<unknown> } {
  const session = async (more?: CallOptions): Promise<CurrentApiSession> =>
    assertSession(await transport(createCall(currentSessionOperation, [more])))
  return { run: (call) => transport(call), session, login: session, logout: async () => undefined }
}

function assertSession(record: unknown): CurrentApiSession {
  if (isSession(record)) return record
  throw new ManagementError({
    message: `\`${currentSessionOperation.operation}\` failed: the answer is not a session (BAD_ANSWER)`,
    code: 'BAD_ANSWER',
    operation: currentSessionOperation.operation,
    request: `${currentSessionOperation.method} ${currentSessionOperation.path}`,
    status: 200,
  })
}

function ignoreEndedSession(error: unknown): void {
  if (!(error instanceof ManagementError) || error.status !== 401) throw error
}

/** A 401 of a session that is good means that the identity has no right, which the controller does not tell apart. */
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

/** Holds one session for all calls. */
export type SessionHolder = {
  /** The session, with its second factor unless it is for what does without; opened where there is none. */
  open(isPartial: boolean): Promise<HeldSession>
  /** Opens another session instead of one, unless another call has done so. */
  replace(current: HeldSession, isPartial: boolean): Promise<HeldSession>
  /** Forgets the current session, and gives it. */
  drop(): Promise<HeldSession | undefined>
  /** Notes that the controller has counted a use. */
  used(current: HeldSession): void
}

export type SessionHolderOptions = LoginOptions & { credentials: Credentials; keepAlive: boolean }

type HolderState = {
  opening?: Promise<HeldSession> | undefined
  current?: HeldSession
  timer?: ReturnType<typeof setTimeout>
}

/** Opens sessions, one at a time. */
function createSessionHolder(transport: Transport, options: SessionHolderOptions): SessionHolder {
  const state: HolderState = {}
  const complete = (current: HeldSession): Promise<void> => {
    const completing = (current.complete ??= giveSecondFactor(transport, current, options))
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

/** A timer that does not keep the program of Node running. */
function unrefTimer(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  if (typeof timer === 'object') timer.unref()
  return timer
}
