import {
  HASH,
  SPACE,
  TAB,
  measureBreak,
  measureCharacter,
  isBlank,
  isBreak,
  isBreakOrEnd,
  LINE_FEED,
  isSeparator,
} from './characters.js'
import type { Scanner, Window } from './scanner.js'
import {
  requireCharacters,
  requireCharactersSince,
  skipBreak,
  holdsByteOrderMark,
  getScannerColumn,
  createScannerFault,
} from './scanner.js'

/** Skips white space and comments, up to the next token or the end of the text. */
export function skipGap(scanner: Scanner): void {
  const { text } = scanner
  for (;;) {
    requireCharacters(scanner, 1)
    if (scanner.window !== undefined) skipByteOrderMark(scanner, scanner.window)
    skipBlanks(scanner)
    if (text.charCodeAt(scanner.position) === HASH) skipComment(scanner)
    if (!isBreak(text.charCodeAt(scanner.position))) return
    requireCharacters(scanner, 2)
    skipBreak(scanner)
    if (scanner.flowLevel === 0) scanner.keyAllowed = true
  }
}

// Tabs separate tokens, but cannot indent: they are not skipped where a key may begin.
function skipBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  const tabs = scanner.flowLevel > 0 || !scanner.keyAllowed
  let offset = position
  let code = text.charCodeAt(offset)
  while (code === SPACE || (tabs && code === TAB)) code = text.charCodeAt(++offset)
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
}

// Skips whatever character is here. A line break is skipped too, and then does not end a line.
function skipByteOrderMark(scanner: Scanner, window: Window): void {
  const { text, position } = scanner
  if (position !== scanner.margin || !holdsByteOrderMark(window)) return
  if (isBreak(text.charCodeAt(position)) && measureBreak(text, position) === 1)
    window.swallowed.push(position)
  scanner.position += measureCharacter(text, position)
  scanner.margin = scanner.position - 1
  requireCharacters(scanner, 1)
}

// Skips the comment that begins here.
function skipComment(scanner: Scanner): void {
  const { text, position } = scanner
  let offset = position + 1
  while (!isBreakOrEnd(text.charCodeAt(offset))) offset++
  scanner.comments.push({ start: position, end: offset })
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
}

/** Skips white space and a comment; no other content is allowed on the rest of the line. */
export function skipRestOfLine(scanner: Scanner): boolean {
  const { text } = scanner
  requireCharacters(scanner, 1)
  skipAllBlanks(scanner)
  if (text.charCodeAt(scanner.position) === HASH) skipComment(scanner)
  if (!isBreakOrEnd(text.charCodeAt(scanner.position))) return false
  if (isBreak(text.charCodeAt(scanner.position))) {
    requireCharacters(scanner, 2)
    skipBreak(scanner)
  }
  return true
}

/** Skips spaces and tabs. */
export function skipAllBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  while (isBlank(text.charCodeAt(scanner.position))) scanner.position++
  requireCharactersSince(scanner, position, 1)
}

/** Skips a line break and returns its value: a line feed, or one of the separators. */
export function readBreak(scanner: Scanner): string {
  requireCharacters(scanner, 2)
  const code = scanner.text.charCodeAt(scanner.position)
  skipBreak(scanner)
  return String.fromCharCode(isSeparator(code) ? code : LINE_FEED)
}

/**
 * Skips white space after the first line break, up to the next word of a scalar that began at `began`, and returns its
 * value: a space, or the empty lines. Tabs are not allowed left of the column `firstTab`.
 */
export function readFold(scanner: Scanner, first: string, began: number, firstTab: number): string {
  const { text } = scanner
  let rest = ''
  for (;;) {
    requireCharacters(scanner, 1)
    const code = text.charCodeAt(scanner.position)
    if (isBlank(code)) {
      if (code === TAB && getScannerColumn(scanner) < firstTab) {
        throw createScannerFault(
          scanner,
          'tab-indentation',
          'found a tab character that violates indentation',
          began,
        )
      }
      scanner.position++
    } else if (isBreak(code)) rest += readBreak(scanner)
    else if (first !== '\n') return first + rest
    else return rest === '' ? ' ' : rest
  }
}
