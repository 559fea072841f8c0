import toRegexRange from 'to-regex-range'
import type { SchemaNode } from './key.js'

/** Regular expressions for what JSON Schema cannot express about strings. */

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

/** With a variable, any string is possible. */
export const variable = '\\$'

/** Strings that match one of the patterns. */
const either = (...patterns: readonly string[]): string => `^(?:${patterns.join('|')})$`

/**
 * Durations in Go notation between bounds in milliseconds. Exact for durations of one number without fraction; for
 * sums, only the parts are checked against the upper bound.
 */
export function createDurationPattern(least = -Infinity, most = Infinity): string {
  const [low, high] = [least * 1e6, most * 1e6]
  const any = `(?:${anyNumber}${anyUnit})+`
  if (low === -Infinity && high === Infinity) return either(`[-+]?(?:0|${any})`)
  const zero = low <= 0 && high >= 0 ? ['[-+]?0', `-(?:0+(?:\\.0*)?${anyUnit})+`] : []
  const negative = low === -Infinity ? [`-${any}`] : []
  if (high === Infinity && low <= 0) return either(...zero, ...negative, `\\+?${any}`)
  if (high === Infinity && low <= 1) return either(`\\+?(?=.*[1-9])${any}`)
  const single = units.flatMap(([name, size]) => createAmountPattern(low / size, high / size, name))
  const part = units.flatMap(([name, size]) => createAmountPattern(0, high / size, name))
  return either(...zero, ...negative, `\\+?(?:${single.join('|')}|(?:${part.join('|')}){2,})`)
}

/** Numbers of a unit between two bounds; with a fraction, only the whole part is checked. */
function createAmountPattern(least: number, most: number, unit: string): string[] {
  const low = Math.max(0, least)
  const whole = between(Math.ceil(low), Math.floor(most))
  const part = between(Math.floor(low), Math.ceil(most) - 1)
  const numbers = [
    ...(whole === undefined ? [] : [`0*${whole}(?:\\.0*)?`]),
    ...(part === undefined ? [] : [`0*${part}\\.\\d+`]),
    ...(low < 1 && most > 0 ? ['\\.\\d+'] : []),
  ]
  return numbers.length === 0 ? [] : [`(?:${numbers.join('|')})${unit}`]
}

/** Decimal numbers within a range; undefined if there are none. */
export function between(least: number, most: number): string | undefined {
  if (least > most) return undefined
  const options = { capture: false, shorthand: true }
  if (most !== Infinity) return `(?:${toRegexRange(least, most, options)})`
  const digits = String(least).length
  const same = toRegexRange(least, Number('9'.repeat(digits)), options)
  return `(?:${same}|[1-9]\\d{${digits},})`
}

/** A string in any mixture of lower and upper case. */
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
const port = `0*${between(1, 65535) ?? ''}`

const hostAndPort = `(?:\\[[^\\[\\]]+\\]|[^:\\[\\]]+):${port}`

const byte = `(?:${between(0, 255) ?? ''})`

/** Patterns by format name, as far as a regular expression can express the format. */
const formats: Readonly<Record<string, string>> = {
  'edge-advertise': `^[^:]*:[-+]?\\d+(?::|$)`,
  'udp-address': '^(?:udp|udp4|udp6|unixgram):',
  'host-port': either(hostAndPort),
  'host-port-or-empty': `^(?:${hostAndPort})?$`,
  'listen-host-port': either('(?:\\[[^\\[\\]]*\\]|[^:\\[\\]]*):[^:\\[\\]]*'),
  ip: either(`${byte}(?:\\.${byte}){3}`, '[0-9A-Fa-f]*:[0-9A-Fa-f:.]*'),
  'non-empty': '[\\s\\S]',
  certificate: '[\\s\\S]',
  key: '[\\s\\S]',
}

/** The pattern that a string value of a key must match, variables aside. */
export function createPattern({ source, format, bounds, outcome }: SchemaNode): string | undefined {
  const name = format?.name ?? 'text'
  if (name.startsWith('duration'))
    return outcome.range === 'accepts'
      ? createDurationPattern()
      : createDurationPattern(bounds?.least, bounds?.most)
  if (name in formats) return outcome.range === 'accepts' ? undefined : formats[name]
  if (!name.includes('address') || !source['x-schemes']) return undefined
  const others = source['x-schemes'].filter((scheme) => scheme !== 'dtls')
  // The host of a dtls address may be anything.
  const loose = source['x-schemes'].includes('dtls') ? [`dtls:${anyText}`] : []
  return either(`(?:${others.join('|')}):(?:\\[[^\\[\\]]*\\]|[^:\\[\\]]*):\\d+`, ...loose)
}
