import type { Format, ScalarValue, LoadedValue, Wrap } from './format.js'
import { formatGoValue } from './format.js'

export const boolean: Format = {
  name: 'boolean',
  accepts: ['bool'],
  expected: 'a boolean: `true` or `false` without quotes',
  read: (scalar) => ({ value: scalar.value === true }),
}

/**
 * Any scalar: the router formats it as a string and compares the string with `true`, ignoring case. Any other string
 * means false.
 */
export const flag: Format = {
  name: 'flag',
  accepts: ['null', 'bool', 'int', 'unsigned', 'float', 'text'],
  expected: 'a boolean: `true` or `false`',
  read: (scalar) => {
    const printedText = formatGoValue(scalar).toLowerCase()
    const value = printedText === 'true'
    if (scalar.kind === 'bool') return { value }
    return {
      value,
      note:
        value || printedText === 'false'
          ? `not a boolean; the router reads it as \`${value}\`. Write \`${value}\` without quotes.`
          : `only \`true\` means on; the router reads it as \`${value}\``,
    }
  },
}

export const text: Format = {
  name: 'text',
  accepts: ['text'],
  expected: 'a string',
  read: (scalar) => ({ value: String(scalar.value) }),
}

export const word: Format = { ...text, name: 'word', normalize: (value) => value.toLowerCase() }

export const trimmedWord: Format = {
  ...text,
  name: 'trimmed-word',
  normalize: (value) => value.trim().toLowerCase(),
  read: (scalar) => {
    const value = String(scalar.value)
    return value === value.trim()
      ? { value }
      : { value, note: 'the router removes the spaces around it' }
  },
}

export const nonEmpty: Format = {
  ...text,
  name: 'non-empty',
  read: (scalar) =>
    scalar.value === ''
      ? { fault: 'range', expected: 'a string that is not empty' }
      : { value: String(scalar.value) },
}

/** The path of a file that the router needs, so the path must not be empty. */
export const filledPath: Format = {
  ...text,
  name: 'filled-path',
  expected: 'the path of a file',
  read: (scalar) =>
    scalar.value === ''
      ? { fault: 'range', expected: 'the path of a file' }
      : { value: String(scalar.value) },
}

/** The mode of a tunneler; `tproxy:` is followed by the name of a program. */
export const tunnelMode: Format = {
  ...text,
  name: 'tunnel-mode',
  normalize: (value) => (value.startsWith('tproxy:') ? 'tproxy' : value),
}

const narrowings: Record<Wrap, (value: bigint) => number> = {
  int32: (value) => Number(BigInt.asIntN(32, value)),
  uint32: (value) => Number(BigInt.asUintN(32, value)),
  uint16: (value) => Number(BigInt.asUintN(16, value)),
  milliseconds: (value) => Number(BigInt.asIntN(64, value * 1_000_000n)) / 1e6,
  seconds: (value) => Number(BigInt.asIntN(64, value * 1_000_000_000n)) / 1e9,
}

const toWholeNumber = (scalar: ScalarValue, wraps: Wrap | undefined): LoadedValue =>
  scalar.kind === 'int'
    ? wraps
      ? narrowings[wraps](scalar.value)
      : Number(scalar.value)
    : Number(scalar.value)

export const integer: Format = {
  name: 'integer',
  accepts: ['int'],
  expected: 'an integer without quotes',
  read: (scalar, { wrap }) => ({ value: toWholeNumber(scalar, wrap) }),
}

/** An integer, or a float without fraction. */
export const wholeNumber: Format = {
  name: 'whole',
  accepts: ['int', 'float'],
  expected: 'an integer without quotes',
  read: (scalar, { wrap }) => {
    if (scalar.kind === 'float' && !Number.isInteger(scalar.value))
      return { fault: 'type', expected: 'an integer' }
    if (scalar.kind === 'float' && Math.abs(scalar.value) >= 2 ** 63)
      return { fault: 'type', expected: 'an integer that fits 64 bits' }
    return { value: toWholeNumber(scalar, wrap) }
  },
}

/** Accepts the same values as `wholeNumber`, but the router ignores a float, even without fraction. */
export const wholeOrIgnored: Format = {
  ...wholeNumber,
  name: 'whole-or-ignored',
  read: (scalar, traits) => {
    const result = wholeNumber.read(scalar, traits)
    return scalar.kind === 'float' && 'value' in result
      ? { ...result, counts: false, note: 'the router ignores a number with a decimal point' }
      : result
  },
}

/** A number with a decimal point; the router does not accept an integer. */
export const float: Format = {
  name: 'float',
  accepts: ['float'],
  expected: 'a number with a decimal point, such as `1.0`',
  read: (scalar) => ({ value: Number(scalar.value) }),
}

/** A number with a decimal point, whose fraction the router cuts off; -2^63 if it does not fit 64 bits. */
export const truncatedFloat: Format = {
  name: 'truncated-float',
  accepts: ['float'],
  expected: 'a number with a decimal point, such as `64.0`',
  read: (scalar) => {
    const original = Number(scalar.value)
    const value =
      Number.isFinite(original) && Math.abs(original) < 2 ** 63 ? Math.trunc(original) : -(2 ** 63)
    return value === original
      ? { value }
      : { value, note: `the router reads it as \`${BigInt(value)}\`` }
  },
}

export const number: Format = {
  name: 'number',
  accepts: ['int', 'float'],
  expected: 'a number without quotes',
  read: (scalar, { refusesNan }) =>
    refusesNan && Number.isNaN(scalar.value)
      ? { fault: 'range', expected: 'a number other than `.nan`' }
      : { value: Number(scalar.value) },
}
