import type { AnyRule } from '../../lint/catalog.js'
import type { FileReport } from '../../project/reports.js'

/** What is known of a run as a whole. */
export type RunInfo = {
  /** Release that the files were held against; several as in "1.6.20 and 2.0.3". */
  release: string
  /** Version of this program. */
  version: string
  rules: readonly AnyRule[]
  /** Why something that was asked for was not looked at, a sentence each. */
  refused: readonly string[]
  /** The folder that paths count from where another program reads them: that of the repository in CI, else the current one. */
  root: string
  started: Date
}

/** What the terminal, or whatever takes the text, can show. */
export type OutputStyle = {
  /** Columns. */
  width: number
  color: boolean
  /** Whether more than ASCII may be used for frames. */
  unicode: boolean
  /** Whether a text can be a link. */
  links: boolean
  /** Whether every finding is shown, also those that say the same. */
  verbose: boolean
  /** Findings to show at most; Infinity for all. */
  maxFindings: number
}

/** A format as help, completion and flags know it; its code is loaded where it is not among that of the program. */
export type FormatEntry = {
  name: string
  summary: string
  load: () => Promise<OutputFormat> | OutputFormat
}

/** A way to print findings. It is one file of this folder; `npm run derive` adds it to the list. */
export type OutputFormat = {
  name: string
  summary: string
  /** Formats with a number come first, in its order; that with the lowest is the default. */
  order?: number
  /** Who reads it. What programs read is loaded when it is asked for, so that the others start without it. */
  reader: 'person' | 'program'
  /** What may be long comes in pieces. */
  print: (
    reports: readonly FileReport[],
    run: RunInfo,
    style: OutputStyle,
  ) => string | Generator<string>
}

/** How many findings of each severity, how many files, and how many findings have a fix: a safe one, or one to ask for. */
export type Counts = {
  error: number
  warning: number
  info: number
  files: number
  faulty: number
  fixable: number
  unsafelyFixable: number
}

export function countFindings(reports: readonly FileReport[]): Counts {
  const counts: Counts = {
    error: 0,
    warning: 0,
    info: 0,
    files: reports.length,
    faulty: 0,
    fixable: 0,
    unsafelyFixable: 0,
  }
  for (const { diagnostics } of reports) {
    if (diagnostics.length > 0) counts.faulty += 1
    for (const { severity, fix } of diagnostics) {
      counts[severity] += 1
      if (fix) counts[fix.unsafe ? 'unsafelyFixable' : 'fixable'] += 1
    }
  }
  return counts
}

/** The releases of reports in words, each once, the oldest first. */
export function formatReleases(reports: readonly FileReport[]): string {
  const releases = [...new Set(reports.map(({ release }) => release))].sort((left, right) =>
    left.localeCompare(right, 'en', { numeric: true }),
  )
  return [releases.slice(0, -1).join(', '), ...releases.slice(-1)]
    .filter((part) => part !== '')
    .join(' and ')
}

const formatPlural = (number: number, word: string): string =>
  `${number} ${word}${number === 1 ? '' : 's'}`

/** "2 errors, 1 warning in 1 of 3 files, for release 2.0.3". */
export function formatCounts(
  { error, warning, info, files, faulty }: Counts,
  release: string,
): string {
  const against = `for ${release.includes(' ') ? 'releases' : 'release'} ${release}`
  const found = [
    error > 0 && formatPlural(error, 'error'),
    warning > 0 && formatPlural(warning, 'warning'),
    info > 0 && `${info} info`,
  ]
    .filter(Boolean)
    .join(', ')
  if (found === '') return `nothing to report in ${formatPlural(files, 'file')}, ${against}`
  const place = files === 1 ? '1 file' : `${faulty} of ${files} files`
  return `${found} in ${place}, ${against}`
}

/** "`routerfile fix` fixes 2"; empty where no finding has a fix. */
export const formatFixes = ({ fixable, unsafelyFixable }: Counts): string =>
  [
    fixable > 0 && `\`routerfile fix\` fixes ${fixable}`,
    unsafelyFixable > 0 &&
      `\`routerfile fix --unsafe\` fixes ${unsafelyFixable}${fixable > 0 ? ' more' : ''}`,
  ]
    .filter(Boolean)
    .join('; ')

/** Counts and fixes in one sentence. */
export const formatSummary = (counts: Counts, release: string): string =>
  [formatCounts(counts, release), formatFixes(counts)].filter((part) => part !== '').join('; ')
