import type { Diagnostic } from '../../diagnostic.js'

/** What is known of one file after linting, and the release it was held against. */
export type Report = { path: string; text: string; diagnostics: readonly Diagnostic[]; release: string }

export type Style = {
  /** Columns of the terminal. */
  width: number
  color: boolean
  /** Release that the files were held against; several as in "1.6.20 and 2.0.3". */
  release: string
}

/** A way to print findings. */
export type OutputFormat = { name: string; summary: string; print: (reports: readonly Report[], style: Style) => string }

/** How many findings of each severity. */
export type Counts = { error: number; warning: number; info: number; files: number; faulty: number }

export function count(reports: readonly Report[]): Counts {
  const counts: Counts = { error: 0, warning: 0, info: 0, files: reports.length, faulty: 0 }
  for (const { diagnostics } of reports) {
    if (diagnostics.length > 0) counts.faulty += 1
    for (const { severity } of diagnostics) counts[severity] += 1
  }
  return counts
}

/** The releases of reports in words, each once, the oldest first. */
export function releasesOf(reports: readonly Report[]): string {
  const releases = [...new Set(reports.map(({ release }) => release))].sort((left, right) => left.localeCompare(right, 'en', { numeric: true }))
  return [releases.slice(0, -1).join(', '), ...releases.slice(-1)].filter((part) => part !== '').join(' and ')
}

const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** "2 errors, 1 warning in 1 of 3 files, for release 2.0.3". */
export function summarize({ error, warning, info, files, faulty }: Counts, release: string): string {
  const against = `for ${release.includes(' ') ? 'releases' : 'release'} ${release}`
  const found = [error > 0 && plural(error, 'error'), warning > 0 && plural(warning, 'warning'), info > 0 && `${info} info`].filter(Boolean).join(', ')
  if (found === '') return `nothing to report in ${plural(files, 'file')}, ${against}`
  return `${found} in ${files === 1 ? '1 file' : `${faulty} of ${files} files`}, ${against}`
}
