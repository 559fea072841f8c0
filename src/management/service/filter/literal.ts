import { FilterError } from './fault.js'
import type { Token } from './token.js'

/** A value on the right of an operator. `integer` tells `7` from `7.0` and `7e0`: only the latter find numbers in tags. */
export type Literal =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number; integer: boolean }
  | { kind: 'date'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }

const escaped = new Map([
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

const unquoted = (written: string): string =>
  written.slice(1, -1).replaceAll(/\\(.)/g, (_, mark: string) => escaped.get(mark) ?? mark)

const largest = 2n ** 63n

/** Integers of at most 64 bits; longer ones are read as floats. */
const isInteger = (written: string): boolean =>
  /^-?\d{1,19}$/.test(written) && BigInt(written) < largest && BigInt(written) >= -largest

function numberOf(written: string, at: number): Literal {
  const value = Number(written)
  if (!Number.isFinite(value))
    throw new FilterError(`could not parse number: ${written.slice(0, 40)} is out of range`, at)
  return { kind: 'number', value, integer: isInteger(written) }
}

const stamp =
  /^(\d{4})-(\d\d)-(\d\d)[tT](\d\d):(\d\d):([0-5]\d)(\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/

function dateOf(written: string, at: number): Literal {
  const parts = stamp.exec(written)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (parts ?? [])
    .slice(1, 7)
    .map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (!parts || date.getUTCDate() !== day)
    throw new FilterError(`could not parse datetime (${written.slice(0, 60)})`, at)
  const [, , , , , , , fraction = '0', sign = '+', zoneHours = '0', zoneMinutes = '0'] = parts
  const ahead = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1)
  return {
    kind: 'date',
    value: date.setUTCHours(hour, minute - ahead, second) + Number(fraction) * 1000,
  }
}

/** The value of a token, or nothing if it is none. */
export function literalOf(text: string, { kind, start, end }: Token): Literal | undefined {
  const written = text.slice(start, end)
  if (kind === 'text') return { kind, value: unquoted(written) }
  if (kind === 'number') return numberOf(written, start)
  if (kind === 'date') return dateOf(written.slice('datetime('.length, -1).trim(), start)
  if (kind === 'boolean') return { kind, value: written.toLowerCase() === 'true' }
  return kind === 'null' ? { kind } : undefined
}

/** A number as a controller writes it when it compares text: without exponent. */
export function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e')
  if (exponent === undefined) return digits
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(digits) ?? []
  const shift = Number(exponent)
  return shift > 0
    ? sign + whole + fraction.padEnd(shift, '0')
    : `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}

/** A value as it is shown in messages. */
export const shown = (literal: Literal): string =>
  literal.kind === 'null'
    ? 'null'
    : literal.kind === 'date'
      ? new Date(literal.value).toISOString()
      : String(literal.value)
