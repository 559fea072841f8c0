import { formatPath } from '../../../document/diagnostic.js'
import { listPreparations } from '../../../config/upgrade/preparations.js'
import type { ReleaseComparison, UpgradeChange } from '../../../config/upgrade/upgrade.js'
import { formatCount, formatList } from '../../../document/words.js'
import { formatReportPath } from '../../../project/reports.js'
import { groupBy } from '../../../document/group.js'
import { toSafeJson, escapeControls } from '../../ui/text.js'
import { severities } from '../../../project/settings.js'
import { formatSentences } from '../../../schema/messages.js'

export type UpgradeReport = ReleaseComparison & {
  path: string
  /** The name of the embedded router file, if the report is about a string of the file at `path`. */
  part?: string
  text: string
  fixed: number
}

export type UpgradeStyle = {
  /** Columns of the terminal. */
  width: number
  usesColor: boolean
  /** Whether to show each of several files in full. */
  isVerbose: boolean
}

export type UpgradeFormat = (reports: readonly UpgradeReport[], style: UpgradeStyle) => string

/** Notes on what to do before a router gets its new release, without duplicates. */
export const listNotes = (reports: readonly UpgradeReport[]): string[] => [
  ...new Set(reports.flatMap(({ from, to }) => listPreparations(from.release, to.release))),
]

/** The possible verdicts on a file, worst first. */
export const verdicts = [
  'refused',
  'refused by both',
  'changed',
  'accepted',
  'news',
  'same',
] as const

export type FileVerdict = (typeof verdicts)[number]

export const verdictNames: Record<FileVerdict, string> = {
  refused: 'refused',
  'refused by both': 'refused by both',
  changed: 'changed',
  accepted: 'accepted',
  news: 'notes only',
  same: 'same',
}

export function getVerdict({ from, to, changes }: ReleaseComparison): FileVerdict {
  if (!to.runs) return from.runs ? 'refused' : 'refused by both'
  if (!from.runs) return 'accepted'
  if (changes.some(({ severity }) => severity !== 'info')) return 'changed'
  return changes.length > 0 ? 'news' : 'same'
}

type Column = {
  name: string
  counts: (change: UpgradeChange) => boolean
  describe: (count: number) => string
}

const createSentence =
  (noun: string, one: string, many: string) =>
  (count: number): string =>
    `${formatCount(count, noun)} ${count === 1 ? one : many}`

export const columns: readonly Column[] = [
  {
    name: 'refused',
    counts: ({ severity }) => severity === 'error',
    describe: createSentence('place', 'is refused', 'are refused'),
  },
  {
    name: 'values',
    describe: createSentence('value', 'differs', 'differ'),
    counts: ({ kind, severity }) =>
      (kind === 'value' || kind === 'default') && severity === 'warning',
  },
  {
    name: 'read',
    counts: ({ kind }) => kind === 'read',
    describe: createSentence('key', 'is read now', 'are read now'),
  },
  {
    name: 'ignored',
    counts: ({ kind }) => kind === 'ignored',
    describe: createSentence('key', 'is ignored now', 'are ignored now'),
  },
  {
    name: 'other',
    describe: (count) => formatCount(count, 'other change'),
    counts: ({ kind, severity }) =>
      severity !== 'error' &&
      (kind === 'finding' ||
        kind === 'accepted' ||
        kind === 'behavior' ||
        (kind === 'default' && severity === 'info')),
  },
]

export const countChanges = ({ changes }: ReleaseComparison): number[] =>
  columns.map(({ counts }) => changes.filter(counts).length)

export function sortWorstFirst(reports: readonly UpgradeReport[]): UpgradeReport[] {
  const rank = (report: UpgradeReport): readonly number[] => [
    -verdicts.indexOf(getVerdict(report)),
    ...countChanges(report),
  ]
  return [...reports].sort((left, right) => {
    const [leftRank, rightRank] = [rank(left), rank(right)]
    const index = leftRank.findIndex((value, position) => value !== rightRank[position])
    return index < 0 ? 0 : (rightRank[index] ?? 0) - (leftRank[index] ?? 0)
  })
}

/** Changes with the same message at several places, merged. */
export type ChangeGroup = { change: UpgradeChange; occurrences: readonly UpgradeChange[] }

export function groupChanges(changes: readonly UpgradeChange[]): ChangeGroup[] {
  const groups = groupBy(changes, ({ kind, severity, message, reason, advice, fix }) =>
    JSON.stringify([kind, severity, message, reason, advice, fix === undefined, fix?.unsafe]),
  )
  return [...groups.values()].map((occurrences) => ({ change: occurrences[0], occurrences }))
}

/** A change with the affected files, and the paths of the changed keys, without the indexes of list entries. */
export type SharedChange = {
  change: UpgradeChange
  /** The file that `change` is from, if the messages of the files differ. */
  exampleFile?: string
  files: ReadonlySet<string>
  paths: ReadonlySet<string>
}

/**
 * Returns the same string for changes with the same key name, kind, severity, rule, reason and releases, wherever the
 * key is and whatever its value.
 */
const getSharedKey = ({ kind, severity, rule, path, reason, changedIn }: UpgradeChange): string =>
  JSON.stringify([
    kind,
    severity,
    rule,
    path.findLast((step) => typeof step === 'string'),
    reason,
    changedIn,
  ])

/** Merges equal changes of several files. The changes that affect the most files come first. */
export function groupChangesOfFiles(reports: readonly UpgradeReport[]): SharedChange[] {
  const all = reports.flatMap((report) =>
    report.changes.map((change) => ({ path: formatReportPath(report), change })),
  )
  return [...groupBy(all, ({ change }) => getSharedKey(change)).values()]
    .map((group) => ({
      change: group[0].change,
      ...(group.some(({ change }) => change.message !== group[0].change.message) && {
        exampleFile: group[0].path,
      }),
      files: new Set(group.map(({ path }) => path)),
      paths: new Set(
        group.map(({ change }) => formatPath(change.path).replaceAll(/\[\d+\]/g, '[]')),
      ),
    }))
    .sort((left, right) => right.files.size - left.files.size)
}

/** Maximum number of files to name per change. For errors, all files are named. */
const maxNamedFiles = 10

/** The files of a change, such as "2 files: a.yml, b.yml". */
export function formatFiles(
  { change: { severity }, files }: SharedChange,
  reports: readonly UpgradeReport[],
): string {
  const all = [...files]
  const maxFiles = severity === 'error' ? all.length : maxNamedFiles
  if (all.length > maxFiles && all.length === reports.length) return `all ${all.length} files`
  const suffix = all.length > maxFiles ? ` and ${all.length - maxFiles} more` : ''
  return `${formatCount(all.length, 'file')}: ${all.slice(0, maxFiles).join(', ')}${suffix}`
}

export const formatSharedMessage = ({ change: { message }, exampleFile }: SharedChange): string =>
  exampleFile === undefined ? message : `For example in ${exampleFile}: ${message}`

/** The line and column of a change, counted from 1; empty if it is not in the file. */
export const formatPlace = ({ range }: UpgradeChange): string =>
  range ? `${range.start.line + 1}:${range.start.character + 1}` : ''

export const listPaths = ({ occurrences: places }: ChangeGroup): string[] =>
  places.map(({ path }) => formatPath(path))

export function formatChangeOrigin({ changedIn }: UpgradeChange, paths: Iterable<string>): string {
  const releases = changedIn ? `changed in ${formatList(changedIn)}` : ''
  return [...paths, releases].filter((text) => text !== '').join(', ')
}

/** Formats the fix of a group. The prefix is `--fix:` if that flag applies the fix, or `or:` if the user must apply it. */
export function formatGroupFix({ change: { fix }, occurrences: places }: ChangeGroup): string {
  if (!fix) return ''
  const suffix = places.length > 1 ? `, and the same at ${places.length - 1} more` : ''
  return `${fix.unsafe ? 'or' : '--fix'}: ${fix.title}${suffix}`
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

export function formatFileSummary(report: UpgradeReport): string {
  const { from, to, changes, fixed } = report
  if (from.release === to.release) return `nothing changes: both releases are ${to.release}`
  const counts = countChanges(report).flatMap((count, index) =>
    count > 0 ? [columns[index]?.describe(count) ?? ''] : [],
  )
  const safeFixCount = changes.filter(({ fix }) => fix && !fix.unsafe).length
  const countsText = counts.length > 0 ? counts.join(', ') : 'no change'
  return [
    `${countsText} from ${from.release} to ${to.release}`,
    verdictEndings[getVerdict(report)](report),
    ...(fixed > 0 ? [formatFixed(fixed)] : []),
    ...(safeFixCount > 0
      ? [`--fix keeps what ${from.release} does in ${formatCount(safeFixCount, 'place')}`]
      : []),
  ].join('; ')
}

const formatFixed = (count: number): string =>
  `${formatCount(count, 'place')} ${count === 1 ? 'was' : 'were'} fixed`

const verdictTotals: Record<FileVerdict, (count: number, to: string) => string> = {
  refused: (count, to) => `${to} refuses ${count}`,
  'refused by both': (count) => `both releases refuse ${count}`,
  changed: (count) => `the router behaves differently with ${count}`,
  accepted: (count, to) => `only ${to} runs on ${count}`,
  news: (count) => `there are only notes on ${count}`,
  same: (count) => `nothing changes for ${count}`,
}

export function formatTotal(reports: readonly UpgradeReport[]): string {
  const toRelease = reports[0]?.to.release ?? ''
  const counts = verdicts.flatMap((verdict) => {
    const count = reports.filter((report) => getVerdict(report) === verdict).length
    return count > 0 ? [verdictTotals[verdict](count, toRelease)] : []
  })
  const fromReleases = formatList([...new Set(reports.map(({ from }) => from.release))])
  const fixedCount = reports.reduce((sum, report) => sum + report.fixed, 0)
  return `${formatCount(reports.length, 'file')} from ${fromReleases} to ${toRelease}: ${counts.join(', ')}${fixedCount > 0 ? `; ${formatFixed(fixedCount)}` : ''}`
}

/** One JSON document; lines and columns count from zero, as in the API. */
export const upgradeJson: UpgradeFormat = (reports) => {
  const files = reports.map((report) => {
    const { path, part, from, to, changes, fixed } = report
    return { path, part, verdict: getVerdict(report), from, to, changes, fixed }
  })
  const summary = Object.fromEntries(
    verdicts.map((verdict) => [verdict, files.filter((file) => file.verdict === verdict).length]),
  )
  return `${toSafeJson({ version: 1, notes: listNotes(reports), files, summary }, 2)}\n`
}

const escapeCell = (text: string): string =>
  escapeControls(text.replaceAll('|', '\\|').replaceAll(/[\r\n]+/g, ' '))

const formatRow = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`

const formatHead = (names: readonly string[]): string =>
  `${formatRow(names)}\n|${names.map(() => '---').join('|')}|`

function formatFile(report: UpgradeReport): string {
  const rows = groupChanges(report.changes).map((group) => {
    const { kind, message, reason = '', advice } = group.change
    const places = group.occurrences
      .map(formatPlace)
      .filter((text) => text !== '')
      .join(', ')
    return formatRow([
      places,
      kind,
      formatSentences(message, reason),
      [advice, formatGroupFix(group)].filter((text) => text !== '').join(' '),
      formatChangeOrigin(group.change, listPaths(group)),
    ])
  })
  const table =
    rows.length > 0
      ? [
          formatHead(['Line', 'Kind', 'What changes', 'What to do', 'Key and releases']),
          ...rows,
          '',
        ]
      : []
  return [
    `## ${escapeCell(formatReportPath(report))}`,
    '',
    ...table,
    formatFileSummary(report),
    '',
  ].join('\n')
}

function formatTable(reports: readonly UpgradeReport[]): string {
  const rows = reports.map((report) =>
    formatRow([
      verdictNames[getVerdict(report)],
      ...countChanges(report).map(String),
      `\`${formatReportPath(report)}\``,
    ]),
  )
  return [
    formatHead(['Verdict', ...columns.map(({ name }) => name), 'File']),
    ...rows,
    '',
    formatTotal(reports),
    '',
  ].join('\n')
}

function formatSharedChanges(reports: readonly UpgradeReport[]): string {
  const rows = severities.flatMap((severity) =>
    groupChangesOfFiles(reports)
      .filter(({ change }) => change.severity === severity)
      .map((sharedChange) =>
        formatRow([
          sharedChange.change.kind,
          formatFiles(sharedChange, reports),
          formatSentences(formatSharedMessage(sharedChange), sharedChange.change.reason ?? ''),
          sharedChange.change.advice,
          formatChangeOrigin(sharedChange.change, sharedChange.paths),
        ]),
      ),
  )
  const head = formatHead(['Kind', 'Files', 'What changes', 'What to do', 'Keys and releases'])
  return rows.length > 0 ? `${[head, ...rows].join('\n')}\n` : ''
}

/** For web pages and job summaries: one file in full; for several files, a table first. */
export const upgradeMarkdown: UpgradeFormat = (reports, { isVerbose }) => {
  const sortedReports = sortWorstFirst(reports)
  const notes = listNotes(sortedReports).map((note) => `${note}\n`)
  if (sortedReports.length === 1) return [...notes, ...sortedReports.map(formatFile)].join('\n')
  const changes = isVerbose ? sortedReports.map(formatFile) : [formatSharedChanges(sortedReports)]
  return [formatTable(sortedReports), ...notes, ...changes].filter((part) => part !== '').join('\n')
}
