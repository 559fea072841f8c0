/** A duration: a number of ms, or a string such as `30s` or `5m`. */
export type TimeSpan = number | `${number}${'ms' | 's' | 'm' | 'h'}`

/** Written here, because a package would make browser bundles larger. */
const unitLengths = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** A duration in ms. Throws a `TypeError` for an invalid string. */
export function parseTimeSpan(span: number | string): number {
  if (typeof span === 'number') return span
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(span) ?? []
  const length = unitLengths.get(unit)
  if (length === undefined)
    throw new TypeError(
      `\`timeout\` must be a number of milliseconds or a string like \`30s\`, not \`${span}\``,
    )
  return Number(amount) * length
}
