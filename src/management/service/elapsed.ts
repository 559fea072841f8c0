/**
 * Whether less than `duration` has passed since a moment; all in ms. A moment in the future, which means that the clock
 * was set back, counts by its distance, so that nothing lasts until the old time is reached.
 */
export const isWithinTime = (duration: number, since: number, now: number): boolean =>
  Math.abs(now - since) < duration
