/** Decodes UTF-8 as Go prints it: every octet that belongs to no character becomes U+FFFD. */
export function decodeUtf8(octets: readonly number[]): string {
  let text = ''
  for (let index = 0; index < octets.length; ) {
    const code = decodeCharacter(octets, index)
    text += String.fromCodePoint(code < 0 ? 0xfffd : code)
    index += code < 0 ? 1 : encodedLength(code)
  }
  return text
}

/** How many octets the character takes in UTF-8. */
export function encodedLength(code: number): number {
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
  const valid = encodedLength(code) === length && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return valid ? code : -1
}
