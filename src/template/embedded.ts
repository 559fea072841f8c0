import { isRouterFile } from '../recognition/recognize.js'
import type { Piece, Rendering } from './render.js'
import type { WorkBudget } from './work.js'

/**
 * The router file of a rendering: the rendering itself, or the first block scalar of it that is one, such as that of a
 * ConfigMap. Undefined if it is too much work to search. `known` has the texts that other renderings had.
 */
export function findRouterText(
  rendering: Rendering,
  work: WorkBudget,
  known = new Map<string, boolean>(),
): Rendering | undefined {
  for (const block of findBlocks(rendering.text)) {
    const text = block.lines.map((line) => line.text).join('\n')
    if (!work.spend(text.length / 8)) return undefined
    const isRouter = known.get(text) ?? isRouterFile(text)
    known.set(text, isRouter)
    if (isRouter) return cutBlock(rendering, block)
  }
  return rendering
}

type BlockLine = { start: number; text: string }

/** The lines of a block scalar without their common indentation. */
type Block = { lines: readonly BlockLine[]; indentation: number }

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
      if (block) yield block
    }
    at = text.indexOf('|', end)
  }
}

/** The block from an offset on, below a key or dash in a column; its header may give the indentation. */
function readBlock(
  text: string,
  from: number,
  { outer, given }: { outer: number; given: number | undefined },
): Block | undefined {
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
