import type { Format, Given, Loaded, Wrap } from './format.js'

const narrow: Record<Wrap, (value: bigint) => number> = {
  int32: (value) => Number(BigInt.asIntN(32, value)),
  uint32: (value) => Number(BigInt.asUintN(32, value)),
  uint16: (value) => Number(BigInt.asUintN(16, value)),
  milliseconds: (value) => Number(BigInt.asIntN(64, value * 1_000_000n)) / 1e6,
  seconds: (value) => Number(BigInt.asIntN(64, value * 1_000_000_000n)) / 1e9,
}

const whole = (given: Given, wraps: Wrap | undefined): Loaded =>
  given.kind === 'int'
    ? wraps
      ? narrow[wraps](given.value)
      : Number(given.value)
    : Number(given.value)

export const integer: Format = {
  name: 'integer',
  accepts: ['int'],
  right: 'an integer without quotes',
  read: (given, { wraps }) => ({ value: whole(given, wraps) }),
}

/** An integer, also written as a float without fraction. */
export const wholeNumber: Format = {
  name: 'whole',
  accepts: ['int', 'float'],
  right: 'a whole number without quotes',
  read: (given, { wraps }) => {
    if (given.kind === 'float' && !Number.isInteger(given.value))
      return { fault: 'type', right: 'a whole number' }
    if (given.kind === 'float' && Math.abs(given.value) >= 2 ** 63)
      return { fault: 'type', right: 'a number that fits 64 bits' }
    return { value: whole(given, wraps) }
  },
}

/** Checked like a whole number, but a float, even without fraction, is not used. */
export const wholeOrIgnored: Format = {
  ...wholeNumber,
  name: 'whole-or-ignored',
  read: (given, facts) => {
    const read = wholeNumber.read(given, facts)
    return given.kind === 'float' && 'value' in read
      ? { ...read, counts: false, note: 'only an integer without decimal point counts' }
      : read
  },
}

/** A float literal; Go's code takes no integer in its place. */
export const float: Format = {
  name: 'float',
  accepts: ['float'],
  right: 'a number with a decimal point, such as `1.0`',
  read: (given) => ({ value: Number(given.value) }),
}

/** A float literal of which the fraction is cut off. */
export const truncatedFloat: Format = {
  name: 'truncated-float',
  accepts: ['float'],
  right: 'a number with a decimal point, such as `64.0`',
  read: (given) => {
    const written = Number(given.value)
    const value =
      Number.isFinite(written) && Math.abs(written) < 2 ** 63 ? Math.trunc(written) : -(2 ** 63)
    return value === written ? { value } : { value, note: `it is read as \`${BigInt(value)}\`` }
  },
}

export const number: Format = {
  name: 'number',
  accepts: ['int', 'float'],
  right: 'a number without quotes',
  read: (given) => ({ value: Number(given.value) }),
}
