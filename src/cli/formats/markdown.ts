import type { Diagnostic } from '../../diagnostic.js'
import { documentationOf } from '../../lint/documentation.js'
import { visible } from '../visible.js'
import type { OutputFormat, Report } from './format.js'
import { count, summarize } from './format.js'

/** A text of which nothing is taken for Markdown or HTML. */
const plain = (text: string): string => visible(text).replaceAll(/[\\`*_~[\]<>&|#!]/g, '\\$&')

/** A code span; where the cell of a table would take it apart, as HTML. */
const code = (text: string): string =>
  /[|\\]/.test(visible(text)) ? `<code>${plain(text)}</code>` : `\`${visible(text)}\``

/** A sentence with what stands between backticks as code. */
function sentence(text: string): string {
  const parts = text.split('`')
  if (parts.length % 2 === 0) return plain(text)
  return parts
    .map((part, index) => (index % 2 === 0 ? plain(part) : part === '' ? plain('``') : code(part)))
    .join('')
}

function row({ rule, severity, message, range: { start }, fix, related = [] }: Diagnostic): string {
  const notes = [
    message,
    ...related.map((item) => `Line ${item.range.start.line + 1}: ${item.message}`),
    ...(fix ? [`Fix${fix.unsafe ? ' (unsafe)' : ''}: ${fix.title}`] : []),
  ]
  return `| ${start.line + 1}:${start.character + 1} | ${severity} | ${notes.map(sentence).join('<br>')} | [${rule}](${documentationOf(rule)}) |\n`
}

const section = ({ path, diagnostics }: Report): string =>
  diagnostics.length === 0
    ? ''
    : `\n### ${plain(path)}\n\n| Line | Severity | Finding | Rule |\n| ---: | --- | --- | --- |\n${diagnostics.map(row).join('')}`

export const markdown: OutputFormat = {
  print: (reports, { release, refused }) =>
    [
      '## routerfile\n',
      reports.length > 0 ? `\n${sentence(summarize(count(reports), release))}\n` : '',
      ...reports.map(section),
      refused.length > 0
        ? `\n### Not looked at\n\n${refused.map((why) => `- ${sentence(why)}\n`).join('')}`
        : '',
    ].join(''),
}
