import { toRateLimitKey } from '../auth/attempts.js'

export type HeldBody = {
  /**
   * Adds bytes to the size of the body. If all bodies together then exceed the limit, drops unfinished bodies, possibly
   * this one.
   */
  hold: (bytes: number) => void
  /** Marks the body as complete: it is no longer dropped, and its bytes count until `release`. */
  complete: () => void
  release: () => void
}

export type BodyBudget = { open: (address: string | undefined, giveUp: () => void) => HeldBody }

type Entry = { bytes: number; client: string; giveUp: () => void }

/**
 * Limits the memory of all bodies together. Above the limit, drops the oldest unfinished body of the client whose
 * bodies take the most memory, so that slow clients do not block others.
 */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const unfinishedEntries = new Set<Entry>()
  const bytesByClient = new Map<string, number>()
  let total = 0
  const count = (entry: Entry, bytes: number): void => {
    entry.bytes += bytes
    total += bytes
    const clientBytes = (bytesByClient.get(entry.client) ?? 0) + bytes
    if (clientBytes > 0) bytesByClient.set(entry.client, clientBytes)
    else bytesByClient.delete(entry.client)
  }
  /**
   * Returns the body to drop. Considers only unfinished bodies that are not empty: of these, the oldest body of the
   * client whose bodies take the most memory.
   */
  const findVictim = (): Entry | undefined => {
    let victim: Entry | undefined
    const getClientBytes = ({ client }: Entry): number => bytesByClient.get(client) ?? 0
    for (const entry of unfinishedEntries)
      if (entry.bytes > 0 && (!victim || getClientBytes(entry) > getClientBytes(victim)))
        victim = entry
    return victim
  }
  const release = (entry: Entry): void => {
    unfinishedEntries.delete(entry)
    count(entry, -entry.bytes)
  }
  return {
    open: (address, giveUp) => {
      const entry: Entry = { bytes: 0, client: toRateLimitKey(address ?? ''), giveUp }
      unfinishedEntries.add(entry)
      return {
        hold: (bytes) => {
          count(entry, bytes)
          while (total > maxBytes) {
            const victim = findVictim()
            if (!victim) return
            release(victim)
            victim.giveUp()
          }
        },
        complete: () => void unfinishedEntries.delete(entry),
        release: () => release(entry),
      }
    },
  }
}
