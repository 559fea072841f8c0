import type { Span } from '../document/diagnostic.js'
import { isRouterFile } from '../recognition/recognize.js'
import { toSource } from './pieces.js'
import type { Piece, Rendering } from './render.js'
import type { WorkBudget } from './work.js'

/** The places of the template at which block scalars that are router files begin, and texts of others that are none. */
export type KnownBlocks = { routers: Set<number>; others: Set<string> }

export const createKnownBlocks = (): KnownBlocks => ({ routers: new Set(), others: new Set() })

/**
 * The router file of a rendering: the rendering itself, or the first block scalar of it that is one, such as that of a
 * ConfigMap. What is one in a rendering is one in those after it, where less of it may be left. Undefined if it is too
 * much work to search. `known` is what was learned from other renderings.
 */
export function findRouterText(
  rendering: Rendering,
  work: WorkBudget,
  known = createKnownBlocks(),
): Rendering | undefined {
  for (const block of findBlocks(rendering.text)) {
    const length = block.lines.reduce((sum, line) => sum + line.text.length + 1, 0)
    if (!work.spend(length / 8)) return undefined
    if (isRouterBlock(rendering, block, known)) return cutBlock(rendering, block)
  }
  return rendering
}

function isRouterBlock(
  rendering: Rendering,
  { sign, lines }: Block,
  { routers, others }: KnownBlocks,
): boolean {
  const place = toSource(rendering, sign)?.start
  if (place !== undefined && routers.has(place)) return true
  const text = lines.map((line) => line.text).join('\n')
  if (others.has(text)) return false
  const isRouter = isRouterFile(text)
  if (!isRouter) others.add(text)
  else if (place !== undefined) routers.add(place)
  return isRouter
}

type BlockLine = { start: number; text: string }

/** The lines of a block scalar without their common indentation. */
type Block = {
  /** The sign that begins it. */
  sign: Span
  lines: readonly BlockLine[]
  indentation: number
}

const header = /^[^#\n]*[:-][ \t]+\|[-+]?(\d?)[-+]?[ \t]*(?:#.*)?\r?$/

/** The block scalars of a text: values of keys, and items of lists. */
function* findBlocks(text: string): Generator<Block> {
  for (let at = text.indexOf('|'); at >= 0;) {
    const end = text.indexOf('\n', at)
    if (end < 0) return
    const [line, digit = ''] = header.exec(text.slice(text.lastIndexOf('\n', at) + 1, end)) ?? []
    if (line !== undefined) {
      const [lead = ''] = /^[ \t]*(?:-[ \t]+)*/.exec(line) ?? []
      const outer = line[lead.length] === '|' ? lead.lastIndexOf('-') : lead.length
      const given = digit === '' ? undefined : outer + Number(digit)
      const block = readBlock(text, end + 1, { outer, given })
      if (block) yield { sign: { start: at, end: at + 1 }, ...block }
    }
    at = text.indexOf('|', end)
  }
}

/** The block from an offset on, below a key or dash in a column; its header may give the indentation. */
function readBlock(
  text: string,
  from: number,
  { outer, given }: { outer: number; given: number | undefined },
): Omit<Block, 'sign'> | undefined {
  const lines: BlockLine[] = []
  let indentation = given
  for (let start = from; start < text.length;) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? text.length : end)
    const blanks = line.search(/[^ ]|$/)
    const isEmpty = line.trim() === ''
    if (!isEmpty) {
      indentation ??= blanks
      if (blanks < indentation || blanks <= outer) break
    }
    const cut = Math.min(blanks, indentation ?? blanks)
    lines.push({ start: start + cut, text: line.slice(cut) })
    start += line.length + 1
  }
  return indentation === undefined ? undefined : { lines, indentation }
}

/** The part of a rendering that is the content of a block, with its pieces. */
function cutBlock(rendering: Rendering, { lines, indentation }: Block): Rendering {
  const { text: whole, pieces } = rendering
  const cut: Piece[] = []
  let text = ''
  let next = 0
  for (const line of lines) {
    const end = line.start + line.text.length + 1
    while ((pieces[next]?.end ?? Infinity) <= line.start) next += 1
    for (let index = next; index < pieces.length; index += 1) {
      const piece = pieces[index]
      if (!piece || piece.start >= end) break
      const from = Math.max(piece.start, line.start)
      const to = Math.min(piece.end, end)
      const offset = text.length - line.start
      cut.push({
        ...piece,
        start: from + offset,
        end: to + offset,
        source: piece.value ? piece.source : piece.source + from - piece.start,
      })
    }
    text += `${line.text}\n`
  }
  const [first, last] = [lines[0], lines.at(-1)]
  return {
    ...rendering,
    text,
    pieces: cut,
    block: {
      indent: ' '.repeat(indentation),
      before: whole.slice(0, whole.lastIndexOf('\n', (first?.start ?? 0) - 1) + 1),
      after: whole.slice((last?.start ?? 0) + (last?.text.length ?? 0) + 1),
    },
  }
}
