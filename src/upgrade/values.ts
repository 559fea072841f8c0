import type { Path } from '../diagnostic.js'
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
  const hide = (value: Json): Json => (typeof value === 'string' ? (isSecret(value) ? '…' : value) : Array.isArray(value) ? value.map(hide) : value)
  return key?.source['x-secret'] && written !== '' ? '…' : hide(written)
}

/** The values at a path as one: a map where there are several. Undefined where there is none. */
export function valueAt(side: Side, path: Path): Json | undefined {
  const own = side.rows.get(addressOf(path))
  if (own) return shown(own)
  const rows = rowsWithin(side, path)
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map((row) => [row.path.slice(path.length).join('.'), shown(row)]))
}

/** A value in a sentence. */
function inWords(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return quote(typeof value === 'string' ? value || '""' : JSON.stringify(value))
  return Object.entries(value).map(([name, item]) => quote(`${name}: ${typeof item === 'string' ? item || '""' : JSON.stringify(item)}`)).join(', ')
}

/** The highest place above a value of which the file says nothing and the other release has no value. */
function topOf(path: Path, other: Side): Path {
  const lengths = path.map((_, index) => index + 1)
  const length = lengths.find((count) => {
    const above = path.slice(0, count)
    return other.document.at(above) === undefined && rowsWithin(other, above).length === 0
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
    else if (JSON.stringify(before.value) !== JSON.stringify(row.value)) add(row.path)
  }
  for (const [address, row] of from.rows) if (!to.rows.has(address)) add(topOf(row.path, to))
  const tops = [...found.values()]
  return tops.filter((path) => !tops.some((above) => above.length < path.length && isWithin(path, above)))
}

/** Changes that speak of values, and all that hangs on what a release reads. */
const covers = ({ kind, path }: UpgradeChange, place: Path): boolean => kind !== 'behaviour' && path.length > 0 && isWithin(place, path)

/** Whether documented changes are more than news. */
const matters = (changes: readonly Change[]): boolean => changes.some(({ kind }) => kind !== 'info')

function changeAt(hop: Hop, path: Path): UpgradeChange {
  const { from, to } = hop
  const before = valueAt(from, path)
  const after = valueAt(to, path)
  const range = [to, from].map((side) => side.rows.get(addressOf(path))?.range).find((item) => item !== undefined)
  const { changes: documented, words } = backgroundOf(hop, path)
  const changes = documented.map(({ change }) => change)
  const kind = range ? 'value' : 'default'
  const name = `\`${String(path.findLast((step) => typeof step === 'string') ?? '')}\``
  const uses = `${from.release} uses ${inWords(before)}, ${to.release} ${inWords(after)}`
  const isNew = before === undefined || after === undefined
  return {
    kind,
    severity: range || !isNew || matters(changes) ? 'warning' : 'info',
    path: [...path],
    ...(range && { range }),
    ...(before !== undefined && { from: before }),
    ...(after !== undefined && { to: after }),
    message: `${name} ${range ? 'has another effect' : 'is not in the file'}: ${uses}`,
    ...words,
    advice: adviceFor(hop, kind, changes),
  }
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
  return [...amended, ...paths.filter((path) => !others.some((change) => covers(change, path))).map((path) => changeAt(hop, path))]
}
