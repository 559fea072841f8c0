import type { Document, Node } from '../document.js'
import { columnOf } from '../edit/lines.js'

/** How a text is laid out: by how many spaces the entries of maps stand right of their key, and the dashes of lists. */
export type Style = { step: number; dash: number }

/** More nodes are not looked at. */
const most = 300

/** The style of the first of some documents that shows one; what none shows is as in most router files. */
export function styleOf(documents: readonly Document[]): Style {
  let step: number | undefined
  let dash: number | undefined
  for (const { root, text } of documents) {
    const open: Node[] = root ? [root] : []
    for (let index = 0; index < open.length && index < most && (step === undefined || dash === undefined); index += 1) {
      const node = open[index]
      if (node?.kind === 'list') open.push(...node.items.slice(0, most))
      if (node?.kind !== 'map' || node.flow) continue
      for (const { key, value } of node.pairs.slice(0, most)) {
        open.push(value)
        if ((value.kind !== 'map' && value.kind !== 'list') || value.flow || value.start <= key.end) continue
        const offset = columnOf(text, value.start) - columnOf(text, key.start)
        if (value.kind === 'map' && offset > 0) step ??= offset
        if (value.kind === 'list' && offset >= 0) dash ??= offset
      }
    }
  }
  return { step: step ?? 2, dash: dash ?? step ?? 2 }
}
