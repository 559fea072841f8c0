/**
 * Whether less than `duration` has passed since a moment; all in ms. A moment in the future, which means that the clock
 * was set back, counts by its distance, so that nothing lasts until the old time is reached.
 */
export const isWithinTime = (duration: number, since: number, now: number): boolean =>
  Math.abs(now - since) < duration

/**
 * The same for what must not be used longer, such as a key that was withdrawn: once the clock was set back, no moment
 * that is in the future then is recent.
 */
export const isRecent = (duration: number, since: number, now: number): boolean =>
  now >= since && now - since < duration

/** A time in ms since 1970 in the format of Go's `time.Time` in UTC, for messages. */
export function formatGoTime(moment: number): string {
  const [date = '', clock = ''] = new Date(moment).toISOString().slice(0, -1).split('T')
  return `${date} ${clock.replace(/\.?0+$/, '')} +0000 UTC`
}
