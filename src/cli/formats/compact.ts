import { visible } from '../visible.js'
import type { OutputFormat } from './format.js'

export const compact: OutputFormat = {
  print: (reports) =>
    reports
      .flatMap(({ path, diagnostics }) =>
        diagnostics.map(({ range: { start }, severity, message, rule }) => `${visible(`${path}:${start.line + 1}:${start.character + 1}: ${severity}: ${message} [${rule}]`)}\n`),
      )
      .join(''),
}
