import type { Span } from '../document/diagnostic.js'
import { texts } from '../generated/texts.js'
import { getSectionUrl } from '../lint/rule.js'
import { textsFor } from '../schema/texts.js'
import { findFilePath, listParts } from './parts.js'
import type { View } from './view.js'

/** A value or key that refers to a file or a page. */
export type Link = Span & {
  /** What it leads to. */
  target:
    | {
        /** A file on the machine, or a page on the web. */
        kind: 'file'
        /** Path of the file, as written. */
        path: string
      }
    | {
        /** A file on the machine, or a page on the web. */
        kind: 'documentation'
        /** Address of the page. */
        url: string
      }
  /** What hovers show. */
  tooltip: string
}

/**
 * Links from values to the files that they refer to (relative paths as written), and from sections to the page about
 * their keys, if it is published.
 */
export function links(view: View): Link[] {
  const own = textsFor(texts, view.model.release)
  const found = listParts(view).flatMap((part): Link[] => {
    const { pair, node, step, parent: above, key } = part
    const path = findFilePath(view, part)
    const tooltip = (key && own[key.index]?.description) ?? ''
    if (path !== undefined)
      return [{ start: node.start, end: node.end, target: { kind: 'file', path }, tooltip }]
    const isSection = pair && above && !above.parent && key !== undefined
    const url = getSectionUrl(String(step))
    return isSection && url !== undefined
      ? [
          {
            start: pair.key.start,
            end: pair.key.end,
            target: { kind: 'documentation', url },
            tooltip,
          },
        ]
      : []
  })
  return found.sort((left, right) => left.start - right.start)
}
