import type { Path, Range } from '../diagnostic.js'
import { lineStarts, positionAt } from '../diagnostic.js'
import type { Row } from '../effective.js'
import type { Change, Json } from '../schema/key.js'
import { show as quote } from '../schema/words.js'
import { isSecret } from '../secret.js'
import type { UpgradeChange } from './change.js'
import { addressOf, isWithin } from './change.js'
import type { Hop } from './history.js'
import { backgroundOf } from './history.js'
import type { Side } from './side.js'
import { rowsWithin } from './side.js'
import { adviceFor } from './words.js'

/** A value as a change has it: as a file would write it, without secrets. */
function shown({ key, written }: Row): Json {
  const hide = (value: Json): Json =>
    typeof value === 'string'
      ? isSecret(value)
        ? '…'
        : value
      : Array.isArray(value)
        ? value.map(hide)
        : value
  return key?.secret && written !== '' ? '…' : hide(written)
}

/** The values at a path as one: a map where there are several. Undefined where there is none. */
function valueAt(side: Side, path: Path): Json | undefined {
  const own = side.rows.get(addressOf(path))
  if (own) return shown(own)
  const rows = rowsWithin(side, path)
  return rows.length === 0
    ? undefined
    : Object.fromEntries(rows.map((row) => [row.path.slice(path.length).join('.'), shown(row)]))
}

/** A value in a sentence. */
function inWords(value: Json = null): string {
  if (!isMap(value)) return quote(typeof value === 'string' ? value || '""' : JSON.stringify(value))
  return Object.entries(value)
    .map(([name, item]) =>
      quote(`${name}: ${typeof item === 'string' ? item || '""' : JSON.stringify(item)}`),
    )
    .join(', ')
}

/**
 * The place that a value hangs on: a key above it that the file has without a map, or the highest place of which the
 * file says nothing and the other release has no value, if there is one.
 */
function topOf(path: Path, other: Side): Path {
  const lengths = path.map((_, index) => index + 1)
  const length = lengths.find((count) => {
    const above = path.slice(0, count)
    const kind = other.document.at(above)?.value.kind
    return kind === undefined
      ? rowsWithin(other, above).length === 0
      : kind !== 'map' && kind !== 'list'
  })
  return path.slice(0, length)
}

/** Where two releases differ in a value; whole sections of which one has nothing count as one. */
function differences({ from, to }: Hop): Path[] {
  const found = new Map<string, Path>()
  const add = (path: Path): void => void found.set(addressOf(path), path)
  for (const [address, row] of to.rows) {
    const before = from.rows.get(address)
    if (before === undefined) add(topOf(row.path, from))
    else if (JSON.stringify(before.value) !== JSON.stringify(row.value)) add(topOf(row.path, from))
  }
  for (const [address, row] of from.rows) if (!to.rows.has(address)) add(topOf(row.path, to))
  const tops = [...found.values()]
  return tops.filter(
    (path) => !tops.some((above) => above.length < path.length && isWithin(path, above)),
  )
}

/** Whether a change speaks of a value: of itself, of what is above it, or of an entry of it, where it is a list. */
const covers = ({ path }: UpgradeChange, place: Path): boolean =>
  path.length > 0 &&
  (isWithin(place, path) ||
    (typeof path.at(-1) === 'number' && path.length === place.length + 1 && isWithin(path, place)))

/** Whether documented changes are more than news. */
const matters = (changes: readonly Change[]): boolean => changes.some(({ kind }) => kind !== 'info')

/** What two releases use, in a sentence that starts with the name of the key. */
function differenceOf(
  { from, to }: Hop,
  before: Json | undefined,
  after: Json | undefined,
  how: string,
): string {
  if (before === undefined)
    return `${how}: ${to.release} uses ${inWords(after)}, ${from.release} has no such value`
  if (after === undefined)
    return `${how}: ${from.release} uses ${inWords(before)}, ${to.release} has no such value`
  return `${how}: ${from.release} uses ${inWords(unlike(before, after))}, ${to.release} ${inWords(unlike(after, before))}`
}

const isMap = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of a map what another has not. */
const unlike = (value: Json, other: Json): Json =>
  isMap(value) && isMap(other)
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([name, item]) => JSON.stringify(item) !== JSON.stringify(other[name]),
        ),
      )
    : value

function changeAt(hop: Hop, path: Path): UpgradeChange {
  const { from, to } = hop
  const before = valueAt(from, path)
  const after = valueAt(to, path)
  const range = rangeOf(hop, path)
  const { changes: documented, words } = backgroundOf(hop, { path })
  const changes = documented.map(({ change }) => change)
  const kind = range ? 'value' : 'default'
  const isNew = before === undefined || after === undefined
  return {
    kind,
    severity: range || !isNew || matters(changes) ? 'warning' : 'info',
    path: [...path],
    ...(range && { range }),
    ...(before !== undefined && { from: before }),
    ...(after !== undefined && { to: after }),
    message: `\`${String(path.findLast((step) => typeof step === 'string') ?? '')}\` ${differenceOf(hop, before, after, range ? 'is used otherwise' : 'is not in the file')}`,
    ...words,
    advice: adviceFor(hop, after === undefined ? 'behaviour' : kind, changes),
  }
}

/** Where the file says what the releases use; nowhere for defaults. */
function rangeOf({ from, to }: Hop, path: Path): Range | undefined {
  const range = [to, from]
    .map((side) => side.rows.get(addressOf(path))?.range)
    .find((item) => item !== undefined)
  const value = range ? undefined : to.document.at(path)?.value
  const starts = lineStarts(to.text)
  return value
    ? { start: positionAt(starts, value.start), end: positionAt(starts, value.end) }
    : range
}

/** What the releases use instead of each other's values; what other changes speak of already gets the values added. */
export function valuesOf(hop: Hop, others: readonly UpgradeChange[]): UpgradeChange[] {
  const paths = differences(hop)
  const met = new Set(paths.map(addressOf))
  const amended = others.map((change): UpgradeChange => {
    if (!met.has(addressOf(change.path))) return change
    const [from, to] = [valueAt(hop.from, change.path), valueAt(hop.to, change.path)]
    return { ...change, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  })
  return [
    ...amended,
    ...paths
      .filter((path) => !others.some((change) => covers(change, path)))
      .map((path) => changeAt(hop, path)),
  ]
}
