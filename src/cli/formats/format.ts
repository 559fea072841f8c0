import type { FileReport } from '../../project/reports.js'
import { formatCount, formatList, formatSeverityCount } from '../../document/words.js'

export type RunInfo = {
  /** Release that the files were checked against; several as in "1.6.20 and 2.0.3". */
  release: string
  version: string
  /** Why requested inputs were not checked, one sentence each. */
  refused: readonly string[]
  /** In output for other programs, paths are relative to this directory: the repository in CI, else the current one. */
  root: string
  startTime: Date
  /** The command, if it is not `lint`. */
  command?: string
  /** The meaning of ids that are not rules, one sentence each. */
  summaries?: Readonly<Record<string, string>>
}

export type OutputStyle = {
  /** The number of columns. */
  width: number
  usesColor: boolean
  /** Whether frames may use characters outside of ASCII. */
  usesUnicode: boolean
  usesLinks: boolean
  /** Whether every finding is shown, including those with the same message. */
  isVerbose: boolean
  /** Maximum number of findings to show; Infinity for all. */
  maxFindings: number
}

/** A format that can be chosen. Its code is loaded on demand, unless it is bundled with the program. */
export type FormatEntry = {
  name: string
  summary: string
  load: () => Promise<OutputFormat> | OutputFormat
}

/**
 * A way to print findings. Each format is defined in a file in this folder, which `npm run derive` adds to the list of
 * formats.
 */
export type OutputFormat = {
  name: string
  summary: string
  /** The help lists formats with a number first, in ascending order; the lowest is the default. */
  order?: number
  /** The audience. Formats for programs are loaded on demand, so that runs with other formats start without them. */
  reader: 'person' | 'program'
  /** Set if the format neither prints nor counts fixes, so that they need not be computed. */
  omitsFixes?: true
  /** Formats the reports; long output is returned in chunks. */
  print: (
    reports: readonly FileReport[],
    run: RunInfo,
    style: OutputStyle,
  ) => string | Generator<string>
}

/** `faulty` counts files with findings, `folders` counts folders with findings of their own. */
export type Counts = typeof zeroCounts

const zeroCounts = {
  error: 0,
  warning: 0,
  info: 0,
  files: 0,
  faulty: 0,
  folders: 0,
  fixable: 0,
  unsafelyFixable: 0,
}

export function countFindings(reports: readonly FileReport[]): Counts {
  const counts = { ...zeroCounts }
  for (const { diagnostics, isFolder } of reports) {
    counts[isFolder ? 'folders' : 'files'] += 1
    if (diagnostics.length > 0 && !isFolder) counts.faulty += 1
    for (const { severity, fix } of diagnostics) {
      counts[severity] += 1
      if (fix) counts[fix.unsafe ? 'unsafelyFixable' : 'fixable'] += 1
    }
  }
  return counts
}

export function formatReleases(reports: readonly FileReport[]): string {
  const releases = [...new Set(reports.map(({ release }) => release))].sort((left, right) =>
    left.localeCompare(right, 'en', { numeric: true }),
  )
  return formatList(releases)
}

/** Formats counts as "2 errors, 1 warning in 1 of 3 files, for release 2.0.3". */
export function formatCounts(
  { error, warning, info, files, faulty, folders }: Counts,
  release: string,
): string {
  const releaseText = `for ${release.includes(' ') ? 'releases' : 'release'} ${release}`
  const findingCounts = [
    error > 0 && formatSeverityCount(error, 'error'),
    warning > 0 && formatSeverityCount(warning, 'warning'),
    info > 0 && formatSeverityCount(info, 'info'),
  ]
    .filter(Boolean)
    .join(', ')
  if (findingCounts === '')
    return `nothing to report in ${formatCount(files, 'file')}, ${releaseText}`
  const places = [
    ...(faulty > 0 ? [files === 1 ? '1 file' : `${faulty} of ${files} files`] : []),
    ...(folders > 0 ? [formatCount(folders, 'folder')] : []),
  ]
  return `${findingCounts} in ${formatList(places)}, ${releaseText}`
}

/** "`routerfile fix` fixes 2"; empty if no finding has a fix. */
export const formatFixes = ({ fixable, unsafelyFixable }: Counts): string =>
  [
    fixable > 0 && `\`routerfile fix\` fixes ${fixable}`,
    unsafelyFixable > 0 &&
      `\`routerfile fix --unsafe\` fixes ${unsafelyFixable}${fixable > 0 ? ' more' : ''}`,
  ]
    .filter(Boolean)
    .join('; ')

export const formatSummary = (counts: Counts, release: string): string =>
  [formatCounts(counts, release), formatFixes(counts)].filter((part) => part !== '').join('; ')
