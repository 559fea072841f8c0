import { withoutTail } from '../document/tails.js'
import type { Fix, Path } from '../document/diagnostic.js'
import { toPath, formatPath } from '../document/diagnostic.js'
import type { Document, Node } from '../document/document.js'
import { moveEntry, formatScalar, renameKey } from '../edit/edit.js'
import { createFix, createRemovalFix } from '../edit/edits.js'
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
): Fix | undefined => createRemovalFix(document, toPath(place), kind)

/** Moves an entry to another path, or renames it if only its name differs. */
export function createPlacementFix(
  document: Document,
  from: Path,
  to: Path,
  kind: Kind = 'unsafe',
): Fix | undefined {
  if (isInSameMap(from, to)) {
    const [oldName, newName] = [String(from.at(-1)), String(to.at(-1))]
    return createFix(
      `rename \`${oldName}\` to \`${newName}\``,
      renameKey(document, from, newName),
      kind,
    )
  }
  const title = `move \`${formatPath(from)}\` to \`${formatPath(to)}\``
  return createFix(title, moveEntry(document, from, to), kind)
}

/**
 * Moves the value of an entry to the key that replaces it (see `moveOrDropValue`). If no key replaces it, removes the
 * entry with a fix of `kind`.
 */
export const replaceOrRemove = (
  readResult: ReadResult,
  entry: PlacedEntry,
  successor: Successor | undefined,
  kind: Kind = 'safe',
): Fix | undefined =>
  entry.child.replacedBy === undefined
    ? removeEntry(readResult, entry, kind)
    : moveOrDropValue(readResult, entry, successor)

/**
 * Moves the value of a key that has no effect to the key that replaces it. Removes the entry if the replacement already
 * has that value. Undefined if the replacement has another value, is unknown, or does not accept the value.
 */
function moveOrDropValue(
  readResult: ReadResult,
  entry: PlacedEntry,
  successor: Successor | undefined,
): Fix | undefined {
  if (!successor || successor.key.isUnchecked) return undefined
  if (hasSuccessorValue(readResult, entry, successor)) return removeEntry(readResult, entry)
  return readResult.document.find(successor.path)
    ? undefined
    : moveToSuccessor(readResult, entry, successor, 'unsafe')
}

/** Whether the key that replaces an entry already has the value of the entry, in the file or by default. */
function hasSuccessorValue(
  readResult: ReadResult,
  entry: PlacedEntry,
  { key, path }: Successor,
): boolean {
  if (entry.child.keyFacts['x-migrates-as'] !== undefined) return false
  const loadedValue = loadAs(readResult, key, entry)
  const other = readResult.document.find(path)
  return (
    loadedValue !== undefined &&
    isSameValue(
      loadedValue,
      other ? loadAs(readResult, key, entry, other.value) : getDefaultValue(key),
    )
  )
}

/**
 * Whether the router uses the value of an unread entry anyway, because the key that it reads instead has the same value
 * or, if there is no such key, because the value is the default.
 */
export function isUsedAnyway(readResult: ReadResult, entry: PlacedEntry): boolean {
  const { child, shape, place } = entry
  const loadedValue = loadAs(readResult, child, entry)
  if (loadedValue === undefined) return false
  const { effectiveKey } = child.condition ?? {}
  if (effectiveKey === undefined) return isSameValue(loadedValue, getDefaultValue(child))
  const winningKey = findOtherKey(readResult.schema, shape, effectiveKey, place)
  const found = winningKey && readResult.document.find(winningKey.path)
  return (
    winningKey !== undefined &&
    found !== undefined &&
    isSameValue(loadedValue, loadAs(readResult, winningKey.key, entry, found.value))
  )
}

/**
 * The value that the router loads from a node. Undefined if the node is invalid or not fully known, or if the router
 * does not check the key.
 */
function loadAs(
  { tryRead }: ReadResult,
  key: SchemaNode,
  { field, place }: PlacedEntry,
  node: Node = field.value,
): Json | undefined {
  const result = key.isUnchecked ? undefined : tryRead(key, node, place)
  return result?.isKnown && result.observations.length === 0 ? result.value : undefined
}

/** The value that the router uses if a key is missing; undefined if there is no such value. */
const getDefaultValue = (key: SchemaNode): Json | undefined =>
  key.absentValue() ?? (key.kinds.has('map') ? key.defaultValue() : undefined)

/** Whether two loaded values are equal. A string equals a list that contains only that string. */
function isSameValue(left: Json, right: Json | undefined): boolean {
  const [leftValue, rightValue] = [left, right].map((value) =>
    typeof value === 'string' ? [value] : (value ?? null),
  )
  return JSON.stringify(leftValue) === JSON.stringify(rightValue)
}

/**
 * Moves an entry to the key that replaces it, and converts the value for that key. Undefined if the new key would not
 * accept the result.
 */
export function moveToSuccessor(
  readResult: ReadResult,
  entry: PlacedEntry,
  { key, path: to }: Successor,
  kind: Kind,
): Fix | undefined {
  const { child, field, place } = entry
  const { document } = readResult
  const from = toPath(place)
  const value = convertValue(readResult, entry, key)
  if (value === undefined) return undefined
  const staysInMap = isInSameMap(from, to)
  const [oldKey, newKey] = staysInMap
    ? [String(field.key.value), String(to.at(-1))]
    : [formatPath(from), formatPath(to)]
  const oldValue = document.text.slice(field.value.start, field.value.end)
  const title =
    value === ''
      ? `${staysInMap ? 'rename' : 'move'} \`${oldKey}\` to \`${newKey}\``
      : `replace ${formatValueText(`${oldKey}: ${oldValue}`, child.isSecret)} with ${formatValueText(`${newKey}: ${value}`, key.isSecret)}`
  return createFix(title, moveEntry(document, from, to, value === '' ? undefined : value), kind)
}

const isInSameMap = (left: Path, right: Path): boolean =>
  left.length === right.length &&
  left.every((step, index) => index === left.length - 1 || step === right[index])

/**
 * The value of an entry, as YAML, converted for another key. Empty if the value can stay as written; undefined if it
 * cannot be converted.
 */
function convertValue(
  readResult: ReadResult,
  entry: PlacedEntry,
  key: SchemaNode,
): string | undefined {
  const { child, field, place } = entry
  const value = resolveAlias(field.value)
  const valueTemplate = child.keyFacts['x-migrates-as']
  if (valueTemplate !== undefined)
    return value.kind === 'text' && value.value !== ''
      ? formatScalar(valueTemplate.replace('{}', () => withoutTail(value.value, /\//)))
      : undefined
  if (isInMilliseconds(child) && key.format?.name === 'duration' && value.kind === 'int') {
    const text = formatDuration(Number(value.value))
    return isAccepted(readResult, key, text, place) ? text : undefined
  }
  if (!readResult.tryRead(key, field.value, place).observations.some(isFatal)) return ''
  if (value.kind === 'map' || value.kind === 'list' || value.kind === 'null') return undefined
  return findLikeliest(readResult, key, value, place)
}

const isInMilliseconds = ({ keyFacts, format }: SchemaNode): boolean =>
  keyFacts['x-unit'] === 'ms' || format?.name === 'duration-or-milliseconds'
