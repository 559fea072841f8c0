/**
 * Whether less than `duration` has passed since a moment; all in ms. If the clock was set back, the moment may be in the
 * future: then its distance counts, so that nothing stays valid until the clock has caught up.
 */
export const isWithinTime = (duration: number, start: number, now: number): boolean =>
  Math.abs(now - start) < duration

/**
 * Like `isWithinTime`, for things that must not be used too long, such as a withdrawn key: a moment in the future,
 * after the clock was set back, is not recent.
 */
export const isRecent = (duration: number, time: number, now: number): boolean =>
  now >= time && now - time < duration

/** A time in ms since 1970 in the format of Go's `time.Time` in UTC, for messages. */
export function formatGoTime(moment: number): string {
  const [date = '', timeOfDay = ''] = new Date(moment).toISOString().slice(0, -1).split('T')
  return `${date} ${timeOfDay.replace(/\.?0+$/, '')} +0000 UTC`
}
