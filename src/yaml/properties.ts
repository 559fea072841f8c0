import {
  AT,
  BACKTICK,
  COLON,
  COMMA,
  EXCLAMATION,
  GREATER,
  LESS,
  LIST_CLOSE,
  MAP_CLOSE,
  PERCENT,
  QUESTION,
  isBlankOrEnd,
  isWord,
  toHexadecimalDigit,
  decodeUtf8,
  DOT,
  isBlank,
  isDigit,
} from './characters.js'
import {
  saveKey,
  requireCharacters,
  requireCharactersSince,
  pushToken,
  createScannerFault,
  skipAllBlanks,
  skipRestOfLine,
} from './scanner.js'
import type { Scanner } from './scanner.js'

const nameTerminators = new Set([
  QUESTION,
  COLON,
  COMMA,
  LIST_CLOSE,
  MAP_CLOSE,
  PERCENT,
  AT,
  BACKTICK,
])

/** Reads `&name` or `*name`. */
export function fetchName(scanner: Scanner, kind: 'anchor' | 'alias'): void {
  const level = saveKey(scanner)
  scanner.isKeyAllowed = false
  const start = scanner.position
  scanner.position++
  requireCharacters(scanner, 1)
  const text = readWord(scanner)
  const next = scanner.text.charCodeAt(scanner.position)
  if (text === '' || !(isBlankOrEnd(next) || nameTerminators.has(next))) {
    const message = 'did not find expected alphabetic or numeric character'
    throw createScannerFault(scanner, `bad-${kind}`, message, start)
  }
  pushToken(scanner, {
    kind,
    start,
    end: scanner.position,
    text,
    suffix: '',
    style: 'plain',
    level,
  })
}

function readWord(scanner: Scanner): string {
  const { text, position } = scanner
  while (isWord(text.charCodeAt(scanner.position))) scanner.position++
  requireCharactersSince(scanner, position, 1)
  return text.slice(position, scanner.position)
}

/** Reads a tag: `!<uri>`, `!suffix`, `!handle!suffix` or `!`. */
export function fetchTag(scanner: Scanner): void {
  const level = saveKey(scanner)
  scanner.isKeyAllowed = false
  const start = scanner.position
  requireCharacters(scanner, 2)
  const tag =
    scanner.text.charCodeAt(start + 1) === LESS
      ? readVerbatimTag(scanner, start)
      : readShorthandTag(scanner, start)
  requireCharacters(scanner, 1)
  if (!isBlankOrEnd(scanner.text.charCodeAt(scanner.position))) {
    throw createScannerFault(
      scanner,
      'bad-tag',
      'did not find expected whitespace or line break',
      start,
    )
  }
  const { handle, suffix } = tag
  pushToken(scanner, {
    kind: 'tag',
    start,
    end: scanner.position,
    text: handle,
    suffix,
    style: 'plain',
    level,
  })
}

type Tag = { handle: string; suffix: string }

function readVerbatimTag(scanner: Scanner, start: number): Tag {
  scanner.position += 2
  const suffix = readUri(scanner, 'bad-tag', start)
  if (suffix === '')
    throw createScannerFault(scanner, 'bad-tag', 'did not find expected tag URI', start)
  if (scanner.text.charCodeAt(scanner.position) !== GREATER) {
    throw createScannerFault(scanner, 'bad-tag', "did not find the expected '>'", start)
  }
  scanner.position++
  return { handle: '', suffix }
}

function readShorthandTag(scanner: Scanner, start: number): Tag {
  const handle = readHandle(scanner)
  const isNamed = handle.length > 1 && handle.endsWith('!')
  const suffix = readUri(scanner, 'bad-tag', start)
  if (isNamed) {
    if (suffix === '')
      throw createScannerFault(scanner, 'bad-tag', 'did not find expected tag URI', start)
    return { handle, suffix }
  }
  const fullSuffix = handle.slice(1) + suffix
  return fullSuffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix: fullSuffix }
}

/** Reads `!`, `!!` or `!name!`; only `!name` if no `!` follows the name. */
function readHandle(scanner: Scanner): string {
  const { text, position } = scanner
  scanner.position++
  requireCharacters(scanner, 1)
  readWord(scanner)
  if (text.charCodeAt(scanner.position) === EXCLAMATION) scanner.position++
  return text.slice(position, scanner.position)
}

const uriPunctuation = new Set(
  Array.from(";/?:@&=+$,.!~*'()[]%", (character) => character.charCodeAt(0)),
)

/** Reads the characters allowed in a tag or its prefix, and resolves escapes. */
function readUri(scanner: Scanner, code: string, start: number): string {
  const { text } = scanner
  let uri = ''
  requireCharacters(scanner, 1)
  for (;;) {
    const character = text.charCodeAt(scanner.position)
    if (character === PERCENT) uri += readEscapes(scanner, code, start)
    else if (isWord(character) || uriPunctuation.has(character)) {
      scanner.position++
      uri += String.fromCharCode(character)
    } else return uri
    requireCharacters(scanner, 1)
  }
}

// Reads one character that is written as escaped UTF-8 octets, such as `%C3%A9`.
function readEscapes(scanner: Scanner, code: string, start: number): string {
  const octets: number[] = []
  let length = 1
  while (octets.length < length) {
    requireCharacters(scanner, 3)
    const octet = readOctet(scanner)
    if (octet < 0) throw createScannerFault(scanner, code, 'did not find URI escaped octet', start)
    if (octets.length === 0) {
      length = getSequenceLength(octet)
      if (length === 0)
        throw createScannerFault(scanner, code, 'found an incorrect leading UTF-8 octet', start)
    } else if ((octet & 0xc0) !== 0x80) {
      throw createScannerFault(scanner, code, 'found an incorrect trailing UTF-8 octet', start)
    }
    octets.push(octet)
    scanner.position += 3
  }
  return decodeUtf8(octets)
}

function readOctet(scanner: Scanner): number {
  const { text, position } = scanner
  const high = toHexadecimalDigit(text.charCodeAt(position + 1))
  const low = toHexadecimalDigit(text.charCodeAt(position + 2))
  return text.charCodeAt(position) === PERCENT && high >= 0 && low >= 0 ? high * 16 + low : -1
}

function getSequenceLength(octet: number): number {
  if (octet < 0x80) return 1
  if (octet < 0xc0) return 0
  if (octet < 0xe0) return 2
  if (octet < 0xf0) return 3
  return octet < 0xf8 ? 4 : 0
}

const maxVersionDigits = 2

/** Reads a line `%YAML 1.1` or `%TAG !handle! prefix`. */
export function fetchDirective(scanner: Scanner): void {
  const start = scanner.position
  scanner.position++
  requireCharacters(scanner, 1)
  const name = readWord(scanner)
  if (name === '')
    throw createDirectiveFault(scanner, 'could not find expected directive name', start)
  if (!isBlankOrEnd(scanner.text.charCodeAt(scanner.position))) {
    throw createDirectiveFault(scanner, 'found unexpected non-alphabetical character', start)
  }
  if (name === 'YAML') readVersion(scanner, start)
  else if (name === 'TAG') readTagDirective(scanner, start)
  else throw createDirectiveFault(scanner, 'found unknown directive name', start)
  if (!skipRestOfLine(scanner))
    throw createDirectiveFault(scanner, 'did not find expected comment or line break', start)
}

function createDirectiveFault(scanner: Scanner, message: string, start: number) {
  return createScannerFault(scanner, 'bad-directive', message, start)
}

function readVersion(scanner: Scanner, start: number): void {
  requireCharacters(scanner, 1)
  skipAllBlanks(scanner)
  const major = readNumber(scanner, start)
  if (scanner.text.charCodeAt(scanner.position) !== DOT) {
    throw createDirectiveFault(scanner, "did not find expected digit or '.' character", start)
  }
  scanner.position++
  const text = `${major}.${readNumber(scanner, start)}`
  const end = scanner.position
  pushToken(scanner, { kind: 'version', start, end, text, suffix: '', style: 'plain', level: -1 })
}

function readNumber(scanner: Scanner, start: number): number {
  const { text, position } = scanner
  requireCharacters(scanner, 1)
  while (isDigit(text.charCodeAt(scanner.position))) {
    if (scanner.position - position === maxVersionDigits) {
      throw createDirectiveFault(scanner, 'found extremely long version number', start)
    }
    scanner.position++
    requireCharacters(scanner, 1)
  }
  if (scanner.position === position)
    throw createDirectiveFault(scanner, 'did not find expected version number', start)
  return Number(text.slice(position, scanner.position))
}

function readTagDirective(scanner: Scanner, start: number): void {
  const { text } = scanner
  requireCharacters(scanner, 1)
  skipAllBlanks(scanner)
  if (text.charCodeAt(scanner.position) !== EXCLAMATION)
    throw createDirectiveFault(scanner, "did not find expected '!'", start)
  const handle = readHandle(scanner)
  if (handle.length > 1 && !handle.endsWith('!'))
    throw createDirectiveFault(scanner, "did not find expected '!'", start)
  requireCharacters(scanner, 1)
  if (!isBlank(text.charCodeAt(scanner.position)))
    throw createDirectiveFault(scanner, 'did not find expected whitespace', start)
  skipAllBlanks(scanner)
  const suffix = readUri(scanner, 'bad-directive', start)
  if (suffix === '') throw createDirectiveFault(scanner, 'did not find expected tag URI', start)
  requireCharacters(scanner, 1)
  if (!isBlankOrEnd(text.charCodeAt(scanner.position))) {
    throw createDirectiveFault(scanner, 'did not find expected whitespace or line break', start)
  }
  const end = scanner.position
  pushToken(scanner, {
    kind: 'handle',
    start,
    end,
    text: handle,
    suffix,
    style: 'plain',
    level: -1,
  })
}
