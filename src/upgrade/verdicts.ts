import type { Diagnostic, Severity } from '../diagnostic.js'
import type { UpgradeChange, UpgradeKind } from './change.js'
import { addressOf } from './change.js'
import type { Hop } from './history.js'
import { backgroundOf } from './history.js'
import type { Side } from './side.js'
import { adviceFor } from './words.js'

/** Rules about a key that the router does not read. */
const unreadRules: ReadonlySet<string> = new Set([
  'newer-key',
  'obsolete-key',
  'never-read',
  'unread-key',
])

const isIdle = ({ rule }: Diagnostic): boolean => unreadRules.has(rule) || rule === 'no-effect'

const isError = ({ severity }: Diagnostic): boolean => severity === 'error'

const nameOf = ({ rule, path }: Diagnostic): string => `${rule} ${addressOf(path)}`

/** Findings of a side that the other does not have, told apart by a name. */
function only(
  own: Side,
  other: Side,
  isMeant: (item: Diagnostic) => boolean,
  name: (item: Diagnostic) => string,
): Diagnostic[] {
  const theirs = new Set(other.found.filter(isMeant).map(name))
  return own.found.filter((item) => isMeant(item) && !theirs.has(name(item)))
}

/** A finding as a change. */
function changeFrom(
  hop: Hop,
  kind: UpgradeKind,
  severity: Severity,
  { rule, path, range, message, fix }: Diagnostic,
): UpgradeChange {
  const { changes, words } = backgroundOf(hop, { path, rule })
  const mends = fix && (kind === 'refused' || kind === 'ignored')
  return {
    kind,
    severity,
    path,
    range,
    message,
    ...words,
    advice: adviceFor(
      hop,
      kind,
      changes.map(({ change }) => change),
    ),
    ...(mends && { fix }),
  }
}

/** What is refused by one of the releases only. Where neither runs on the file, other reasons for that are findings. */
export function verdictsOf(hop: Hop): UpgradeChange[] {
  const { from, to } = hop
  const refused = only(to, from, isError, nameOf).map((item) =>
    changeFrom(hop, from.runs ? 'refused' : 'finding', 'error', item),
  )
  const accepted = only(from, to, isError, nameOf).map((item) =>
    changeFrom(hop, to.runs ? 'accepted' : 'finding', 'info', {
      ...item,
      message: `${to.release} no longer says: ${item.message}`,
    }),
  )
  return [...refused, ...accepted]
}

/** Keys of the file that one of the releases does not read, or reads without effect. */
export function idleOf(hop: Hop): UpgradeChange[] {
  const { from, to } = hop
  const path = (item: Diagnostic): string => addressOf(item.path)
  const ignored = only(to, from, isIdle, path).map((item) =>
    changeFrom(hop, 'ignored', 'warning', item),
  )
  const read = only(from, to, isIdle, path).map((item) =>
    changeFrom(hop, 'read', 'warning', {
      ...item,
      message: `\`${String(item.path.at(-1))}\` counts in ${to.release}; ${from.release} does without it`,
    }),
  )
  return [...ignored, ...read]
}

/** Everything else that the linter says of one of the releases only, or with another severity. */
export function findingsOf(hop: Hop): UpgradeChange[] {
  const { from, to } = hop
  const isOther = (item: Diagnostic): boolean =>
    !isError(item) && !unreadRules.has(item.rule) && item.rule !== 'no-effect'
  const named = (item: Diagnostic): string => `${nameOf(item)} ${item.severity}`
  const added = only(to, from, isOther, named).map((item) =>
    changeFrom(hop, 'finding', item.severity, item),
  )
  const met = new Set(added.map(({ path }) => addressOf(path)))
  const gone = only(from, to, isOther, nameOf).map((item) =>
    changeFrom(hop, 'finding', 'info', {
      ...item,
      message: `${to.release} no longer says: ${item.message}`,
    }),
  )
  return [...added, ...gone.filter(({ path }) => !met.has(addressOf(path)))]
}
