import { fileOf } from './file-of.js'
import type { Mention } from './mentions.js'
import { mentionAt } from './mentions.js'
import type { Part } from './part.js'
import { isOnKey, partAt, partsOf, standsAt } from './part.js'
import type { View } from './view.js'
import type { Location, Workspace } from './workspace.js'
import { locationOf, mentionsIn, viewsOf } from './workspace.js'

/** A whole file, by a path as a router file names it. */
export type FileTarget = { file: string }

/**
 * Where that is made which stands at an offset: the anchor of an alias, the other users of a group of links, the
 * addresses that advertise a host, the section that a binding needs, the file that a path names.
 */
export function definition(
  view: View,
  offset: number,
  workspace: Workspace = [],
): (Location | FileTarget)[] {
  const mention = mentionAt(view, offset)
  if (mention) return definitionOf(view, mention, workspace)
  const part = partAt(view, offset)
  if (!part || isOnKey(part, offset)) return []
  const file = fileOf(view, part)
  if (file !== undefined) return [{ file }]
  const section = bindsToEdge(part)
    ? partsOf(view)[0]?.parts.find(({ step }) => step === 'edge')
    : undefined
  return section?.pair ? [locationOf(section.pair.key, viewsOf(view, workspace)[0]?.path)] : []
}

function definitionOf(view: View, mention: Mention, workspace: Workspace): Location[] {
  const all = mentionsIn(view, mention, workspace)
  const others = all.filter((found) => found.mention !== mention)
  const wanted =
    mention.kind === 'group' ? others : all.filter((found) => found.mention.role === 'write')
  return (wanted.length > 0 ? wanted : others).map((found) => locationOf(found.mention, found.path))
}

/** Listeners that the section `edge` sets up. */
export const bindsToEdge = (part: Part): boolean =>
  standsAt(part, ['listeners', '[]', 'binding']) &&
  part.node.kind === 'text' &&
  ['edge', 'tunnel'].includes(part.node.value)
