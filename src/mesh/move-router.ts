import type { Edit, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { addEntry, addItem, formatScalar, removeAt, replaceScalar } from '../edit/edit.js'
import { applyEdits, areApplicable } from '../edit/edits.js'

/**
 * The group that a router joins. If `leavesOthers` is set, the router leaves all its other groups; with
 * `misspelledName`, it only leaves the group of that name.
 */
export type GroupMove = { group: string } & ({ leavesOthers: boolean } | { misspelledName: string })

/** The group of dialers and listeners without `groups`. */
const defaultGroup = 'default'

/**
 * The text of a router file after its link dialers and listeners were put into a group. All other text stays unchanged.
 * Undefined if the text has syntax errors, if there are no dialers and listeners, if no entry has the misspelled name,
 * or if `groups` cannot be changed without changing other values, as with anchors.
 */
export function moveRouter(text: string, move: GroupMove): string | undefined {
  const document = parseDocument(text)
  if (document.problems.length > 0) return undefined
  const entryPaths = ['dialers', 'listeners'].flatMap((part) => {
    const entries = document.find(['link', part])?.value
    return entries?.kind === 'list'
      ? entries.items.map((_, index): Path => ['link', part, index])
      : []
  })
  if (entryPaths.length === 0) return undefined
  const edits: Edit[] = []
  for (const entryPath of entryPaths) {
    const groupEdits =
      'misspelledName' in move
        ? correctGroup(document, entryPath, move)
        : editGroups(document, entryPath, move)
    if (!groupEdits) return undefined
    edits.push(...groupEdits)
  }
  if ('misspelledName' in move && edits.length === 0) return undefined
  edits.sort((left, right) => left.start - right.start)
  return areApplicable(text, edits) ? applyEdits(text, edits) : undefined
}

function editGroups(
  document: Document,
  entryPath: Path,
  { group, leavesOthers }: { group: string; leavesOthers: boolean },
): Edit[] | undefined {
  const path = [...entryPath, 'groups']
  const scalar = formatScalar(group)
  const value = document.find(path)?.value
  if (!value || value.kind === 'null') {
    if (group === defaultGroup) return []
    const groupList = leavesOthers ? `[${scalar}]` : `[${defaultGroup}, ${scalar}]`
    return value
      ? replaceScalar(document, path, groupList)
      : addEntry(document, entryPath, {
          name: 'groups',
          afterColon: ` ${groupList}`,
          linesBelow: [],
        })
  }
  if (value.kind === 'text') {
    if (value.value === group) return []
    return replaceScalar(
      document,
      path,
      leavesOthers ? scalar : `[${formatScalar(value.value)}, ${scalar}]`,
    )
  }
  if (value.kind !== 'list' || value.anchor !== undefined || value.items.length === 0)
    return undefined
  const names = value.items.map((item) => (item.kind === 'text' ? item.value : undefined))
  if (!leavesOthers) return names.includes(group) ? [] : addItem(document, path, scalar)
  const keptIndex = Math.max(0, names.indexOf(group))
  const edits = [
    ...(names[keptIndex] === group
      ? [[]]
      : [replaceScalar(document, [...path, keptIndex], scalar)]),
    ...names.flatMap((_, index) =>
      index === keptIndex ? [] : [removeAt(document, [...path, index])],
    ),
  ]
  return edits.every((edit) => edit !== undefined) ? edits.flat() : undefined
}

/** Replaces a misspelled name. Other groups of the entry, and entries without the name, stay as they are. */
function correctGroup(
  document: Document,
  entryPath: Path,
  { group, misspelledName }: { group: string; misspelledName: string },
): Edit[] | undefined {
  const path = [...entryPath, 'groups']
  const value = document.find(path)?.value
  if (value?.kind !== 'list') {
    const name = value?.kind === 'text' ? value.value : defaultGroup
    return name === misspelledName
      ? editGroups(document, entryPath, { group, leavesOthers: true })
      : []
  }
  const names = value.items.map((item) => (item.kind === 'text' ? item.value : undefined))
  if (!names.includes(misspelledName)) return []
  if (value.anchor !== undefined) return undefined
  // If the list already contains the group, the misspelled name is only removed, so that the group is not listed twice.
  const replacedIndex = names.includes(group) ? -1 : names.indexOf(misspelledName)
  const edits = names.flatMap((name, index) => {
    if (name !== misspelledName) return []
    const itemPath = [...path, index]
    return [
      index === replacedIndex
        ? replaceScalar(document, itemPath, formatScalar(group))
        : removeAt(document, itemPath),
    ]
  })
  return edits.every((edit) => edit !== undefined) ? edits.flat() : undefined
}
