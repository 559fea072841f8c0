import { toSafeJson } from '../ui/text.js'
import { pickPart, toPlainFindings } from './interchange.js'
import type { OutputFormat } from './format.js'

export const jsonl: OutputFormat = {
  name: 'jsonl',
  summary: 'one JSON object per finding and line, with its file',
  reader: 'program',

  *print(reports) {
    for (const report of reports)
      for (const finding of toPlainFindings(report))
        yield `${toSafeJson({ file: report.path, ...pickPart(report), ...finding })}\n`
  },
}
