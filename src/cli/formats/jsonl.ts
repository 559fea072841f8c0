import { toSafeJson } from '../ui/text.js'
import { toPlainFindings } from './interchange.js'
import type { OutputFormat } from './format.js'

export const jsonl: OutputFormat = {
  print: (reports) =>
    reports
      .flatMap((report) =>
        toPlainFindings(report).map(
          (finding) => `${toSafeJson({ file: report.path, ...finding })}\n`,
        ),
      )
      .join(''),
}
