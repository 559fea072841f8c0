import type { Document, Entries, Field, ListNode, MapNode, Node, Value } from '../document.js'
import type { RouterConfig } from '../generated/config.js'
import type { Environment } from '../expand.js'
import { expand } from '../expand.js'
import { print } from '../formats/format.js'
import { once } from '../once.js'
import { fields, resolve } from '../yaml/index.js'
import type { Draft } from './draft.js'
import { flat, readOnce } from './keep.js'
import type { Json, Key } from './key.js'
import type { Placed } from './leftovers.js'
import { reportEnrollmentOnly, reportIdle, reportUnread } from './leftovers.js'
import { placesByName } from './places.js'
import type { Place, Reader, Sourced, Trial } from './reader.js'
import { fail, note, phaseIn } from './report.js'
import { readScalar, rightType } from './scalar.js'
import type { Loaded } from './store.js'
import { drop, store, storeLate } from './store.js'
import { reportMissing, reportStrangers, reportUnreadable } from './strangers.js'

/** What reading a file gives: the sections that it has, as far as they can be read, and what was found on the way. */
export type Reading = Omit<
  Reader,
  'moved' | 'root' | 'schema' | 'places' | 'attempt' | 'far' | 'origins'
> & {
  config: Draft
  /** Where values come from that the file names; of several for one place, the last counts. */
  origins: () => readonly Sourced[]
}

/** Reads the map at the root as the router of the release does for which the schema was compiled. */
export function readDocument(
  schema: Key,
  document: Document,
  { environment, kept }: Pick<Reader, 'environment' | 'kept'>,
): Reading {
  const { root } = document
  if (!root)
    return {
      document,
      environment,
      kept,
      findings: [],
      origins: () => [],
      moves: [],
      unknown: [],
      config: {},
    }
  const reader: Reader = {
    document,
    root,
    schema,
    environment,
    kept,
    places: once(() => placesByName(schema)),
    findings: [],
    origins: [],
    moves: [],
    unknown: [],
    moved: [],
    far: 0,
    attempt: (key, node, place, other = document) =>
      attempt({ ...reader, document: other }, key, node, place),
  }
  const place: Place = {
    above: undefined,
    step: '',
    key: document.spanOf([], 'key'),
    phase: 'load',
  }
  const config = readMap(reader, schema, root, place, {})
  for (const { to, value } of reader.moved) {
    const [section = '', name] = to
    config[section] = name === undefined ? value : { ...Object(config[section]), [name]: [value] }
  }
  const { findings, origins, moves, unknown } = reader
  return {
    document,
    environment,
    kept,
    findings,
    origins: once(() => flat(origins)),
    moves,
    unknown,
    config: asDraft(config),
  }
}

/** Reads a node as the value of a key, on trial. */
function attempt(reader: Reader, key: Key, node: Node, place: Place): Trial {
  const trial: Reader = {
    ...reader,
    attempt: undefined,
    kept: undefined,
    findings: [],
    origins: [],
    moves: [],
    unknown: [],
    moved: [],
  }
  const value = read(trial, key, node, place)
  return { findings: trial.findings, value, isKnown: trial.unknown.length === 0 }
}

/** What was read by the schema has the type that is made from the schema. */
const asDraft = (config: unknown): Draft => config as Draft

/** The whole configuration: sections that the file does not have, with their defaults, in the order of the schema. */
export function complete(schema: Key, { config }: Reading): RouterConfig {
  const sections = schema.names.flatMap((name) => {
    const value = Object(config)[name] ?? schema.filled()[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(sections) as RouterConfig
}

function read(reader: Reader, key: Key, node: Node, place: Place): Json | undefined {
  const value = resolve(node)
  if (key.any) return undefined
  if (value.kind === 'null' && key.nullable)
    return key.filledByNull ? { ...key.filled() } : key.absent()
  if (value.kind === 'null' && !key.kinds.has('null'))
    return fail(reader, key, value, place, 'null', rightType(key))
  if (key.format?.name === 'flag' && (value.kind === 'map' || value.kind === 'list')) {
    note(reader, 'read-differently', value, place, 'is no switch; it is read as `false`')
    return false
  }
  if (value.kind === 'map' || value.kind === 'list') {
    if (!key.kinds.has(value.kind)) return fail(reader, key, value, place, 'type', rightType(key))
    return value.kind === 'map'
      ? readMap(reader, key, value, place)
      : readList(reader, key, value, place)
  }
  const scalar = readScalar(reader, key, value, place)
  return key.alone && typeof scalar === 'string' ? [scalar] : scalar
}

function readList(reader: Reader, key: Key, list: ListNode, place: Place): Json | undefined {
  const item = key.item
  if (!item) return undefined
  if (list.items.length < key.minItems)
    return fail(reader, key, list, place, 'range', 'a list with at least one entry')
  const result: Json[] = []
  list.items.forEach((node, index) => {
    const inner: Place = { above: place, step: index, key: node, phase: place.phase }
    const entry = resolve(node)
    const value =
      key.prints && entry.kind !== 'text'
        ? printed(entry)
        : readOnce(reader, item, node, inner, () => read(reader, item, node, inner))
    if (value !== undefined) result.push(value)
    else if (item.bindings) result.push({})
  })
  return result.length === 0 && key.alone && key.absent() !== undefined ? key.absent() : result
}

/** An entry of a list as Go prints it; what lies deep inside does not matter to anybody, and aliases make it grow without end. */
function printed(value: Value, depth = 4): string {
  if (value.kind !== 'list' && value.kind !== 'map') return print(value)
  if (depth === 0) return '…'
  const inner = (node: Node): string => printed(resolve(node), depth - 1)
  if (value.kind === 'list') return `[${value.items.map(inner).join(' ')}]`
  const entries = [...fields(value).table.values()].map(({ key, value }) => ({
    name: print(key),
    text: inner(value),
  }))
  return `map[${entries
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .map(({ name, text }) => `${name}:${text}`)
    .join(' ')}]`
}

/** The alternative that the entry's binding selects; undefined where it selects none. */
export function shapeOf(key: Key, entries: Entries, environment?: Environment): Key | undefined {
  if (!key.bindings) return key
  const binding = bindingIn(entries, environment)
  return binding === undefined ? undefined : (key.variant(binding) ?? key)
}

/** The kind that an entry of a list says it is of. */
export function bindingIn({ named }: Entries, environment?: Environment): string | undefined {
  const field = named.get('binding')
  const value = field && resolve(field.value)
  return value?.kind === 'text' ? expand(value.value, environment).text : undefined
}

/** The name under which a map knows a key, which it may also find in other letters. */
export const nameIn = (shape: Key, name: string): string | undefined =>
  shape.child(name) || !shape.ignoresCase
    ? name
    : shape.names.find((candidate) => candidate.toLowerCase() === name.toLowerCase())

function readMap(
  reader: Reader,
  key: Key,
  map: MapNode,
  place: Place,
  defaults?: Readonly<Loaded['result']>,
): Loaded['result'] {
  const entries = reader.document.entries(map)
  const phase = key.startsWhen ? place.phase : (key.phase ?? place.phase)
  const shape = shapeOf(key, entries, reader.environment)
  const result: Loaded['result'] = { ...(defaults ?? shape?.filled()) }
  const loaded: Loaded = { result, late: [] }
  const strangers: Field[] = []
  for (const [name, field] of entries.named) {
    const child = childOf(shape, name, entries) ?? key.child(name)
    if (!child) {
      if (shape && (shape !== key || !key.bindings)) strangers.push(field)
      continue
    }
    const inner: Place = {
      above: place,
      step: name,
      key: field.key,
      phase: phaseIn(reader, child, map, phase),
    }
    if (child.deprecated) reader.far += 1
    const entry: Placed = { child, shape: shape ?? key, field, place: inner }
    if (!isRead(reader, entry, map)) continue
    if (child.phase === 'enroll') {
      readForEnrollment(reader, entry)
      continue
    }
    const value = read(reader, child, field.value, inner)
    reportIdle(reader, entry, value)
    if (value === undefined) drop(loaded, child, name)
    else store(reader, loaded, { ...entry, name, value, place: inner, node: resolve(field.value) })
  }
  storeLate(reader, loaded)
  reportUnreadable(reader, entries, place)
  const meant = reportStrangers(reader, shape ?? key, strangers, place)
  reportMissing(
    reader,
    key,
    shape ?? key,
    map,
    phase === place.phase ? place : { ...place, phase },
    meant,
  )
  return result
}

/** Checks what only enrollment reads; the running router has none of its values. */
function readForEnrollment(reader: Reader, entry: Placed): void {
  reportEnrollmentOnly(reader, entry)
  const apart: Reader = {
    ...reader,
    kept: undefined,
    origins: [],
    moves: [],
    moved: [],
    unknown: [],
  }
  read(apart, entry.child, entry.field.value, entry.place)
}

/** The key of a name; some maps are read without regard to case, where no name matches to the letter. */
export function childOf(shape: Key | undefined, name: string, entries: Entries): Key | undefined {
  const own = shape?.child(name)
  if (own || !shape?.ignoresCase) return own
  const same = nameIn(shape, name)
  return same === undefined || entries.named.has(same) ? undefined : shape.child(same)
}

/** Whether the router of the target reads a key that it finds here; if not, says so. */
function isRead(reader: Reader, entry: Placed, siblings: MapNode): boolean {
  const { child } = entry
  const { condition } = child
  if (condition?.isFar) reader.far += 1
  const holds = condition ? condition.holds({ ...reader, siblings }) : true
  if (child.read && holds) return true
  if (!child.read || holds === false)
    reportUnread(reader, entry, holds === false ? condition?.otherwise : undefined)
  return false
}
