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
} from './characters.js'
import { saveKey } from './keys.js'
import { need, needSince, push, scannerFault } from './scanner.js'
import type { Scanner } from './scanner.js'
import { readUri } from './uri.js'

const endsOfName = new Set([QUESTION, COLON, COMMA, LIST_CLOSE, MAP_CLOSE, PERCENT, AT, BACKTICK])

/** Reads `&name` or `*name`. */
export function fetchName(scanner: Scanner, kind: 'anchor' | 'alias'): void {
  const level = saveKey(scanner)
  scanner.keyAllowed = false
  const start = scanner.position
  scanner.position++
  need(scanner, 1)
  const text = readWord(scanner)
  const next = scanner.text.charCodeAt(scanner.position)
  if (text === '' || !(isBlankOrEnd(next) || endsOfName.has(next))) {
    const words = 'did not find expected alphabetic or numeric character'
    throw scannerFault(scanner, `bad-${kind}`, words, start)
  }
  push(scanner, { kind, start, end: scanner.position, text, suffix: '', style: 'plain', level })
}

/** Reads letters, digits, `_` and `-`. */
export function readWord(scanner: Scanner): string {
  const { text, position } = scanner
  while (isWord(text.charCodeAt(scanner.position))) scanner.position++
  needSince(scanner, position, 1)
  return text.slice(position, scanner.position)
}

/** Reads a tag: `!<uri>`, `!suffix`, `!handle!suffix` or `!`. */
export function fetchTag(scanner: Scanner): void {
  const level = saveKey(scanner)
  scanner.keyAllowed = false
  const start = scanner.position
  need(scanner, 2)
  const tag =
    scanner.text.charCodeAt(start + 1) === LESS
      ? readVerbatim(scanner, start)
      : readShort(scanner, start)
  need(scanner, 1)
  if (!isBlankOrEnd(scanner.text.charCodeAt(scanner.position))) {
    throw scannerFault(scanner, 'bad-tag', 'did not find expected whitespace or line break', start)
  }
  const { handle, suffix } = tag
  push(scanner, {
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

function readVerbatim(scanner: Scanner, start: number): Tag {
  scanner.position += 2
  const suffix = readUri(scanner, 'bad-tag', start)
  if (suffix === '') throw scannerFault(scanner, 'bad-tag', 'did not find expected tag URI', start)
  if (scanner.text.charCodeAt(scanner.position) !== GREATER) {
    throw scannerFault(scanner, 'bad-tag', "did not find the expected '>'", start)
  }
  scanner.position++
  return { handle: '', suffix }
}

function readShort(scanner: Scanner, start: number): Tag {
  const handle = readHandle(scanner)
  const named = handle.length > 1 && handle.endsWith('!')
  const suffix = readUri(scanner, 'bad-tag', start)
  if (named) {
    if (suffix === '')
      throw scannerFault(scanner, 'bad-tag', 'did not find expected tag URI', start)
    return { handle, suffix }
  }
  const whole = handle.slice(1) + suffix
  return whole === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix: whole }
}

/** Reads `!`, `!!` or `!name!`, or as much of it as there is. */
export function readHandle(scanner: Scanner): string {
  const { text, position } = scanner
  scanner.position++
  need(scanner, 1)
  readWord(scanner)
  if (text.charCodeAt(scanner.position) === EXCLAMATION) scanner.position++
  return text.slice(position, scanner.position)
}
