import { formatPath } from '../../../document/diagnostic.js'
import type { Json } from '../../../document/record.js'
import type { Difference, DiffValue } from '../../../versions/diff.js'
import { readPlain } from '../../../yaml/index.js'
import { escapeControls, toSafeJson } from '../../ui/text.js'
import type { FileVersion } from '../../versions.js'

export type DiffReport = {
  before: FileVersion
  after: FileVersion
  release: string
  differences: readonly Difference[]
}

/** One JSON document; lines count from one. */
export function formatDiffJson({ before, after, release, differences }: DiffReport): string {
  const report = {
    version: 1,
    release,
    before: before.name,
    after: after.name,
    differences: differences.map((difference) => ({
      path: findPath(difference),
      ...difference,
    })),
  }
  return `${toSafeJson(report, 2)}\n`
}

export const findPath = (difference: Difference): (string | number)[] => {
  if (difference.kind === 'reordered') return difference.path
  return difference.kind === 'removed' ? difference.before.path : difference.after.path
}

/** Formats differences. Defaults of added and removed parts are only counted, unless `isVerbose`. */
export function formatDiffText(report: DiffReport, isVerbose: boolean): string {
  const lines = report.differences.flatMap((difference) =>
    formatDifference(report, difference, isVerbose),
  )
  const hiddenCount = isVerbose ? 0 : report.differences.filter(isDefaultOnly).length
  const summary =
    hiddenCount === 0
      ? []
      : [
          `  and ${hiddenCount === 1 ? 'one default' : `${hiddenCount} defaults`} of added and removed parts; --verbose shows ${hiddenCount === 1 ? 'it' : 'them'}`,
        ]
  return [...lines, ...summary].map((line) => `${escapeControls(line)}\n`).join('')
}

/** Whether a value exists only because the map or list around it exists. */
const isDefaultOnly = (difference: Difference): boolean =>
  (difference.kind === 'added' && isDefault(difference.after)) ||
  (difference.kind === 'removed' && isDefault(difference.before))

const isDefault = ({ line }: DiffValue): boolean => line === undefined

/**
 * Formats the line of a difference, with its sign. Empty if another line covers the difference, or if only `isVerbose`
 * shows it.
 */
export function formatDifference(
  report: DiffReport,
  difference: Difference,
  isVerbose: boolean,
): string[] {
  if (difference.kind === 'reordered') return [formatReordering(difference)]
  if (!isVerbose && isDefaultOnly(difference)) return []
  const { moved } = difference
  if (moved && 'to' in moved) return [formatMove(report, difference, moved.to)]
  // The line for the old place reports the move.
  if (moved) return []
  const path = formatPath(findWrittenPath(difference))
  if (difference.kind === 'added') return [`+ ${path}: ${describeNew(report, difference)}`]
  if (difference.kind === 'removed') return [`- ${path}: ${describeOld(report, difference)}`]
  return [`~ ${path}: ${describeOld(report, difference)} -> ${describeNew(report, difference)}`]
}

/**
 * The path as written in the files, so that a deprecated key is easy to find; if the files write it differently, the
 * path at which the router has the value.
 */
function findWrittenPath(difference: ValueDifference): readonly (string | number)[] {
  const [path, ...more] = listValues(difference).map(({ writtenAs }) => writtenAs)
  const isSame = path && more.every((other) => other && formatPath(other) === formatPath(path))
  return isSame ? path : findPath(difference)
}

const listValues = (difference: ValueDifference): DiffValue[] => [
  ...('before' in difference ? [difference.before] : []),
  ...('after' in difference ? [difference.after] : []),
]

function formatReordering({ path, items }: Extract<Difference, { kind: 'reordered' }>): string {
  const moves = items.map(({ before, after }) => `[${before}] -> [${after}]`).join(', ')
  return `> ${formatPath(path)}: the same items in another order: ${moves}`
}

type ValueDifference = Exclude<Difference, { kind: 'reordered' }>

/** Formats the old and new path of a moved value and, if there is one, the value that is now at the old path. */
function formatMove(
  report: DiffReport,
  difference: ValueDifference,
  newPath: readonly (string | number)[],
): string {
  const movedDifference = report.differences.find(
    (other): other is ValueDifference =>
      other.kind !== 'reordered' &&
      other.kind !== 'removed' &&
      formatPath(other.after.path) === formatPath(newPath),
  )
  const replacement =
    difference.kind === 'changed'
      ? `; now ${formatValue(difference.after.value)} at the old place`
      : ''
  const oldPath = formatPath('before' in difference ? difference.before.path : newPath)
  const newValue = movedDifference ? describeNew(report, movedDifference) : ''
  return `> ${oldPath} -> ${formatPath(newPath)}: ${describeOld(report, difference)} -> ${newValue}${replacement}`
}

const describeOld = ({ before }: DiffReport, difference: ValueDifference): string =>
  'before' in difference
    ? describeValue(before, difference.before, findWrittenPath(difference))
    : ''

const describeNew = ({ after }: DiffReport, difference: ValueDifference): string =>
  'after' in difference ? describeValue(after, difference.after, findWrittenPath(difference)) : ''

/**
 * Formats a value, followed by its source in parentheses: whether the router refuses it, or else its origin unless that
 * is the file; and the line that sets it, with the key on that line if the key differs from `path`.
 */
function describeValue(
  { name }: FileVersion,
  { value, origin, refused, line, writtenAs, unread }: DiffValue,
  path: readonly (string | number)[],
): string {
  const key =
    writtenAs && formatPath(writtenAs) !== formatPath(path)
      ? ` as \`${formatPath(writtenAs)}\``
      : ''
  const location = line === undefined ? [] : [`${name}:${line}${key}`]
  const note = unread
    ? `; the router does not read \`${formatPath(unread.path)}\` in ${name}:${unread.line}`
    : ''
  const status = refused ? ['refused'] : origin === 'file' ? [] : [origin]
  const source = [...status, ...location].join(', ')
  return `${formatValue(value)} (${source}${note})`
}

/** Quotes strings that could be read as another type. */
const formatValue = (value: Json): string =>
  typeof value === 'string' && value !== '' && readPlain(value) === undefined
    ? value
    : JSON.stringify(value)
