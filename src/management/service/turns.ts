import { setImmediate } from 'node:timers/promises'

/** Waits until it is the turn of a request; one that is quick need not wait. */
export type Turn = () => Promise<void> | undefined

/** Requests longer than this, in characters, take turns. */
const long = 64 * 1024

/** Long requests go on one at a time, and what came meanwhile is served in between: several of them hold up the others no longer than one. */
export function createTurns(): (length: number) => Turn {
  let last: Promise<void> = Promise.resolve()
  return (length) => () => {
    if (length < long) return undefined
    last = last.then(() => setImmediate())
    return last
  }
}
