import {
  COLON,
  DASH,
  DOT,
  END,
  HASH,
  LINE_FEED,
  LIST_CLOSE,
  LIST_OPEN,
  MAP_CLOSE,
  MAP_OPEN,
  COMMA,
  QUESTION,
  RETURN,
  SPACE,
  TAB,
  isBlank,
  isBlankOrEnd,
  isBreak,
} from './characters.js'
import { readBreak, readFold } from './folding.js'
import { skipAllBlanks } from './gap.js'
import { saveKey } from './keys.js'
import { columnOf, need, needSince, push } from './scanner.js'
import type { Scanner } from './scanner.js'

// ASCII characters that may end a plain scalar, or its line.
const stops = new Uint8Array(128)
for (const code of [END, TAB, LINE_FEED, RETURN, SPACE, COLON]) stops[code] = 1
for (const code of [COMMA, QUESTION, LIST_OPEN, LIST_CLOSE, MAP_OPEN, MAP_CLOSE]) stops[code] = 2

/** Whether `---` or `...` stands alone at the start of a line. */
export function atDocumentMark(scanner: Scanner): boolean {
  const { text, position } = scanner
  if (position !== scanner.margin) return false
  const code = text.charCodeAt(position)
  return (
    (code === DASH || code === DOT) &&
    text.charCodeAt(position + 1) === code &&
    text.charCodeAt(position + 2) === code &&
    isBlankOrEnd(text.charCodeAt(position + 3))
  )
}

/** Reads a scalar without quotes, over as many lines as its indentation allows. */
export function fetchPlain(scanner: Scanner): void {
  const level = saveKey(scanner)
  scanner.keyAllowed = false
  const { text, position: start } = scanner
  scanner.scalar = start
  let value = ''
  let fold = ''
  let end = start
  for (;;) {
    need(scanner, 4)
    const { position } = scanner
    if (atDocumentMark(scanner) || text.charCodeAt(position) === HASH) break
    const lineEnd = readLine(scanner)
    if (lineEnd > position) {
      value += fold + text.slice(position, lineEnd)
      fold = ''
      end = lineEnd
    }
    if (lineEnd === position || !isBreak(text.charCodeAt(scanner.position))) break
    fold = readFold(scanner, readBreak(scanner), start, scanner.indent + 1)
    if (scanner.flowLevel === 0 && columnOf(scanner) <= scanner.indent) break
  }
  // What follows on another line may be a key.
  if (fold !== '') scanner.keyAllowed = true
  push(scanner, { kind: 'scalar', start, end, text: value, suffix: '', style: 'plain', level })
}

// Reads the words of this line and the blanks after them; gives the end of the last word.
function readLine(scanner: Scanner): number {
  const { text } = scanner
  let end = scanner.position
  for (;;) {
    const start = scanner.position
    const offset = endOfWord(text, start, scanner.flowLevel > 0)
    if (offset > start) end = offset
    scanner.position = offset
    needSince(scanner, start, 2)
    if (!isBlank(text.charCodeAt(offset))) return end
    skipAllBlanks(scanner)
    const next = text.charCodeAt(scanner.position)
    if (isBreak(next)) return end
    need(scanner, 4)
    if (next === HASH) return end
  }
}

function endOfWord(text: string, start: number, flow: boolean): number {
  for (let offset = start; ; offset++) {
    const code = text.charCodeAt(offset)
    if (code >= 128) {
      if (isBreak(code)) return offset
    } else if (stops[code] !== 0) {
      if (code === COLON) {
        if (isBlankOrEnd(text.charCodeAt(offset + 1))) return offset
      } else if (flow || stops[code] === 1) return offset
    }
  }
}
