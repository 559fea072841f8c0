import type { Span } from '../document/diagnostic.js'
import { isRouterFile } from '../recognition/recognize.js'
import { toSource } from './pieces.js'
import type { Piece, Rendering } from './render.js'
import type { WorkBudget } from './work.js'

/** Where in the template the block scalars begin that are router files, and the texts of those that are not. */
export type KnownBlocks = { routerStarts: Set<number>; otherTexts: Set<string> }

export const createKnownBlocks = (): KnownBlocks => ({
  routerStarts: new Set(),
  otherTexts: new Set(),
})

/**
 * The router file of a rendering: the rendering itself, or the first block scalar of it that is one, such as that of a
 * ConfigMap. A block that is a router file in one rendering counts as one in later renderings, too, where less of it
 * may be left. Undefined if it is too much work to search. `known` is what was learned from other renderings.
 */
export function findRouterText(
  rendering: Rendering,
  work: WorkBudget,
  known = createKnownBlocks(),
): Rendering | undefined {
  for (const block of findBlocks(rendering.text)) {
    const length = block.lines.reduce((sum, { start, end }) => sum + end - start + 1, 0)
    if (!work.spend(length / 8)) return undefined
    if (isRouterBlock(rendering, block, known)) return cutBlock(rendering, block)
  }
  return rendering
}

function isRouterBlock(
  rendering: Rendering,
  { sign, lines }: EmbeddedBlock,
  { routerStarts, otherTexts }: KnownBlocks,
): boolean {
  const place = toSource(rendering, sign)?.start
  if (place !== undefined && routerStarts.has(place)) return true
  const text = lines.map(({ start, end }) => rendering.text.slice(start, end)).join('\n')
  if (otherTexts.has(text)) return false
  const isRouter = isRouterFile(text)
  if (!isRouter) otherTexts.add(text)
  else if (place !== undefined) routerStarts.add(place)
  return isRouter
}

/** The lines of a block scalar, from the end of their common indentation to their line breaks. */
type EmbeddedBlock = {
  /** The sign that begins it. */
  sign: Span
  lines: readonly Span[]
  indentation: number
}

const header = /^[^#\n]*[:-][ \t]+\|[-+]?(\d?)[-+]?[ \t]*(?:#.*)?\r?$/

/** The block scalars of a text: values of keys, and items of lists. */
function* findBlocks(text: string): Generator<EmbeddedBlock> {
  for (let at = text.indexOf('|'); at >= 0;) {
    const end = text.indexOf('\n', at)
    if (end < 0) return
    const [line, digit = ''] = header.exec(text.slice(text.lastIndexOf('\n', at) + 1, end)) ?? []
    if (line !== undefined) {
      const [lead = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(line) ?? []
      const outer = line[lead.length] === '|' ? lead.lastIndexOf('-') : lead.length
      const declared = digit === '' ? undefined : outer + Number(digit)
      const block = readBlock(text, end + 1, { outer, declared })
      if (block) yield { sign: { start: at, end: at + 1 }, ...block }
    }
    at = text.indexOf('|', end)
  }
}

/** The block from an offset on, below a key or dash in a column; its header may give the indentation. */
function readBlock(
  text: string,
  from: number,
  { outer, declared }: { outer: number; declared: number | undefined },
): Omit<EmbeddedBlock, 'sign'> | undefined {
  const lines: Span[] = []
  let indentation = declared
  for (let start = from; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    let content = start
    while (text[content] === ' ') content += 1
    const blanks = content - start
    const isEmpty = text.slice(content, end).trim() === ''
    if (!isEmpty) {
      indentation ??= blanks
      if (blanks < indentation || blanks <= outer) break
    }
    lines.push({ start: start + Math.min(blanks, indentation ?? blanks), end })
    start = end + 1
  }
  return indentation === undefined ? undefined : { lines, indentation }
}

/** The part of a rendering that is the content of a block, with its pieces. */
function cutBlock(rendering: Rendering, { lines, indentation }: EmbeddedBlock): Rendering {
  const { text: whole, pieces } = rendering
  const cut: Piece[] = []
  const written: string[] = []
  let length = 0
  let next = 0
  for (const line of lines) {
    const lineEnd = line.end + 1
    while ((pieces[next]?.end ?? Infinity) <= line.start) next += 1
    for (let index = next; index < pieces.length; index += 1) {
      const piece = pieces[index]
      if (!piece || piece.start >= lineEnd) break
      cut.push(cutPiece(piece, { start: line.start, end: lineEnd }, length - line.start))
    }
    written.push(whole.slice(line.start, line.end), '\n')
    length += lineEnd - line.start
  }
  const [first, last] = [lines[0], lines.at(-1)]
  return {
    ...rendering,
    text: written.join(''),
    pieces: cut,
    block: {
      indent: ' '.repeat(indentation),
      before: whole.slice(0, whole.lastIndexOf('\n', (first?.start ?? 0) - 1) + 1),
      after: whole.slice((last?.end ?? 0) + 1),
    },
  }
}

/** The part of a piece that is in a span, with its offsets moved. Uses no spread: there are thousands of pieces. */
function cutPiece(
  { start, end, source, sourceEnd, value, isCertain }: Piece,
  span: Span,
  by: number,
): Piece {
  const from = Math.max(start, span.start)
  return {
    start: from + by,
    end: Math.min(end, span.end) + by,
    source: value ? source : source + from - start,
    sourceEnd,
    value,
    isCertain,
  }
}
