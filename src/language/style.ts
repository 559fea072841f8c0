import type { Document, Node } from '../document.js'
import { columnOf } from '../edit/lines.js'
import { oncePer } from '../once.js'

/** How a text is laid out: by how many spaces the entries of maps stand right of their key, and the dashes of lists. */
export type Style = { step: number; dash: number }

/** More nodes are not looked at. */
const most = 300

/** A step of one space, or of very many, is none that anybody means. */
const isStep = (by: number): boolean => by > 1 && by <= 8

/** What the first of some documents uses most that shows anything; what none shows is as in most router files. */
export function styleOf(documents: readonly Document[]): Style {
  const used = documents.map(offsetsIn)
  const dash = firstOf(used.map(({ dashes }) => mostUsed(dashes)))
  const step =
    firstOf(used.map(({ steps }) => mostUsed(steps))) ??
    (dash !== undefined && isStep(dash) ? dash : 2)
  return { step, dash: dash ?? step }
}

const firstOf = (values: readonly (number | undefined)[]): number | undefined =>
  values.find((value) => value !== undefined)

const mostUsed = (values: readonly number[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([left, many], [right, more]) => more - many || left - right)[0]?.[0]
}

/** By how much the first maps and lists of a document stand right of their keys. */
const offsetsIn = oncePer(({ root, text }: Document): { steps: number[]; dashes: number[] } => {
  const open: Node[] = root ? [root] : []
  const found = { steps: new Array<number>(), dashes: new Array<number>() }
  for (let index = 0; index < open.length && index < most; index += 1) {
    const node = open[index]
    if (node?.kind === 'list') open.push(...node.items.slice(0, most))
    if (node?.kind !== 'map' || node.flow) continue
    for (const { key, value } of node.pairs.slice(0, most)) {
      open.push(value)
      if ((value.kind !== 'map' && value.kind !== 'list') || value.flow || value.start <= key.end)
        continue
      const by = columnOf(text, value.start) - columnOf(text, key.start)
      if (value.kind === 'map' && isStep(by)) found.steps.push(by)
      if (value.kind === 'list' && (by === 0 || isStep(by))) found.dashes.push(by)
    }
  }
  return found
})
