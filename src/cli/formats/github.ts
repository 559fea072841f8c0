import type { Severity } from '../../document/diagnostic.js'
import { escapeControls } from '../ui/text.js'
import type { OutputFormat } from './format.js'
import { countFindings, formatSummary } from './format.js'
import { getPathInRoot } from './interchange.js'

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' }

/** Like `escapeData` and `escapeProperty` in packages/core/src/command.ts of GitHub's actions/toolkit. */
const escapeData = (text: string): string =>
  escapeControls(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const formatCommand = (
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string =>
  `::${name} ${Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',')}::${escapeData(message)}\n`

export const github: OutputFormat = {
  name: 'github',
  summary: 'annotations of a GitHub workflow',
  reader: 'program',

  *print(reports, { release, refused, root }) {
    for (const { path, diagnostics } of reports) {
      const file = getPathInRoot(root, path)
      for (const { rule, severity, message, range } of diagnostics) {
        const { start, end } = range
        const lines = { file, line: start.line + 1, endLine: end.line + 1 }
        // GitHub accepts columns only if the finding is on one line.
        const columns =
          start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {}
        yield formatCommand(commands[severity], { ...lines, ...columns, title: rule }, message)
      }
    }
    for (const why of refused) yield formatCommand('error', { title: 'routerfile' }, why)
    if (reports.length > 0) yield `${formatSummary(countFindings(reports), release)}\n`
  },
}
