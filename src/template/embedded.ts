import { isRouterFile } from '../recognition/recognize.js'
import type { Piece, Rendering } from './render.js'

/**
 * The router file of a rendering: the rendering itself, or the first block scalar of it that is one, such as that of a
 * ConfigMap.
 */
export function findRouterText(rendering: Rendering): Rendering {
  const block = findBlocks(rendering.text).find(({ lines }) =>
    isRouterFile(lines.map(({ text }) => text).join('\n')),
  )
  return block ? cutLines(rendering, block.lines) : rendering
}

type BlockLine = { start: number; text: string }

/** The block scalars of a text, with the lines of each without their common indentation. */
function findBlocks(text: string): { lines: readonly BlockLine[] }[] {
  const blocks: { lines: BlockLine[] }[] = []
  const header = /^([ \t]*)[^#\n]*:[ \t]+\|[-+0-9]*[ \t]*(?:#.*)?\r?\n/gm
  for (let found = header.exec(text); found; found = header.exec(text)) {
    const lines = readBlock(text, header.lastIndex, found[1]?.length ?? 0)
    if (lines.length > 0) blocks.push({ lines })
  }
  return blocks
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
function cutLines({ pieces, arms }: Rendering, lines: readonly BlockLine[]): Rendering {
  const cut: Piece[] = []
  let text = ''
  let first = 0
  for (const line of lines) {
    const end = line.start + line.text.length + 1
    while ((pieces[first]?.end ?? Infinity) <= line.start) first += 1
    for (const piece of pieces.slice(first)) {
      if (piece.start >= end) break
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
  return { text, pieces: cut, arms, isCut: true }
}
