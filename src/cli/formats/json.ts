import type { OutputFormat } from './format.js'
import { count } from './format.js'

export const json: OutputFormat = {
  name: 'json',
  summary: 'one JSON document; lines and columns count from zero, as in the API',
  print: (reports, { release }) => {
    const files = reports.map(({ path, release: against, diagnostics }) => ({ path, release: against, diagnostics }))
    return `${JSON.stringify({ version: 1, release, files, summary: count(reports) }, undefined, 2)}\n`
  },
}
