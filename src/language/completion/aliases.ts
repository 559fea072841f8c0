import { findLineStart } from '../../document/lines.js'
import { listOccurrences } from '../occurrences.js'
import { findComment, findPart, formatPartValue } from '../parts.js'
import type { View } from '../view.js'
import type { Offer } from './context.js'

/** The offset of the star of an alias that is written before the cursor; undefined if there is none. */
export function findStar(view: View, offset: number): number | undefined {
  const before = view.text.slice(findLineStart(view.text, offset), offset)
  const typed = /(?:^|[\s[{,])(\*[\w-]*)$/.exec(before)?.[1]
  if (typed === undefined || findComment(view.document, offset)) return undefined
  const star = offset - typed.length
  // A star inside of a text is one of its characters.
  const node = findPart(view, star)?.node
  const isInside = node?.kind === 'text' && node.start < star && star < node.end
  return isInside ? undefined : star
}

/** Aliases of the anchors above a star, the nearest first. Of two anchors with one name, the later one counts. */
export function listAliasOffers(view: View, star: number, offset: number): Offer[] {
  const anchors = listOccurrences(view).filter(
    ({ kind, role, end }) => kind === 'anchor' && role === 'write' && end < star,
  )
  const names = new Set<string>()
  const nearestFirst = anchors
    .toReversed()
    .filter(({ name }) => !names.has(name) && names.add(name))
  const after = /^[\w-]*/.exec(view.text.slice(offset, offset + 100))?.[0].length ?? 0
  return nearestFirst.map(({ name, part }, rank): Offer => {
    const value = formatPartValue(view, part)
    return {
      label: `*${name}`,
      kind: 'alias',
      rank,
      ...(value !== '' && { detail: value }),
      insert: {
        start: star,
        end: offset + after,
        ...(after > 0 && { insertEnd: offset }),
        text: `*${name}`,
        isSnippet: false,
      },
    }
  })
}
