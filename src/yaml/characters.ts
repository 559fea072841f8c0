// Codes of the characters with a meaning in YAML.
export const END = 0x00
export const TAB = 0x09
export const LINE_FEED = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
export const EXCLAMATION = 0x21
export const DOUBLE_QUOTE = 0x22
export const HASH = 0x23
export const PERCENT = 0x25
export const AMPERSAND = 0x26
export const SINGLE_QUOTE = 0x27
export const ASTERISK = 0x2a
export const PLUS = 0x2b
export const COMMA = 0x2c
export const DASH = 0x2d
export const DOT = 0x2e
export const ZERO = 0x30
const NINE = 0x39
export const COLON = 0x3a
export const LESS = 0x3c
export const GREATER = 0x3e
export const QUESTION = 0x3f
export const AT = 0x40
export const LIST_OPEN = 0x5b
export const BACKSLASH = 0x5c
export const LIST_CLOSE = 0x5d
export const BACKTICK = 0x60
export const MAP_OPEN = 0x7b
export const PIPE = 0x7c
export const MAP_CLOSE = 0x7d
const NEXT_LINE = 0x85
const LINE_SEPARATOR = 0x2028
const PARAGRAPH_SEPARATOR = 0x2029

/** Whether a character code is a line break of YAML 1.1. */
export function isBreak(code: number): boolean {
  return code === LINE_FEED || code === RETURN || (code >= NEXT_LINE && isWideBreak(code))
}

function isWideBreak(code: number): boolean {
  return code === NEXT_LINE || code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR
}

/** Whether a character code is U+2028 or U+2029, the line breaks that scalars keep unchanged. */
export function isSeparator(code: number): boolean {
  return code === LINE_SEPARATOR || code === PARAGRAPH_SEPARATOR
}

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}

/** Whether a character code is a line break or the NUL after the end of the text. */
export function isBreakOrEnd(code: number): boolean {
  return code === END || isBreak(code)
}

/** Whether a character code is a blank, a line break or the NUL after the end of the text. */
export function isBlankOrEnd(code: number): boolean {
  return code === SPACE || code === TAB || code === END || isBreak(code)
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

/** Whether a character may be part of an anchor name or tag handle: an ASCII letter, a digit, `_` or `-`. */
export function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    isDigit(code) ||
    code === 0x5f ||
    code === DASH
  )
}

export function toHexadecimalDigit(code: number): number {
  if (isDigit(code)) return code - ZERO
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** The code units of a line break: 2 for CR LF, 1 for any other. */
export function measureBreak(text: string, position: number): number {
  return text.charCodeAt(position) === RETURN && text.charCodeAt(position + 1) === LINE_FEED ? 2 : 1
}

/** The code units of the character: 2 for a surrogate pair, else 1. */
export function measureCharacter(text: string, position: number): number {
  const high = text.charCodeAt(position)
  if (high < 0xd800 || high > 0xdbff) return 1
  const low = text.charCodeAt(position + 1)
  return low >= 0xdc00 && low <= 0xdfff ? 2 : 1
}

// A Go string may contain octets that are not UTF-8. Each of them is represented by a lone surrogate.
const strayBase = 0xdc00

/** Decodes UTF-8. Every octet outside of a valid character becomes a lone surrogate, U+DC80 for 0x80. */
export function decodeUtf8(octets: readonly number[]): string {
  let text = ''
  for (let index = 0; index < octets.length;) {
    const code = decodeCharacter(octets, index)
    text += String.fromCodePoint(code < 0 ? strayBase + (octets[index] ?? 0) : code)
    index += code < 0 ? 1 : measureEncoded(code)
  }
  return text
}

/** The octet represented by a lone surrogate, or -1 for any other character. */
export function getStrayOctet(code: number): number {
  return code >= strayBase + 0x80 && code <= strayBase + 0xff ? code - strayBase : -1
}

// The number of octets of the character in UTF-8.
function measureEncoded(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

function decodeCharacter(octets: readonly number[], index: number): number {
  const first = octets[index] ?? 0
  if (first < 0x80) return first
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4) return -1
  let code = first & (0xff >> (length + 1))
  for (let step = 1; step < length; step++) {
    const octet = octets[index + step] ?? 0
    if ((octet & 0xc0) !== 0x80) return -1
    code = code * 64 + (octet & 0x3f)
  }
  const valid =
    measureEncoded(code) === length && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return valid ? code : -1
}

export function encodeUtf8(text: string): number[] {
  const octets: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const length = measureEncoded(code)
    const lead = length === 1 ? 0 : (0xf00 >> length) & 0xff
    octets.push(lead | (code >> (6 * (length - 1))))
    for (let step = length - 2; step >= 0; step--) octets.push(0x80 | ((code >> (6 * step)) & 0x3f))
  }
  return octets
}
