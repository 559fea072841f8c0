import type { Diagnostic } from '../../document/diagnostic.js'
import { escapeControls } from '../ui/text.js'
import type { FileReport } from '../../project/reports.js'
import type { OutputFormat } from './format.js'

/** A finding on one line, without the line end. */
export const formatLine = (
  path: string,
  { range: { start }, severity, message, rule }: Diagnostic,
): string =>
  escapeControls(
    `${path}:${start.line + 1}:${start.character + 1}: ${severity}: ${message} [${rule}]`,
  )

export const formatLines = (reports: readonly FileReport[]): string =>
  reports
    .flatMap(({ path, diagnostics }) =>
      diagnostics.map((diagnostic) => `${formatLine(path, diagnostic)}\n`),
    )
    .join('')

export const compact: OutputFormat = {
  name: 'compact',
  summary: 'one line per finding: PATH:LINE:COLUMN: severity: message [rule]',
  order: 2,
  reader: 'person',
  omitsFixes: true,
  print: formatLines,
}
