import { asJson } from '../visible.js'
import { findingsOf } from './finding.js'
import type { OutputFormat } from './format.js'
import { count } from './format.js'

/** Described by `report.schema.json`; the version changes when a program that reads it would have to. */
export const json: OutputFormat = {
  print: (reports, { release, refused }) => {
    const files = reports.map((report) => ({ path: report.path, release: report.release, diagnostics: findingsOf(report) }))
    return `${asJson({ version: 1, release, files, refused, summary: count(reports) }, 2)}\n`
  },
}
