import { setImmediate } from 'node:timers/promises'
import type { ServiceContext } from '../call/context.js'
import { Refusal } from '../call/failure.js'
import type { IncomingRequest } from '../call/request.js'

/** Waits for the turn of a request; returns undefined if it need not wait. */
type WaitForTurn = () => Promise<void> | undefined

/** Requests with at least this many characters take turns. */
const minLength = 64 * 1024

/**
 * Creates a queue for long requests. Only one of them starts in each iteration of the event loop, so several long
 * requests delay other requests no longer than a single one does.
 */
export function createTurnQueue(): (length: number) => WaitForTurn {
  let lastTurn: Promise<void> = Promise.resolve()
  return (length) => () => {
    if (length < minLength) return undefined
    lastTurn = lastTurn.then(() => setImmediate())
    return lastTurn
  }
}

/**
 * The functions with which a request waits: `waitForTurn` before a transaction, `pause` between the parts of long work.
 */
type RequestWaits = { waitForTurn: WaitForTurn; pause: WaitForTurn }

/**
 * A context in which `write` and `readInParts` wait as `RequestWaits` describes, and throw a Refusal after the deadline
 * of the request.
 */
export const withDeadline = (
  context: ServiceContext,
  { deadline }: IncomingRequest,
  { waitForTurn, pause }: RequestWaits,
): ServiceContext => {
  const refuseWhenOver = (): void => {
    if (deadline?.isOver) throw new Refusal({ code: 'TIMEOUT' })
  }
  return {
    ...context,
    readInParts: (work) =>
      context.readInParts(work, async () => {
        await pause()
        refuseWhenOver()
      }),
    write: async (work) => {
      const turn = waitForTurn()
      if (turn) await turn
      return context.write((records) => {
        refuseWhenOver()
        const result = work(records)
        if (deadline) deadline.hasChanged = true
        return result
      })
    },
  }
}
