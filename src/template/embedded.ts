import type { Span } from '../document/diagnostic.js'
import { isRouterFile } from '../recognition/recognize.js'
import { toSource } from './pieces.js'
import type { Piece, Rendering } from './render.js'
import type { WorkBudget } from './work.js'

/**
 * Facts about block scalars from earlier renderings: the offsets in the template at which router files start, and the
 * texts of all other blocks.
 */
export type KnownBlocks = { routerStarts: Set<number>; otherTexts: Set<string> }

export const createKnownBlocks = (): KnownBlocks => ({
  routerStarts: new Set(),
  otherTexts: new Set(),
})

/**
 * The router file in a rendering: its first block scalar that is a router file, such as in a ConfigMap, or else the
 * whole rendering. A block that was a router file in one rendering counts as one in later renderings too, where less of
 * it may remain: `knownBlocks` remembers it. Undefined if the search takes too much work.
 */
export function findRouterText(
  rendering: Rendering,
  budget: WorkBudget,
  knownBlocks = createKnownBlocks(),
): Rendering | undefined {
  for (const block of findBlocks(rendering.text)) {
    const length = block.lines.reduce((sum, { start, end }) => sum + end - start + 1, 0)
    if (!budget.spend(length / 8)) return undefined
    if (isRouterBlock(rendering, block, knownBlocks)) return cutBlock(rendering, block)
  }
  return rendering
}

function isRouterBlock(
  rendering: Rendering,
  { indicator, lines }: EmbeddedBlock,
  { routerStarts, otherTexts }: KnownBlocks,
): boolean {
  const sourceStart = toSource(rendering, indicator)?.start
  if (sourceStart !== undefined && routerStarts.has(sourceStart)) return true
  const text = lines.map(({ start, end }) => rendering.text.slice(start, end)).join('\n')
  if (otherTexts.has(text)) return false
  const isRouter = isRouterFile(text)
  if (!isRouter) otherTexts.add(text)
  else if (sourceStart !== undefined) routerStarts.add(sourceStart)
  return isRouter
}

/** The lines of a block scalar, from the end of their common indentation to their line breaks. */
type EmbeddedBlock = {
  /** The span of its `|`. */
  indicator: Span
  lines: readonly Span[]
  indentation: number
}

const headerPattern = /^[^#\n]*[:-][ \t]+\|[-+]?(\d?)[-+]?[ \t]*(?:#.*)?\r?$/

/** Yields the literal block scalars (`|`) of a text: values of keys, and items of lists. */
function* findBlocks(text: string): Generator<EmbeddedBlock> {
  for (let barOffset = text.indexOf('|'); barOffset >= 0;) {
    const end = text.indexOf('\n', barOffset)
    if (end < 0) return
    const [line, digit = ''] =
      headerPattern.exec(text.slice(text.lastIndexOf('\n', barOffset) + 1, end)) ?? []
    if (line !== undefined) {
      const [prefix = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(line) ?? []
      const outerColumn = line[prefix.length] === '|' ? prefix.lastIndexOf('-') : prefix.length
      const declaredIndentation = digit === '' ? undefined : outerColumn + Number(digit)
      const block = readBlock(text, end + 1, { outerColumn, declaredIndentation })
      if (block) yield { indicator: { start: barOffset, end: barOffset + 1 }, ...block }
    }
    barOffset = text.indexOf('|', end)
  }
}

/**
 * Reads the block from an offset on, below a key or dash in `outerColumn`; undefined if it has neither content nor a
 * declared indentation.
 */
function readBlock(
  text: string,
  blockStart: number,
  {
    outerColumn,
    declaredIndentation,
  }: { outerColumn: number; declaredIndentation: number | undefined },
): Omit<EmbeddedBlock, 'indicator'> | undefined {
  const lines: Span[] = []
  let indentation = declaredIndentation
  for (let start = blockStart; start < text.length;) {
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak < 0 ? text.length : lineBreak
    let content = start
    while (text[content] === ' ') content += 1
    const indent = content - start
    const isEmpty = text.slice(content, end).trim() === ''
    if (!isEmpty) {
      indentation ??= indent
      if (indent < indentation || indent <= outerColumn) break
    }
    lines.push({ start: start + Math.min(indent, indentation ?? indent), end })
    start = end + 1
  }
  return indentation === undefined ? undefined : { lines, indentation }
}

/** The part of a rendering that is the content of a block, with its pieces. */
function cutBlock(rendering: Rendering, { lines, indentation }: EmbeddedBlock): Rendering {
  const { text: renderedText, pieces } = rendering
  const cutPieces: Piece[] = []
  const textParts: string[] = []
  let length = 0
  let pieceIndex = 0
  for (const line of lines) {
    const lineEnd = line.end + 1
    while ((pieces[pieceIndex]?.end ?? Infinity) <= line.start) pieceIndex += 1
    for (let index = pieceIndex; index < pieces.length; index += 1) {
      const piece = pieces[index]
      if (!piece || piece.start >= lineEnd) break
      cutPieces.push(cutPiece(piece, { start: line.start, end: lineEnd }, length - line.start))
    }
    textParts.push(renderedText.slice(line.start, line.end), '\n')
    length += lineEnd - line.start
  }
  const [first, last] = [lines[0], lines.at(-1)]
  return {
    ...rendering,
    text: textParts.join(''),
    pieces: cutPieces,
    block: {
      indent: ' '.repeat(indentation),
      textBefore: renderedText.slice(
        0,
        renderedText.lastIndexOf('\n', (first?.start ?? 0) - 1) + 1,
      ),
      textAfter: renderedText.slice((last?.end ?? 0) + 1),
    },
  }
}

/**
 * The part of a piece that is in a span, with the offsets moved by `shift`. Lists the fields instead of spreading them,
 * for speed: there are many pieces.
 */
function cutPiece(
  { start, end, sourceStart, sourceEnd, value, isCertain }: Piece,
  span: Span,
  shift: number,
): Piece {
  const cutStart = Math.max(start, span.start)
  return {
    start: cutStart + shift,
    end: Math.min(end, span.end) + shift,
    sourceStart: value ? sourceStart : sourceStart + cutStart - start,
    sourceEnd,
    value,
    isCertain,
  }
}
