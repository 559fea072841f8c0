import { lineStarts, positionAt } from '../../diagnostic.js'
import { oncePer } from '../../once.js'
import type { Part } from '../part.js'
import { partsOf } from '../part.js'
import type { View } from '../view.js'

/** A line of a text: where it starts, where its first character stands that is no space, and where it ends, before the line end. */
export type Line = { start: number; first: number; end: number }

/** The lines of a text, and the number of the one that an offset lies in. */
export type Lines = { lines: readonly Line[]; lineOf: (offset: number) => number }

export const linesOf = oncePer(({ text }: View): Lines => {
  const starts = lineStarts(text)
  const lines = starts.map((given, index): Line => {
    const start = given + (given === 0 && text.startsWith('\ufeff') ? 1 : 0)
    let end = starts[index + 1] ?? text.length
    while (end > start && /[\r\n]/.test(text.charAt(end - 1))) end -= 1
    let first = start
    while (first < end && /[ \t]/.test(text.charAt(first))) first += 1
    return { start, first, end }
  })
  return { lines, lineOf: (offset) => positionAt(starts, offset).line }
})

export const isBlank = ({ first, end }: Line): boolean => first === end

/** Whether a part is written as an entry or an item of a block, which has lines of its own. */
export const isInBlock = ({ above }: Part): boolean =>
  (above?.node.kind === 'map' || above?.node.kind === 'list') && !above.node.flow

/** Whether a part has entries or items that have lines of their own. */
export const isBlock = ({ node }: Part): boolean =>
  (node.kind === 'map' || node.kind === 'list') && !node.flow

/** Lines that nothing may change: those of sections that are broken, and of what follows the document. */
export const untouchable = oncePer((view: View): ((line: number) => boolean) => {
  const { problems, rest } = view.document
  const { lineOf, lines } = linesOf(view)
  const starts = partsOf(view)[0]?.parts.map(({ start }) => lineOf(start)) ?? []
  const broken = new Set(
    problems
      .filter(({ code }) => code !== 'empty-document')
      .map(({ start }) => sectionOf(starts, lineOf(start))),
  )
  const last = rest ? lineOf(rest.start) : lines.length
  return (line) => line >= last || (broken.size > 0 && broken.has(sectionOf(starts, line)))
})

/** The number of the section that a line belongs to, found by halving; 0 is what stands before all sections. */
function sectionOf(starts: readonly number[], line: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? Infinity) <= line) low = middle + 1
    else high = middle
  }
  return low
}
