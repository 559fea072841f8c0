import type { Fix, Path } from '../document/diagnostic.js'
import { toPath, formatPath } from '../document/diagnostic.js'
import type { Field } from '../document/document.js'
import { createFix, offerRemoval } from '../fix/edits.js'
import { moveEntry, formatScalar } from '../fix/edit.js'
import { formatDuration } from '../formats/duration.js'
import { resolveAlias } from '../yaml/index.js'
import type { Json, Key } from './key.js'
import type { ValuePlace, Reader } from './reader.js'
import { isTaken, likeliest } from './repair.js'
import { formatText } from './messages.js'

/** An entry of a file with its key, and the key of the map that has it. */
export type PlacedEntry = { child: Key; shape: Key; field: Field; place: ValuePlace }

type Report = (rule: string, severity: 'warning' | 'info', message: string, fix?: Fix) => void

const reporter =
  (reader: Reader, { field, place }: PlacedEntry): Report =>
  (rule, severity, message, fix) =>
    reader.findings.push({
      rule,
      severity,
      message,
      path: toPath(place),
      span: field.key,
      ...(fix && { fix }),
    })

/** The name of an entry in a message: with its path where another key is named, too. */
const nameOf = ({ child, field, place }: PlacedEntry): string =>
  `\`${child.replacedBy ? formatPath(toPath(place)) : String(field.key.value)}\``

/** Reports a key that the schema knows and the router of the target does not read. */
export function reportUnreadKey(
  reader: Reader,
  entry: PlacedEntry,
  otherwise: string | undefined,
): void {
  const { shape, child, place } = entry
  const successor = findSuccessor(reader, shape, child, place)
  const instead = child.replacedBy
  const name = nameOf(entry)
  const report = reporter(reader, entry)
  if (otherwise)
    return report(
      'unread-key',
      'warning',
      `${name} is not read: ${otherwise}`,
      isUsedAnyway(reader, entry) ? removal(reader, entry) : undefined,
    )
  const since = child.readIn?.at(-1)
  if (!child.deprecated && since)
    return report(
      'newer-key',
      'warning',
      `${name} is read since ${since.replace('>=', '')}; this release ignores it`,
    )
  const isKnown = successor !== undefined || instead?.includes('[')
  const remedy = isKnown ? `; use \`${instead}\`` : '; remove it'
  const fix = instead === undefined ? removal(reader, entry) : carryOver(reader, entry, successor)
  if (child.deprecated)
    return report(
      'obsolete-key',
      'info',
      `${name} is obsolete and ignored${isKnown ? `${remedy} instead` : remedy}`,
      fix,
    )
  report('never-read', 'warning', `${name} is read by no release of the router${remedy}`, fix)
}

/** Reports a key that only enrollment reads. */
export function reportEnrollmentOnly(reader: Reader, entry: PlacedEntry): void {
  const running = reader.document.find(['edge'])
    ? 'the running router reads `edge.csr` instead'
    : 'the running router does not read it'
  const message = `\`${String(entry.field.key.value)}\` is read by \`ziti router enroll\` only; ${running}`
  reporter(reader, entry)('unread-key', 'info', message)
}

/** Reports a key that is read and better written differently, or that changes nothing. */
export function reportIdleKey(reader: Reader, entry: PlacedEntry, value: Json | undefined): void {
  const { child, shape, place } = entry
  const { deprecated, noEffect: why, replacedBy: instead } = child
  const isUsual = JSON.stringify(value) === JSON.stringify(child.absent())
  if (!deprecated && (!why || value === undefined || isUsual)) return
  const successor = findSuccessor(reader, shape, child, place)
  if (deprecated && instead && !(successor?.counts && child.sameAs)) return
  const name = nameOf(entry)
  const report = reporter(reader, entry)
  if (deprecated && instead)
    return report(
      'deprecated-key',
      'info',
      `${name} is the old form of \`${instead}\``,
      successor && value !== undefined ? moveTo(reader, entry, successor, 'safe') : undefined,
    )
  const fix = instead
    ? carryOver(reader, entry, successor)
    : removal(reader, entry, isUsual ? 'safe' : 'unsafe')
  if (deprecated)
    return report('deprecated-key', 'info', `${name} is the old way and not needed; remove it`, fix)
  const remedy = instead ? `; use \`${instead}\` instead` : ''
  report('no-effect', 'warning', `${name} changes nothing: ${why ?? ''}${remedy}`, fix)
}

const removal = (
  { document }: Reader,
  { place }: PlacedEntry,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined => offerRemoval(document, toPath(place), kind)

/**
 * Keeps what somebody wrote under a key that has no effect: takes it to the key that took its place. Takes it out where
 * the router uses that value anyway; nothing where it can neither be kept nor spared.
 */
function carryOver(
  reader: Reader,
  entry: PlacedEntry,
  successor: Successor | undefined,
): Fix | undefined {
  if (!successor || successor.key.any) return undefined
  if (carries(reader, entry, successor)) return removal(reader, entry)
  return reader.document.find(successor.path)
    ? undefined
    : moveTo(reader, entry, successor, 'unsafe')
}

/** Whether the router already has, at the place of the successor, what an entry says. */
function carries(reader: Reader, entry: PlacedEntry, { key, path }: Successor): boolean {
  if (entry.child.source['x-carried-as'] !== undefined) return false
  const own = loadedAs(reader, key, entry)
  const there = reader.document.find(path)
  return (
    own !== undefined && same(own, there ? loadedAs(reader, key, entry, there.value) : usual(key))
  )
}

/** Whether the router uses the value of an entry that it does not read all the same: it is the one of the key that wins, or what is used without any. */
function isUsedAnyway(reader: Reader, entry: PlacedEntry): boolean {
  const { child, shape, place } = entry
  const own = loadedAs(reader, child, entry)
  if (own === undefined) return false
  const { winner } = child.condition ?? {}
  const wins = winner === undefined ? undefined : keyAt(reader, shape, winner, place)
  const there = wins && reader.document.find(wins.path)
  if (winner === undefined) return same(own, usual(child))
  return (
    wins !== undefined &&
    there !== undefined &&
    same(own, loadedAs(reader, wins.key, entry, there.value))
  )
}

/** What is loaded of a node as the value of a key, where nothing is wrong about it and all of it is known. */
function loadedAs(
  { attempt }: Reader,
  key: Key,
  { field, place }: PlacedEntry,
  node = field.value,
): Json | undefined {
  const trial = key.any ? undefined : attempt?.(key, node, place)
  return trial?.isKnown && trial.findings.length === 0 ? trial.value : undefined
}

/** What the router has without a key. */
const usual = (key: Key): Json | undefined =>
  key.absent() ?? (key.kinds.has('map') ? key.filled() : undefined)

/** Whether two loaded values are the same; one text is a list of itself. */
function same(left: Json, right: Json | undefined): boolean {
  const [one, other] = [left, right].map((value) =>
    typeof value === 'string' ? [value] : (value ?? null),
  )
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Takes an entry to another key, its value written as that key needs it. Nothing where it would be wrong there. */
function moveTo(
  reader: Reader,
  entry: PlacedEntry,
  { key, path: to }: Successor,
  kind: 'safe' | 'unsafe',
): Fix | undefined {
  const { child, field, place } = entry
  const from = toPath(place)
  const value = converted(reader, entry, key)
  if (value === undefined) return undefined
  const isHere = from.length === to.length && samePath(from.slice(0, -1), to.slice(0, -1))
  const [old, now] = isHere
    ? [String(field.key.value), String(to.at(-1))]
    : [formatPath(from), formatPath(to)]
  const written = reader.document.text.slice(field.value.start, field.value.end)
  const title =
    value === ''
      ? `${isHere ? 'rename' : 'move'} \`${old}\` to \`${now}\``
      : `replace ${formatText(`${old}: ${written}`, child.secret)} by ${formatText(`${now}: ${value}`, key.secret)}`
  return createFix(
    title,
    moveEntry(reader.document, from, to, value === '' ? undefined : value),
    kind,
  )
}

const samePath = (left: Path, right: Path): boolean =>
  JSON.stringify(left) === JSON.stringify(right)

/** The value of an entry as another key needs it: empty where that is as it is written, undefined where it is not known. */
function converted(reader: Reader, entry: PlacedEntry, key: Key): string | undefined {
  const { child, field, place } = entry
  const value = resolveAlias(field.value)
  const form = child.source['x-carried-as']
  if (form !== undefined)
    return value.kind === 'text' && value.value !== ''
      ? formatScalar(form.replace('{}', () => value.value.replace(/\/+$/, '')))
      : undefined
  if (isInMilliseconds(child) && key.format?.name === 'duration' && value.kind === 'int') {
    const text = formatDuration(Number(value.value))
    return isTaken(reader, key, text, place) ? text : undefined
  }
  const trial = reader.attempt?.(key, field.value, place)
  if (trial?.findings.every(({ severity }) => severity !== 'error')) return ''
  if (value.kind === 'map' || value.kind === 'list' || value.kind === 'null') return undefined
  const written = reader.document.text.slice(value.start, value.end)
  return likeliest(reader, key, { value, written }, place)
}

/** Whether a number under a key counts milliseconds. */
const isInMilliseconds = ({ source, format }: Key): boolean =>
  source['x-unit'] === 'ms' || format?.name === 'duration-or-milliseconds'

const followPath = (from: Key, steps: readonly string[]): Key | undefined =>
  steps.reduce<Key | undefined>((key, step) => key?.child(step), from)

/** Another key that a key speaks of, and where it is written. */
export type Other = { key: Key; path: Path }

/** A key that took the place of another: where it is written, and whether the router would read it in this file. */
export type Successor = Other & { counts: boolean }

/** The key of a name that is a path from the root, or from the map that has the entry at a place. Undefined where the release does not read it, or where there are several such places. */
function keyAt(reader: Reader, shape: Key, name: string, place: ValuePlace): Other | undefined {
  const steps = name.split('.')
  const [first = ''] = steps
  if (steps.some((step) => step.endsWith(']'))) return undefined
  const isAbsolute = reader.schema.names.includes(first)
  const key = followPath(isAbsolute ? reader.schema : shape, steps)
  return key?.read
    ? { key, path: isAbsolute ? steps : [...toPath(place).slice(0, -1), ...steps] }
    : undefined
}

/** The key that took the place of another. */
function findSuccessor(
  reader: Reader,
  shape: Key,
  child: Key,
  place: ValuePlace,
): Successor | undefined {
  const other =
    child.replacedBy === undefined ? undefined : keyAt(reader, shape, child.replacedBy, place)
  return (
    other && {
      ...other,
      counts: other.key.condition?.holds({ ...reader, siblings: reader.root }) ?? true,
    }
  )
}
