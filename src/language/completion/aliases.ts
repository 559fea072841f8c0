import { findLineStart } from '../../document/lines.js'
import { listOccurrences } from '../occurrences.js'
import { findComment, findPart, formatPartValue } from '../parts.js'
import type { View } from '../view.js'
import type { Offer } from './context.js'

/** The offset of the star of an alias that is written before the cursor; undefined if there is none. */
export function findAliasStart(view: View, offset: number): number | undefined {
  const textBefore = view.text.slice(findLineStart(view.text, offset), offset)
  const typedText = /(?:^|[\s[{,])(\*[\w-]*)$/.exec(textBefore)?.[1]
  if (typedText === undefined || findComment(view.document, offset)) return undefined
  const starOffset = offset - typedText.length
  // A star inside a string is part of its value.
  const node = findPart(view, starOffset)?.node
  const isInside = node?.kind === 'text' && node.start < starOffset && starOffset < node.end
  return isInside ? undefined : starOffset
}

/** Aliases of the anchors above a star, the nearest first. If anchors have the same name, the last one counts. */
export function listAliasOffers(view: View, starOffset: number, offset: number): Offer[] {
  const anchors = listOccurrences(view).filter(
    ({ kind, role, end }) => kind === 'anchor' && role === 'write' && end < starOffset,
  )
  const names = new Set<string>()
  const nearestFirst = anchors
    .toReversed()
    .filter(({ name }) => !names.has(name) && names.add(name))
  const remainingLength = /^[\w-]*/.exec(view.text.slice(offset, offset + 100))?.[0].length ?? 0
  return nearestFirst.map(({ name, part }, rank): Offer => {
    const value = formatPartValue(view, part)
    return {
      label: `*${name}`,
      kind: 'alias',
      rank,
      ...(value !== '' && { detail: value }),
      insert: {
        start: starOffset,
        end: offset + remainingLength,
        ...(remainingLength > 0 && { insertEnd: offset }),
        text: `*${name}`,
        isSnippet: false,
      },
    }
  })
}
