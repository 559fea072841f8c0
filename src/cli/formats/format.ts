import type { Diagnostic } from '../../diagnostic.js'

/** What is known of one file after linting. */
export type Report = { path: string; text: string; diagnostics: readonly Diagnostic[] }

export type Style = {
  /** Columns of the terminal. */
  width: number
  color: boolean
  /** Release that the files were held against. */
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

const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** "2 errors, 1 warning in 1 of 3 files, for release 2.0.3". */
export function summarize({ error, warning, info, files, faulty }: Counts, release: string): string {
  const found = [error > 0 && plural(error, 'error'), warning > 0 && plural(warning, 'warning'), info > 0 && `${info} info`].filter(Boolean).join(', ')
  if (found === '') return `nothing to report in ${plural(files, 'file')}, for release ${release}`
  return `${found} in ${files === 1 ? '1 file' : `${faulty} of ${files} files`}, for release ${release}`
}
