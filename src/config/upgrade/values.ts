import { toPathKey, toPosition } from '../../document/diagnostic.js'
import { isJsonMap } from '../../document/record.js'
import type { Path, Range } from '../../document/diagnostic.js'
import { toShownValue } from '../effective.js'
import type { Json } from '../../document/record.js'
import type { Change } from '../../schema/key.js'
import { formatValueText as quote } from '../../schema/messages.js'
import type { UpgradeChange } from './change.js'
import type { UpgradeStep } from './history.js'
import { getBackground, formatAdvice, formatKeyName } from './history.js'
import type { ReleaseView } from './release-view.js'
import { hasSameValue, selectRowsWithin } from './release-view.js'

/**
 * The value at a path, without secrets. If only paths below it have values, these values as a map; undefined if no path
 * has a value.
 */
function findValue(view: ReleaseView, path: Path): Json | undefined {
  const row = view.rows.get(toPathKey(path))
  if (row) return toShownValue(row)
  const rows = selectRowsWithin(view, path)
  return rows.length === 0
    ? undefined
    : Object.fromEntries(
        rows.map((row) => [row.path.slice(path.length).join('.'), toShownValue(row)]),
      )
}

/** Whether a release has nothing at a path: no value, or a section without values. */
const isAbsent = (value: Json | undefined): value is undefined | Record<string, never> =>
  value === undefined || (isJsonMap(value) && Object.keys(value).length === 0)

function formatValue(value: Json = null): string {
  if (!isJsonMap(value))
    return quote(typeof value === 'string' ? value || '""' : JSON.stringify(value))
  const entries = Object.entries(value)
  if (entries.length === 0) return 'no value for it'
  return entries
    .map(([name, item]) =>
      quote(`${name}: ${typeof item === 'string' ? item || '""' : JSON.stringify(item)}`),
    )
    .join(', ')
}

/**
 * The shortest prefix of a path that explains why a value differs: a key that the file sets to something other than a
 * map or list, or a key that the file does not set and for which the other release has no value. The whole path if
 * there is no such key.
 */
function findTopPath(path: Path, other: ReleaseView): Path {
  const lengths = path.map((_, index) => index + 1)
  const length = lengths.find((count) => {
    const ancestor = path.slice(0, count)
    const kind = other.document.find(ancestor)?.value.kind
    return kind === undefined
      ? selectRowsWithin(other, ancestor).length === 0
      : kind !== 'map' && kind !== 'list'
  })
  return path.slice(0, length)
}

/** Paths at which the releases have different values. A section that only one release has is one difference. */
function findDifferences({ from, to }: UpgradeStep): Path[] {
  const differentPaths = new Map<string, Path>()
  const add = (path: Path): void => void differentPaths.set(toPathKey(path), path)
  for (const [pathKey, row] of to.rows) {
    const oldRow = from.rows.get(pathKey)
    if (oldRow === undefined || !hasSameValue(oldRow, row)) add(findTopPath(row.path, from))
  }
  for (const [pathKey, row] of from.rows) if (!to.rows.has(pathKey)) add(findTopPath(row.path, to))
  return [...differentPaths.values()].filter(
    (path) => !listAncestors(path).some((ancestor) => differentPaths.has(toPathKey(ancestor))),
  )
}

const listAncestors = (path: Path): Path[] => path.map((_, length) => path.slice(0, length))

/**
 * Creates a function that tells whether there is a change at a path, above it except at the root, or, if there is a
 * list at the path, at one of its entries.
 */
function createCoverTest(changes: readonly UpgradeChange[]): (place: Path) => boolean {
  const coveredPaths = new Set<string>()
  const changedLists = new Set<string>()
  for (const { path } of changes) {
    if (path.length > 0) coveredPaths.add(toPathKey(path))
    if (typeof path.at(-1) === 'number') changedLists.add(toPathKey(path.slice(0, -1)))
  }
  return (place) =>
    changedLists.has(toPathKey(place)) ||
    [...listAncestors(place), place].some((path) => coveredPaths.has(toPathKey(path)))
}

const isRelevant = (changes: readonly Change[]): boolean =>
  changes.some(({ kind }) => kind !== 'info')

/** Completes a sentence that begins with `statement`: adds the values that the two releases use. */
function formatDifference(
  { from, to }: UpgradeStep,
  before: Json | undefined,
  after: Json | undefined,
  statement: string,
): string {
  if (isAbsent(before))
    return `${statement}: ${to.release} uses ${formatValue(after)}; ${from.release} has no value for it`
  if (isAbsent(after))
    return `${statement}: ${from.release} uses ${formatValue(before)}; ${to.release} has no value for it`
  return `${statement}: ${from.release} uses ${formatValue(omitEqualEntries(before, after))}, ${to.release} ${formatValue(omitEqualEntries(after, before))}`
}

/** Removes entries of a map that are equal in the other map. Unless both are maps, the value is returned unchanged. */
const omitEqualEntries = (value: Json, other: Json): Json =>
  isJsonMap(value) && isJsonMap(other)
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([name, item]) => JSON.stringify(item) !== JSON.stringify(other[name]),
        ),
      )
    : value

function createValueChange(step: UpgradeStep, path: Path): UpgradeChange {
  const { from, to } = step
  const before = findValue(from, path)
  const after = findValue(to, path)
  const range = findRange(step, path)
  const { changes: documentedChanges, documentation } = getBackground(step, { path })
  const changes = documentedChanges.map(({ change }) => change)
  const kind = range ? 'value' : 'default'
  const isInOneRelease = isAbsent(before) || isAbsent(after)
  return {
    kind,
    severity: range || !isInOneRelease || isRelevant(changes) ? 'warning' : 'info',
    path: [...path],
    ...(range && { range }),
    ...(before !== undefined && { from: before }),
    ...(after !== undefined && { to: after }),
    message: `${formatKeyName(path, range !== undefined)} ${formatDifference(step, before, after, range ? 'is used differently' : 'is not set')}`,
    ...documentation,
    advice: formatAdvice(step, after === undefined ? 'behavior' : kind, changes),
  }
}

/** The range of the values in the file; undefined for defaults. */
function findRange({ from, to }: UpgradeStep, path: Path): Range | undefined {
  const range = [to, from]
    .map((view) => view.rows.get(toPathKey(path))?.range)
    .find((item) => item !== undefined)
  const value = range ? undefined : to.document.find(path)?.value
  const starts = to.document.lineStarts()
  return value
    ? { start: toPosition(starts, value.start), end: toPosition(starts, value.end) }
    : range
}

/** Adds a change for each difference that no other change covers. Existing changes at a path get its two values. */
export function addValueChanges(
  step: UpgradeStep,
  others: readonly UpgradeChange[],
): UpgradeChange[] {
  const paths = findDifferences(step)
  const differentPaths = new Set(paths.map(toPathKey))
  const isCovered = createCoverTest(others)
  const amendedChanges = others.map((change): UpgradeChange => {
    if (!differentPaths.has(toPathKey(change.path))) return change
    const [from, to] = [findValue(step.from, change.path), findValue(step.to, change.path)]
    return { ...change, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  })
  return [
    ...amendedChanges,
    ...paths.filter((path) => !isCovered(path)).map((path) => createValueChange(step, path)),
  ]
}
