import type { Diagnostic, Severity } from '../../document/diagnostic.js'
import { toPathKey } from '../../document/diagnostic.js'
import { getTraits } from '../../lint/catalog.js'
import type { UpgradeChange, UpgradeKind } from './change.js'
import type { UpgradeStep } from './history.js'
import { getBackground, formatAdvice } from './history.js'
import type { ReleaseView } from './release-view.js'

/** Whether a finding reports that the release does not read a key, or that the key has no effect. */
function isUnreadFinding({ rule }: Diagnostic): boolean {
  const { keyStatus } = getTraits(rule)
  return keyStatus === 'unread' || keyStatus === 'obsolete' || keyStatus === 'ineffective'
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error'

const formatFindingKey = ({ rule, path }: Diagnostic): string => `${rule} ${toPathKey(path)}`

/** Findings of one release that the other does not have, compared by a name. */
function selectOnlyIn(
  view: ReleaseView,
  other: ReleaseView,
  isMeant: (item: Diagnostic) => boolean,
  name: (item: Diagnostic) => string,
): Diagnostic[] {
  const theirs = new Set(other.diagnostics.filter(isMeant).map(name))
  return view.diagnostics.filter((item) => isMeant(item) && !theirs.has(name(item)))
}

/** A finding as a change. */
function createChange(
  step: UpgradeStep,
  kind: UpgradeKind,
  severity: Severity,
  found: Diagnostic,
  message = found.message,
): UpgradeChange {
  const { rule, path, range } = found
  const { changes, words } = getBackground(step, { path, rule })
  // Computed only where it helps: getters compute fixes on access.
  const fix = kind === 'refused' || kind === 'ignored' ? found.fix : undefined
  return {
    kind,
    severity,
    path,
    rule,
    range,
    message,
    ...words,
    advice: formatAdvice(
      step,
      kind,
      changes.map(({ change }) => change),
    ),
    ...(fix && { fix }),
  }
}

/** What only one of the releases refuses. If neither runs on the file, the other reasons are reported as findings. */
export function findVerdictChanges(step: UpgradeStep): UpgradeChange[] {
  const { from, to } = step
  const refused = selectOnlyIn(to, from, isError, formatFindingKey).map((item) =>
    createChange(step, from.runs ? 'refused' : 'finding', 'error', item),
  )
  const accepted = selectOnlyIn(from, to, isError, formatFindingKey).map((item) =>
    createChange(step, to.runs ? 'accepted' : 'finding', 'info', item, formatGone(step, item)),
  )
  return [...refused, ...accepted]
}

/** Keys of the file that have an effect in only one of the releases. */
export function findUnreadChanges(step: UpgradeStep): UpgradeChange[] {
  const { from, to } = step
  const getPathKey = (item: Diagnostic): string => toPathKey(item.path)
  const ignored = selectOnlyIn(to, from, isUnreadFinding, getPathKey).map((item) =>
    createChange(step, 'ignored', 'warning', item),
  )
  const read = selectOnlyIn(from, to, isUnreadFinding, getPathKey).map((item) =>
    createChange(
      step,
      'read',
      'warning',
      item,
      `${to.release} uses \`${String(item.path.at(-1))}\`; ${from.release} ignores it`,
    ),
  )
  return [...ignored, ...read]
}

/** The other findings that only one release has, or that differ in severity, and those of both that stop clients. */
export function findFindingChanges(step: UpgradeStep): UpgradeChange[] {
  const { from, to } = step
  const isOther = (item: Diagnostic): boolean => !isError(item) && !isUnreadFinding(item)
  const getName = (item: Diagnostic): string => `${formatFindingKey(item)} ${item.severity}`
  const added = selectOnlyIn(to, from, isOther, getName)
  // Clients that cannot connect to either release matter to whoever decides on the upgrade.
  const remaining = to.diagnostics.filter(
    (item) => isOther(item) && stopsClients(item) && !added.includes(item),
  )
  const addedPaths = new Set(added.map(({ path }) => toPathKey(path)))
  const resolved = selectOnlyIn(from, to, isOther, formatFindingKey).filter(
    (item) => stopsClients(item) || !addedPaths.has(toPathKey(item.path)),
  )
  return [
    ...[...added, ...remaining].map((item): UpgradeChange => ({
      ...createChange(step, 'finding', item.severity, item),
      ...(stopsClients(item) && { stopsClients: true }),
    })),
    ...resolved.map((item) => createChange(step, 'finding', 'info', item, formatGone(step, item))),
  ]
}

const stopsClients = ({ rule }: Diagnostic): boolean => getTraits(rule).stopsClients === true

/** What the old release reported, without its consequence and remedy, which no longer matter. */
function formatGone({ to }: UpgradeStep, { message }: Diagnostic): string {
  const [statement = message] = message.split(/\.(?= [A-Z`])/)
  return `No longer reported for ${to.release}: ${statement}`
}
