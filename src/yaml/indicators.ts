import { fetchDirective } from './directives.js'
import { confirmKey, dropKey, enterFlow, indentTo, leaveFlow, saveKey, unindentTo } from './keys.js'
import { columnOf, push, pushIndicator, pushMark, scannerFault } from './scanner.js'
import type { Scanner } from './scanner.js'

/** The end of the text. */
export function fetchEnd(scanner: Scanner): void {
  // The end of a last line without line end counts as one.
  const end = scanner.length + (columnOf(scanner) === 0 ? 0 : 1)
  scanner.position = scanner.lineStart = scanner.margin = end
  unindentTo(scanner, -1, end)
  dropKey(scanner)
  scanner.keyAllowed = false
  pushMark(scanner, 'stream-end', end, end)
}

/** What stands alone at the start of a line and ends all block collections. */
export function fetchAlone(
  scanner: Scanner,
  kind: 'directive' | 'document-start' | 'document-end',
): void {
  unindentTo(scanner, -1, scanner.position)
  dropKey(scanner)
  scanner.keyAllowed = false
  if (kind === 'directive') fetchDirective(scanner)
  else pushIndicator(scanner, kind, 3)
}

/** A bracket or brace that opens. */
export function fetchFlowStart(scanner: Scanner, kind: 'flow-list' | 'flow-map'): void {
  const level = saveKey(scanner)
  enterFlow(scanner)
  scanner.keyAllowed = true
  const start = scanner.position++
  push(scanner, { kind, start, end: start + 1, text: '', suffix: '', style: 'plain', level })
}

/** A bracket or brace that closes. */
export function fetchFlowEnd(scanner: Scanner, kind: 'flow-list-end' | 'flow-map-end'): void {
  dropKey(scanner)
  leaveFlow(scanner)
  scanner.keyAllowed = false
  pushIndicator(scanner, kind, 1)
}

/** A comma between the entries of a flow collection. */
export function fetchComma(scanner: Scanner): void {
  dropKey(scanner)
  scanner.keyAllowed = true
  pushIndicator(scanner, 'comma', 1)
}

/** The dash of a list item. */
export function fetchDash(scanner: Scanner): void {
  // In a flow collection the parser complains.
  if (scanner.flowLevel === 0) {
    allow(scanner, 'misplaced-dash', 'block sequence entries are not allowed in this context')
    indentTo(scanner, scanner.position, 'block-list')
  }
  dropKey(scanner)
  scanner.keyAllowed = true
  pushIndicator(scanner, 'dash', 1)
}

/** The question mark of a key. */
export function fetchKey(scanner: Scanner): void {
  if (scanner.flowLevel === 0) {
    allow(scanner, 'misplaced-question-mark', 'mapping keys are not allowed in this context')
    indentTo(scanner, scanner.position, 'block-map')
  }
  dropKey(scanner)
  scanner.keyAllowed = scanner.flowLevel === 0
  pushIndicator(scanner, 'key', 1)
}

/** The colon of a value. */
export function fetchValue(scanner: Scanner): void {
  if (!confirmKey(scanner)) {
    if (scanner.flowLevel === 0) {
      allow(scanner, 'misplaced-colon', 'mapping values are not allowed in this context')
      indentTo(scanner, scanner.position, 'block-map')
    }
    scanner.keyAllowed = scanner.flowLevel === 0
  }
  pushIndicator(scanner, 'value', 1)
}

function allow(scanner: Scanner, code: string, words: string): void {
  if (!scanner.keyAllowed) throw scannerFault(scanner, code, words, scanner.position)
}
