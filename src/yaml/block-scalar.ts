import {
  DASH,
  END,
  PLUS,
  TAB,
  SPACE,
  ZERO,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDigit,
} from './characters.js'
import {
  readBreak,
  skipRestOfLine,
  getScannerColumn,
  requireCharacters,
  requireCharactersSince,
  pushToken,
  createScannerFault,
  dropKey,
} from './scanner.js'
import type { Scanner } from './scanner.js'

type Header = { keep: boolean; strip: boolean; increment: number }

/** Reads a scalar after `|` or `>`. */
export function fetchBlockScalar(scanner: Scanner, style: 'literal' | 'folded'): void {
  dropKey(scanner)
  scanner.keyAllowed = true
  const start = scanner.position
  scanner.position++
  const header = readHeader(scanner, start)
  const headerEnd = scanner.position
  if (!skipRestOfLine(scanner)) {
    throw createScannerFault(
      scanner,
      'bad-block-header',
      'did not find expected comment or line break',
      start,
    )
  }
  const { text, end } = readContent(scanner, style, header, start)
  pushToken(scanner, {
    kind: 'scalar',
    start,
    end: end < 0 ? headerEnd : end,
    text,
    suffix: '',
    style,
    level: -1,
  })
}

// The indentation and chomping indicators, in either order.
function readHeader(scanner: Scanner, start: number): Header {
  const header = { keep: false, strip: false, increment: 0 }
  requireCharacters(scanner, 1)
  const chompingFirst = readChomping(scanner, header)
  if (chompingFirst) requireCharacters(scanner, 1)
  if (readIncrement(scanner, header, start) && !chompingFirst) {
    requireCharacters(scanner, 1)
    readChomping(scanner, header)
  }
  return header
}

function readChomping(scanner: Scanner, header: Header): boolean {
  const code = scanner.text.charCodeAt(scanner.position)
  header.keep = code === PLUS
  header.strip = code === DASH
  if (!header.keep && !header.strip) return false
  scanner.position++
  return true
}

function readIncrement(scanner: Scanner, header: Header, start: number): boolean {
  const code = scanner.text.charCodeAt(scanner.position)
  if (!isDigit(code)) return false
  if (code === ZERO) {
    throw createScannerFault(
      scanner,
      'bad-block-header',
      'found an indentation indicator equal to 0',
      start,
    )
  }
  header.increment = code - ZERO
  scanner.position++
  return true
}

function readContent(
  scanner: Scanner,
  style: string,
  header: Header,
  start: number,
): { text: string; end: number } {
  const { text } = scanner
  let indent = header.increment === 0 ? 0 : Math.max(scanner.indent, 0) + header.increment
  const empty = readEmptyLines(scanner, indent, start)
  indent = empty.indent
  let value = ''
  let lastBreak = ''
  let breaks = empty.breaks
  let wasIndented = false
  let end = -1
  while (getScannerColumn(scanner) === indent && text.charCodeAt(scanner.position) !== END) {
    const from = scanner.position
    const indented = isBlank(text.charCodeAt(from))
    const joins = style === 'folded' && lastBreak === '\n' && !wasIndented && !indented
    value += (joins ? (breaks === '' ? ' ' : '') : lastBreak) + breaks
    wasIndented = indented
    end = endOfLine(scanner)
    value += text.slice(from, end)
    lastBreak = text.charCodeAt(end) === END ? endOfText(scanner) : readBreak(scanner)
    breaks = readEmptyLines(scanner, indent, start).breaks
  }
  if (!header.strip) value += lastBreak
  if (header.keep) value += breaks
  return { text: value, end }
}

function endOfLine(scanner: Scanner): number {
  const { text, position } = scanner
  let offset = position
  while (!isBreakOrEnd(text.charCodeAt(offset))) offset++
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
  return offset
}

function endOfText(scanner: Scanner): string {
  requireCharacters(scanner, 2)
  return ''
}

// Skips line breaks and indentation. Unless the header sets the indentation, the first line that is not empty
// determines it, as do longer lines with only spaces before it.
function readEmptyLines(
  scanner: Scanner,
  declared: number,
  start: number,
): { breaks: string; indent: number } {
  const { text } = scanner
  let breaks = ''
  let widest = 0
  for (;;) {
    requireCharacters(scanner, 1)
    const { position, margin } = scanner
    let offset = position
    while ((declared === 0 || offset - margin < declared) && text.charCodeAt(offset) === SPACE)
      offset++
    scanner.position = offset
    requireCharactersSince(scanner, position, 1)
    const column = offset - margin
    widest = Math.max(widest, column)
    const code = text.charCodeAt(offset)
    if (code === TAB && (declared === 0 || column < declared)) {
      const words = 'found a tab character where an indentation space is expected'
      throw createScannerFault(scanner, 'tab-indentation', words, start)
    }
    if (!isBreak(code)) break
    breaks += readBreak(scanner)
  }
  return { breaks, indent: declared === 0 ? Math.max(widest, scanner.indent + 1, 1) : declared }
}
