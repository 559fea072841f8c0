import { currentApiSession } from '../generated/management/operations.js'
import { callOf } from './call.js'
import type { Credentials } from './credentials.js'
import type { Held, LoginOptions } from './login.js'
import { begin, completeSession } from './login.js'
import { rowOf } from './row.js'
import type { Transport } from './transport.js'

/** Holds one session for all calls. */
export type Holder = {
  /** The session, with its second factor unless it is for what does without; opened where there is none. */
  open(isPartial: boolean): Promise<Held>
  /** Opens another session instead of one, unless another call has done so. */
  replace(held: Held, isPartial: boolean): Promise<Held>
  /** Holds none any more, and gives the one that was held. */
  drop(): Promise<Held | undefined>
  /** Notes that the controller has counted a use. */
  used(held: Held): void
}

const get = rowOf('currentApiSession.get', currentApiSession.get)

export type HolderOptions = LoginOptions & { credentials: Credentials; keepAlive: boolean }

type State = {
  opening?: Promise<Held> | undefined
  held?: Held
  timer?: ReturnType<typeof setTimeout>
}

/** Opens sessions, one at a time. */
export function holderOf(transport: Transport, options: HolderOptions): Holder {
  const state: State = {}
  const complete = (held: Held): Promise<void> => {
    const completing = (held.complete ??= completeSession(transport, held, options))
    completing.catch(() => delete held.complete)
    return completing
  }
  const open = async (isPartial: boolean): Promise<Held> => {
    const held = await (state.opening ??
      started(state, begin(transport, options.credentials, options)))
    if (hasRunOut(held)) return replace(held, isPartial)
    if (!isPartial) await complete(held)
    return held
  }
  const replace = async (held: Held, isPartial: boolean): Promise<Held> => {
    if (state.held === held) forget(state)
    return open(isPartial)
  }
  const ping = (held: Held): void =>
    void transport(callOf(get, []), held.headers).then(
      () => used(held),
      () => undefined,
    )
  const used = (held: Held): void => {
    held.usedAt = Date.now()
    clearTimeout(state.timer)
    if (options.keepAlive && held.record && state.held === held)
      state.timer = unreferenced(setTimeout(() => ping(held), held.record.expirationSeconds * 800))
  }
  const drop = async (): Promise<Held | undefined> => {
    const { opening } = state
    forget(state)
    return opening?.catch(() => undefined)
  }
  return { open, replace, drop, used }
}

function started(state: State, opening: Promise<Held>): Promise<Held> {
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

function forget(state: State): void {
  clearTimeout(state.timer)
  delete state.held
  state.opening = undefined
}

const hasRunOut = ({ record, usedAt }: Held): boolean =>
  record !== undefined && Date.now() > usedAt + record.expirationSeconds * 1000

/** A timer that does not keep the program of Node running. */
function unreferenced(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  if (typeof timer === 'object') timer.unref()
  return timer
}
