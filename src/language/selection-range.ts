import type { Span } from '../document/diagnostic.js'
import type { DocumentPart } from './parts.js'
import { isOnKey, findPart } from './parts.js'
import type { View } from './view.js'

/**
 * For each offset, the spans to which a selection grows, innermost first: word, value, entry, map, section, file. Each
 * span contains the previous one.
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

/**
 * The spans to which a selection grows in any text: the word, the line, the block of lines around it that are indented
 * at least as far, and the whole text.
 */
export function textSelectionRanges(text: string, offset: number): Span[] {
  const line = findLine(text, offset)
  const spans = [...findWord(text, offset), line.content, ...findBlock(text, line)]
  return selectGrowing([...spans, { start: 0, end: text.length }], offset)
}

type Line = { start: number; end: number; content: Span; indent: number }

/** The line at an offset, without its line feed. */
function findLine(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const next = text.indexOf('\n', start)
  const end = next < 0 ? text.length : next
  const lineText = text.slice(start, end)
  const indent = lineText.length - lineText.trimStart().length
  return {
    start,
    end,
    indent,
    content: { start: start + indent, end: start + lineText.trimEnd().length },
  }
}

/** Maximum number of lines that a block may have above and below a line. */
const maxBlockLines = 1000

/** The block around a line: all adjacent lines that are blank, or indented at least as far as this line. */
function findBlock(text: string, line: Line): Span[] {
  const isInside = ({ start, end, indent }: Line): boolean =>
    indent >= line.indent || text.slice(start, end).trim() === ''
  let { start, end } = line
  for (let count = 0; count < maxBlockLines && start > 0; count += 1) {
    const previousLine = findLine(text, start - 1)
    if (!isInside(previousLine)) break
    start = previousLine.start
  }
  for (let count = 0; count < maxBlockLines && end < text.length; count += 1) {
    const below = findLine(text, end + 1)
    if (!isInside(below)) break
    end = below.end
  }
  end = start + text.slice(start, end).trimEnd().length
  return [{ start, end }]
}

/** Maximum number of characters that a word may have before and after the offset. */
const maxWordDistance = 100

function findWord(text: string, offset: number): Span[] {
  const lengthBefore =
    /[\w$-]*$/.exec(text.slice(Math.max(0, offset - maxWordDistance), offset))?.[0].length ?? 0
  const lengthAfter = /^[\w$-]*/.exec(text.slice(offset, offset + maxWordDistance))?.[0].length ?? 0
  return lengthBefore + lengthAfter > 0
    ? [{ start: offset - lengthBefore, end: offset + lengthAfter }]
    : []
}

/** The key or the value at an offset. If it is quoted, first the span without the quotes, then the span with them. */
function findScalar(part: DocumentPart | undefined, offset: number): Span[] {
  const node = part?.pair && isOnKey(part, offset) ? part.pair.key : part?.node
  if (!node || !('style' in node) || node.start > offset || offset > node.end) return []
  const isQuoted =
    (node.style === 'single' || node.style === 'double') && node.end - node.start >= 2
  return [...(isQuoted ? [{ start: node.start + 1, end: node.end - 1 }] : []), node]
}

/** Selects the spans that contain an offset, each only if it contains the previously selected span and is larger. */
function selectGrowing(spans: readonly Span[], offset: number): Span[] {
  const result: Span[] = []
  for (const { start, end } of spans) {
    const last = result.at(-1)
    const isLarger =
      start <= offset &&
      offset <= end &&
      (!last || (start <= last.start && last.end <= end && end - start > last.end - last.start))
    if (isLarger) result.push({ start, end })
  }
  return result
}
