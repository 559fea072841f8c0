import { measureCharacter } from './characters.js'
import type { Fault, KeyPlace, Scanner, Token, TokenKind } from './scanner.js'
import { getScannerColumn, pushMark, createScannerFault } from './scanner.js'

// A key without `?` is recognized by the colon after it. So its position is saved while the following tokens are read,
// and the tokens that mark the start of a key are inserted before it when the colon is found.

const maxKeyLength = 1024
const maxDepth = 10_000

function getCurrentKey(scanner: Scanner): KeyPlace {
  const key = scanner.keys[scanner.flowLevel]
  if (key === undefined) throw new RangeError('every flow level has its key place')
  return key
}

/** Records that the next token may begin a key. Returns the token's `level`. */
export function saveKey(scanner: Scanner): number {
  if (!scanner.keyAllowed) return -1
  const { position, flowLevel } = scanner
  dropKey(scanner)
  const key = getCurrentKey(scanner)
  key.possible = true
  key.required = flowLevel === 0 && scanner.indent === getScannerColumn(scanner)
  key.token = getNextTokenNumber(scanner)
  key.position = position
  return flowLevel
}

/** Discards the possible key of the current level, because something else follows. */
export function dropKey(scanner: Scanner): void {
  const key = getCurrentKey(scanner)
  if (!key.possible) return
  key.possible = false
  if (key.required) throw createMissingColonFault(scanner, key)
  releaseToken(scanner, key.token)
}

// The token, if it was not taken yet, no longer has to wait for a colon.
function releaseToken(scanner: Scanner, number: number): void {
  const token = scanner.queue[number - scanner.taken + scanner.head]
  if (token !== undefined) token.level = -1
}

function getNextTokenNumber(scanner: Scanner): number {
  return scanner.taken + scanner.tail - scanner.head
}

/** Whether the token may still turn out to be a key, so that more tokens must be read before it is used. */
export function mayBeKey(scanner: Scanner, token: Token): boolean {
  if (token.level < 0) return false
  const key = scanner.keys[token.level]
  return key !== undefined && isStillPossible(scanner, key)
}

function isStillPossible(scanner: Scanner, key: KeyPlace): boolean {
  if (!key.possible) return false
  const { position } = key
  if (position >= scanner.lineStart && !isTooLong(scanner, position)) return true
  key.possible = false
  if (key.required) throw createMissingColonFault(scanner, key)
  return false
}

function isTooLong(scanner: Scanner, start: number): boolean {
  if (scanner.position - start <= maxKeyLength) return false
  let characters = 0
  for (let offset = start; offset < scanner.position && characters <= maxKeyLength; characters++) {
    offset += measureCharacter(scanner.text, offset)
  }
  return characters > maxKeyLength
}

function createMissingColonFault(scanner: Scanner, key: KeyPlace): Fault {
  return createScannerFault(scanner, 'missing-colon', "could not find expected ':'", key.position)
}

/** Called at a colon: inserts the key token before the start of the key. False if no key is possible. */
export function confirmKey(scanner: Scanner): boolean {
  const key = getCurrentKey(scanner)
  if (!isStillPossible(scanner, key)) return false
  // The start of the key may already have been taken as something else (see leaveFlow): then the marks are inserted too
  // late.
  const index = key.token < scanner.taken ? -1 : key.token - scanner.taken + scanner.head
  releaseToken(scanner, key.token)
  key.possible = false
  insertMark(scanner, index, 'key', key.position)
  indentTo(scanner, key.position, 'block-map', index)
  scanner.keyAllowed = false
  return true
}

/** Opens a flow collection. */
export function enterFlow(scanner: Scanner): void {
  scanner.flowLevel++
  scanner.brackets.push(scanner.position)
  scanner.keys.push({
    possible: false,
    required: false,
    token: getNextTokenNumber(scanner),
    position: scanner.position,
  })
  if (scanner.flowLevel > maxDepth) throw createTooDeepFault(scanner)
}

/**
 * Closes a flow collection; a superfluous bracket closes nothing. If the collection contained no possible key, its key
 * place still has the number of the opening bracket, which is then not recognized as a key: `{}: x`.
 */
export function leaveFlow(scanner: Scanner): void {
  if (scanner.flowLevel === 0) return
  releaseToken(scanner, getCurrentKey(scanner).token)
  scanner.flowLevel--
  scanner.brackets.pop()
  scanner.keys.pop()
}

/** Opens a block collection if the offset is right of the innermost one. */
export function indentTo(scanner: Scanner, offset: number, kind: TokenKind, index = -1): void {
  const column = offset - scanner.margin
  if (scanner.flowLevel > 0 || scanner.indent >= column) return
  scanner.indents.push(scanner.indent)
  scanner.indent = column
  if (scanner.indents.length > maxDepth) throw createTooDeepFault(scanner)
  insertMark(scanner, index, kind, offset)
}

/** Closes the block collections right of the column. */
export function unindentTo(scanner: Scanner, column: number, offset: number): void {
  if (scanner.flowLevel > 0) return
  while (scanner.indent > Math.max(column, -1)) {
    pushMark(scanner, 'block-end', offset, offset)
    scanner.indent = scanner.indents.pop() ?? -1
  }
}

// Inserts a mark before the token with the index, or after the last one.
function insertMark(scanner: Scanner, index: number, kind: TokenKind, offset: number): void {
  pushMark(scanner, kind, offset, offset)
  const { queue, tail } = scanner
  if (index < 0) return
  for (let place = tail - 1; place > index; place--) {
    const [before, after] = [queue[place - 1], queue[place]]
    if (before !== undefined && after !== undefined) {
      queue[place - 1] = after
      queue[place] = before
    }
  }
}

function createTooDeepFault(scanner: Scanner): Fault {
  return createScannerFault(
    scanner,
    'too-deep',
    `exceeded max depth of ${maxDepth}`,
    scanner.position,
  )
}
