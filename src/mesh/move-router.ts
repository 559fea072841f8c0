import type { Edit, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { addEntry, addItem, formatScalar, removeAt, replaceScalar } from '../edit/edit.js'
import { applyEdits, areApplicable } from '../edit/edits.js'

/** A group for a router, and whether it should leave all other groups. */
export type GroupMove = { group: string; isOnly: boolean }

/** Dialers and listeners without groups are in this one. */
const defaultGroup = 'default'

/**
 * The text of a router file after its link dialers and listeners were put into a group. Every other character stays as
 * it is. Undefined if more than `groups` would have to change, as with anchors, or if there are no such entries.
 */
export function moveRouter(text: string, move: GroupMove): string | undefined {
  const document = parseDocument(text)
  if (document.problems.length > 0) return undefined
  const places = ['dialers', 'listeners'].flatMap((part) => {
    const entries = document.find(['link', part])?.value
    return entries?.kind === 'list'
      ? entries.items.map((_, index): Path => ['link', part, index])
      : []
  })
  if (places.length === 0) return undefined
  const edits: Edit[] = []
  for (const place of places) {
    const made = editGroups(document, place, move)
    if (!made) return undefined
    edits.push(...made)
  }
  edits.sort((left, right) => left.start - right.start)
  return areApplicable(text, edits) ? applyEdits(text, edits) : undefined
}

function editGroups(
  document: Document,
  place: Path,
  { group, isOnly }: GroupMove,
): Edit[] | undefined {
  const path = [...place, 'groups']
  const written = formatScalar(group)
  const value = document.find(path)?.value
  if (!value || value.kind === 'null') {
    if (group === defaultGroup) return []
    const list = isOnly ? `[${written}]` : `[${defaultGroup}, ${written}]`
    return value
      ? replaceScalar(document, path, list)
      : addEntry(document, place, { name: 'groups', rest: ` ${list}`, below: [] })
  }
  if (value.kind === 'text') {
    if (value.value === group) return []
    return replaceScalar(
      document,
      path,
      isOnly ? written : `[${formatScalar(value.value)}, ${written}]`,
    )
  }
  if (value.kind !== 'list' || value.anchor !== undefined || value.items.length === 0)
    return undefined
  const names = value.items.map((item) => (item.kind === 'text' ? item.value : undefined))
  if (!isOnly) return names.includes(group) ? [] : addItem(document, path, written)
  const kept = Math.max(0, names.indexOf(group))
  const edits = [
    ...(names[kept] === group ? [[]] : [replaceScalar(document, [...path, kept], written)]),
    ...names.flatMap((_, index) => (index === kept ? [] : [removeAt(document, [...path, index])])),
  ]
  return edits.every((edit) => edit !== undefined) ? edits.flat() : undefined
}
