import type { OutputFormat } from './format.js'

export const compact: OutputFormat = {
  name: 'compact',
  summary: 'one finding a line: PATH:LINE:COLUMN: severity: message [rule]',
  print: (reports) =>
    reports
      .flatMap(({ path, diagnostics }) =>
        diagnostics.map(({ range: { start }, severity, message, rule }) => `${path}:${start.line + 1}:${start.character + 1}: ${severity}: ${message} [${rule}]\n`),
      )
      .join(''),
}
