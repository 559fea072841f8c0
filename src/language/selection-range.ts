import type { Span } from '../document/diagnostic.js'
import type { DocumentPart } from './parts.js'
import { isOnKey, findPart } from './parts.js'
import type { View } from './view.js'

/**
 * For each offset, the spans to which a selection grows, innermost first: word, value, entry, map, section, file. Each
 * contains the one before it.
 */
export function selectionRanges(view: View, offsets: readonly number[]): Span[][] {
  return offsets.map((offset) => {
    const part = findPart(view, offset)
    const spans = [...findWord(view.text, offset), ...findScalar(part, offset)]
    for (let current = part; current; current = current.parent)
      spans.push(current.node, { start: current.start, end: current.end })
    spans.push({ start: 0, end: view.text.length })
    return selectGrowing(spans, offset)
  })
}

/** A word is searched for within this many characters on each side. */
const maxWordDistance = 100

function findWord(text: string, offset: number): Span[] {
  const before =
    /[\w$-]*$/.exec(text.slice(Math.max(0, offset - maxWordDistance), offset))?.[0].length ?? 0
  const after = /^[\w$-]*/.exec(text.slice(offset, offset + maxWordDistance))?.[0].length ?? 0
  return before + after > 0 ? [{ start: offset - before, end: offset + after }] : []
}

/** A key, or a value without its quotes. */
function findScalar(part: DocumentPart | undefined, offset: number): Span[] {
  const node = part?.pair && isOnKey(part, offset) ? part.pair.key : part?.node
  if (!node || !('style' in node) || node.start > offset || offset > node.end) return []
  const isQuoted =
    (node.style === 'single' || node.style === 'double') && node.end - node.start >= 2
  return [...(isQuoted ? [{ start: node.start + 1, end: node.end - 1 }] : []), node]
}

/** The spans around an offset, each larger than those before it. */
function selectGrowing(spans: readonly Span[], offset: number): Span[] {
  const result: Span[] = []
  for (const { start, end } of spans) {
    const last = result.at(-1)
    const holds =
      start <= offset &&
      offset <= end &&
      (!last || (start <= last.start && last.end <= end && end - start > last.end - last.start))
    if (holds) result.push({ start, end })
  }
  return result
}
