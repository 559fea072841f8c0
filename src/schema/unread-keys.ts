import type { Field, MapEntries } from '../document/document.js'
import { isSameJson } from './json.js'
import type { Json, SchemaNode } from './key.js'
import type { PlacedEntry, ValuePlace } from './observation.js'
import { findSuccessor } from './observe.js'
import type { Reader } from './reader.js'
import { findKeyName, toPreferredName } from './visit.js'

/**
 * Observes a key that the schema knows but the router of the release does not read; `reason` explains why in this file.
 */
export function observeUnreadKey(
  reader: Reader,
  entry: PlacedEntry,
  reason: string | undefined,
): void {
  const { child, field, place } = entry
  const facts = { entry, place, span: field.key, successor: findSuccessor(reader, entry) }
  const { deprecated, readIn = [] } = child
  if (reason) reader.observations.push({ kind: 'unread-key', reason, ...facts })
  else if (!deprecated && readIn.length > 0)
    reader.observations.push({ kind: 'newer-key', readIn, ...facts })
  else reader.observations.push({ kind: deprecated ? 'obsolete-key' : 'never-read', ...facts })
}

/** Observes an entry that the router ignores, as there is one with the spelling that it prefers. */
export function observeOutrankedKey(
  reader: Reader,
  shape: SchemaNode,
  field: Field,
  place: ValuePlace,
): void {
  const own = findKeyName(shape, String(place.step)) ?? ''
  const child = shape.child(own)
  if (!child) return
  const reason = `\`${toPreferredName(shape, own)}\` is set and takes precedence`
  observeUnreadKey(reader, { child, shape, field, place }, reason)
}

/** Observes keys that differ only in case, if none has the preferred spelling: the router picks one at each start. */
export function observeAmbiguousKeys(
  reader: Reader,
  shape: SchemaNode,
  { named }: MapEntries,
  place: ValuePlace,
): void {
  const spellings = new Map<string, Field[]>()
  for (const [name, field] of named) {
    const own = findKeyName(shape, name)
    if (own === undefined || named.has(toPreferredName(shape, own))) continue
    const fields = spellings.get(own)
    if (fields) fields.push(field)
    else spellings.set(own, [field])
  }
  for (const [first, ...others] of spellings.values()) {
    for (const field of others)
      reader.observations.push({
        kind: 'ambiguous-key',
        field,
        place,
        span: field.key,
        other: String(first?.key.value),
      })
  }
}

/** Observes a key that only enrollment reads. */
export function observeEnrollmentOnly(reader: Reader, entry: PlacedEntry): void {
  const { field, place } = entry
  reader.observations.push({
    kind: 'unread-key',
    reason: undefined,
    entry,
    place,
    span: field.key,
    successor: undefined,
  })
}

/** Observes a key that the router reads, but that has a better spelling or no effect. */
export function observeIdleKey(reader: Reader, entry: PlacedEntry, value: Json | undefined): void {
  const { child, field, place } = entry
  const { deprecated, noEffect, replacedBy } = child
  if (!deprecated && (!noEffect || value === undefined)) return
  const isUsual = isSameJson(value, child.absent())
  if (!deprecated && isUsual) return
  const successor = findSuccessor(reader, entry)
  if (deprecated && replacedBy && !(successor?.counts && child.sameAs)) return
  const facts = { entry, place, span: field.key, successor }
  if (deprecated) reader.observations.push({ kind: 'deprecated-key', value, isUsual, ...facts })
  else reader.observations.push({ kind: 'no-effect', isUsual, ...facts })
}
