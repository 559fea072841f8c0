import { hexadecimal } from './characters.js'
import { need, scannerFault } from './scanner.js'
import type { Scanner } from './scanner.js'

// The letter after the backslash, and what both stand for.
const simple = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])
/** The letters that are followed by the code of a character, and how many digits it has. */
export const escapeDigits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

/** Reads an escape sequence of a double-quoted scalar that began at `began`. */
export function readEscape(scanner: Scanner, began: number): string {
  const letter = scanner.text.charAt(scanner.position + 1)
  const value = simple.get(letter)
  const digits = escapeDigits.get(letter)
  if (value === undefined && digits === undefined) {
    throw scannerFault(scanner, 'bad-escape', 'found unknown escape character', began)
  }
  scanner.position += 2
  return value ?? readCode(scanner, digits ?? 0, began)
}

function readCode(scanner: Scanner, digits: number, began: number): string {
  const { text, position } = scanner
  need(scanner, digits)
  let code = 0
  for (let offset = position; offset < position + digits; offset++) {
    const digit = hexadecimal(text.charCodeAt(offset))
    if (digit < 0)
      throw scannerFault(scanner, 'bad-escape', 'did not find expected hexdecimal number', began)
    code = code * 16 + digit
  }
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    throw scannerFault(scanner, 'bad-escape', 'found invalid Unicode character escape code', began)
  }
  scanner.position += digits
  return String.fromCodePoint(code)
}
