/** What a controller reports as the limit of a list that has none: the largest integer of 64 bits. */
export const unlimited = 2 ** 63

/** The limit that a list uses: 10 if there is none or a wrong one, at most 500, and all for -1. */
export function limitOf(wanted = 10): number {
  if (wanted === -1) return unlimited
  return wanted < 1 ? 10 : Math.min(wanted, 500)
}

/** The offset that a list uses: from 0 to 100,000. */
export const offsetOf = (wanted = 0): number => Math.min(Math.max(wanted, 0), 100_000)
