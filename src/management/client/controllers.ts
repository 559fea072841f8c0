import { describeInsecure, parseBaseUrl } from './call.js'

/** How long, in ms, a controller that has failed is tried only after all others. */
const failurePenalty = 30_000

/** Upper bound on cluster size; further addresses are ignored. */
const maxControllers = 32

export type Controllers = {
  /** The base URLs in the order in which they are tried, starting at the current one and wrapping around at the end. */
  list(): readonly string[]
  current(): string
  /**
   * Switches from `controller` to the next one that has not failed recently, unless another call has already switched.
   * If all others failed recently, switches to the next one if `fails` is true, and does nothing otherwise. `fails`
   * also marks `controller` as failed for a while.
   */
  switchFrom(controller: string, options: { fails: boolean }): void
  /** Notes that a controller answers, so that it is no longer tried last. */
  noteAnswer(controller: string): void
  /**
   * Adds the controllers that the known controller `source` reported. They will receive secrets, so an `https:` URL is
   * added only if requests to `source` are secure too, and an `http:` URL only if it is on this machine and `source`
   * also uses `http:`. URLs with a user name, query or fragment are ignored.
   */
  learn(addresses: readonly string[], source: string): void
}

export function createControllers([first, ...others]: readonly [string, ...string[]]): Controllers {
  const state = {
    urls: [first, ...others],
    current: first,
    failures: new Map<string, number>(),
  }
  const hasFailed = (controller: string): boolean =>
    Date.now() < (state.failures.get(controller) ?? -failurePenalty) + failurePenalty
  return {
    list: () => state.urls,
    current: () => state.current,
    switchFrom(controller, { fails }) {
      if (fails) state.failures.set(controller, Date.now())
      // Another call may have switched already.
      if (controller !== state.current) return
      const index = state.urls.indexOf(controller)
      const nextControllers = [...state.urls.slice(index + 1), ...state.urls.slice(0, index)]
      // Without `fails`, `controller` answers but has no leader, which is still better than a controller that does not
      // answer.
      const fallback = fails ? (nextControllers[0] ?? controller) : controller
      state.current = nextControllers.find((other) => !hasFailed(other)) ?? fallback
    },
    noteAnswer: (controller) => void state.failures.delete(controller),
    learn(addresses, source) {
      const safeUrls = addresses.filter((address) => isAsSafe(address, source)).map(parseBaseUrl)
      state.urls = [...new Set([...state.urls, ...safeUrls])].slice(0, maxControllers)
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
