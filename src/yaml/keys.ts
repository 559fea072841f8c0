import { characterLength } from './characters.js'
import type { Fault } from './fault.js'
import { pushMark, scannerFault } from './scanner.js'
import type { KeyPlace, Scanner, Token, TokenKind } from './scanner.js'

// A key without `?` is recognized by the colon after it. So its place is kept while the tokens behind it
// are read, and the tokens that say "here a key begins" are put in front of it when the colon comes.

const longestKey = 1024
const deepest = 10_000

function currentKey(scanner: Scanner): KeyPlace {
  const key = scanner.keys[scanner.flowLevel]
  if (key === undefined) throw new RangeError('every flow level has its key place')
  return key
}

/** Notes that the token which is read next may begin a key. Gives the token's `level`. */
export function saveKey(scanner: Scanner): number {
  if (!scanner.keyAllowed) return -1
  const { position, flowLevel } = scanner
  dropKey(scanner)
  const key = currentKey(scanner)
  key.possible = true
  key.required = flowLevel === 0 && scanner.indent === position - scanner.lineStart
  key.token = scanner.taken + scanner.queue.length - scanner.head
  key.position = position
  return flowLevel
}

/** Gives up the possible key of the current level: something else follows. */
export function dropKey(scanner: Scanner): void {
  const key = currentKey(scanner)
  if (!key.possible) return
  key.possible = false
  if (key.required) throw missingColon(scanner, key)
}

/** Whether the token may still turn out to be a key, so that more must be read before it is used. */
export function mayBeKey(scanner: Scanner, token: Token): boolean {
  if (token.level < 0) return false
  const key = scanner.keys[token.level]
  return key !== undefined && key.token === scanner.taken && stillPossible(scanner, key)
}

function stillPossible(scanner: Scanner, key: KeyPlace): boolean {
  if (!key.possible) return false
  const { position } = key
  if (position >= scanner.lineStart && !isTooLong(scanner, position)) return true
  key.possible = false
  if (key.required) throw missingColon(scanner, key)
  return false
}

function isTooLong(scanner: Scanner, start: number): boolean {
  if (scanner.position - start <= longestKey) return false
  let characters = 0
  for (let offset = start; offset < scanner.position && characters <= longestKey; characters++) {
    offset += characterLength(scanner.text, offset)
  }
  return characters > longestKey
}

function missingColon(scanner: Scanner, key: KeyPlace): Fault {
  return scannerFault(scanner, 'missing-colon', "could not find expected ':'", key.position)
}

/** A colon was found: puts the key token in front of what began the key. False if nothing did. */
export function confirmKey(scanner: Scanner): boolean {
  const key = currentKey(scanner)
  if (!stillPossible(scanner, key)) return false
  const index = key.token - scanner.taken + scanner.head
  insertMark(scanner, index, 'key', key.position)
  indentTo(scanner, key.position, 'block-map', index)
  key.possible = false
  scanner.keyAllowed = false
  return true
}

/** Opens a flow collection. */
export function enterFlow(scanner: Scanner): void {
  scanner.flowLevel++
  scanner.keys.push({ possible: false, required: false, token: 0, position: 0 })
  if (scanner.flowLevel > deepest) throw tooDeep(scanner)
}

/** Closes a flow collection; a bracket too many closes nothing. */
export function leaveFlow(scanner: Scanner): void {
  if (scanner.flowLevel === 0) return
  scanner.flowLevel--
  scanner.keys.pop()
}

/** Opens a block collection if the offset is right of the innermost one. */
export function indentTo(
  scanner: Scanner,
  offset: number,
  kind: TokenKind,
  index: number = scanner.queue.length,
): void {
  const column = offset - scanner.lineStart
  if (scanner.flowLevel > 0 || scanner.indent >= column) return
  scanner.indents.push(scanner.indent)
  scanner.indent = column
  if (scanner.indents.length > deepest) throw tooDeep(scanner)
  insertMark(scanner, index, kind, offset)
}

/** Closes the block collections right of the column. */
export function unindentTo(scanner: Scanner, column: number, offset: number): void {
  if (scanner.flowLevel > 0) return
  while (scanner.indent > column) {
    pushMark(scanner, 'block-end', offset, offset)
    scanner.indent = scanner.indents.pop() ?? -1
  }
}

function insertMark(scanner: Scanner, index: number, kind: TokenKind, offset: number): void {
  scanner.queue.splice(index, 0, {
    kind,
    start: offset,
    end: offset,
    text: '',
    suffix: '',
    style: 'plain',
    level: -1,
  })
}

function tooDeep(scanner: Scanner): Fault {
  return scannerFault(scanner, 'too-deep', `exceeded max depth of ${deepest}`, scanner.position)
}
