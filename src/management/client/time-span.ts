/** How long something may take: a number of ms, or a text such as `30s` or `5m`. */
export type TimeSpan = number | `${number}${'ms' | 's' | 'm' | 'h'}`

/** What a package for this would add to the size of a client in browsers is more than it saves. */
const unitLengths = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** A time span in ms. Throws a `TypeError` for a text that is none. */
export function toMilliseconds(span: number | string): number {
  if (typeof span === 'number') return span
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(span) ?? []
  const length = unitLengths.get(unit)
  if (length === undefined)
    throw new TypeError(
      `\`timeout\` must be a number of milliseconds or a string like \`30s\`, not \`${span}\``,
    )
  return Number(amount) * length
}
