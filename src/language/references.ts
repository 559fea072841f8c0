import { bindsToEdge } from './definition.js'
import { mentionAt } from './mentions.js'
import { isOnKey, partAt, partsOf, standsAt } from './part.js'
import type { View } from './view.js'
import type { Location, Workspace } from './workspace.js'
import { locationOf, mentionsIn, viewsOf } from './workspace.js'

/** A place where something is used or, `isDefinition`, made. */
export type Reference = Location & { isDefinition: boolean }

/** Every place of what stands at an offset: of an anchor, a group of links, a host; for the section `edge` the listeners that need it. */
export function references(view: View, offset: number, workspace: Workspace = []): Reference[] {
  const mention = mentionAt(view, offset)
  if (mention)
    return mentionsIn(view, mention, workspace).map((found) => ({
      ...locationOf(found.mention, found.path),
      isDefinition: found.mention.role === 'write',
    }))
  const part = partAt(view, offset)
  const isSection = part && standsAt(part, ['edge']) && isOnKey(part, offset)
  if (!part || (!isSection && !bindsToEdge(part))) return []
  const path = viewsOf(view, workspace)[0]?.path
  const found = partsOf(view).flatMap((other): Reference[] => {
    if (standsAt(other, ['edge']) && other.pair)
      return [{ ...locationOf(other.pair.key, path), isDefinition: true }]
    return bindsToEdge(other) ? [{ ...locationOf(other.node, path), isDefinition: false }] : []
  })
  return found.sort((left, right) => left.start - right.start)
}
