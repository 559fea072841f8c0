import { toPath } from '../document/diagnostic.js'
import type { MapNode, ResolvedValue } from '../document/document.js'
import type { Json } from '../document/record.js'
import type { ValueFailure, Outcome, SchemaNode, Phase } from './key.js'
import { toPhase } from './messages.js'
import type { OtherKey, PlacedEntry, Successor, ValuePlace } from './observation.js'
import type { Origin, Reader } from './reader.js'

/**
 * When the router reads a key of a map: when it starts if the condition `startsWhen` of the key holds, or else in the
 * phase of the key, or else in the phase of its map.
 */
export function findPhase(
  reader: Reader,
  key: SchemaNode,
  siblings: MapNode,
  mapPhase: Phase,
): Phase {
  const { startsWhen } = key
  if (startsWhen?.isNonLocal) reader.externalReads += 1
  return startsWhen?.holds(reader, siblings) ? 'start' : (key.phase ?? mapPhase)
}

export function recordOrigin(
  reader: Reader,
  place: ValuePlace,
  value: ResolvedValue,
  origin: Origin,
): void {
  reader.origins?.push({ place, origin, span: value })
}

type RejectionKind =
  'wrong-type' | 'empty-value' | 'bad-format' | 'value-not-allowed' | 'value-out-of-range'

const kindByFailure: Record<ValueFailure, RejectionKind> = {
  // Not used: a missing key has no value to reject, and is recorded when its map is read.
  missing: 'empty-value',
  null: 'empty-value',
  type: 'wrong-type',
  format: 'bad-format',
  range: 'value-out-of-range',
  above: 'value-out-of-range',
}

type RejectionDetails = {
  kind?: RejectionKind
  /** What the router does, if not `key.outcome[failure]`. */
  outcome?: Outcome
  expected?: string
  storedAs?: string
}

/**
 * Records an invalid value and returns what is loaded instead, or undefined if nothing is loaded. A value is not
 * recorded if the router accepts it, or if it equals what is loaded instead.
 */
export function observeRejection(
  reader: Reader,
  key: SchemaNode,
  value: ResolvedValue,
  place: ValuePlace,
  failure: ValueFailure,
  {
    kind = kindByFailure[failure],
    outcome = key.outcome[failure],
    ...details
  }: RejectionDetails = {},
): Json | undefined {
  const fallback = outcome === 'ignores' ? key.absentValue() : undefined
  const isSameAsWritten =
    fallback !== undefined &&
    'value' in value &&
    // A quoted boolean is recorded even if it equals what is loaded, because it looks as if the router read it.
    !(value.kind === 'text' && key.kinds.has('bool')) &&
    [fallback, key.keyFacts.default].some(
      (used) => typeof used !== 'object' && String(value.value) === String(used),
    )
  if (outcome === 'accepts' || isSameAsWritten) return fallback
  const isEmpty = value.kind === 'null' && value.start === value.end
  const phase = toPhase(key, place.phase, failure)
  const span = isEmpty ? place.key : value
  reader.observations.push({ kind, key, value, place, span, failure, outcome, phase, ...details })
  if (outcome === 'ignores') recordOrigin(reader, place, value, 'fallback')
  return fallback
}

/** The key that replaces another; undefined if there is none, or if `findOtherKey` cannot resolve it. */
export function findSuccessor(
  reader: Reader,
  { shape, child, place }: PlacedEntry,
): Successor | undefined {
  const successor =
    child.replacedBy === undefined
      ? undefined
      : findOtherKey(reader.schema, shape, child.replacedBy, place)
  return (
    successor && {
      ...successor,
      isReadHere: successor.key.condition?.holds(reader, reader.root) ?? true,
    }
  )
}

const followPath = (ancestor: SchemaNode, steps: readonly string[]): SchemaNode | undefined =>
  steps.reduce<SchemaNode | undefined>((key, step) => key?.child(step), ancestor)

/**
 * Resolves a name that is a path from the root, or from the map that contains the entry at a place. Undefined if the
 * release does not read the key, or if the path leads through a list.
 */
export function findOtherKey(
  schema: SchemaNode,
  shape: SchemaNode,
  name: string,
  place: ValuePlace,
): OtherKey | undefined {
  const steps = name.split('.')
  const [first = ''] = steps
  if (steps.some((step) => step.endsWith(']'))) return undefined
  const isAbsolute = schema.names.includes(first)
  const key = followPath(isAbsolute ? schema : shape, steps)
  return key?.isRead
    ? { key, path: isAbsolute ? steps : [...toPath(place).slice(0, -1), ...steps] }
    : undefined
}
