import {
  BACKSLASH,
  DOUBLE_QUOTE,
  END,
  SINGLE_QUOTE,
  characterLength,
  isBlankOrEnd,
  isBreak,
} from './characters.js'
import { readEscape } from './escapes.js'
import { readBreak, readFold } from './folding.js'
import { skipAllBlanks } from './gap.js'
import { saveKey } from './keys.js'
import { atDocumentMark } from './plain.js'
import { need, push, scannerFault, skipBreak } from './scanner.js'
import type { Scanner } from './scanner.js'

/** Reads a scalar in single or double quotes. */
export function fetchQuoted(scanner: Scanner, quote: number): void {
  const level = saveKey(scanner)
  scanner.keyAllowed = false
  const start = scanner.position++
  scanner.scalar = start
  const close = scanner.window === undefined ? endOfSimple(scanner, quote) : -1
  let text: string
  if (close < 0) text = readQuoted(scanner, quote, start)
  else {
    text = scanner.text.slice(start + 1, close)
    scanner.position = close
  }
  scanner.position++
  if (start < scanner.lineStart) scanner.quote = { start, end: scanner.position }
  const style = quote === SINGLE_QUOTE ? 'single' : 'double'
  push(scanner, { kind: 'scalar', start, end: scanner.position, text, suffix: '', style, level })
}

// Gives the closing quote of a scalar on one line without escapes, as most are, else -1.
function endOfSimple(scanner: Scanner, quote: number): number {
  const { text } = scanner
  for (let offset = scanner.position; ; offset++) {
    const code = text.charCodeAt(offset)
    if (code === quote) return isDoubled(text, offset, quote) ? -1 : offset
    if (code === END || isBreak(code) || (code === BACKSLASH && quote === DOUBLE_QUOTE)) return -1
  }
}

function isDoubled(text: string, offset: number, quote: number): boolean {
  return quote === SINGLE_QUOTE && text.charCodeAt(offset + 1) === quote
}

function readQuoted(scanner: Scanner, quote: number, start: number): string {
  const { text } = scanner
  let value = ''
  for (;;) {
    need(scanner, 4)
    if (atDocumentMark(scanner))
      throw unclosed(scanner, 'found unexpected document indicator', start)
    if (text.charCodeAt(scanner.position) === END)
      throw unclosed(scanner, 'found unexpected end of stream', start)
    value += readWord(scanner, quote, start)
    need(scanner, 1)
    const escaped = text.charCodeAt(scanner.position) === BACKSLASH && quote === DOUBLE_QUOTE
    if (escaped) skipEscapedBreak(scanner)
    if (text.charCodeAt(scanner.position) === quote) return value
    value += escaped ? readFold(scanner, '', start, 0) : readSpace(scanner, start)
  }
}

function unclosed(scanner: Scanner, words: string, start: number) {
  return scannerFault(scanner, 'unclosed-quote', words, start)
}

// Reads up to a blank, a line end (an escaped one too) or the closing quote.
function readWord(scanner: Scanner, quote: number, start: number): string {
  const { text } = scanner
  let value = ''
  let from = scanner.position
  for (;;) {
    const { position } = scanner
    const code = text.charCodeAt(position)
    if (code === quote && isDoubled(text, position, quote)) {
      value += text.slice(from, position + 1)
      from = scanner.position = position + 2
    } else if (code === quote || isBlankOrEnd(code)) return value + text.slice(from, position)
    else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
      value += text.slice(from, position)
      if (isBreak(text.charCodeAt(position + 1))) return value
      value += readEscape(scanner, start)
      from = scanner.position
    } else scanner.position += characterLength(text, position)
    need(scanner, 2)
  }
}

function skipEscapedBreak(scanner: Scanner): void {
  need(scanner, 3)
  scanner.position++
  skipBreak(scanner)
  need(scanner, 1)
}

function readSpace(scanner: Scanner, start: number): string {
  const { text, position } = scanner
  skipAllBlanks(scanner)
  if (isBreak(text.charCodeAt(scanner.position)))
    return readFold(scanner, readBreak(scanner), start, 0)
  return text.slice(position, scanner.position)
}
