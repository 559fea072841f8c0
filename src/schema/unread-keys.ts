import { isSameJson } from './json.js'
import type { Json } from './key.js'
import type { PlacedEntry } from './observation.js'
import { findSuccessor } from './observe.js'
import type { Reader } from './reader.js'

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
