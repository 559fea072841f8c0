import type { Diagnostic, Severity } from '../../document/diagnostic.js'
import { toPathKey } from '../../document/diagnostic.js'
import { getTraits } from '../../lint/catalog.js'
import type { UpgradeChange, UpgradeKind } from './change.js'
import type { UpgradeStep } from './history.js'
import { getBackground, formatAdvice } from './history.js'
import type { ReleaseView } from './release-view.js'

function isUnreadFinding({ rule }: Diagnostic): boolean {
  const { keyStatus } = getTraits(rule)
  return keyStatus === 'unread' || keyStatus === 'obsolete' || keyStatus === 'ineffective'
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error'

const formatFindingKey = ({ rule, path }: Diagnostic): string => `${rule} ${toPathKey(path)}`

/** Findings that pass `isIncluded` and that the other release does not have. `getName` identifies findings. */
function selectOnlyIn(
  view: ReleaseView,
  other: ReleaseView,
  isIncluded: (item: Diagnostic) => boolean,
  getName: (item: Diagnostic) => string,
): Diagnostic[] {
  const otherNames = new Set(other.diagnostics.filter(isIncluded).map(getName))
  return view.diagnostics.filter((item) => isIncluded(item) && !otherNames.has(getName(item)))
}

function createChange(
  step: UpgradeStep,
  kind: UpgradeKind,
  severity: Severity,
  finding: Diagnostic,
  message = finding.message,
): UpgradeChange {
  const { rule, path, range } = finding
  const { changes, documentation } = getBackground(step, { path, rule })
  // A getter computes the fix, so it is accessed only where it is needed.
  const fix = kind === 'refused' || kind === 'ignored' ? finding.fix : undefined
  return {
    kind,
    severity,
    path,
    rule,
    range,
    message,
    ...documentation,
    advice: formatAdvice(
      step,
      kind,
      changes.map(({ change }) => change),
    ),
    ...(fix && { fix }),
  }
}

/**
 * Errors that only one of the releases reports. The kind of change is `refused` or `accepted` if a router of the other
 * release can run with the file, otherwise `finding`.
 */
export function findVerdictChanges(step: UpgradeStep): UpgradeChange[] {
  const { from, to } = step
  const refusedChanges = selectOnlyIn(to, from, isError, formatFindingKey).map((item) =>
    createChange(step, from.runs ? 'refused' : 'finding', 'error', item),
  )
  const acceptedChanges = selectOnlyIn(from, to, isError, formatFindingKey).map((item) =>
    createChange(step, to.runs ? 'accepted' : 'finding', 'info', item, formatResolved(step, item)),
  )
  return [...refusedChanges, ...acceptedChanges]
}

/** Keys of the file that have an effect in only one of the releases. */
export function findUnreadChanges(step: UpgradeStep): UpgradeChange[] {
  const { from, to } = step
  const getPathKey = (item: Diagnostic): string => toPathKey(item.path)
  const ignoredChanges = selectOnlyIn(to, from, isUnreadFinding, getPathKey).map((item) =>
    createChange(step, 'ignored', 'warning', item),
  )
  const readChanges = selectOnlyIn(from, to, isUnreadFinding, getPathKey).map((item) =>
    createChange(
      step,
      'read',
      'warning',
      item,
      `${to.release} uses \`${String(item.path.at(-1))}\`; ${from.release} ignores it`,
    ),
  )
  return [...ignoredChanges, ...readChanges]
}

/**
 * Findings other than errors and unread keys: those that only one release has, or that differ in severity, and those of
 * both releases that stop clients.
 */
export function findFindingChanges(step: UpgradeStep): UpgradeChange[] {
  const { from, to } = step
  const isOther = (item: Diagnostic): boolean => !isError(item) && !isUnreadFinding(item)
  const getName = (item: Diagnostic): string => `${formatFindingKey(item)} ${item.severity}`
  const addedFindings = selectOnlyIn(to, from, isOther, getName)
  // Findings that stop clients are listed even if both releases report them, so that the reader of the upgrade report
  // knows about them.
  const remainingFindings = to.diagnostics.filter(
    (item) => isOther(item) && stopsClients(item) && !addedFindings.includes(item),
  )
  const addedPaths = new Set(addedFindings.map(({ path }) => toPathKey(path)))
  const resolvedFindings = selectOnlyIn(from, to, isOther, formatFindingKey).filter(
    (item) => stopsClients(item) || !addedPaths.has(toPathKey(item.path)),
  )
  return [
    ...[...addedFindings, ...remainingFindings].map((item): UpgradeChange => ({
      ...createChange(step, 'finding', item.severity, item),
      ...(stopsClients(item) && { stopsClients: true }),
    })),
    ...resolvedFindings.map((item) =>
      createChange(step, 'finding', 'info', item, formatResolved(step, item)),
    ),
  ]
}

const stopsClients = ({ rule }: Diagnostic): boolean => getTraits(rule).stopsClients === true

/** Formats a finding that the new release does not report. Omits consequence and remedy, which no longer matter. */
function formatResolved({ to }: UpgradeStep, { message }: Diagnostic): string {
  const [statement = message] = message.split(/\.(?= [A-Z`])/)
  return `No longer reported for ${to.release}: ${statement}`
}
