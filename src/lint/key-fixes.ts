import { withoutTail } from '../document/tails.js'
import type { Fix, Path } from '../document/diagnostic.js'
import { toPath, formatPath } from '../document/diagnostic.js'
import type { Document, Node } from '../document/document.js'
import { moveEntry, formatScalar, renameKey } from '../edit/edit.js'
import { createFix, offerRemoval } from '../edit/edits.js'
import { formatDuration } from '../formats/duration.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import { formatValueText } from '../schema/messages.js'
import type { PlacedEntry, Successor } from '../schema/observation.js'
import { isFatal } from '../schema/observation.js'
import { findOtherKey } from '../schema/observe.js'
import type { ReadResult } from '../schema/read.js'
import { resolveAlias } from '../yaml/index.js'
import { findLikeliest, isAccepted } from './value-fixes.js'

type Kind = 'safe' | 'unsafe'

export const removeEntry = (
  { document }: ReadResult,
  { place }: PlacedEntry,
  kind: Kind = 'safe',
): Fix | undefined => offerRemoval(document, toPath(place), kind)

/** Moves an entry to where it was meant to be, or renames it there. */
export function createPlacementFix(
  document: Document,
  from: Path,
  to: Path,
  kind: Kind = 'unsafe',
): Fix | undefined {
  if (isInSameMap(from, to)) {
    const [before, after] = [String(from.at(-1)), String(to.at(-1))]
    return createFix(`rename \`${before}\` to \`${after}\``, renameKey(document, from, after), kind)
  }
  const title = `move \`${formatPath(from)}\` to \`${formatPath(to)}\``
  return createFix(title, moveEntry(document, from, to), kind)
}

/** Moves an entry to the key that replaces it, or removes it if there is no such key. */
export const replaceOrRemove = (
  reading: ReadResult,
  entry: PlacedEntry,
  successor: Successor | undefined,
  kind: Kind = 'safe',
): Fix | undefined =>
  entry.child.replacedBy === undefined
    ? removeEntry(reading, entry, kind)
    : carryOver(reading, entry, successor)

/**
 * Moves the value of a key without effect to the key that replaces it. If the router uses that value anyway, removes
 * the entry. Undefined if the value can be neither moved nor dropped.
 */
function carryOver(
  reading: ReadResult,
  entry: PlacedEntry,
  successor: Successor | undefined,
): Fix | undefined {
  if (!successor || successor.key.isUnchecked) return undefined
  if (isCarriedOver(reading, entry, successor)) return removeEntry(reading, entry)
  return reading.document.find(successor.path)
    ? undefined
    : moveToSuccessor(reading, entry, successor, 'unsafe')
}

/** Whether the router already has the value of an entry at the place of its successor. */
function isCarriedOver(reading: ReadResult, entry: PlacedEntry, { key, path }: Successor): boolean {
  if (entry.child.source['x-migrates-as'] !== undefined) return false
  const loaded = loadAs(reading, key, entry)
  const other = reading.document.find(path)
  return (
    loaded !== undefined &&
    isSameValue(loaded, other ? loadAs(reading, key, entry, other.value) : getUsualValue(key))
  )
}

/**
 * Whether the router uses the value of an unread entry anyway: because the key that wins has the same value, or because
 * it is the default.
 */
export function isUsedAnyway(reading: ReadResult, entry: PlacedEntry): boolean {
  const { child, shape, place } = entry
  const loaded = loadAs(reading, child, entry)
  if (loaded === undefined) return false
  const { effectiveKey } = child.condition ?? {}
  if (effectiveKey === undefined) return isSameValue(loaded, getUsualValue(child))
  const winning = findOtherKey(reading.schema, shape, effectiveKey, place)
  const found = winning && reading.document.find(winning.path)
  return (
    winning !== undefined &&
    found !== undefined &&
    isSameValue(loaded, loadAs(reading, winning.key, entry, found.value))
  )
}

/** The value that the router loads from a node, if the node is valid and fully known. */
function loadAs(
  { tryRead }: ReadResult,
  key: SchemaNode,
  { field, place }: PlacedEntry,
  node: Node = field.value,
): Json | undefined {
  const trial = key.isUnchecked ? undefined : tryRead(key, node, place)
  return trial?.isKnown && trial.observations.length === 0 ? trial.value : undefined
}

/** The value that the router uses without a key. */
const getUsualValue = (key: SchemaNode): Json | undefined =>
  key.absent() ?? (key.kinds.has('map') ? key.defaultValue() : undefined)

/** Whether two loaded values are equal; a single string equals a list of only that string. */
function isSameValue(left: Json, right: Json | undefined): boolean {
  const [one, other] = [left, right].map((value) =>
    typeof value === 'string' ? [value] : (value ?? null),
  )
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Moves an entry to another key and converts its value as that key needs it. Undefined if the result would be invalid
 * there.
 */
export function moveToSuccessor(
  reading: ReadResult,
  entry: PlacedEntry,
  { key, path: to }: Successor,
  kind: Kind,
): Fix | undefined {
  const { child, field, place } = entry
  const { document } = reading
  const from = toPath(place)
  const value = convertValue(reading, entry, key)
  if (value === undefined) return undefined
  const isHere = isInSameMap(from, to)
  const [old, now] = isHere
    ? [String(field.key.value), String(to.at(-1))]
    : [formatPath(from), formatPath(to)]
  const written = document.text.slice(field.value.start, field.value.end)
  const title =
    value === ''
      ? `${isHere ? 'rename' : 'move'} \`${old}\` to \`${now}\``
      : `replace ${formatValueText(`${old}: ${written}`, child.secret)} with ${formatValueText(`${now}: ${value}`, key.secret)}`
  return createFix(title, moveEntry(document, from, to, value === '' ? undefined : value), kind)
}

const isInSameMap = (left: Path, right: Path): boolean =>
  left.length === right.length &&
  left.every((step, index) => index === left.length - 1 || step === right[index])

/** The value of an entry as another key needs it: empty if it stays as written, undefined if it is not known. */
function convertValue(
  reading: ReadResult,
  entry: PlacedEntry,
  key: SchemaNode,
): string | undefined {
  const { child, field, place } = entry
  const value = resolveAlias(field.value)
  const pattern = child.source['x-migrates-as']
  if (pattern !== undefined)
    return value.kind === 'text' && value.value !== ''
      ? formatScalar(pattern.replace('{}', () => withoutTail(value.value, /\//)))
      : undefined
  if (isInMilliseconds(child) && key.format?.name === 'duration' && value.kind === 'int') {
    const text = formatDuration(Number(value.value))
    return isAccepted(reading, key, text, place) ? text : undefined
  }
  if (!reading.tryRead(key, field.value, place).observations.some(isFatal)) return ''
  if (value.kind === 'map' || value.kind === 'list' || value.kind === 'null') return undefined
  return findLikeliest(reading, key, value, place)
}

/** Whether a key takes a number of milliseconds. */
const isInMilliseconds = ({ source, format }: SchemaNode): boolean =>
  source['x-unit'] === 'ms' || format?.name === 'duration-or-milliseconds'
