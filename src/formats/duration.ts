import type { Format, ScalarValue, FormatResult } from './format.js'
import { formatGoValue } from './format.js'

const units: Record<string, bigint> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

/**
 * Go stores a duration as a signed 64-bit number of nanoseconds, so durations range from the negative of this number to
 * one less than this number.
 */
const maxNanoseconds = 1n << 63n

/** Integers with more digits are refused as too large, even if they have leading zeros, to limit the work. */
const maxDigits = 1000

type ParsedDuration = { nanoseconds: bigint } | { expected: string }

/** The nanoseconds of a fraction as Go computes them: in floating point, ignoring digits beyond 63 bits. */
function parseFraction(digits: string, unit: bigint): bigint {
  let value = 0n
  let scale = 1
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit)
    if (next > maxNanoseconds) break
    value = next
    scale *= 10
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)))
}

const formatSuggestion = (number: string, unitText: string): string => {
  const trimmedUnit = unitText.trim()
  const unit =
    trimmedUnit in units
      ? trimmedUnit
      : {
          S: 's',
          sec: 's',
          secs: 's',
          second: 's',
          seconds: 's',
          min: 'm',
          mins: 'm',
          minutes: 'm',
          hours: 'h',
          H: 'h',
          M: 'm',
          MS: 'ms',
        }[trimmedUnit]
  if (unit) return `write \`${number}${unit}\``
  const hoursPerUnit = { d: 24, day: 24, days: 24, w: 168, weeks: 168 }[trimmedUnit]
  if (hoursPerUnit && Number.isInteger(Number(number)))
    return `write \`${Number(number) * hoursPerUnit}h\``
  return 'valid units are ns, us, ms, s, m and h'
}

/** Reads a duration as Go's `time.ParseDuration` does. If it is invalid, returns what was `expected`. */
export function parseDuration(text: string): ParsedDuration {
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  let rest = text.slice(sign.length)
  if (rest === '0') return { nanoseconds: 0n }
  if (rest === '') return { expected: 'a duration such as `5s`' }
  let total = 0n
  while (rest !== '') {
    const [, integerDigits = '', point = '', fractionDigits = '', unitName = ''] =
      /^(\d*)(\.?)(\d*)([^\d.]*)/.exec(rest) ?? []
    if (integerDigits === '' && fractionDigits === '')
      return { expected: 'a duration such as `5s`' }
    if (unitName === '') return { expected: `a duration with a unit, such as \`${text}s\`` }
    const unit = units[unitName]
    if (unit === undefined)
      return {
        expected: `a duration; ${formatSuggestion(sign + integerDigits + point + fractionDigits, unitName)}`,
      }
    const count =
      integerDigits.length > maxDigits ? maxNanoseconds + 1n : BigInt(integerDigits || 0)
    const value = count * unit + parseFraction(fractionDigits, unit)
    total += value
    if (count > maxNanoseconds || value > maxNanoseconds || total > maxNanoseconds)
      return { expected: 'a duration of at most 2562047h' }
    rest = rest.slice(integerDigits.length + point.length + fractionDigits.length + unitName.length)
  }
  if (sign === '-') return { nanoseconds: -total }
  if (total === maxNanoseconds) return { expected: 'a duration of at most 2562047h' }
  return { nanoseconds: total }
}

/** The milliseconds of a duration string; NaN if it is invalid. */
export function toMilliseconds(text: string): number {
  const parsedDuration = parseDuration(text)
  return 'expected' in parsedDuration ? Number.NaN : Number(parsedDuration.nanoseconds) / 1e6
}

/** Milliseconds as a short duration string: 90000 becomes '1m30s'. */
export function formatDuration(value: number): string {
  if (value === 0) return '0s'
  if (value < 0) return `-${formatDuration(-value)}`
  if (value < 1) return value < 0.001 ? `${value * 1e6}ns` : `${value * 1e3}us`
  if (value < 1000) return `${value}ms`
  const seconds = value / 1000
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const remainingSeconds = Number((seconds % 60).toFixed(6))
  return `${hours ? `${hours}h` : ''}${minutes ? `${minutes}m` : ''}${remainingSeconds ? `${remainingSeconds}s` : ''}`
}

/** Milliseconds per unit, to read the most frequent durations, such as `30s`, without BigInt. */
const plainUnits = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

function readDuration(text: string): FormatResult {
  const [, digits, unit = ''] = /^(\d{1,6})([a-z]+)$/.exec(text) ?? []
  const factor = plainUnits.get(unit)
  if (factor !== undefined) return { value: Number(digits) * factor }
  const parsedDuration = parseDuration(text)
  if ('expected' in parsedDuration) return { fault: 'format', expected: parsedDuration.expected }
  return { value: Number(parsedDuration.nanoseconds) / 1e6 }
}

export const duration: Format = {
  name: 'duration',
  accepts: ['text'],
  expected: 'a duration such as `5s`',
  read: (scalar) => readDuration(formatGoValue(scalar)),
}

/** Any scalar, which the router prints and then parses: `0` works without quotes, `30` lacks its unit. */
export const durationText: Format = {
  name: 'duration-text',
  accepts: ['null', 'bool', 'int', 'unsigned', 'float', 'text'],
  expected: 'a duration such as `5s`',
  read: (scalar) => readDuration(formatGoValue(scalar)),
}

export const durationOrMilliseconds: Format = {
  name: 'duration-or-milliseconds',
  accepts: ['text', 'int'],
  expected: 'a duration such as `5s`, or an integer in milliseconds',
  read: (scalar: ScalarValue) => {
    if (scalar.kind !== 'int') return readDuration(formatGoValue(scalar))
    return { value: Number(BigInt.asIntN(64, scalar.value * 1_000_000n)) / 1e6 }
  },
}
