import { formatPath } from '../../../document/diagnostic.js'
import { listPreparations } from '../../../config/upgrade/preparations.js'
import type { ReleaseComparison, UpgradeChange } from '../../../config/upgrade/upgrade.js'
import { formatCount, formatList } from '../../../document/words.js'
import { groupBy } from '../../../document/group.js'

/** The comparison of two releases for one file. */
export type UpgradeReport = ReleaseComparison & { path: string; fixed: number }

export type UpgradeStyle = {
  /** Columns of the terminal. */
  width: number
  color: boolean
  /** Whether to show each of several files in full. */
  verbose: boolean
}

/** A way to print reports. */
export type UpgradeFormat = (reports: readonly UpgradeReport[], style: UpgradeStyle) => string

/** What to do before any of the routers gets its new release, each sentence once. */
export const listNotes = (reports: readonly UpgradeReport[]): string[] => [
  ...new Set(reports.flatMap(({ from, to }) => listPreparations(from.release, to.release))),
]

/** The overall verdict for a file, worst first. */
export const verdicts = [
  'refused',
  'refused by both',
  'changed',
  'accepted',
  'news',
  'same',
] as const

export type FileVerdict = (typeof verdicts)[number]

export function getVerdict({ from, to, changes }: ReleaseComparison): FileVerdict {
  if (!to.runs) return from.runs ? 'refused' : 'refused by both'
  if (!from.runs) return 'accepted'
  if (changes.some(({ severity }) => severity !== 'info')) return 'changed'
  return changes.length > 0 ? 'news' : 'same'
}

/** The columns of the file table: the number of changes of each kind. */
export const columns: readonly { name: string; holds: (change: UpgradeChange) => boolean }[] = [
  { name: 'refused', holds: ({ severity }) => severity === 'error' },
  {
    name: 'values',
    holds: ({ kind, severity }) =>
      (kind === 'value' || kind === 'default') && severity === 'warning',
  },
  { name: 'read', holds: ({ kind }) => kind === 'read' },
  { name: 'ignored', holds: ({ kind }) => kind === 'ignored' },
  {
    name: 'other',
    holds: ({ kind, severity }) =>
      severity !== 'error' &&
      (kind === 'finding' ||
        kind === 'accepted' ||
        kind === 'behavior' ||
        (kind === 'default' && severity === 'info')),
  },
]

export const countChanges = ({ changes }: ReleaseComparison): number[] =>
  columns.map(({ holds }) => changes.filter(holds).length)

/** Reports of several files, worst first. */
export function sortWorstFirst(reports: readonly UpgradeReport[]): UpgradeReport[] {
  const rank = (report: UpgradeReport): readonly number[] => [
    -verdicts.indexOf(getVerdict(report)),
    ...countChanges(report),
  ]
  return [...reports].sort((left, right) => {
    const [mine, theirs] = [rank(left), rank(right)]
    const index = mine.findIndex((value, place) => value !== theirs[place])
    return index < 0 ? 0 : (theirs[index] ?? 0) - (mine[index] ?? 0)
  })
}

/** Changes with the same message at several places, merged. */
export type ChangeGroup = { change: UpgradeChange; places: readonly UpgradeChange[] }

export function groupChanges(changes: readonly UpgradeChange[]): ChangeGroup[] {
  const groups = groupBy(changes, ({ kind, severity, message, reason, advice, fix }) =>
    JSON.stringify([kind, severity, message, reason, advice, fix === undefined, fix?.unsafe]),
  )
  return [...groups.values()].map((places) => ({ change: places[0], places }))
}

/** A change with the affected files, and its paths without the numbers of entries. */
export type SharedChange = {
  change: UpgradeChange
  files: ReadonlySet<string>
  paths: ReadonlySet<string>
}

/** Changes of one key for one reason are the same, wherever the key is and whatever its value. */
const getSharedKey = ({ kind, severity, rule, path, reason, changedIn }: UpgradeChange): string =>
  JSON.stringify([
    kind,
    severity,
    rule,
    path.findLast((step) => typeof step === 'string'),
    reason,
    changedIn,
  ])

/** The changes of several files, most frequent first. */
export function groupChangesOfFiles(reports: readonly UpgradeReport[]): SharedChange[] {
  const all = reports.flatMap(({ path, changes }) => changes.map((change) => ({ path, change })))
  return [...groupBy(all, ({ change }) => getSharedKey(change)).values()]
    .map((same) => ({
      change: same[0].change,
      files: new Set(same.map(({ path }) => path)),
      paths: new Set(
        same.map(({ change }) => formatPath(change.path).replaceAll(/\[\d+\]/g, '[]')),
      ),
    }))
    .sort((left, right) => right.files.size - left.files.size)
}

/** The line of a change, counted from 1; empty if it is not in the file. */
export const formatPlace = ({ range }: UpgradeChange): string =>
  range ? `${range.start.line + 1}:${range.start.character + 1}` : ''

export const listPaths = ({ places }: ChangeGroup): string[] =>
  places.map(({ path }) => formatPath(path))

/** The paths of a change, and the releases that introduced it. */
export function formatChangeOrigin({ changedIn }: UpgradeChange, paths: Iterable<string>): string {
  const when = changedIn ? `changed in ${formatList(changedIn)}` : ''
  return [...paths, when].filter((text) => text !== '').join(', ')
}

/** Describes the fix of a group; fixes that replace existing values are left to users. */
export function formatGroupFix({ change: { fix }, places }: ChangeGroup): string {
  if (!fix) return ''
  const more = places.length > 1 ? `, and the same at ${places.length - 1} more` : ''
  return `${fix.unsafe ? 'or' : '--fix'}: ${fix.title}${more}`
}

const stopsClients = ({ changes }: ReleaseComparison): boolean =>
  changes.some((change) => change.stopsClients)

const verdictEndings: Record<FileVerdict, (report: ReleaseComparison) => string> = {
  refused: ({ to }) => `the router of ${to.release} does not run on the file`,
  'refused by both': () =>
    'the router of neither release runs on the file; `routerfile lint` says why',
  changed: (report) =>
    stopsClients(report)
      ? `the router of ${report.to.release} starts with the file, but some clients cannot connect`
      : `the router of ${report.to.release} runs on the file`,
  accepted: (report) =>
    stopsClients(report)
      ? `the router of ${report.to.release} starts with the file, not that of ${report.from.release}, but some clients cannot connect`
      : `the router of ${report.to.release} runs on the file, but not that of ${report.from.release}`,
  news: ({ to }) => `the router of ${to.release} runs on the file`,
  same: () => 'nothing changes for the file',
}

/** A one-sentence summary of one file. */
export function formatFileSummary(report: UpgradeReport): string {
  const { from, to, changes, fixed } = report
  if (from.release === to.release) return `nothing changes: both releases are ${to.release}`
  const counts = countChanges(report).flatMap((count, index) =>
    count > 0 ? [`${count} ${columns[index]?.name ?? ''}`] : [],
  )
  const safe = changes.filter(({ fix }) => fix && !fix.unsafe).length
  const found = counts.length > 0 ? counts.join(', ') : 'no change'
  return [
    `${found} from ${from.release} to ${to.release}`,
    verdictEndings[getVerdict(report)](report),
    ...(fixed > 0 ? [`${fixed} fixed`] : []),
    ...(safe > 0 ? [`--fix keeps what ${from.release} does in ${formatCount(safe, 'place')}`] : []),
  ].join('; ')
}

/** A one-sentence summary of several files. */
export function formatTotal(reports: readonly UpgradeReport[]): string {
  const counts = verdicts.flatMap((verdict) => {
    const count = reports.filter((report) => getVerdict(report) === verdict).length
    return count > 0 ? [`${count} ${verdict}`] : []
  })
  const [first] = reports
  const old = formatList([...new Set(reports.map(({ from }) => from.release))])
  const fixed = reports.reduce((sum, report) => sum + report.fixed, 0)
  return `${formatCount(reports.length, 'file')} from ${old} to ${first?.to.release ?? ''}: ${counts.join(', ')}${fixed > 0 ? `; ${fixed} fixed` : ''}`
}
