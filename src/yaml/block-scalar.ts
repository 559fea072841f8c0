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

export function fetchBlockScalar(scanner: Scanner, style: 'literal' | 'folded'): void {
  dropKey(scanner)
  scanner.isKeyAllowed = true
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

// Reads the indentation and chomping indicators, in either order.
function readHeader(scanner: Scanner, start: number): Header {
  const header = { keep: false, strip: false, increment: 0 }
  requireCharacters(scanner, 1)
  const isChompingFirst = readChomping(scanner, header)
  if (isChompingFirst) requireCharacters(scanner, 1)
  if (readIncrement(scanner, header, start) && !isChompingFirst) {
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
  const emptyLines = readEmptyLines(scanner, indent, start)
  indent = emptyLines.indent
  let value = ''
  let lastBreak = ''
  let breaks = emptyLines.breaks
  let wasIndented = false
  let end = -1
  while (getScannerColumn(scanner) === indent && text.charCodeAt(scanner.position) !== END) {
    const lineStart = scanner.position
    const isIndented = isBlank(text.charCodeAt(lineStart))
    const joinsLines = style === 'folded' && lastBreak === '\n' && !wasIndented && !isIndented
    value += (joinsLines ? (breaks === '' ? ' ' : '') : lastBreak) + breaks
    wasIndented = isIndented
    end = skipToLineEnd(scanner)
    value += text.slice(lineStart, end)
    lastBreak = text.charCodeAt(end) === END ? readTextEnd(scanner) : readBreak(scanner)
    breaks = readEmptyLines(scanner, indent, start).breaks
  }
  if (!header.strip) value += lastBreak
  if (header.keep) value += breaks
  return { text: value, end }
}

function skipToLineEnd(scanner: Scanner): number {
  const { text, position } = scanner
  let offset = position
  while (!isBreakOrEnd(text.charCodeAt(offset))) offset++
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
  return offset
}

function readTextEnd(scanner: Scanner): string {
  requireCharacters(scanner, 2)
  return ''
}

// Skips empty lines and the indentation of the next line. Returns the line breaks, and the indentation of the scalar:
// `declaredIndent`, or if that is 0, the indentation of the first line with content. The latter is at least the
// indentation of any empty line before it, and deeper than the block around the scalar.
function readEmptyLines(
  scanner: Scanner,
  declaredIndent: number,
  start: number,
): { breaks: string; indent: number } {
  const { text } = scanner
  let breaks = ''
  let maxColumn = 0
  for (;;) {
    requireCharacters(scanner, 1)
    const { position, margin } = scanner
    let offset = position
    while (
      (declaredIndent === 0 || offset - margin < declaredIndent) &&
      text.charCodeAt(offset) === SPACE
    )
      offset++
    scanner.position = offset
    requireCharactersSince(scanner, position, 1)
    const column = offset - margin
    maxColumn = Math.max(maxColumn, column)
    const code = text.charCodeAt(offset)
    if (code === TAB && (declaredIndent === 0 || column < declaredIndent)) {
      const message = 'found a tab character where an indentation space is expected'
      throw createScannerFault(scanner, 'tab-indentation', message, start)
    }
    if (!isBreak(code)) break
    breaks += readBreak(scanner)
  }
  return {
    breaks,
    indent: declaredIndent === 0 ? Math.max(maxColumn, scanner.indent + 1, 1) : declaredIndent,
  }
}
