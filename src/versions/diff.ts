import type { EffectiveRow } from '../config/effective.js'
import { collectRows, toShownValue } from '../config/effective.js'
import type { Path } from '../document/diagnostic.js'
import { formatPath, toPath, toPosition } from '../document/diagnostic.js'
import { createTextCache, once } from '../document/lazy.js'
import type { Analysis, Options } from '../lint/lint.js'
import { analyze } from '../lint/lint.js'
import type { Json } from '../document/record.js'
import { findModel } from '../schema/model.js'
import type { Origin } from '../schema/reader.js'
import { findNearest } from '../schema/suggest.js'
import { groupBy } from '../document/group.js'
import { pairItems } from './pair-items.js'

/** The effective value of a key in one version of a file, written as in a router file, with secrets masked. */
export type DiffValue = {
  /** Keys and list indexes from the root of the file, such as `['listeners', 0, 'address']`. */
  path: (string | number)[]
  /** The value that takes effect; secrets are `…`. */
  value: Json
  /** Where the value comes from, such as the file or a default of the router. */
  origin: Origin
  /** The router refuses the value, so it does not start or never uses this part. */
  refused?: true
  /** The line that sets the value, counted from 1; absent for defaults. */
  line?: number
  /** The path under which the file has the value, if different, such as the path of a deprecated key. */
  writtenAs?: (string | number)[]
  /**
   * For a value that the file does not set: a key that was probably meant to set it, but that the router does not read.
   */
  unread?: {
    /** The path of the key that the router ignores. */
    path: (string | number)[]
    /** The line of the ignored key, counted from 1. */
    line: number
  }
}

/** A difference between what the router does with two versions of a file. */
export type Difference =
  | {
      /** Both versions have the value, and it differs. */
      kind: 'changed'
      /** The value in the first version. */
      before: DiffValue
      /** The value in the second version. */
      after: DiffValue
      /** Where the value was moved from or to; absent if it was not moved. */
      moved?: ListMove
    }
  | {
      /** Only the second version has the value. */
      kind: 'added'
      /** The value in the second version. */
      after: DiffValue
      /** Where the first version has the value; absent if it is new. */
      moved?: ListMove
    }
  | {
      /** Only the first version has the value. */
      kind: 'removed'
      /** The value in the first version. */
      before: DiffValue
      /** Where the second version has the value; absent if it is gone. */
      moved?: ListMove
    }
  | {
      /** A list has items of both versions in a different order. */
      kind: 'reordered'
      /** The path of the list. */
      path: (string | number)[]
      /** The items whose order differs, at least two. */
      items: {
        /** The index in the first version, counted from 0. */
        before: number
        /** The index in the second version, counted from 0. */
        after: number
      }[]
    }

/** The path of a moved value in the other version. */
export type ListMove = { from: (string | number)[] } | { to: (string | number)[] }

/**
 * Compares two versions of a router file: returns the keys whose effective values differ, in the order of the schema.
 * Empty if a router of the release `options.target` uses the same values with both, or if the release is unknown.
 */
export function diff(before: string, after: string, options: Options = {}): Difference[] {
  const model = findModel(options.target)
  if (!model) return []
  const [oldVersion, newVersion] = [before, after].map((text) => {
    const analysis = analyze(text, model, { environment: options.env, platform: options.platform })
    const findUnread = createUnreadLookup(analysis)
    return { rows: collectRows(text, analysis, { derived: {} }), findUnread }
  })
  if (!oldVersion || !newVersion) return []
  const changes = compareRows(oldVersion.rows, newVersion.rows, 0).filter(
    (change) => !isDerivedOnly(change),
  )
  const moves = findMoves(changes)
  return changes.map((change, index): Difference => {
    if (change.kind === 'reordered') return change
    const move = moves.get(index)
    const moveField = move && { moved: move }
    switch (change.kind) {
      case 'added':
        return { kind: 'added', after: toDiffValue(change.after), ...moveField }
      case 'removed':
        return { kind: 'removed', before: toDiffValue(change.before), ...moveField }
      case 'changed': {
        const { before: left, after: right } = change
        return {
          kind: 'changed',
          before: toDiffValue(left, oldVersion.findUnread(left, right)),
          after: toDiffValue(right, newVersion.findUnread(right, left)),
          ...moveField,
        }
      }
    }
  })
}

/**
 * Whether a change only follows from the change of another key: the value is a default that the router takes from that
 * key.
 */
const isDerivedOnly = (change: RowChange): boolean =>
  change.kind !== 'reordered' &&
  [change.before, change.after].every(
    (row) =>
      row === undefined ||
      (row.origin === 'default' && row.key?.keyFacts['x-default-from'] !== undefined),
  )

type RowChange =
  | { kind: 'changed'; before: EffectiveRow; after: EffectiveRow }
  | { kind: 'removed'; before: EffectiveRow; after?: undefined }
  | { kind: 'added'; before?: undefined; after: EffectiveRow }
  | Extract<Difference, { kind: 'reordered' }>

/** The differences of two groups of rows whose paths are equal up to a depth, except for list indexes. */
function compareRows(
  left: readonly EffectiveRow[],
  right: readonly EffectiveRow[],
  depth: number,
): RowChange[] {
  const [leftRow, rightRow] = [left[0], right[0]]
  if (!leftRow || !rightRow) return [...left.map(toRemoval), ...right.map(toAddition)]
  if (leftRow.path.length === depth && rightRow.path.length === depth) {
    if (hasSameValue(leftRow, rightRow)) return []
    const [before, after] = [leftRow, rightRow].map(({ refused, items }) =>
      refused ? undefined : items?.(),
    )
    return before && after
      ? compareItems(
          before.map((row) => [row]),
          after.map((row) => [row]),
          depth,
        )
      : [{ kind: 'changed', before: leftRow, after: rightRow }]
  }
  if (leftRow.path.length === depth || rightRow.path.length === depth)
    return [...left.map(toRemoval), ...right.map(toAddition)]
  const [before, after] = [groupByStep(left, depth), groupByStep(right, depth)]
  if (typeof leftRow.path[depth] === 'number' && typeof rightRow.path[depth] === 'number')
    return compareItems([...before.values()], [...after.values()], depth)
  return listSteps(before, after).flatMap((step) =>
    compareRows(before.get(step) ?? [], after.get(step) ?? [], depth + 1),
  )
}

const toRemoval = (row: EffectiveRow): RowChange => ({ kind: 'removed', before: row })

const toAddition = (row: EffectiveRow): RowChange => ({ kind: 'added', after: row })

const hasSameValue = (left: EffectiveRow, right: EffectiveRow): boolean =>
  left.refused === right.refused && JSON.stringify(left.value) === JSON.stringify(right.value)

type RowsByStep = ReadonlyMap<string | number, readonly EffectiveRow[]>

const groupByStep = (rows: readonly EffectiveRow[], depth: number): RowsByStep =>
  groupBy(rows, ({ path }) => path[depth] ?? '')

/**
 * The steps (keys or indexes) of both groups: the steps of `before` in their order, and the steps that only `after`
 * has. Each of these comes after the step that precedes it in `after`.
 */
function listSteps(before: RowsByStep, after: RowsByStep): (string | number)[] {
  let lastStep: string | number | undefined
  // Groups the steps of `after` by the last step that is also in `before`; under undefined, the steps that come before
  // the first such step.
  const stepsFrom = groupBy(after.keys(), (step) => {
    if (before.has(step)) lastStep = step
    return lastStep
  })
  return [
    ...(stepsFrom.get(undefined) ?? []),
    ...[...before.keys()].flatMap((step) => stepsFrom.get(step) ?? [step]),
  ]
}

function compareItems(
  left: readonly (readonly EffectiveRow[])[],
  right: readonly (readonly EffectiveRow[])[],
  depth: number,
): RowChange[] {
  const pairs = pairItems(left, right, depth)
  const matchedPairs = pairs.filter(
    ({ before, after }) => before !== undefined && after !== undefined,
  )
  const rank = (name: 'before' | 'after'): ReadonlyMap<number, number> =>
    new Map(
      matchedPairs
        .map((pair) => pair[name] ?? 0)
        .sort((one, other) => one - other)
        .map((index, position) => [index, position]),
    )
  const [ranksBefore, ranksAfter] = [rank('before'), rank('after')]
  const items = matchedPairs.flatMap(({ before = 0, after = 0 }) =>
    ranksBefore.get(before) === ranksAfter.get(after) ? [] : [{ before, after }],
  )
  const path = left[0]?.[0]?.path.slice(0, depth) ?? []
  return [
    ...(items.length > 0 ? [{ kind: 'reordered' as const, path, items }] : []),
    ...pairs.flatMap(({ before, after }) =>
      compareRows(
        before === undefined ? [] : (left[before] ?? []),
        after === undefined ? [] : (right[after] ?? []),
        depth + 1,
      ),
    ),
  ]
}

function toDiffValue(row: EffectiveRow, unread?: DiffValue['unread']): DiffValue {
  const { path, origin, range, pathInFile, refused } = row
  return {
    path,
    value: toShownValue(row),
    origin,
    ...(refused && { refused }),
    ...(range && { line: range.start.line + 1 }),
    ...(pathInFile && isOtherKey(pathInFile, path) && { writtenAs: [...pathInFile] }),
    ...(unread && { unread }),
  }
}

/**
 * Whether the file sets the value under another key. A single value that is written instead of a list does not count.
 */
const isOtherKey = (place: Path, path: Path): boolean =>
  formatPath(place).replace(/\[0\]$/, '') !== formatPath(path).replace(/\[0\]$/, '')

/**
 * Finds the changes that are moves: one version sets a value at one path, and the other version sets the same value under
 * the same name at another path. The result maps the index of each of the two changes to the path in the other version.
 * If there are several candidates, none counts as a move.
 */
function findMoves(changes: readonly RowChange[]): ReadonlyMap<number, ListMove> {
  const sources = groupByContent(changes, ({ before, after }) => [before, after])
  const targets = groupByContent(changes, ({ before, after }) => [after, before])
  const moves = new Map<number, ListMove>()
  for (const [content, [from, ...more]] of sources) {
    const [to, ...others] = targets.get(content) ?? []
    if (!from || !to || more.length > 0 || others.length > 0) continue
    moves.set(from.index, { to: to.row.path })
    moves.set(to.index, { from: from.row.path })
  }
  return moves
}

type MovedRow = { index: number; row: EffectiveRow }

type RowPair = readonly [EffectiveRow | undefined, EffectiveRow | undefined]

/** The rows that only one version sets, by name and value; `select` returns the row of this version first. */
function groupByContent(
  changes: readonly RowChange[],
  select: (change: Exclude<RowChange, { kind: 'reordered' }>) => RowPair,
): ReadonlyMap<string, readonly MovedRow[]> {
  const rows = changes.flatMap((change, index): MovedRow[] => {
    if (change.kind === 'reordered') return []
    const [row, other] = select(change)
    return row?.range && !other?.range ? [{ index, row }] : []
  })
  return groupBy(rows, ({ row: { path, value } }) =>
    JSON.stringify([path.findLast((step) => typeof step === 'string'), value]),
  )
}

/**
 * For a value that only the other version sets, finds the key of this version that was probably meant to set it, but
 * that the router does not read.
 */
type UnreadLookup = (row: EffectiveRow, other: EffectiveRow) => DiffValue['unread']

/**
 * Creates a lookup in one version of a file. It finds a misspelled or misplaced key, which explains why the version
 * does not set a value.
 */
function createUnreadLookup({ document, readResult }: Analysis): UnreadLookup {
  const listUnread = once(() => {
    const readPaths = new Set(readResult.origins().map(({ place }) => formatPath(toPath(place))))
    return document.nodes().flatMap((visit) => {
      const path = toPath(visit)
      const { node } = visit
      const name = path.at(-1)
      const isLeaf = node.kind !== 'map' && node.kind !== 'list' && node.kind !== 'alias'
      return isLeaf && typeof name === 'string' && !readPaths.has(formatPath(path))
        ? [{ path, name, node }]
        : []
    })
  })
  // Cached by name, because the result only depends on the name, and many values have the same name.
  const findUnread = (name: string): DiffValue['unread'] => {
    const [match, ...more] = listUnread().filter(
      (unread) => findNearest(unread.name, [name]) === name,
    )
    if (!match || more.length > 0) return undefined
    const { line } = toPosition(document.lineStarts(), match.node.start)
    return { path: match.path, line: line + 1 }
  }
  const remember = createTextCache<DiffValue['unread']>()
  return (row, other) => {
    const name = row.path.at(-1)
    return row.range || !other.range || typeof name !== 'string'
      ? undefined
      : remember(name, () => findUnread(name))
  }
}
