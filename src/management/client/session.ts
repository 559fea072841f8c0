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
  const attempt = async (call: Call, held: HeldSession): Promise<unknown> => {
    const value = await transport(call, {
      ...(await secondFactorHeaders(credentials, held, learn)),
      ...held.headers,
    })
    holder.used(held)
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
    const held = await unlessAborted(holder.open(row.isPartial))
    try {
      return await attempt(call, held)
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
        (await attempt(createCall(currentSessionOperation, [{ signal }]), held).then(
          () => true,
          () => false,
        ))
      if (isAlive) throw createForbiddenError(error)
      if ('token' in credentials && typeof credentials.token === 'string') throw error
      return attempt(call, await unlessAborted(holder.replace(held, row.isPartial)))
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
    const held = await holder.drop()
    if (held)
      await transport(createCall(endSessionOperation, [more]), held.headers).catch(
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
    message: `\`${currentSessionOperation.operation}\` failed: the answer is no session (BAD_ANSWER)`,
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
      : `\`${operation}\` failed: the session is good, but its identity has no right to do this; most operations need an administrator (status ${status}, ${code}${requestId ? `, request ${requestId}` : ''})`
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
  replace(held: HeldSession, isPartial: boolean): Promise<HeldSession>
  /** Holds none any more, and gives the one that was held. */
  drop(): Promise<HeldSession | undefined>
  /** Notes that the controller has counted a use. */
  used(held: HeldSession): void
}

export type SessionHolderOptions = LoginOptions & { credentials: Credentials; keepAlive: boolean }

type HolderState = {
  opening?: Promise<HeldSession> | undefined
  held?: HeldSession
  timer?: ReturnType<typeof setTimeout>
}

/** Opens sessions, one at a time. */
function createSessionHolder(transport: Transport, options: SessionHolderOptions): SessionHolder {
  const state: HolderState = {}
  const complete = (held: HeldSession): Promise<void> => {
    const completing = (held.complete ??= giveSecondFactor(transport, held, options))
    completing.catch(() => delete held.complete)
    return completing
  }
  const open = async (isPartial: boolean): Promise<HeldSession> => {
    const held = await (state.opening ??
      rememberOpening(state, openSession(transport, options.credentials, options)))
    if (isExpired(held)) return replace(held, isPartial)
    if (!isPartial) await complete(held)
    return held
  }
  const replace = async (held: HeldSession, isPartial: boolean): Promise<HeldSession> => {
    if (state.held === held) forgetSession(state)
    return open(isPartial)
  }
  const ping = (held: HeldSession): void =>
    void transport(createCall(currentSessionOperation, []), held.headers).then(
      () => used(held),
      () => undefined,
    )
  const used = (held: HeldSession): void => {
    held.usedAt = Date.now()
    clearTimeout(state.timer)
    if (options.keepAlive && held.record && state.held === held)
      state.timer = unrefTimer(setTimeout(() => ping(held), held.record.expirationSeconds * 800))
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
    (held) => {
      if (state.opening === opening) state.held = held
    },
    () => {
      if (state.opening === opening) state.opening = undefined
    },
  )
  return opening
}

function forgetSession(state: HolderState): void {
  clearTimeout(state.timer)
  delete state.held
  state.opening = undefined
}

const isExpired = ({ record, usedAt }: HeldSession): boolean =>
  record !== undefined && Date.now() > usedAt + record.expirationSeconds * 1000

/** A timer that does not keep the program of Node running. */
function unrefTimer(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  if (typeof timer === 'object') timer.unref()
  return timer
}
