import type { StringValue } from 'ms'
import ms from 'ms'

type Unit =
  | ('ms' | 'msec' | 'msecs' | 'millisecond' | 'milliseconds')
  | ('s' | 'sec' | 'secs' | 'second' | 'seconds')
  | ('m' | 'min' | 'mins' | 'minute' | 'minutes')
  | ('h' | 'hr' | 'hrs' | 'hour' | 'hours')
  | ('d' | 'day' | 'days')
  | ('w' | 'week' | 'weeks')
  | ('y' | 'yr' | 'yrs' | 'year' | 'years')

/** A duration: a number of ms, or a string that the package `ms` can parse, such as `30s`, `10h` or `2 days`. */
export type TimeSpan = number | `${number}${'' | ' '}${Unit}`

/** The longest delay of a timer, in ms; a timer with a longer delay would fire at once. */
const longestTimer = 2 ** 31 - 1

/**
 * A duration in whole ms, at most the 24 days of the longest timer. Throws a `TypeError` for a negative duration, NaN,
 * or a string that is not a duration with a unit.
 */
export function parseTimeSpan(span: number | string): number {
  const time = typeof span === 'number' ? span : hasUnit(span) ? ms(span) : undefined
  if (time !== undefined && time >= 0) return Math.min(Math.ceil(time), longestTimer)
  throw new TypeError(
    `\`timeout\` must be a number of milliseconds or a string like \`30s\` or \`2 days\`, not \`${span}\``,
  )
}

/** Whether a string ends with a letter. The package `ms` would read a number without a unit as milliseconds. */
const hasUnit = (span: string): span is StringValue => /[a-z]$/i.test(span)
