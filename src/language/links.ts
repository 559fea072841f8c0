import type { Span } from '../diagnostic.js'
import { texts } from '../generated/texts.js'
import { sectionPageOf } from '../lint/documentation.js'
import { textsFor } from '../schema/texts.js'
import { fileOf } from './file-of.js'
import { partsOf } from './part.js'
import type { View } from './view.js'

export type Link = Span & {
  target: { kind: 'file'; path: string } | { kind: 'documentation'; url: string }
  tooltip: string
}

/** Links of a text: from values to the files that they name, relative paths as written, and from sections to the page about their keys. */
export function links(view: View): Link[] {
  const own = textsFor(texts, view.model.release)
  const found = partsOf(view).flatMap((part): Link[] => {
    const { pair, node, step, above, key } = part
    const path = fileOf(view, part)
    const tooltip = (key && own[key.index]?.description) ?? ''
    if (path !== undefined)
      return [{ start: node.start, end: node.end, target: { kind: 'file', path }, tooltip }]
    const isSection = pair && above && !above.above && key !== undefined
    return isSection
      ? [
          {
            start: pair.key.start,
            end: pair.key.end,
            target: { kind: 'documentation', url: sectionPageOf(String(step)) },
            tooltip,
          },
        ]
      : []
  })
  return found.sort((left, right) => left.start - right.start)
}
