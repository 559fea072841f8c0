import type { Severity } from '../../document/diagnostic.js'
import { escapeControls } from '../ui/text.js'
import type { OutputFormat } from './format.js'
import { countFindings, formatSummary } from './format.js'
import { getPathInRoot } from './interchange.js'

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' }

/** Escapes as GitHub's own toolkit does (`escapeData` and `escapeProperty` in actions/toolkit, packages/core/src/command.ts). */
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

  print: (reports, { release, refused, root }) => {
    const found = reports.flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ rule, severity, message, range: { start, end } }) => {
        const lines = {
          file: getPathInRoot(root, path),
          line: start.line + 1,
          endLine: end.line + 1,
        }
        // GitHub accepts columns only if the finding is on one line.
        const columns =
          start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {}
        return formatCommand(commands[severity], { ...lines, ...columns, title: rule }, message)
      }),
    )
    const unread = refused.map((why) => formatCommand('error', { title: 'routerfile' }, why))
    return [
      ...found,
      ...unread,
      ...(reports.length > 0 ? [`${formatSummary(countFindings(reports), release)}\n`] : []),
    ].join('')
  },
}
