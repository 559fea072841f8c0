import type {
  Document,
  Field,
  ListNode,
  MapNode,
  Node,
  ResolvedValue,
} from '../document/document.js'
import type { RouterConfig } from '../generated/config.js'
import { formatGoValue } from '../formats/format.js'
import { memoizePerObject, once } from '../document/lazy.js'
import type { PathTree, Path } from '../document/diagnostic.js'
import { getOrCreateInTree, getChildInTree, isSamePath, toPath } from '../document/diagnostic.js'
import { toRecord, toJsonMap } from '../document/record.js'
import { readFields, resolveAlias } from '../yaml/index.js'
import type { Json } from '../document/record.js'
import type { PartialConfig, Reader, ValueOrigin, TryRead, CachedEntry } from './reader.js'
import type { Observation, PlacedEntry, ValuePlace } from './observation.js'
import type { SchemaNode } from './key.js'
import {
  observeAmbiguousKeys,
  observeEnrollmentOnly,
  observeIdleKey,
  observeOutrankedKey,
  observeUnreadKey,
  observeMissingKeys,
  observeUnknownKeys,
  observeNonTextKeys,
} from './map-keys.js'
import { getPlacesByName } from './places.js'
import { observeRejection, findPhase } from './observe.js'
import { readScalar, isOutOfBounds } from './scalar.js'
import { findEntryKey, findKeyName, selectShape } from './visit.js'

export type ReadResult = Omit<
  Reader,
  'movedValues' | 'root' | 'places' | 'externalReads' | 'origins'
> & {
  config: PartialConfig
  /** Origins of the values in the file; if there are several for one place, the last is used. */
  origins: () => readonly ValueOrigin[]
  /** Reads a node again, as if it were the value of another key. */
  tryRead: TryRead
}

type ReadOptions = Pick<Reader, 'environment' | 'entryCache'> & {
  platform?: Reader['platform']
  /** Whether to omit the origins of values at first; they are then computed when they are first needed. */
  omitsOrigins?: boolean
}

/** Reads the root map as the router of the schema's release does. If the root is not a map, the result is empty. */
export function readDocument(
  schema: SchemaNode,
  document: Document,
  { environment, platform, entryCache, omitsOrigins = false }: ReadOptions,
): ReadResult {
  const { root } = document
  if (!root)
    return {
      document,
      schema,
      environment,
      platform,
      entryCache,
      observations: [],
      origins: () => [],
      moves: [],
      unknownPaths: [],
      config: {},
      tryRead: () => ({ observations: [], value: undefined, isKnown: false }),
    }
  const reader: Reader = {
    document,
    root,
    schema,
    environment,
    platform,
    entryCache,
    places: once(() => getPlacesByName(schema)),
    observations: [],
    origins: omitsOrigins ? undefined : [],
    moves: [],
    unknownPaths: [],
    movedValues: [],
    externalReads: 0,
  }
  const place: ValuePlace = {
    parent: undefined,
    step: '',
    key: document.findSpan([], 'key'),
    phase: 'load',
  }
  const config = readMap(reader, schema, root, place, {})
  for (const { to, value } of reader.movedValues) {
    const [section = '', name] = to
    config[section] =
      name === undefined ? value : { ...toJsonMap(config[section]), [name]: [value] }
  }
  const { observations, origins, moves, unknownPaths } = reader
  return {
    document,
    schema,
    environment,
    platform,
    entryCache,
    observations,
    origins: once(() =>
      origins
        ? flattenOrigins(origins)
        : readDocument(schema, document, {
            environment,
            platform,
            entryCache: undefined,
          }).origins(),
    ),
    moves,
    unknownPaths,
    config: toPartialConfig(config),
    tryRead: createTryRead(reader),
  }
}

const createTryRead =
  (reader: Reader): TryRead =>
  (key, node, place, document = reader.document) => {
    const trial = createDetachedReader(reader, document, [])
    const value = readNode(trial, key, node, place)
    return { observations: trial.observations, value, isKnown: trial.unknownPaths.length === 0 }
  }

/** Reading follows the schema, so the result has the type that is generated from the schema. */
const toPartialConfig = (config: unknown): PartialConfig => config as PartialConfig

/** The whole configuration, in the order of the schema: missing sections get their defaults. */
export function completeConfig(schema: SchemaNode, { config }: { config: unknown }): RouterConfig {
  const sections = toRecord(config)
  const entries = schema.names.flatMap((name) => {
    const value = sections[name] ?? schema.defaultValue()[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries) as RouterConfig
}

function readNode(
  reader: Reader,
  key: SchemaNode,
  node: Node,
  place: ValuePlace,
): Json | undefined {
  const value = resolveAlias(node)
  if (key.isUnchecked) return undefined
  if (value.kind === 'null' && key.nullable)
    return key.nullMeansDefaults ? { ...key.defaultValue() } : key.absentValue()
  if (value.kind === 'null' && !key.kinds.has('null'))
    return observeRejection(reader, key, value, place, 'null')
  if (key.format?.name === 'flag' && (value.kind === 'map' || value.kind === 'list')) {
    const writtenText = value.kind
    reader.observations.push({
      kind: 'read-differently',
      key,
      value,
      place,
      span: value,
      writtenText,
    })
    return false
  }
  if (value.kind === 'map' || value.kind === 'list') {
    if (!key.kinds.has(value.kind)) return observeRejection(reader, key, value, place, 'type')
    return value.kind === 'map'
      ? readMap(reader, key, value, place)
      : readList(reader, key, value, place)
  }
  const scalar = readScalar(reader, key, value, place)
  return key.acceptsSingleItem && typeof scalar === 'string' ? [scalar] : scalar
}

function readList(
  reader: Reader,
  key: SchemaNode,
  list: ListNode,
  place: ValuePlace,
): Json | undefined {
  const item = key.item
  if (!item) return undefined
  if (list.items.length < key.minItems) return observeRejection(reader, key, list, place, 'range')
  const result: Json[] = []
  list.items.forEach((node, index) => {
    const itemPlace: ValuePlace = { parent: place, step: index, key: node, phase: place.phase }
    const entry = resolveAlias(node)
    const value =
      key.convertsItemsToText && entry.kind !== 'text'
        ? formatGoNode(entry)
        : readWithCache(reader, item, node, itemPlace, () =>
            readNode(reader, item, node, itemPlace),
          )
    if (value !== undefined) {
      // The router drops empty strings from the list, so the values after them have other indexes.
      if (item.emptyIsAbsent && result.length < index)
        reader.moves.push({ from: toPath(itemPlace), to: [...toPath(place), result.length] })
      result.push(value)
    } else if (item.bindings) result.push({})
  })
  return result.length === 0 && key.acceptsSingleItem && key.absentValue() !== undefined
    ? key.absentValue()
    : result
}

/** The depth is limited, because aliases can make the result grow without bound. */
function formatGoNode(value: ResolvedValue, depth = 4): string {
  if (value.kind !== 'list' && value.kind !== 'map') return formatGoValue(value)
  if (depth === 0) return '…'
  const formatInner = (node: Node): string => formatGoNode(resolveAlias(node), depth - 1)
  if (value.kind === 'list') return `[${value.items.map(formatInner).join(' ')}]`
  const entries = [...readFields(value).table.values()].map(({ key, value }) => ({
    name: formatGoValue(key),
    text: formatInner(value),
  }))
  return `map[${entries
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, text }) => `${name}:${text}`)
    .join(' ')}]`
}

const noDefaults: LoadedMap['result'] = {}

function readMap(
  reader: Reader,
  key: SchemaNode,
  map: MapNode,
  place: ValuePlace,
  defaults?: Readonly<LoadedMap['result']>,
): LoadedMap['result'] {
  const entries = reader.document.entries(map)
  const phase = key.startsWhen ? place.phase : (key.phase ?? place.phase)
  const shape = selectShape(key, entries, reader.environment)
  const base = defaults ?? shape?.defaultValue() ?? noDefaults
  const result: LoadedMap['result'] = { ...base }
  const loadedMap: LoadedMap = { result, deferredValues: [], droppedNames: undefined }
  const unknownKeys: Field[] = []
  // `for … of` would create an array for each entry.
  entries.byName.forEach((field, name) => {
    const child = findEntryKey(key, shape, name, entries.byName)
    if (child) {
      const entryPlace = { parent: place, step: name, key: field.key, phase }
      readEntry(reader, loadedMap, map, { child, shape: shape ?? key, field, place: entryPlace })
    } else if (shape?.ignoresCase && findKeyName(shape, name) !== undefined)
      observeOutrankedKey(reader, shape, field, {
        parent: place,
        step: name,
        key: field.key,
        phase,
      })
    else if (shape && (shape !== key || !key.bindings)) unknownKeys.push(field)
  })
  storeDeferred(reader, loadedMap)
  if (shape?.ignoresCase) observeAmbiguousKeys(reader, shape, entries, place)
  observeNonTextKeys(reader, entries, place)
  const misspelledFields = observeUnknownKeys(reader, shape ?? key, unknownKeys, place)
  const placeAtPhase = phase === place.phase ? place : { ...place, phase }
  observeMissingKeys(reader, key, shape ?? key, map, placeAtPhase, misspelledFields)
  return loadedMap.droppedNames ? withoutNames(result, loadedMap.droppedNames, base) : result
}

/**
 * A copy without some of the defaults. Deleting them, or copying key by key, would make V8 store the object in a form
 * that takes many times as long to use.
 */
function withoutNames(
  result: LoadedMap['result'],
  droppedNames: ReadonlySet<string>,
  defaults: LoadedMap['result'],
): LoadedMap['result'] {
  const rest = { ...createDefaultsFilter(defaults)([...droppedNames].join('\n'), droppedNames) }
  for (const [name, value] of Object.entries(result))
    if (value !== defaults[name] && !droppedNames.has(name)) rest[name] = value
  return rest
}

/** For each defaults object, creates a function that omits some names, and caches the results by `cacheKey`. */
const createDefaultsFilter = memoizePerObject((defaults: LoadedMap['result']) => {
  const cache = new Map<string, LoadedMap['result']>()
  return (cacheKey: string, droppedNames: ReadonlySet<string>): LoadedMap['result'] => {
    const found = cache.get(cacheKey)
    if (found) return found
    const remainingDefaults = Object.fromEntries(
      Object.entries(defaults).filter(([name]) => !droppedNames.has(name)),
    )
    if (cache.size < maxCachedSets) cache.set(cacheKey, remainingDefaults)
    return remainingDefaults
  }
})

/** Maximum number of cached sets of names for the defaults of a map. */
const maxCachedSets = 100

/** Reads an entry of a map. Changes the phase of its place from the phase of the map to that of the key. */
function readEntry(reader: Reader, loadedMap: LoadedMap, map: MapNode, entry: PlacedEntry): void {
  const { child, shape, field, place } = entry
  place.phase = findPhase(reader, child, map, place.phase)
  if (child.deprecated) reader.externalReads += 1
  if (!checkIsRead(reader, entry, map)) {
    if (child.idleKey) storeIdleValue(reader, loadedMap, entry, child.idleKey)
    return
  }
  if (child.phase === 'enroll') {
    readForEnrollment(reader, entry)
    return
  }
  const value = readNode(reader, child, field.value, place)
  observeIdleKey(reader, entry, value)
  const name = String(place.step)
  const keyName = shape.ignoresCase ? (findKeyName(shape, name) ?? name) : name
  if (keyName !== name && !child.sameAs && !child.storedAs)
    reader.moves.push({ from: toPath(place), to: getSiblingPath(place, keyName) })
  if (value === undefined) dropDefault(loadedMap, child, keyName)
  else storeEntry(reader, loadedMap, entry, keyName, value)
}

/**
 * Reads a value that the router loads but does not use because of another key. Of some keys, the router still checks
 * the format.
 */
function storeIdleValue(
  reader: Reader,
  loadedMap: LoadedMap,
  { child, field, place }: PlacedEntry,
  idleKey: SchemaNode,
): void {
  const value =
    child.keyFacts['x-idle-format'] === 'unchecked'
      ? readNode(createDetachedReader(reader, reader.document, []), child, field.value, place)
      : readNode(reader, idleKey, field.value, place)
  if (value !== undefined) storeValue(loadedMap, String(place.step), value)
}

/** Records problems of a value that only enrollment reads; the running router does not load it. */
function readForEnrollment(reader: Reader, entry: PlacedEntry): void {
  observeEnrollmentOnly(reader, entry)
  const detached = createDetachedReader(reader, reader.document, reader.observations)
  readNode(detached, entry.child, entry.field.value, entry.place)
}

/**
 * A reader for values that are not loaded. Its literal lists all properties, because spreading the reader of the file
 * would take ten times as long.
 */
const createDetachedReader = (
  { root, schema, places, environment, platform }: Reader,
  document: Document,
  observations: Reader['observations'],
): Reader => ({
  document,
  root,
  schema,
  places,
  environment,
  platform,
  entryCache: undefined,
  observations,
  origins: undefined,
  moves: [],
  unknownPaths: [],
  movedValues: [],
  externalReads: 0,
})

/**
 * Whether the router reads a key here. If it does not, records that, unless the condition depends on unknown variables
 * or the router still loads the value (`idleKey`).
 */
function checkIsRead(reader: Reader, entry: PlacedEntry, siblings: MapNode): boolean {
  const { child } = entry
  const { condition } = child
  if (condition?.isNonLocal) reader.externalReads += 1
  const isConditionMet = condition ? condition.holds(reader, siblings) : true
  if (child.isRead && isConditionMet) return true
  if (!child.isRead || (isConditionMet === false && !child.idleKey))
    observeUnreadKey(reader, entry, isConditionMet === false ? condition?.reason : undefined)
  return false
}

function readWithCache(
  reader: Reader,
  key: SchemaNode,
  node: Node,
  place: ValuePlace,
  readUncached: () => Json | undefined,
): Json | undefined {
  const { entryCache } = reader
  if (!entryCache || node.kind !== 'map') return readUncached()
  const cachedEntry = entryCache.get(node)
  if (cachedEntry?.key === key && cachedEntry.place.phase === place.phase)
    return reuseEntry(reader, cachedEntry, place)
  const effectsBefore = countEffects(reader)
  const [observationCount, originCount] = [reader.observations.length, reader.origins?.length]
  const value = readUncached()
  const observations = reader.observations.slice(observationCount)
  if (
    countEffects(reader) === effectsBefore &&
    observations.every((observation) => isMovable(observation, place))
  )
    entryCache.set(node, {
      key,
      place,
      value,
      observations,
      origins: flattenOrigins(reader.origins?.slice(originCount) ?? []),
    })
  return value
}

/**
 * Whether an observation stays the same if its entry moves to another index: it refers to nothing outside of the entry
 * and contains no path.
 */
const isMovable = (observation: Observation, entry: ValuePlace): boolean =>
  isInside(observation.place, entry) && isLocal(observation)

/**
 * Whether a place is `outer` or below it. Places are compared by identity, so a place below a copy of `outer` does not
 * count.
 */
function isInside(place: ValuePlace, outer: ValuePlace): boolean {
  let current: ValuePlace | undefined = place
  while (current && current !== outer) current = current.parent
  return current === outer
}

function isLocal(observation: Observation): boolean {
  switch (observation.kind) {
    case 'wrong-type':
    case 'empty-value':
    case 'bad-format':
    case 'value-not-allowed':
    case 'value-out-of-range':
    case 'read-differently':
    case 'doubtful-value':
    case 'not-a-number':
    case 'substituted-number':
    case 'octal-number':
    case 'wrapped-number':
    case 'unset-variable':
    case 'key-not-text':
    case 'ambiguous-key':
      return true
    case 'unknown-key':
      return observation.missing === undefined
    case 'missing-key':
      return observation.child.condition === undefined
    default:
      return false
  }
}

/** Flattens by one level, usually without creating another list. */
const flattenOrigins = (origins: NonNullable<Reader['origins']>): readonly ValueOrigin[] =>
  origins.every((origin) => 'place' in origin) ? origins : origins.flat()

/**
 * Counts effects: the number increases if reading an entry depends on other parts of the file, or changes more than the
 * value of the entry.
 */
const countEffects = ({ moves, movedValues: moved, unknownPaths, externalReads }: Reader): number =>
  moves.length + moved.length + unknownPaths.length + externalReads

/**
 * Reuses the result of reading an entry. The cached places refer to the place of the entry, which is updated because
 * the index of the entry may have changed.
 */
function reuseEntry(
  reader: Reader,
  { place: cachedPlace, value, observations, origins }: CachedEntry,
  place: ValuePlace,
): Json | undefined {
  cachedPlace.parent = place.parent
  cachedPlace.step = place.step
  cachedPlace.key = place.key
  for (const observation of observations) reader.observations.push(observation)
  reader.origins?.push(origins)
  return value
}

/** The content of a map while it is loaded; some values are stored under another name after all keys are read. */
export type LoadedMap = {
  result: Record<string, Json>
  deferredValues: DeferredValue[]
  /**
   * Names of keys whose defaults are removed at the end, because the file sets these keys to values that are not used.
   * Storing a value under a name removes the name from this set.
   */
  droppedNames: Set<string> | undefined
}

/** A value that overwrites another key of the same map, because of a bug of the release. */
type DeferredValue = {
  otherKey: string
  otherSchema: SchemaNode | undefined
  value: Json
  place: ValuePlace
  node: ResolvedValue
}

const getSiblingPath = (place: ValuePlace, name: string): Path => [
  ...toPath(place).slice(0, -1),
  name,
]

/** Converts the path of a value in the file to the path under which it is loaded. */
export function toLoadedPath(path: Path, moves: Reader['moves']): Path {
  if (moves.length === 0) return path
  const movesOnPath: Reader['moves'] = []
  let node: PathTree<Reader['moves'][number]> | undefined = indexMoves(moves)
  for (const step of path) {
    node = getChildInTree(node, step)
    if (!node) break
    if (node.value) movesOnPath.push(node.value)
  }
  // From the innermost map outwards, because the map around a moved value may itself have moved.
  return movesOnPath.reduceRight<Path>(
    (loadedPath, { from, to }) =>
      from.every((step, index) => step === loadedPath[index])
        ? [...to, ...loadedPath.slice(from.length)]
        : loadedPath,
    path,
  )
}

/**
 * Indexes moves by their `from` path, because each of thousands of list entries can have one. The index is cached, so
 * `moves` must be complete.
 */
const indexMoves = memoizePerObject((moves: Reader['moves']): PathTree<Reader['moves'][number]> => {
  const tree: PathTree<Reader['moves'][number]> = {}
  for (const move of moves) getOrCreateInTree(tree, move.from).value ??= move
  return tree
})

/** Marks the default of a key for removal, because the file sets the key to a value that is not used. */
function dropDefault(loadedMap: LoadedMap, { storedAs, sameAs }: SchemaNode, name: string): void {
  if (storedAs || sameAs || !Object.hasOwn(loadedMap.result, name)) return
  loadedMap.droppedNames ??= new Set()
  loadedMap.droppedNames.add(name)
}

/** Stores a value. If the default of the key was dropped before, the key moves to the end of the map. */
function storeValue({ result, droppedNames }: LoadedMap, name: string, value: Json): void {
  if (droppedNames?.delete(name)) delete result[name]
  result[name] = value
}

/** Stores a value under the key that the router uses for it. `name` is the key as the schema spells it. */
function storeEntry(
  reader: Reader,
  loadedMap: LoadedMap,
  { child, shape, field, place }: PlacedEntry,
  name: string,
  value: Json,
): void {
  const { sameAs, storedAs: otherKey } = child
  if (sameAs) {
    const isSibling = sameAs.startsWith('.')
    const to = isSibling ? getSiblingPath(place, sameAs.slice(1)) : sameAs.split('.')
    reader.moves.push({
      from: toPath(place),
      to: typeof value === 'object' || isSibling ? to : [...to, 0],
    })
    if (isSibling) storeValue(loadedMap, sameAs.slice(1), value)
    else reader.movedValues.push({ to, value })
  } else if (otherKey) {
    reader.moves.push({ from: toPath(place), to: getSiblingPath(place, otherKey) })
    const node = resolveAlias(field.value)
    loadedMap.deferredValues.push({
      otherKey,
      otherSchema: shape.child(otherKey),
      value,
      place,
      node,
    })
  } else storeValue(loadedMap, name, value)
}

/**
 * Stores the values that overwrite other keys, and checks them against the bounds of those keys. What the file sets for
 * the overwritten keys is not used.
 */
function storeDeferred(reader: Reader, loadedMap: LoadedMap): void {
  for (const { otherKey, otherSchema, value, place, node } of loadedMap.deferredValues) {
    storeValue(loadedMap, otherKey, value)
    const overwrittenPath = getSiblingPath(place, otherKey)
    const index = reader.observations.findIndex(
      (observation) =>
        observation.kind === 'value-out-of-range' &&
        isSamePath(toPath(observation.place), overwrittenPath),
    )
    if (index >= 0) reader.observations.splice(index, 1)
    if (otherSchema && typeof value === 'number' && isOutOfBounds(otherSchema, value))
      observeRejection(reader, otherSchema, node, place, 'range', { storedAs: otherKey })
    else
      reader.observations.push({
        kind: 'stored-elsewhere',
        value: node,
        place,
        span: node,
        otherKey,
      })
  }
}
