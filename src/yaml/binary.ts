import { decodeUtf8 } from './utf8.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base64, whose only white space may be line feeds and carriage returns; undefined if it is none. */
export function decodeBinary(text: string): string | undefined {
  const letters = text.replace(/[\r\n]/g, '')
  const content = letters.replace(/={1,2}$/, '')
  // Two letters make an octet, one alone does not; the padding fills the last four.
  if (letters.length % 4 !== 0 || content.length % 4 === 1) return undefined
  const octets: number[] = []
  let bits = 0
  let count = 0
  for (const letter of content) {
    const six = alphabet.indexOf(letter)
    if (six < 0) return undefined
    bits = ((bits << 6) | six) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    octets.push((bits >> count) & 0xff)
  }
  return decodeUtf8(octets)
}
