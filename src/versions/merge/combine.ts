import type { MergeEntry, MergeItem, ListValue, MapValue, MergeValue } from './value.js'

/** Collects sentences about what an overlay says without effect. */
export type Notes = { add: (note: string) => void }

/**
 * A map with the entries of an overlay: maps are merged, `null` removes an entry, and lists whose items have a `binding`
 * or a `name` are merged item by item. Everything else is replaced.
 */
export function mergeMaps(base: MapValue, overlay: MapValue, notes: Notes, path = ''): MapValue {
  const entries = new Map(base.entries)
  for (const [name, entry] of overlay.entries) {
    const place = path === '' ? name : `${path}.${name}`
    const known = entries.get(name)
    const value = mergeValues(known?.value, entry.value, notes, place)
    if (value) entries.set(name, combineEntries(known, { ...entry, value }))
    else if (!entries.delete(name)) notes.add(describeMissing(entry.value, `\`${place}\``))
  }
  return { ...base, entries }
}

const describeMissing = ({ source: { path, line } }: MergeValue, what: string): string =>
  `${path}:${line}: ${what} cannot be removed, because it is not there`

/** The comments of both; those of the base first. */
function joinComments(base: readonly string[] = [], overlay: readonly string[]): string[] {
  const known = new Set(base)
  return [...base, ...overlay.filter((comment) => !known.has(comment))]
}

function combineEntries(base: MergeEntry | undefined, overlay: MergeEntry): MergeEntry {
  const comments = joinComments(base?.comments, overlay.comments)
  const remark = overlay.remark ?? base?.remark
  return {
    key: base?.key ?? overlay.key,
    comments,
    ...(remark !== undefined && { remark }),
    value: overlay.value,
  }
}

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
      base?.kind === 'map' ? base : { kind: 'map', source: overlay.source, entries: new Map() }
    return mergeMaps(map, overlay, notes, path)
  }
  // An equal value keeps its place in the base.
  if (overlay.kind === 'scalar')
    return base?.kind === 'scalar' && base.written === overlay.written ? base : overlay
  const list: ListValue =
    base?.kind === 'list' && areMatchable(base, overlay)
      ? base
      : { kind: 'list', source: overlay.source, items: [] }
  return mergeLists(list, overlay, notes, path)
}

const isNull = (value: MergeValue): boolean => value.kind === 'scalar' && value.data === null

/** Whether the items of both lists can be told apart. An empty list in an overlay empties the list. */
const areMatchable = (base: ListValue, overlay: ListValue): boolean =>
  overlay.items.length > 0 &&
  base.items.every((item) => getIdentity(item) !== undefined) &&
  overlay.items.every(
    (item) => getIdentity(item) !== undefined || getRemovedName(item) !== undefined,
  )

/** The identity of a list item, by which it is found in another file. */
function getIdentity({ value }: MergeItem): string | undefined {
  if (value.kind !== 'map') return undefined
  const [binding, name] = [getText(value, 'binding'), getText(value, 'name')]
  return binding === undefined && name === undefined ? undefined : JSON.stringify([binding, name])
}

function getText({ entries }: MapValue, name: string): string | undefined {
  const value = entries.get(name)?.value
  return value?.kind === 'scalar' && typeof value.data === 'string' ? value.data : undefined
}

/** `- tunnel: null` removes the items with this binding or name. */
function getRemovedName({ value }: MergeItem): string | undefined {
  if (value.kind !== 'map' || value.entries.size !== 1) return undefined
  const [[name, entry] = ['', undefined]] = value.entries
  return entry && isNull(entry.value) && name !== 'binding' && name !== 'name' ? name : undefined
}

/**
 * Items are removed first. An item that is added with a removed binding or name replaces the
 * removed one, so that merging an overlay twice gives the same order.
 */
function mergeLists(base: ListValue, overlay: ListValue, notes: Notes, path: string): ListValue {
  const names = new Set(base.items.flatMap(listNames))
  const removed = new Set<string>()
  for (const item of overlay.items) {
    const name = getRemovedName(item)
    if (name === undefined) continue
    removed.add(name)
    if (!names.has(name)) notes.add(describeMissing(item.value, `\`${name}\` in \`${path}\``))
  }
  const slots = base.items.map((item): Slot => {
    const isRemoved = listNames(item).some((name) => removed.has(name))
    return { item: isRemoved ? undefined : item }
  })
  const slotsByIdentity = groupSlots(base.items, slots)
  const counts = new Map<string, number>()
  for (const item of overlay.items) {
    if (getRemovedName(item) !== undefined) continue
    const identity = getIdentity(item) ?? ''
    const count = counts.get(identity) ?? 0
    counts.set(identity, count + 1)
    // The items of an identity are all removed or all there.
    const slot = slotsByIdentity.get(identity)?.[count]
    const merged = mergeItem(slot?.item, item, notes, path)
    if (slot) slot.item = merged
    else slots.push({ item: merged })
  }
  return { ...base, items: slots.flatMap(({ item }) => item ?? []) }
}

/** A place in a list. A removed item leaves its place empty. */
type Slot = { item: MergeItem | undefined }

/** The places of the items of each identity, in order. */
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

/** The names by which an overlay can remove an item. */
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
    comments: joinComments(base?.comments, overlay.comments),
    value: value ?? overlay.value,
  }
}
