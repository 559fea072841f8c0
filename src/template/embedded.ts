import { isRouterFile } from '../recognition/recognize.js'
import type { Piece, Rendering } from './render.js'
import type { Work } from './work.js'

/**
 * The router file of a rendering: the rendering itself, or the first block scalar of it that is one, such as that of a
 * ConfigMap. Undefined if it is too much work to search. `known` has the texts that other renderings had.
 */
export function findRouterText(
  rendering: Rendering,
  work: Work,
  known = new Map<string, boolean>(),
): Rendering | undefined {
  for (const lines of findBlocks(rendering.text)) {
    const text = lines.map((line) => line.text).join('\n')
    if (!work.spend(text.length / 8)) return undefined
    const isRouter = known.get(text) ?? isRouterFile(text)
    known.set(text, isRouter)
    if (isRouter) return cutLines(rendering, lines)
  }
  return rendering
}

type BlockLine = { start: number; text: string }

const header = /^([ \t]*)[^#\n]*:[ \t]+\|[-+0-9]*[ \t]*(?:#.*)?\r?$/

/** The block scalars of a text, with the lines of each without their common indentation. */
function* findBlocks(text: string): Generator<readonly BlockLine[]> {
  for (let at = text.indexOf('|'); at >= 0;) {
    const end = text.indexOf('\n', at)
    if (end < 0) return
    const [, blanks] = header.exec(text.slice(text.lastIndexOf('\n', at) + 1, end)) ?? []
    if (blanks !== undefined) {
      const lines = readBlock(text, end + 1, blanks.length)
      if (lines.length > 0) yield lines
    }
    at = text.indexOf('|', end)
  }
}

function readBlock(text: string, from: number, outer: number): BlockLine[] {
  const lines: BlockLine[] = []
  let indentation: number | undefined
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
  return lines
}

/** The part of a rendering that consists of lines, with its pieces. */
function cutLines(rendering: Rendering, lines: readonly BlockLine[]): Rendering {
  const { pieces } = rendering
  const cut: Piece[] = []
  let text = ''
  let first = 0
  for (const line of lines) {
    const end = line.start + line.text.length + 1
    while ((pieces[first]?.end ?? Infinity) <= line.start) first += 1
    for (let index = first; index < pieces.length; index += 1) {
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
  return { ...rendering, text, pieces: cut, isCut: true }
}
