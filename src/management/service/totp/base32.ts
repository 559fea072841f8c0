/** The characters of base 32 (RFC 4648, section 6), by value. */
export const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base 32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2)))
    .join('')
}

/** The bytes of a text in base 32, whose padding is left out. Throws where a character is none of base 32. */
export function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((character) => {
      const value = base32Alphabet.indexOf(character)
      if (value < 0) throw new Error('a character is none of base 32')
      return value.toString(2).padStart(5, '0')
    })
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
