import { describeInsecure, parseBaseUrl } from './call.js'

/** For how long a controller that failed is tried last, in ms. */
const failureMemory = 30_000

/** Upper bound on cluster size; further addresses are ignored. */
const maxControllers = 32

/** The controllers that a client knows, by base URL, and the one that it calls. */
export type Controllers = {
  /** The controllers in the order in which they are tried. */
  list(): readonly string[]
  /** The controller that gets the calls. */
  current(): string
  /** Switches to another controller; the failed one is tried last for a while. */
  switchFrom(controller: string, options: { fails: boolean }): void
  /** Notes that a controller answers. */
  markReachable(controller: string): void
  /**
   * Adds the controllers that a known one names. Secrets are sent to them, so they must be as safe: over TLS verified
   * by the same `fetch`, or on this machine.
   */
  learn(addresses: readonly string[], source: string): void
}

/** Starts with the first controller. */
export function createControllers([first, ...others]: readonly [string, ...string[]]): Controllers {
  const state = {
    baseUrls: [first, ...others],
    current: first,
    failures: new Map<string, number>(),
  }
  const hasFailed = (controller: string): boolean =>
    Date.now() < (state.failures.get(controller) ?? -failureMemory) + failureMemory
  return {
    list: () => state.baseUrls,
    current: () => state.current,
    switchFrom(controller, { fails }) {
      if (fails) state.failures.set(controller, Date.now())
      // Another call may have gone on already.
      if (controller !== state.current) return
      const index = state.baseUrls.indexOf(controller)
      const nextControllers = [
        ...state.baseUrls.slice(index + 1),
        ...state.baseUrls.slice(0, index),
      ]
      // A controller that answers, even without a leader, is better than one that does not.
      const fallback = fails ? (nextControllers[0] ?? controller) : controller
      state.current = nextControllers.find((other) => !hasFailed(other)) ?? fallback
    },
    markReachable: (controller) => void state.failures.delete(controller),
    learn(addresses, source) {
      const safeUrls = addresses.filter((address) => isAsSafe(address, source)).map(parseBaseUrl)
      state.baseUrls = [...new Set([...state.baseUrls, ...safeUrls])].slice(0, maxControllers)
    },
  }
}

function isAsSafe(address: string, source: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, search, hash } = new URL(address)
  if (username || search || hash) return false
  if (protocol === 'https:') return describeInsecure(source, '') === undefined
  return (
    protocol === 'http:' &&
    new URL(source).protocol === 'http:' &&
    describeInsecure(address, '') === undefined
  )
}
