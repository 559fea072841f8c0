import type { Path } from '../document/diagnostic.js'
import { toPath, formatPath } from '../document/diagnostic.js'
import type { MapEntries, Field, MapNode } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import type { Json } from '../document/record.js'
import { isSameJson } from '../document/record.js'
import type { ConditionScope } from './conditions.js'
import type { SchemaNode } from './key.js'
import type { ObservationOf, ValuePlace, PlacedEntry } from './observation.js'
import { findPhase, findSuccessor } from './observe.js'
import type { SchemaPlace } from './places.js'
import { generalizePath } from './places.js'
import type { Reader } from './reader.js'
import { createSuggester } from './suggest.js'
import { foldName, findKeyName, toPreferredName } from './visit.js'

/** Records the non-string keys of the map itself; keys of merged maps are ignored. The router only looks up strings. */
export function observeNonTextKeys(reader: Reader, entries: MapEntries, place: ValuePlace): void {
  for (const field of entries.otherFields) {
    if (field.isMerged) continue
    reader.observations.push({ kind: 'key-not-text', field, place, span: field.key })
  }
}

const noFields: ReadonlyMap<string, Field> = new Map()

/**
 * Maximum number of unknown keys for which all keys of the map are suggested: a map with more is meant for something
 * else, so only missing required keys are suggested.
 */
const maxSuggestions = 100

/**
 * Records the unknown keys at this place, except keys that are probably misspellings of a missing required key: returns
 * these keys by the name of the required key.
 */
export function observeUnknownKeys(
  reader: Reader,
  shape: SchemaNode,
  unknownKeys: readonly Field[],
  place: ValuePlace,
): ReadonlyMap<string, Field> {
  if (unknownKeys.length === 0) return noFields
  const missingNames = shape.required.filter((name) => !hasEntry(reader, place, name))
  const misspelledFields = new Map<string, Field>()
  const suggest =
    unknownKeys.length > maxSuggestions
      ? createSuggester(missingNames)
      : missingNames.length === 0
        ? getSuggester(shape)
        : createSuggester([...missingNames, ...listWorthSuggesting(shape)])
  for (const field of unknownKeys) {
    const name = String(field.key.value)
    const { word: suggestion, isSingleEdit } = suggest(name)
    const places = reader.places().get(name) ?? []
    // A name that is valid in other places is only a misspelling if a single edit makes it a name that is valid here.
    const suggestedName =
      isSingleEdit || !places.some(({ key }) => key.isRead) ? suggestion : undefined
    if (
      suggestedName !== undefined &&
      missingNames.includes(suggestedName) &&
      !misspelledFields.has(suggestedName)
    ) {
      misspelledFields.set(suggestedName, field)
      continue
    }
    const otherPlaces = isSingleEdit ? undefined : findOtherPlaces(places, name, place)
    const facts = { field, place, span: field.key }
    reader.observations.push(
      otherPlaces
        ? { kind: 'misplaced-key', ...facts, ...otherPlaces }
        : { kind: 'unknown-key', ...facts, shape, suggestedName },
    )
  }
  return misspelledFields
}

/** Whether to suggest a key: this release reads it, or another release reads it and it is not deprecated. */
const isWorthSuggesting = (key: SchemaNode | undefined): boolean =>
  key !== undefined && (key.isRead || (!key.deprecated && key.readIn?.length !== 0))

const listWorthSuggesting = memoizePerObject((shape: SchemaNode): readonly string[] =>
  shape.names.filter((name) => isWorthSuggesting(shape.child(name))),
)

const getSuggester = memoizePerObject((shape: SchemaNode) =>
  createSuggester(listWorthSuggesting(shape)),
)

/** Maximum number of places to suggest; a longer list does not help. */
const maxPlaces = 3

type OtherPlaces = Pick<
  ObservationOf<'misplaced-key'>,
  'parentPaths' | 'replacements' | 'bindings' | 'intended'
>

/**
 * The places where the router reads a key with this name: here with other bindings; else the nearest places, with the
 * intended path if there is only one; else the keys that replaced this key. Undefined if there are none, or too many to
 * list.
 */
function findOtherPlaces(
  places: readonly SchemaPlace[],
  name: string,
  place: ValuePlace,
): OtherPlaces | undefined {
  const path = toPath(place)
  const currentSteps = generalizePath(formatPath(path)).split('.')
  const bindings: string[] = []
  const sharedStepsByParent = new Map<string, number>()
  const keys = new Map<string, SchemaNode>()
  const replacements = new Set<string>()
  for (const { path, key } of places) {
    const steps = generalizePath(path).split('.').slice(0, -1)
    const parentPath = steps.join('.')
    const distance = steps.findIndex((step, index) => step !== currentSteps[index])
    if (key.isRead) {
      if (distance < 0 && steps.length === currentSteps.length) bindings.push(...findBindings(path))
      sharedStepsByParent.set(parentPath, distance < 0 ? steps.length : distance)
      keys.set(parentPath, key)
    } else if (key.replacedBy) replacements.add(key.replacedBy)
  }
  if (bindings.length > 0)
    return { parentPaths: [], replacements: [], intended: undefined, bindings }
  const maxShared = Math.max(...sharedStepsByParent.values())
  const closestParents = [...sharedStepsByParent].flatMap(([parentPath, count]) =>
    count === maxShared ? [parentPath] : [],
  )
  const minDepth = Math.min(...closestParents.map(countSteps))
  const shallowestParents = closestParents.filter(
    (parentPath) => countSteps(parentPath) === minDepth,
  )
  const usedReplacements = shallowestParents.length > 0 ? [] : [...replacements]
  const count = shallowestParents.length + usedReplacements.length
  if (count === 0 || count > maxPlaces) return undefined
  const [onlyParent] = shallowestParents.length === 1 ? shallowestParents : []
  return {
    parentPaths: shallowestParents,
    replacements: usedReplacements,
    bindings,
    intended:
      onlyParent === undefined
        ? undefined
        : { key: keys.get(onlyParent), path: resolveListPath(path, onlyParent, name) },
  }
}

const findBindings = (path: string): readonly string[] =>
  path.match(/(?<=\[binding=)[^[\]]*/g) ?? []

const countSteps = (parentPath: string): number =>
  parentPath === '' ? 0 : parentPath.split('.').length

/**
 * Resolves the path of a key below a place of the schema: each `[]` becomes the index in `path`. Undefined if `path`
 * does not go through the same lists.
 */
function resolveListPath(path: Path, parentPath: string, name: string): Path | undefined {
  const steps = (parentPath === '' ? [] : parentPath.split('.')).flatMap((step) =>
    step.endsWith('[]') ? [step.slice(0, -2), '[]'] : [step],
  )
  const resolvedSteps = steps.map((step, index) => (step === '[]' ? path[index] : step))
  const hasSameLists = resolvedSteps.every(
    (step, index) =>
      step !== undefined &&
      (steps[index] !== '[]' ||
        (typeof step === 'number' &&
          steps
            .slice(0, index)
            .every((before, beforeIndex) => before === '[]' || before === path[beforeIndex]))),
  )
  return hasSameLists ? [...resolvedSteps.filter((step) => step !== undefined), name] : undefined
}

function hasEntry(reader: Reader, place: ValuePlace, name: string): boolean {
  return reader.document.find([...toPath(place), name]) !== undefined
}

const hasAllNames = (byName: MapEntries['byName'], names: readonly string[]): boolean => {
  for (const name of names) if (!byName.has(name)) return false
  return true
}

/** The required keys that a map lacks, except keys that the release does not read there. */
export function findMissingKeys(
  scope: ConditionScope,
  key: SchemaNode,
  shape: SchemaNode,
  map: MapNode,
): { name: string; child: SchemaNode }[] {
  const { byName } = scope.document.entries(map)
  if (hasAllNames(byName, key.required) && (shape === key || hasAllNames(byName, shape.required)))
    return []
  const foldedNames = shape.ignoresCase ? new Set([...byName.keys()].map(foldName)) : undefined
  const hasName = (name: string): boolean => foldedNames?.has(foldName(name)) ?? byName.has(name)
  if (key.required.every(hasName) && shape.required.every(hasName)) return []
  return [...new Set([...key.required, ...shape.required])].flatMap((name) => {
    if (hasName(name)) return []
    const child = key.child(name) ?? shape.child(name)
    if (!child?.isRead) return []
    return !child.condition || child.condition.holds(scope, map) ? [{ name, child }] : []
  })
}

/**
 * Records the required keys that a map lacks. If an unknown key is probably a misspelling of a missing key, records the
 * unknown key instead.
 */
export function observeMissingKeys(
  reader: Reader,
  key: SchemaNode,
  shape: SchemaNode,
  map: MapNode,
  place: ValuePlace,
  misspelledFields: ReadonlyMap<string, Field>,
): void {
  for (const { name, child } of findMissingKeys(reader, key, shape, map)) {
    const phase = findPhase(reader, child, map, place.phase)
    const missingKey = { name, child, outcome: child.outcome.missing, phase }
    const field = misspelledFields.get(name)
    reader.observations.push(
      field
        ? {
            kind: 'unknown-key',
            shape,
            field,
            place,
            span: field.key,
            suggestedName: name,
            missing: missingKey,
          }
        : { kind: 'missing-key', place, span: place.key, ...missingKey },
    )
  }
}

/**
 * Records a key that the router does not read. `reason` says what in the file causes that; undefined if this release
 * never reads the key.
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

/** Records an entry that the router ignores because another entry has the preferred spelling. */
export function observeOutrankedKey(
  reader: Reader,
  shape: SchemaNode,
  field: Field,
  place: ValuePlace,
): void {
  const keyName = findKeyName(shape, String(place.step)) ?? ''
  const child = shape.child(keyName)
  if (!child) return
  const reason = `\`${toPreferredName(shape, keyName)}\` is set and takes precedence`
  observeUnreadKey(reader, { child, shape, field, place }, reason)
}

/**
 * Records keys that differ only in case, if none has the preferred spelling: the router picks one at random at each
 * start.
 */
export function observeAmbiguousKeys(
  reader: Reader,
  shape: SchemaNode,
  { byName }: MapEntries,
  place: ValuePlace,
): void {
  const spellings = new Map<string, Field[]>()
  for (const [name, field] of byName) {
    const keyName = findKeyName(shape, name)
    if (keyName === undefined || byName.has(toPreferredName(shape, keyName))) continue
    const fields = spellings.get(keyName)
    if (fields) fields.push(field)
    else spellings.set(keyName, [field])
  }
  for (const [first, ...others] of spellings.values()) {
    for (const field of others)
      reader.observations.push({
        kind: 'ambiguous-key',
        field,
        place,
        span: field.key,
        otherSpelling: String(first?.key.value),
      })
  }
}

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

/**
 * Records a key that is deprecated or has no effect. A key without effect is not recorded if its value is the default.
 * A deprecated key with a replacement is only recorded if its value is loaded under another key (`sameAs`) and the
 * router would read the replacement in this file.
 */
export function observeIdleKey(reader: Reader, entry: PlacedEntry, value: Json | undefined): void {
  const { child, field, place } = entry
  const { deprecated, noEffectReason, replacedBy } = child
  if (!deprecated && (!noEffectReason || value === undefined)) return
  const isDefaultValue = isSameJson(value, child.absentValue())
  if (!deprecated && isDefaultValue) return
  const successor = findSuccessor(reader, entry)
  if (deprecated && replacedBy && !(successor?.isReadHere && child.sameAs)) return
  const facts = { entry, place, span: field.key, successor }
  if (deprecated)
    reader.observations.push({ kind: 'deprecated-key', value, isDefaultValue, ...facts })
  else reader.observations.push({ kind: 'no-effect', isDefaultValue, ...facts })
}
