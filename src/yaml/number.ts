import type { Value } from './nodes.js'

const decimalFloat = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
// In what begins with a point, Go allows underscores between digits only.
const pointFloat = /^\.[0-9][0-9_]*(?:[eE][-+]?[0-9][0-9_]*)?$/
const strayUnderscore = /_(?![0-9])/
const integer =
  /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]*)|([1-9][0-9]*))$/
// Where Go takes a sign after the prefix.
const signedBinary = /^0b([-+])([01]+)$/

// Digits that any double holds, and those of the largest number in any base.
const exact = 15
const longest = 64
const largestInt = 2n ** 63n - 1n
const largestUnsigned = 2n ** 64n - 1n

/** A number as Go reads it, or undefined if the text is none. */
export function readNumber(text: string): Value | undefined {
  if (text.startsWith('.')) {
    return pointFloat.test(text) && !strayUnderscore.test(text)
      ? readFloat(text.replaceAll('_', ''))
      : undefined
  }
  const digits = text.replaceAll('_', '')
  return (
    readInteger(digits) ??
    (decimalFloat.test(digits) ? readFloat(digits) : readSignedBinary(digits))
  )
}

function readInteger(text: string): Value | undefined {
  const match = integer.exec(text)
  if (match === null) return undefined
  const [, sign = '', hexadecimal, binary, octal, leading, decimal] = match
  if (decimal !== undefined && decimal.length <= exact) {
    return { kind: 'int', value: BigInt(sign === '-' ? -Number(decimal) : Number(decimal)) }
  }
  if (hexadecimal !== undefined) return fit(sign, '0x', hexadecimal)
  if (binary !== undefined) return fit(sign, '0b', binary)
  return decimal !== undefined ? fit(sign, '', decimal) : fit(sign, '0o', octal ?? leading ?? '')
}

// Only a number without a sign may need the bit of the sign.
function fit(sign: string, base: string, digits: string): Value | undefined {
  const significant = digits.replace(/^0+/, '')
  if (significant.length > longest) return undefined
  const size = significant === '' ? 0n : BigInt(base + significant)
  const value = sign === '-' ? -size : size
  if (value >= -largestInt - 1n && value <= largestInt) return { kind: 'int', value }
  return sign === '' && value <= largestUnsigned ? { kind: 'unsigned', value } : undefined
}

function readSignedBinary(text: string): Value | undefined {
  const match = signedBinary.exec(text)
  return match === null ? undefined : fit(match[1] ?? '', '0b', match[2] ?? '')
}

// Go looks at no more than five digits of an exponent, and a number that is too large is none.
function readFloat(text: string): Value | undefined {
  const value = Number(text.replace(/([eE][-+]?0*[1-9][0-9]{4})[0-9]+$/, '$1'))
  return Number.isFinite(value) ? { kind: 'float', value } : undefined
}
