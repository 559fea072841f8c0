import { asJson } from '../visible.js'
import { findingsOf } from './finding.js'
import type { OutputFormat } from './format.js'

export const jsonl: OutputFormat = {
  print: (reports) =>
    reports
      .flatMap((report) =>
        findingsOf(report).map((finding) => `${asJson({ file: report.path, ...finding })}\n`),
      )
      .join(''),
}
