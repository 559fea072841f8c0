import type { Diagnostic } from '../../document/diagnostic.js'
import { getRuleUrl } from '../../schema/site.js'
import { escapeControls } from '../ui/text.js'
import type { FileReport } from '../../project/reports.js'
import { formatReportPath } from '../../project/reports.js'
import type { OutputFormat } from './format.js'
import { countFindings, formatSummary } from './format.js'

/** Escapes a string so that none of it is read as Markdown or HTML. */
const escapeMarkdown = (text: string): string =>
  escapeControls(text).replaceAll(/[\\`*_~[\]<>&|#!]/g, '\\$&')

/** A code span; as HTML if its content would break a table cell. */
const formatCode = (text: string): string =>
  /[|\\]/.test(escapeControls(text))
    ? `<code>${escapeMarkdown(text)}</code>`
    : `\`${escapeControls(text)}\``

/** A sentence whose parts in backticks become code spans. */
function formatSentence(text: string): string {
  const parts = text.split('`')
  if (parts.length % 2 === 0) return escapeMarkdown(text)
  return parts
    .map((part, index) =>
      index % 2 === 0
        ? escapeMarkdown(part)
        : part === ''
          ? escapeMarkdown('``')
          : formatCode(part),
    )
    .join('')
}

function formatRow({
  rule,
  severity,
  message,
  range: { start },
  fix,
  related = [],
}: Diagnostic): string {
  const notes = [
    message,
    ...related.map((item) => `Line ${item.range.start.line + 1}: ${item.message}`),
    ...(fix ? [`Fix${fix.unsafe ? ' (unsafe)' : ''}: ${fix.title}`] : []),
  ]
  return `| ${start.line + 1}:${start.character + 1} | ${severity} | ${notes.map(formatSentence).join('<br>')} | ${formatRule(rule)} |\n`
}

function formatRule(rule: string): string {
  const url = getRuleUrl(rule)
  return url === undefined ? rule : `[${rule}](${url})`
}

function* formatSection(report: FileReport): Generator<string, void> {
  if (report.diagnostics.length === 0) return
  yield `\n### ${escapeMarkdown(formatReportPath(report))}\n\n| Line | Severity | Finding | Rule |\n| ---: | --- | --- | --- |\n`
  for (const diagnostic of report.diagnostics) yield formatRow(diagnostic)
}

export const markdown: OutputFormat = {
  name: 'markdown',
  summary: 'tables, for a job summary or a comment',
  reader: 'program',

  *print(reports, { release, refused }) {
    yield '## routerfile\n'
    if (reports.length > 0)
      yield `\n${formatSentence(formatSummary(countFindings(reports), release))}\n`
    for (const report of reports) yield* formatSection(report)
    if (refused.length > 0) yield '\n### Not checked\n\n'
    for (const why of refused) yield `- ${formatSentence(why)}\n`
  },
}
