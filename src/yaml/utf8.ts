// A Go string may hold octets that are no UTF-8. Each of those is kept as a surrogate without partner.
const stray = 0xdc00

/** Decodes UTF-8. Every octet that belongs to no character becomes a lone surrogate, U+DC80 for 0x80. */
export function decodeUtf8(octets: readonly number[]): string {
  let text = ''
  for (let index = 0; index < octets.length;) {
    const code = decodeCharacter(octets, index)
    text += String.fromCodePoint(code < 0 ? stray + (octets[index] ?? 0) : code)
    index += code < 0 ? 1 : encodedLength(code)
  }
  return text
}

/** The octet that a lone surrogate stands for, or -1 for any other character. */
export function strayOctet(code: number): number {
  return code >= stray + 0x80 && code <= stray + 0xff ? code - stray : -1
}

// How many octets the character takes in UTF-8.
function encodedLength(code: number): number {
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
    encodedLength(code) === length && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return valid ? code : -1
}

/** The octets of the UTF-8 form of a text. */
export function encodeUtf8(text: string): number[] {
  const octets: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const length = encodedLength(code)
    const lead = length === 1 ? 0 : (0xf00 >> length) & 0xff
    octets.push(lead | (code >> (6 * (length - 1))))
    for (let step = length - 2; step >= 0; step--) octets.push(0x80 | ((code >> (6 * step)) & 0x3f))
  }
  return octets
}
