import type { ListValue, MapValue, MergeEntry, MergeItem, MergeValue, SourceLine } from './value.js'
import { listItemComments, listInnerComments } from './value.js'

/** Collects sentences about parts of overlays that have no effect. */
export type Notes = { add: (note: string) => void }

/**
 * Merges an overlay into a map: maps key by key, and lists whose items have a `binding` or a `name` item by item.
 * `null` removes an entry; everything else is replaced. The comments of a removed entry move to the next entry, or to
 * the end.
 */
export function mergeMaps(base: MapValue, overlay: MapValue, notes: Notes, path = ''): MapValue {
  const entries = new Map(base.entries)
  const removedComments = new Map<string, string[]>()
  for (const [name, entry] of overlay.entries) {
    const entryPath = path === '' ? name : `${path}.${name}`
    const baseEntry = entries.get(name)
    const value = mergeValues(baseEntry?.value, entry.value, notes, entryPath)
    if (value) entries.set(name, combineEntries(baseEntry, { ...entry, value }, entry.value))
    else {
      const comments = joinComments(
        baseEntry ? listItemComments(baseEntry) : [],
        listItemComments(entry),
      )
      removedComments.set(name, describeRemoved(comments, entry.key, entry.value.source))
      if (!entries.delete(name)) notes.add(describeMissing(entry.value, `\`${entryPath}\``))
    }
  }
  const names = new Set([...base.entries.keys(), ...removedComments.keys()])
  let pendingComments: readonly string[] = []
  for (const name of names) {
    const entry = entries.get(name)
    if (entry)
      entries.set(name, { ...entry, comments: joinComments(pendingComments, entry.comments) })
    pendingComments = entry ? [] : [...pendingComments, ...(removedComments.get(name) ?? [])]
  }
  return { ...base, entries, end: joinComments(base.end, pendingComments, overlay.end) }
}

const describeMissing = ({ source: { path, line } }: MergeValue, subject: string): string =>
  `${path}:${line}: ${subject} cannot be removed, because it is not there`

/**
 * The comments of a removed entry or item, followed by a comment that says what was removed. Omits comments that
 * suppress findings of a single line; empty if no comments are left.
 */
function describeRemoved(
  comments: readonly string[],
  name: string,
  { path, line }: SourceLine,
): string[] {
  const keptComments = comments.filter((comment) => !suppressesOneLine(comment))
  return keptComments.length === 0 ? [] : [...keptComments, `# ${name}: removed (${path}:${line})`]
}

/** Whether a comment suppresses findings of a line: without its entry, it would apply to another line. */
const suppressesOneLine = (comment: string): boolean =>
  /#[ \t]*routerfile[ \t]+disable-(?:next-)?line\b/.test(comment)

/**
 * Joins lists of comments. From each list after the first, omits lines that are already there, except lines without
 * words; omits the whole list if it has no new lines.
 */
function joinComments(
  first: readonly string[],
  ...others: readonly (readonly string[])[]
): string[] {
  const joinedComments = [...first]
  for (const comments of others) {
    const existingComments = new Set(joinedComments)
    const isNew = comments.some((comment) => !existingComments.has(comment))
    if (isNew)
      joinedComments.push(
        ...comments.filter((text) => !existingComments.has(text) || !/\w/.test(text)),
      )
  }
  return joinedComments
}

function combineEntries(
  base: MergeEntry | undefined,
  mergedEntry: MergeEntry,
  overlay: MergeValue,
): MergeEntry {
  if (!base) return mergedEntry
  const isReplaced = base.value.kind !== overlay.kind
  const remarks =
    base.value === mergedEntry.value ? base.remarks : base.remarks.filter(isUserComment)
  return {
    key: base.key,
    comments: joinComments(
      base.comments,
      isReplaced ? listInnerComments(base.value) : [],
      mergedEntry.comments,
    ),
    remarks: joinComments(remarks, mergedEntry.remarks),
    value: mergedEntry.value,
  }
}

/** Whether a person wrote a comment: an earlier merge writes comments that only name the source of a value. */
const isUserComment = (remark: string): boolean => !/^# \S+\.(?:ya?ml|json):\d+$/i.test(remark)

/** The merged value; undefined if the overlay removes it. */
function mergeValues(
  base: MergeValue | undefined,
  overlay: MergeValue,
  notes: Notes,
  path: string,
): MergeValue | undefined {
  if (isNull(overlay)) return undefined
  if (overlay.kind === 'map') {
    const map: MapValue =
      base?.kind === 'map'
        ? base
        : { kind: 'map', source: overlay.source, entries: new Map(), end: [] }
    return mergeMaps(map, overlay, notes, path)
  }
  // If the base and the overlay have the same scalar, its source stays the line in the base.
  if (overlay.kind === 'scalar')
    return base?.kind === 'scalar' && base.text === overlay.text ? base : overlay
  if (base?.kind !== 'list') return mergeLists(createEmptyList(overlay), overlay, notes, path)
  if (areMatchable(base, overlay)) return mergeLists(base, overlay, notes, path)
  return replaceList(base, mergeLists(createEmptyList(overlay), overlay, notes, path))
}

const createEmptyList = ({ source }: MergeValue): ListValue => ({
  kind: 'list',
  source,
  items: [],
  end: [],
})

/**
 * Replaces a list with the list of an overlay. Comments of scalars that are in both lists stay with these items; all
 * other comments move to the end.
 */
function replaceList(base: ListValue, list: ListValue): ListValue {
  const baseItems = new Map(
    base.items.flatMap((item) =>
      item.value.kind === 'scalar' ? [[item.value.text, item] as const] : [],
    ),
  )
  const keptItems = new Set<MergeItem>()
  const items = list.items.map((item): MergeItem => {
    const baseItem = item.value.kind === 'scalar' ? baseItems.get(item.value.text) : undefined
    if (!baseItem) return item
    keptItems.add(baseItem)
    return {
      comments: joinComments(baseItem.comments, item.comments),
      remarks: joinComments(baseItem.remarks, item.remarks),
      value: item.value,
    }
  })
  const removedComments = base.items.flatMap((item) =>
    keptItems.has(item)
      ? []
      : describeRemoved(listItemComments(item), formatItemName(item), list.source),
  )
  return { ...list, items, end: joinComments(base.end, removedComments, list.end) }
}

const isNull = (value: MergeValue): boolean => value.kind === 'scalar' && value.data === null

/**
 * Whether the items of two lists can be matched by `binding` or `name`. False if the overlay has no items: it then
 * empties the list.
 */
const areMatchable = (base: ListValue, overlay: ListValue): boolean =>
  overlay.items.length > 0 &&
  base.items.every((item) => getIdentity(item) !== undefined) &&
  overlay.items.every(
    (item) => getIdentity(item) !== undefined || getRemovedName(item) !== undefined,
  )

/**
 * The binding and name of a list item in one string, which identifies the item in other files. Undefined if the item
 * has neither `binding` nor `name`.
 */
function getIdentity({ value }: MergeItem): string | undefined {
  if (value.kind !== 'map') return undefined
  const [binding, name] = [getText(value, 'binding'), getText(value, 'name')]
  return binding === undefined && name === undefined ? undefined : JSON.stringify([binding, name])
}

function getText({ entries }: MapValue, name: string): string | undefined {
  const value = entries.get(name)?.value
  return value?.kind === 'scalar' && typeof value.data === 'string' ? value.data : undefined
}

/** The name of a removed item in a comment, such as `- tunnel`. */
function formatItemName(item: MergeItem): string {
  const { value } = item
  return `- ${value.kind === 'scalar' ? value.text : (listNames(item)[0] ?? '…')}`
}

/** The binding or name of the items that an item removes, as in `- tunnel: null`; undefined for other items. */
function getRemovedName({ value }: MergeItem): string | undefined {
  if (value.kind !== 'map' || value.entries.size !== 1) return undefined
  const [[name, entry] = ['', undefined]] = value.entries
  return entry && isNull(entry.value) && name !== 'binding' && name !== 'name' ? name : undefined
}

/**
 * Merges lists item by item. Items are removed first: an item of the overlay with the binding and name of a removed
 * item takes the place of that item, so that merging an overlay twice gives the same order.
 */
function mergeLists(base: ListValue, overlay: ListValue, notes: Notes, path: string): ListValue {
  const names = new Set(base.items.flatMap(listNames))
  const removers = new Map<string, MergeItem>()
  const endComments: string[] = []
  for (const item of overlay.items) {
    const name = getRemovedName(item)
    if (name === undefined) continue
    removers.set(name, item)
    if (names.has(name)) continue
    notes.add(describeMissing(item.value, `\`${name}\` in \`${path}\``))
    endComments.push(...describeRemoved(listItemComments(item), `- ${name}`, item.value.source))
  }
  const slots = base.items.map((item): Slot => {
    const remover = listNames(item).flatMap((name) => removers.get(name) ?? [])[0]
    if (!remover) return { item, comments: [] }
    const comments = joinComments(listItemComments(item), listItemComments(remover))
    return {
      item: undefined,
      comments: describeRemoved(comments, formatItemName(item), remover.value.source),
    }
  })
  const slotsByIdentity = groupSlots(base.items, slots)
  const counts = new Map<string, number>()
  for (const item of overlay.items) {
    if (getRemovedName(item) !== undefined) continue
    const identity = getIdentity(item) ?? ''
    const count = counts.get(identity) ?? 0
    counts.set(identity, count + 1)
    // Of the items with the same identity, either all were removed before, or none.
    const slot = slotsByIdentity.get(identity)?.[count]
    const mergedItem = mergeItem(slot?.item, item, notes, path)
    if (slot) slot.item = mergedItem
    else slots.push({ item: mergedItem, comments: [] })
  }
  let pendingComments: readonly string[] = []
  const items = slots.flatMap(({ item, comments }) => {
    pendingComments = [...pendingComments, ...comments]
    if (!item) return []
    const commentsBefore = joinComments(pendingComments, item.comments)
    pendingComments = []
    return { ...item, comments: commentsBefore }
  })
  return { ...base, items, end: joinComments(base.end, pendingComments, endComments, overlay.end) }
}

/** A place in a list. After its item was removed, only the comments are left. */
type Slot = { item: MergeItem | undefined; comments: readonly string[] }

/** Groups the slots of a list by the identity of their items, in order. */
function groupSlots(
  items: readonly MergeItem[],
  slots: readonly Slot[],
): ReadonlyMap<string, readonly Slot[]> {
  const groups = new Map<string, Slot[]>()
  slots.forEach((slot, index) => {
    const item = items[index]
    const identity = item && getIdentity(item)
    if (identity === undefined) return
    const group = groups.get(identity)
    if (group) group.push(slot)
    else groups.set(identity, [slot])
  })
  return groups
}

/** The names that an overlay can use to remove an item. */
const listNames = ({ value }: MergeItem): string[] =>
  value.kind === 'map'
    ? [getText(value, 'binding'), getText(value, 'name')].flatMap((name) => name ?? [])
    : []

function mergeItem(
  base: MergeItem | undefined,
  overlay: MergeItem,
  notes: Notes,
  path: string,
): MergeItem {
  const value =
    overlay.value.kind === 'scalar'
      ? overlay.value
      : mergeValues(base?.value, overlay.value, notes, `${path}[]`)
  return {
    comments: joinComments(base?.comments ?? [], overlay.comments),
    remarks: joinComments(base?.remarks ?? [], overlay.remarks),
    value: value ?? overlay.value,
  }
}
