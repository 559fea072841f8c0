import type { Severity } from '../../diagnostic.js'
import { visible } from '../visible.js'
import type { OutputFormat } from './format.js'
import { count, summarize } from './format.js'
import { pathIn } from './place.js'

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' }

/** Escapes as GitHub's own toolkit does (`escapeData` and `escapeProperty` in actions/toolkit, packages/core/src/command.ts). */
const data = (text: string): string =>
  visible(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const command = (
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string =>
  `::${name} ${Object.entries(properties)
    .map(([key, value]) => `${key}=${property(String(value))}`)
    .join(',')}::${data(message)}\n`

export const github: OutputFormat = {
  print: (reports, { release, refused, root }) => {
    const found = reports.flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ rule, severity, message, range: { start, end } }) => {
        const lines = { file: pathIn(root, path), line: start.line + 1, endLine: end.line + 1 }
        // GitHub takes columns only where a finding stands on one line.
        const columns =
          start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {}
        return command(commands[severity], { ...lines, ...columns, title: rule }, message)
      }),
    )
    const unread = refused.map((why) => command('error', { title: 'routerfile' }, why))
    return [
      ...found,
      ...unread,
      ...(reports.length > 0 ? [`${summarize(count(reports), release)}\n`] : []),
    ].join('')
  },
}
