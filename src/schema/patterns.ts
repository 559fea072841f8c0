import toRegexRange from 'to-regex-range'
import type { SchemaNode } from './key.js'

/** Regular expressions for properties of strings that JSON Schema cannot express. */

/** Units of durations, in nanoseconds. */
const units: readonly (readonly [name: string, size: number])[] = [
  ['ns', 1],
  ['(?:us|µs|μs)', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 60e9],
  ['h', 3600e9],
]

const anyNumber = '(?:\\d+(?:\\.\\d*)?|\\.\\d+)'
const anyUnit = '(?:ns|us|µs|μs|ms|s|m|h)'

/** Matches a dollar sign. Strings with a variable are accepted, because its value may make the string valid. */
export const variablePattern = '\\$'

const createAlternatives = (...patterns: readonly string[]): string => `^(?:${patterns.join('|')})$`

/**
 * A pattern for durations in Go notation between bounds in milliseconds. It is exact for durations of one number
 * without fraction; in sums, each part is only compared with the upper bound.
 */
export function createDurationPattern(min = -Infinity, max = Infinity): string {
  const [low, high] = [min * 1e6, max * 1e6]
  const anyDuration = `(?:${anyNumber}${anyUnit})+`
  if (low === -Infinity && high === Infinity) return createAlternatives(`[-+]?(?:0|${anyDuration})`)
  const zero = low <= 0 && high >= 0 ? ['[-+]?0', `-(?:0+(?:\\.0*)?${anyUnit})+`] : []
  const negative = low === -Infinity ? [`-${anyDuration}`] : []
  if (high === Infinity && low <= 0)
    return createAlternatives(...zero, ...negative, `\\+?${anyDuration}`)
  if (high === Infinity && low <= 1) return createAlternatives(`\\+?(?=.*[1-9])${anyDuration}`)
  const singleAmounts = units.flatMap(([name, size]) =>
    createAmountPattern(low / size, high / size, name),
  )
  const summands = units.flatMap(([name, size]) => createAmountPattern(0, high / size, name))
  return createAlternatives(
    ...zero,
    ...negative,
    `\\+?(?:${singleAmounts.join('|')}|(?:${summands.join('|')}){2,})`,
  )
}

/**
 * Patterns for amounts of one unit between two bounds; for numbers with a fraction, only the integer part is checked.
 */
function createAmountPattern(min: number, max: number, unit: string): string[] {
  const low = Math.max(0, min)
  const integers = createRangePattern(Math.ceil(low), Math.floor(max))
  const integerParts = createRangePattern(Math.floor(low), Math.ceil(max) - 1)
  const numbers = [
    ...(integers === undefined ? [] : [`0*${integers}(?:\\.0*)?`]),
    ...(integerParts === undefined ? [] : [`0*${integerParts}\\.\\d+`]),
    ...(low < 1 && max > 0 ? ['\\.\\d+'] : []),
  ]
  return numbers.length === 0 ? [] : [`(?:${numbers.join('|')})${unit}`]
}

/** A pattern for decimal integers within a range; undefined if the range is empty. */
export function createRangePattern(min: number, max: number): string | undefined {
  if (min > max) return undefined
  const options = { capture: false, shorthand: true }
  if (max !== Infinity) return `(?:${toRegexRange(min, max, options)})`
  const digitCount = String(min).length
  const sameLength = toRegexRange(min, Number('9'.repeat(digitCount)), options)
  return `(?:${sameLength}|[1-9]\\d{${digitCount},})`
}

/** A pattern for a string in any mixture of lower and upper case. */
export const anyCase = (text: string): string =>
  [...text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')]
    .map((letter) =>
      letter.toLowerCase() === letter.toUpperCase()
        ? letter
        : `[${letter.toUpperCase()}${letter.toLowerCase()}]`,
    )
    .join('')

const anyText = '[\\s\\S]*'

/** A port that is not 0. */
const port = `0*${createRangePattern(1, 65535) ?? ''}`

const hostAndPort = `(?:\\[[^\\[\\]]+\\]|[^:\\[\\]]+):${port}`

const byte = `(?:${createRangePattern(0, 255) ?? ''})`

/** Patterns by format name, as far as a regular expression can express the format. */
const formats: Readonly<Record<string, string>> = {
  'edge-advertise': `^[^:]*:[-+]?\\d+(?::|$)`,
  'udp-address': '^(?:udp|udp4|udp6|unixgram):',
  'host-port': createAlternatives(hostAndPort),
  'host-port-or-empty': `^(?:${hostAndPort})?$`,
  'listen-host-port': createAlternatives('(?:\\[[^\\[\\]]*\\]|[^:\\[\\]]*):[^:\\[\\]]*'),
  ip: createAlternatives(`${byte}(?:\\.${byte}){3}`, '[0-9A-Fa-f]*:[0-9A-Fa-f:.]*'),
  'non-empty': '[\\s\\S]',
  certificate: '[\\s\\S]',
  key: '[\\s\\S]',
}

/** The pattern that a string value without variables must match; undefined if any string may be valid. */
export function createPattern({
  keyFacts,
  format,
  bounds,
  outcome,
}: SchemaNode): string | undefined {
  const name = format?.name ?? 'text'
  if (name.startsWith('duration'))
    return outcome.range === 'accepts'
      ? createDurationPattern()
      : createDurationPattern(bounds?.min, bounds?.max)
  if (name in formats) return outcome.range === 'accepts' ? undefined : formats[name]
  if (!name.includes('address') || !keyFacts['x-schemes']) return undefined
  const otherSchemes = keyFacts['x-schemes'].filter((scheme) => scheme !== 'dtls')
  // When it loads the file, the router accepts anything after `dtls:`.
  const dtlsPatterns = keyFacts['x-schemes'].includes('dtls') ? [`dtls:${anyText}`] : []
  return createAlternatives(
    `(?:${otherSchemes.join('|')}):(?:\\[[^\\[\\]]*\\]|[^:\\[\\]]*):\\d+`,
    ...dtlsPatterns,
  )
}
