import { currentApiSession } from '../generated/management/operations.js'
import type { CurrentApiSession } from '../generated/management/shapes.js'
import type { Call } from './call.js'
import { callOf } from './call.js'
import { asksForSigner, saysEnded } from './challenge.js'
import { abortFault } from './connection.js'
import type { Credentials } from './credentials.js'
import { ManagementError } from './error.js'
import type { CallOptions } from './listing.js'
import { holderOf } from './holder.js'
import type { Held, LoginOptions } from './login.js'
import { isSession, secondHeaders } from './login.js'
import { rowOf } from './row.js'
import type { Transport } from './transport.js'
import { abortable } from './wait.js'

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

const get = rowOf('currentApiSession.get', currentApiSession.get)
const end = rowOf('currentApiSession.delete', currentApiSession.delete)

/** The functions of a session, and one that sends a call with the session that it needs. */
export function sessionOf(
  transport: Transport,
  options: SessionOptions,
): SessionFunctions & { run(call: Call): Promise<unknown> } {
  const { credentials, learn } = options
  if (!credentials) return sessionless(transport)
  const holder = holderOf(transport, { ...options, credentials })
  const attempt = async (call: Call, held: Held): Promise<unknown> => {
    const value = await transport(call, {
      ...(await secondHeaders(credentials, held, learn)),
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
    const unlessAborted = (opening: Promise<Held>): Promise<Held> =>
      abortable(opening, signal).catch((error: unknown) => {
        throw signal?.aborted && error === signal.reason ? abortFault(row, signal) : error
      })
    const held = await unlessAborted(holder.open(row.isPartial))
    try {
      return await attempt(call, held)
    } catch (error) {
      if (
        !(error instanceof ManagementError) ||
        error.status !== 401 ||
        error.code === 'INVALID_AUTH' ||
        asksForSigner(error.challenge ?? null)
      )
        throw error
      const isAlive =
        !saysEnded(error.challenge ?? null) &&
        row.operation !== get.operation &&
        (await attempt(callOf(get, [{ signal }]), held).then(
          () => true,
          () => false,
        ))
      if (isAlive) throw denied(error)
      if ('token' in credentials && typeof credentials.token === 'string') throw error
      return attempt(call, await unlessAborted(holder.replace(held, row.isPartial)))
    }
  }
  const session = async (more?: CallOptions): Promise<CurrentApiSession> =>
    known(await run(callOf(get, [more])))
  const login = async (more?: CallOptions): Promise<CurrentApiSession> => {
    await holder.drop()
    await holder.open(false)
    return session(more)
  }
  const logout = async (more?: CallOptions): Promise<void> => {
    const held = await holder.drop()
    if (held) await transport(callOf(end, [more]), held.headers).catch(unlessEnded)
  }
  return { run, session, login, logout }
}

/** A client without credentials: what needs no session works, the controller refuses the rest. */
function sessionless(
  transport: Transport,
): SessionFunctions & { run(call: Call): Promise<unknown> } {
  const session = async (more?: CallOptions): Promise<CurrentApiSession> =>
    known(await transport(callOf(get, [more])))
  return { run: (call) => transport(call), session, login: session, logout: async () => undefined }
}

function known(record: unknown): CurrentApiSession {
  if (isSession(record)) return record
  throw new ManagementError({
    message: `\`${get.operation}\` failed: the answer is no session (BAD_ANSWER)`,
    code: 'BAD_ANSWER',
    operation: get.operation,
    request: `${get.method} ${get.path}`,
    status: 200,
  })
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof ManagementError) || error.status !== 401) throw error
}

/** A 401 of a session that is good means that the identity has no right, which the controller does not tell apart. */
const denied = (error: ManagementError): ManagementError => {
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
