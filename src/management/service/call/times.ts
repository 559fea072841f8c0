/**
 * Whether less than `duration` has passed since `start`; all in ms. If `start` is in the future because the clock was
 * set back, compares the time until `start` with `duration`. Otherwise, a time limit would stay in effect until the
 * clock has caught up.
 */
export const isWithinTime = (duration: number, start: number, now: number): boolean =>
  Math.abs(now - start) < duration

/**
 * Whether `time` is less than `duration` ago; all in ms. Unlike `isWithinTime`, always false for a time in the future,
 * which is possible after the clock was set back. For data that must not be used too long, such as cached keys.
 */
export const isRecent = (duration: number, time: number, now: number): boolean =>
  now >= time && now - time < duration

/** A time in ms since 1970 in the format of Go's `time.Time` in UTC, for messages. */
export function formatGoTime(moment: number): string {
  const [date = '', timeOfDay = ''] = new Date(moment).toISOString().slice(0, -1).split('T')
  return `${date} ${timeOfDay.replace(/\.?0+$/, '')} +0000 UTC`
}
