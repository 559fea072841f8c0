import type { ResolvedValue } from '../../document/document.js'
import { findLineStarts, toPosition, toPathKey } from '../../document/diagnostic.js'
import type { Change } from '../../schema/key.js'
import { isInRanges } from '../../schema/release.js'
import { resolveAlias } from '../../yaml/index.js'
import type { UpgradeChange } from './change.js'
import type { UpgradeStep, HistoryPlace } from './history.js'
import { findChanges, formatBackground, formatAdvice, formatKeyName } from './history.js'

function matchesPattern(value: ResolvedValue, pattern: RegExp, depth = 10): boolean {
  if (value.kind === 'text') return pattern.test(value.value)
  if (depth === 0) return false
  if (value.kind === 'list')
    return value.items.some((item) => matchesPattern(resolveAlias(item), pattern, depth - 1))
  return (
    value.kind === 'map' &&
    value.pairs.some((pair) => matchesPattern(resolveAlias(pair.value), pattern, depth - 1))
  )
}

/** Whether a documented change affects this key and value; false if findings report the change (`told`). */
function isAffected({ hits, values }: Change, { value }: HistoryPlace): boolean {
  if (hits === 'told') return false
  if (hits !== 'always' && (hits === 'absent') !== (value === undefined)) return false
  return values === undefined || (value !== undefined && matchesPattern(value, new RegExp(values)))
}

type AffectedPlace = { place: HistoryPlace; changes: readonly Change[] }

function findAffectedPlaces(step: UpgradeStep): AffectedPlace[] {
  const isRead = ({ readIn }: HistoryPlace): boolean =>
    [step.from, step.to].some(({ release }) =>
      readIn.every((ranges) => isInRanges(release, ranges)),
    )
  return [...step.filePlaces.values()].flatMap((place) => {
    const changes = findChanges(step, place).filter((change) => isAffected(change, place))
    return changes.length > 0 && isRead(place) ? [{ place, changes }] : []
  })
}

function createBehaviorChange(
  step: UpgradeStep,
  { path, value }: HistoryPlace,
  change: Change,
  starts: readonly number[],
): UpgradeChange {
  const isDefault = change.hits === 'absent' && change.kind === 'effective-value'
  const { reason = '', ...documentation } = formatBackground(step, [change])
  return {
    kind: isDefault ? 'default' : 'behavior',
    severity: isDefault ? 'warning' : 'info',
    path: [...path],
    ...(value &&
      path.length > 0 && {
        range: { start: toPosition(starts, value.start), end: toPosition(starts, value.end) },
      }),
    message: `${formatKeyName(path, value !== undefined)}: ${reason}`,
    ...documentation,
    advice: formatAdvice(step, isDefault ? 'default' : 'behavior', [change]),
  }
}

/**
 * Adds documented changes that neither values nor findings show. If there already is a change at the same path, adds
 * the documented reason to that change instead.
 */
export function addBehaviorChanges(
  step: UpgradeStep,
  changes: readonly UpgradeChange[],
): UpgradeChange[] {
  const starts = findLineStarts(step.to.text)
  const affectedPlaces = findAffectedPlaces(step)
  const changesByPath = new Map(
    affectedPlaces.map(({ place, changes: placeChanges }) => [toPathKey(place.path), placeChanges]),
  )
  const changedPaths = new Set(changes.map(({ path }) => toPathKey(path)))
  const amendedChanges = changes.map((change) => {
    const documented = changesByPath.get(toPathKey(change.path)) ?? []
    const { reason } = formatBackground(step, documented)
    return reason === undefined
      ? change
      : { ...change, reason: [change.reason ?? '', reason].filter((text) => text !== '').join(' ') }
  })
  const ignoredPaths = new Set(
    changes.filter(({ kind }) => kind === 'ignored').map(({ path }) => toPathKey(path)),
  )
  const addedPlaces = affectedPlaces.filter(
    ({ place: { path } }) =>
      !changedPaths.has(toPathKey(path)) &&
      // Changes of a key are irrelevant for a release that ignores its section.
      !path.some((_, length) => ignoredPaths.has(toPathKey(path.slice(0, length)))),
  )
  return [
    ...amendedChanges,
    ...addedPlaces.flatMap(({ place, changes: placeChanges }) =>
      placeChanges.map((change) => createBehaviorChange(step, place, change, starts)),
    ),
  ]
}
