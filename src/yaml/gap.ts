import {
  HASH,
  SPACE,
  TAB,
  breakLength,
  characterLength,
  isBlank,
  isBreak,
  isBreakOrEnd,
} from './characters.js'
import { need, needSince, skipBreak } from './scanner.js'
import type { Scanner } from './scanner.js'
import { holdsByteOrderMark } from './window.js'
import type { Window } from './window.js'

/** Steps over blanks, comments and line ends, up to the next token or the end of the text. */
export function skipGap(scanner: Scanner): void {
  const { text } = scanner
  for (;;) {
    need(scanner, 1)
    if (scanner.window !== undefined) skipByteOrderMark(scanner, scanner.window)
    skipBlanks(scanner)
    if (text.charCodeAt(scanner.position) === HASH) skipComment(scanner)
    if (!isBreak(text.charCodeAt(scanner.position))) return
    need(scanner, 2)
    skipBreak(scanner)
    if (scanner.flowLevel === 0) scanner.keyAllowed = true
  }
}

// Tabs separate tokens, but do not indent: not where a key may begin.
function skipBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  const tabs = scanner.flowLevel > 0 || !scanner.keyAllowed
  let offset = position
  let code = text.charCodeAt(offset)
  while (code === SPACE || (tabs && code === TAB)) code = text.charCodeAt(++offset)
  scanner.position = offset
  needSince(scanner, position, 1)
}

// Whatever character stands here is skipped, a line end too, which then ends no line.
function skipByteOrderMark(scanner: Scanner, window: Window): void {
  const { text, position } = scanner
  if (position !== scanner.margin || !holdsByteOrderMark(window)) return
  if (isBreak(text.charCodeAt(position)) && breakLength(text, position) === 1)
    window.swallowed.push(position)
  scanner.position += characterLength(text, position)
  scanner.margin = scanner.position - 1
  need(scanner, 1)
}

// Steps over the comment that begins here.
function skipComment(scanner: Scanner): void {
  const { text, position } = scanner
  let offset = position + 1
  while (!isBreakOrEnd(text.charCodeAt(offset))) offset++
  scanner.comments.push({ start: position, end: offset })
  scanner.position = offset
  needSince(scanner, position, 1)
}

/** Steps over blanks and a comment; nothing else may stand on the rest of the line. */
export function skipRestOfLine(scanner: Scanner): boolean {
  const { text } = scanner
  need(scanner, 1)
  skipAllBlanks(scanner)
  if (text.charCodeAt(scanner.position) === HASH) skipComment(scanner)
  if (!isBreakOrEnd(text.charCodeAt(scanner.position))) return false
  if (isBreak(text.charCodeAt(scanner.position))) {
    need(scanner, 2)
    skipBreak(scanner)
  }
  return true
}

/** Steps over spaces and tabs. */
export function skipAllBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  while (isBlank(text.charCodeAt(scanner.position))) scanner.position++
  needSince(scanner, position, 1)
}
