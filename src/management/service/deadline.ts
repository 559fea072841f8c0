import type { Environment } from './environment.js'
import type { Incoming } from './exchange.js'
import { Refusal } from './refusal.js'
import type { Turn } from './turns.js'

/** An environment whose transactions keep the deadline of a request; each waits for `turn`. */
export const withDeadline = (
  environment: Environment,
  { deadline }: Incoming,
  turn: Turn,
): Environment => ({
  ...environment,
  write: async (work) => {
    const waited = turn()
    if (waited) await waited
    return environment.write((records) => {
      if (deadline?.isOver) throw new Refusal({ code: 'TIMEOUT' })
      const result = work(records)
      if (deadline) deadline.hasChanged = true
      return result
    })
  },
})
