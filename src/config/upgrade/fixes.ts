import { toPathKey, isWithin, formatPath } from '../../document/diagnostic.js'
import { getTraits } from '../../lint/catalog.js'
import type { Edit, Fix, Path } from '../../document/diagnostic.js'
import { addEntry, removeAt, replaceScalar, formatScalar } from '../../edit/edit.js'
import { applyEdits } from '../../edit/edits.js'
import type { EffectiveRow } from '../effective.js'
import { toShownValue } from '../effective.js'
import { isJsonList } from '../../document/record.js'
import type { Json } from '../../document/record.js'
import { hasSameEnrollment } from '../../schema/enrollment.js'
import { isInRanges as isWithinReleases } from '../../schema/release.js'
import { selectPassing } from './select-passing.js'
import type { UpgradeChange } from './change.js'
import type { UpgradeStep } from './history.js'
import { getBackground, appliesToTarget as isNew } from './history.js'
import type { ReleaseView } from './release-view.js'
import { hasSameValue, selectRowsWithin } from './release-view.js'

/**
 * A possible fix, accepted only if its edits change nothing but the value at `path`. The new value must be `expected`
 * or, if `expected` is a release view, what that release uses at `path`.
 */
type FixAttempt = {
  title: string
  edits: Edit[] | undefined
  path: Path
  expected: ReleaseView | Json
  unsafe?: true
}

function formatYamlValue(value: Json): string {
  if (isJsonList(value)) return `[${value.map(formatYamlValue).join(', ')}]`
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(value) ? value : formatScalar(value)
}

const insertValue = ({ document }: ReleaseView, path: Path, value: Json): Edit[] | undefined =>
  addEntry(document, path.slice(0, -1), {
    name: String(path.at(-1)),
    afterColon: ` ${formatYamlValue(value)}`,
    linesBelow: [],
  })

/**
 * Creates an attempt to add a key that the file does not set, with a value that keeps the behavior of the old release.
 */
function createDefaultAttempt(step: UpgradeStep, path: Path, value: Json): FixAttempt {
  const oldHasValue = step.from.rows.has(toPathKey(path))
  return {
    title: `add \`${formatPath(path)}: ${formatYamlValue(value)}\` to keep the behavior of ${step.from.release}`,
    edits: insertValue(step.to, path, value),
    path,
    expected: oldHasValue ? step.from : value,
  }
}

/** The value of a row for the title of a fix; undefined if it may be secret. */
function toTitleValue(row: EffectiveRow | undefined): Json | undefined {
  return row && JSON.stringify(toShownValue(row)) === JSON.stringify(row.written)
    ? row.written
    : undefined
}

function listAttemptsForDefault(step: UpgradeStep, { path }: UpgradeChange): FixAttempt[] {
  const documentedValues = getBackground(step, { path }).changes.flatMap(({ place, change }) =>
    change.keep === undefined || !isNew(step, change) ? [] : [{ place, keep: change.keep }],
  )
  if (documentedValues.length > 0)
    return documentedValues.flatMap(({ place, keep }) =>
      keep === null ? [] : [createDefaultAttempt(step, place.path, keep)],
    )
  const oldValue = toTitleValue(step.from.rows.get(toPathKey(path)))
  return oldValue === undefined || !step.to.rows.has(toPathKey(path))
    ? []
    : [createDefaultAttempt(step, path, oldValue)]
}

/** Creates attempts to change a refused value so that the new release does what the old one did with it. */
function listAttemptsForRefused(step: UpgradeStep, { path }: UpgradeChange): FixAttempt[] {
  const { from, to } = step
  const listAttempt = createListAttempt(step, path)
  if (listAttempt) return [listAttempt]
  const oldValue = toTitleValue(from.rows.get(toPathKey(path)))
  const name = formatPath(path)
  const defaultRows = selectRowsWithin(from, path).filter(
    (row) => row.origin === 'default' && row.path.length === path.length + 1,
  )
  return [
    ...(to.document.find(path)?.value.kind === 'null' ? [createEmptyMapAttempt(step, path)] : []),
    {
      title: `remove \`${name}\`, which changes nothing for ${from.release}`,
      edits: removeAt(to.document, path),
      path,
      expected: from,
    },
    ...(oldValue === undefined
      ? []
      : [
          {
            title: `set \`${name}\` to \`${formatYamlValue(oldValue)}\`, the value that ${from.release} uses`,
            edits: replaceScalar(to.document, path, formatYamlValue(oldValue)),
            path,
            expected: from,
          },
        ]),
    ...defaultRows.map((row) => ({
      title: `add \`${formatPath(row.path)}: ${formatYamlValue(row.written)}\`, the value that ${from.release} uses`,
      edits: insertValue(to, row.path, row.written),
      path,
      expected: from,
    })),
  ]
}

/**
 * Creates an attempt to write refused items as the old release reads them; undefined if `path` is not in a list of
 * plain values, or if the list may contain secrets.
 */
function createListAttempt({ from, to }: UpgradeStep, path: Path): FixAttempt | undefined {
  const parent = path.slice(0, -1)
  const oldValue =
    typeof path.at(-1) === 'number' ? toTitleValue(from.rows.get(toPathKey(parent))) : undefined
  if (!isJsonList(oldValue)) return undefined
  const refusedDiagnostics = to.diagnostics.filter(
    (item) =>
      item.severity === 'error' && item.path.length === path.length && isWithin(item.path, parent),
  )
  const edits = refusedDiagnostics.map((item) =>
    replaceScalar(
      to.document,
      item.path,
      formatYamlValue(oldValue[Number(item.path.at(-1))] ?? null),
    ),
  )
  const allEdits = edits.flatMap((edit) => edit ?? [])
  return {
    title: `replace the value of \`${formatPath(parent)}\` with \`${formatYamlValue(oldValue)}\`, the value that ${from.release} uses`,
    edits: allEdits.length === refusedDiagnostics.length ? allEdits : undefined,
    path: parent,
    expected: from,
  }
}

const createEmptyMapAttempt = ({ from, to }: UpgradeStep, path: Path): FixAttempt => ({
  title: `add \`{}\` as the value of \`${formatPath(path)}\` to keep the behavior of ${from.release}`,
  edits: replaceScalar(to.document, path, '{}'),
  path,
  expected: from,
})

function listAttempts(step: UpgradeStep, change: UpgradeChange): FixAttempt[] {
  const { from, to } = step
  const { kind, path } = change
  const oldValue = toTitleValue(from.rows.get(toPathKey(path)))
  const name = formatPath(path)
  if (kind === 'default') return listAttemptsForDefault(step, change)
  if (kind === 'refused') return listAttemptsForRefused(step, change)
  if (kind === 'read')
    return [
      {
        title: `remove \`${name}\` to keep the behavior of ${from.release}`,
        edits: removeAt(to.document, path),
        path,
        expected: from,
        unsafe: true,
      },
    ]
  if (kind === 'value' && to.document.find(path)?.value.kind === 'null')
    return [createEmptyMapAttempt(step, path)]
  if (kind === 'value' && oldValue !== undefined)
    return [
      {
        title: `set \`${name}\` to \`${formatYamlValue(oldValue)}\` to keep the value of ${from.release}`,
        edits: replaceScalar(to.document, path, formatYamlValue(oldValue)),
        path,
        expected: from,
        unsafe: true,
      },
    ]
  const isObsolete = to.diagnostics.some(
    ({ rule, path: place }) =>
      getTraits(rule).keyStatus === 'obsolete' && toPathKey(place) === toPathKey(path),
  )
  const hasReplacement = step.filePlaces.get(toPathKey(path))?.key.replacedBy !== undefined
  return kind === 'ignored' && isObsolete && !hasReplacement
    ? [{ title: `remove \`${name}\``, edits: removeAt(to.document, path), path, expected: to }]
    : []
}

/** Whether two texts have the same values, not counting those at or below some paths. */
function isSameElsewhere(left: ReleaseView, right: ReleaseView, places: readonly Path[]): boolean {
  const excludedPaths = new Set(places.map(toPathKey))
  const isExcluded = (path: Path): boolean =>
    excludedPaths.size > 0 &&
    [...path.keys(), path.length].some((length) =>
      excludedPaths.has(toPathKey(path.slice(0, length))),
    )
  const isSame = (one: ReleaseView, other: ReleaseView): boolean => {
    for (const [pathKey, row] of one.rows)
      if (!hasSameValue(row, other.rows.get(pathKey)) && !isExcluded(row.path)) return false
    return true
  }
  return isSame(left, right) && isSame(right, left)
}

/**
 * Whether an edited text has the expected values at and below the path of an attempt. Additional values must be
 * defaults.
 */
function hasSameValues({ path, expected }: FixAttempt, editedView: ReleaseView): boolean {
  if (!isReleaseView(expected))
    return (
      JSON.stringify(editedView.rows.get(toPathKey(path))?.written) === JSON.stringify(expected)
    )
  return (
    selectRowsWithin(expected, path).every((row) =>
      hasSameValue(row, editedView.rows.get(toPathKey(row.path))),
    ) &&
    selectRowsWithin(editedView, path).every(
      (row) => row.origin === 'default' || expected.rows.has(toPathKey(row.path)),
    )
  )
}

const isReleaseView = (value: FixAttempt['expected']): value is ReleaseView =>
  typeof value === 'object' && value !== null && 'rows' in value

const collectErrors = ({ diagnostics }: ReleaseView): ReadonlySet<string> =>
  new Set(
    diagnostics.flatMap(({ severity, rule, path }) =>
      severity === 'error' ? [`${rule} ${toPathKey(path)}`] : [],
    ),
  )

const hasSameBehavior = (left: ReleaseView, right: ReleaseView): boolean =>
  isSameElsewhere(left, right, []) && hasSameEnrollment(left.enrollment, right.enrollment)

type Candidate = { change: UpgradeChange; attempt: FixAttempt; edits: readonly Edit[] }

const mustPreserveOldBehavior = ({ change: { kind } }: Candidate): boolean =>
  kind === 'refused' || kind === 'default'

function preservesOldBehavior(step: UpgradeStep, text: string): boolean {
  const editedView = step.inspect(step.from.release, text)
  return editedView !== undefined && hasSameBehavior(editedView, step.from)
}

/** Whether candidates can be applied together. If one must preserve the old behavior, all of them must. */
function areValid(step: UpgradeStep, candidates: readonly Candidate[]): boolean {
  const text = applyEdits(
    step.to.text,
    candidates.flatMap(({ edits }) => edits),
  )
  const editedView = step.inspect(step.to.release, text)
  if (!editedView) return false
  const errors = collectErrors(step.to)
  const remainingErrors = collectErrors(editedView)
  const isWorse = [...remainingErrors].some((name) => !errors.has(name))
  const refusedCandidates = candidates.filter(({ change }) => change.kind === 'refused')
  return (
    !isWorse &&
    remainingErrors.size + refusedCandidates.length <= errors.size &&
    isSameElsewhere(
      editedView,
      step.to,
      candidates.map(({ attempt }) => attempt.path),
    ) &&
    candidates.every(({ attempt }) => hasSameValues(attempt, editedView)) &&
    (!candidates.some(mustPreserveOldBehavior) || preservesOldBehavior(step, text))
  )
}

/**
 * For each change, finds the first attempt that works: the file gets the expected values and no new errors. Returns no
 * fixes if the syntax is broken.
 */
export function findFixes(
  step: UpgradeStep,
  changes: readonly UpgradeChange[],
): ReadonlyMap<UpgradeChange, Fix> {
  const fixes = new Map<UpgradeChange, Fix>()
  if (step.to.document.problems.length > 0) return fixes
  const attempts = changes.map((change) => ({ change, list: listAttempts(step, change) }))
  const maxAttempts = attempts.reduce((max, { list }) => Math.max(max, list.length), 0)
  for (let index = 0; index < maxAttempts; index += 1) {
    const candidates = attempts.flatMap(({ change, list }): Candidate[] => {
      const attempt = fixes.has(change) ? undefined : list[index]
      return attempt?.edits ? [{ change, attempt, edits: attempt.edits }] : []
    })
    const groups = [
      candidates.filter(mustPreserveOldBehavior),
      candidates.filter((item) => !mustPreserveOldBehavior(item)),
    ]
    for (const group of groups)
      for (const { change, attempt, edits } of selectPassing(group, (subset) =>
        areValid(step, subset),
      ))
        fixes.set(change, {
          title: attempt.title,
          edits: [...edits],
          ...(attempt.unsafe && { unsafe: attempt.unsafe }),
        })
  }
  return fixes
}

/**
 * Turns fixes of findings into fixes of an upgrade. A fix is safe if the old release does the same after it, because
 * users may downgrade again, or if it moves a value of the old release to the key that replaces it; all others are
 * marked as unsafe.
 */
export function toUpgradeFixes(
  step: UpgradeStep,
  fixes: ReadonlyMap<UpgradeChange, Fix>,
): ReadonlyMap<UpgradeChange, Fix> {
  const keepsValue = ({ path }: UpgradeChange): boolean => {
    const key = step.filePlaces.get(toPathKey(path))?.key
    const wasRead = key?.readIn ? isWithinReleases(step.from.release, key.readIn) : false
    return wasRead && key?.replacedBy !== undefined
  }
  const testedFixes = [...fixes].flatMap(([change, fix]) =>
    keepsValue(change) ? [] : [{ change, edits: fix.edits }],
  )
  const harmlessChanges = new Set(
    selectPassing(testedFixes, (subset) => {
      const edits = subset.flatMap((fix) => fix.edits)
      return preservesOldBehavior(step, applyEdits(step.from.text, edits))
    }).map(({ change }) => change),
  )
  return new Map(
    [...fixes].map(([change, fix]): [UpgradeChange, Fix] => [
      change,
      keepsValue(change)
        ? { title: fix.title, edits: fix.edits }
        : harmlessChanges.has(change)
          ? fix
          : { ...fix, unsafe: true },
    ]),
  )
}

/**
 * For each refused change, finds the first fix of another change after which the new release has no error at the path
 * of the refused change.
 */
export function findFixesElsewhere(
  step: UpgradeStep,
  refusedChanges: readonly UpgradeChange[],
  fixes: readonly Fix[],
): ReadonlyMap<UpgradeChange, Fix> {
  const found = new Map<UpgradeChange, Fix>()
  for (const fix of fixes) {
    if (found.size === refusedChanges.length) break
    const editedView = step.inspect(step.to.release, applyEdits(step.to.text, fix.edits))
    if (!editedView) continue
    const remainingErrors = new Set(
      editedView.diagnostics.flatMap(({ severity, path }) =>
        severity === 'error' ? [toPathKey(path)] : [],
      ),
    )
    for (const change of refusedChanges)
      if (!found.has(change) && !remainingErrors.has(toPathKey(change.path))) found.set(change, fix)
  }
  return found
}
