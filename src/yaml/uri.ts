import { PERCENT, hexadecimal, isWord } from './characters.js'
import { need, scannerFault } from './scanner.js'
import type { Scanner } from './scanner.js'
import { decodeUtf8 } from './utf8.js'

const marks = new Set(Array.from(";/?:@&=+$,.!~*'()[]%", (character) => character.charCodeAt(0)))

/** Reads what may stand in a tag or its prefix, with its escapes resolved. */
export function readUri(scanner: Scanner, code: string, start: number): string {
  const { text } = scanner
  let uri = ''
  need(scanner, 1)
  for (;;) {
    const character = text.charCodeAt(scanner.position)
    if (character === PERCENT) uri += readEscapes(scanner, code, start)
    else if (isWord(character) || marks.has(character)) {
      scanner.position++
      uri += String.fromCharCode(character)
    } else return uri
    need(scanner, 1)
  }
}

// One character, as the octets of its UTF-8 form.
function readEscapes(scanner: Scanner, code: string, start: number): string {
  const octets: number[] = []
  let length = 1
  while (octets.length < length) {
    need(scanner, 3)
    const octet = readOctet(scanner)
    if (octet < 0) throw scannerFault(scanner, code, 'did not find URI escaped octet', start)
    if (octets.length === 0) {
      length = sequenceLength(octet)
      if (length === 0)
        throw scannerFault(scanner, code, 'found an incorrect leading UTF-8 octet', start)
    } else if ((octet & 0xc0) !== 0x80) {
      throw scannerFault(scanner, code, 'found an incorrect trailing UTF-8 octet', start)
    }
    octets.push(octet)
    scanner.position += 3
  }
  return decodeUtf8(octets)
}

function readOctet(scanner: Scanner): number {
  const { text, position } = scanner
  const high = hexadecimal(text.charCodeAt(position + 1))
  const low = hexadecimal(text.charCodeAt(position + 2))
  return text.charCodeAt(position) === PERCENT && high >= 0 && low >= 0 ? high * 16 + low : -1
}

function sequenceLength(octet: number): number {
  if (octet < 0x80) return 1
  if (octet < 0xc0) return 0
  if (octet < 0xe0) return 2
  if (octet < 0xf0) return 3
  return octet < 0xf8 ? 4 : 0
}
