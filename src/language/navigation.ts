import type { Span } from '../diagnostic.js'
import { fileOf } from './files.js'
import type { Mention } from './mentions.js'
import { isSame, mentionAt, mentionsOf } from './mentions.js'
import type { Part } from './part.js'
import { isOnKey, partAt, partsOf, standsAt } from './part.js'
import type { View } from './view.js'

/** The router files that are known, with their paths as the caller names them. */
export type Workspace = readonly { path: string; view: View }[]

/** A span of a file; without a path, of the one that was asked about. */
export type Location = Span & { path?: string }

/** A whole file, by a path as a router file names it. */
export type FileTarget = { file: string }

/** A place where something is used or, `isDefinition`, made. */
export type Reference = Location & { isDefinition: boolean }

/** The files to look through, the one that is asked about first. */
export function viewsOf(view: View, workspace: Workspace): { path: string | undefined; view: View }[] {
  const { path } = view.options
  const own = workspace.find((file) => file.view === view)?.path ?? path
  return [{ path: own, view }, ...workspace.filter((file) => file.view !== view && file.path !== own)]
}

const locationOf = ({ start, end }: Span, path: string | undefined): Location => ({ ...(path !== undefined && { path }), start, end })

/** Every mention of what is mentioned at an offset. Anchors are of one file only. */
export function mentionsIn(view: View, mention: Mention, workspace: Workspace): { path: string | undefined; view: View; mention: Mention }[] {
  const files = viewsOf(view, mention.kind === 'anchor' ? [] : workspace)
  return files.flatMap((file) => mentionsOf(file.view).flatMap((other) => (isSame(mention, other) ? [{ ...file, mention: other }] : [])))
}

/**
 * Where that is made which stands at an offset: the anchor of an alias, the other users of a group of links, the
 * addresses that advertise a host, the section that a binding needs, the file that a path names.
 */
export function definition(view: View, offset: number, workspace: Workspace = []): (Location | FileTarget)[] {
  const mention = mentionAt(view, offset)
  if (mention) return definitionOf(view, mention, workspace)
  const part = partAt(view, offset)
  if (!part || isOnKey(part, offset)) return []
  const file = fileOf(view, part)
  if (file !== undefined) return [{ file }]
  const section = bindsToEdge(part) ? partsOf(view)[0]?.parts.find(({ step }) => step === 'edge') : undefined
  return section?.pair ? [locationOf(section.pair.key, viewsOf(view, workspace)[0]?.path)] : []
}

function definitionOf(view: View, mention: Mention, workspace: Workspace): Location[] {
  const all = mentionsIn(view, mention, workspace)
  const others = all.filter((found) => found.mention !== mention)
  const wanted = mention.kind === 'group' ? others : all.filter((found) => found.mention.role === 'write')
  return (wanted.length > 0 ? wanted : others).map((found) => locationOf(found.mention, found.path))
}

/** Listeners that the section `edge` sets up. */
const bindsToEdge = (part: Part): boolean => standsAt(part, ['listeners', '[]', 'binding']) && part.node.kind === 'text' && ['edge', 'tunnel'].includes(part.node.value)

/** Every place of what stands at an offset: of an anchor, a group of links, a host; for the section `edge` the listeners that need it. */
export function references(view: View, offset: number, workspace: Workspace = []): Reference[] {
  const mention = mentionAt(view, offset)
  if (mention) return mentionsIn(view, mention, workspace).map((found) => ({ ...locationOf(found.mention, found.path), isDefinition: found.mention.role === 'write' }))
  const part = partAt(view, offset)
  if (!part?.pair || !(standsAt(part, ['edge']) && isOnKey(part, offset)) && !bindsToEdge(part)) return []
  const path = viewsOf(view, workspace)[0]?.path
  return partsOf(view).flatMap((other): Reference[] => {
    if (standsAt(other, ['edge']) && other.pair) return [{ ...locationOf(other.pair.key, path), isDefinition: true }]
    return bindsToEdge(other) ? [{ ...locationOf(other.node, path), isDefinition: false }] : []
  })
}
