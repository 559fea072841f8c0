import { findLastName } from '../../document/paths.js'
import type { Diagnostic } from '../../document/diagnostic.js'
import { splitLines } from '../../document/lines.js'
import { maskSecrets } from '../../document/secrets.js'
import type { FileReport } from '../../project/reports.js'
import { severities } from '../../project/settings.js'
import { escapeControls, wrapHanging, applyColor } from '../ui/text.js'
import { groupBy } from '../../document/group.js'
import type { OutputStyle } from './format.js'
import { formatFrame, formatRuleName, indentText, severityColors } from './pretty-frame.js'

type FindingPlace = { report: FileReport; diagnostic: Diagnostic }

/** Findings in several files with the same message; the first is shown as the example. */
type FindingGroup = { first: FindingPlace; others: FindingPlace[] }

/** The findings of several files, most severe first, grouped by message. */
export function* formatGroups(
  reports: readonly FileReport[],
  style: OutputStyle,
): Generator<string> {
  for (const severity of severities) {
    const places = reports.flatMap((report) =>
      report.diagnostics
        .filter((diagnostic) => diagnostic.severity === severity)
        .map((diagnostic) => ({ report, diagnostic })),
    )
    for (const group of groupFindings(places)) yield formatGroup(group, style)
  }
}

const quotedPart = /`[^`]*`/g

/** Messages that differ only in names, values and numbers belong to the same group. */
const getGroupKey = ({ rule, message }: Diagnostic): string =>
  `${rule} ${message.replaceAll(quotedPart, '``').replaceAll(/\d+/g, '0')}`

/** Groups findings whose messages differ only in names and numbers; the largest group comes first. */
function groupFindings(places: readonly FindingPlace[]): FindingGroup[] {
  const groups = groupBy(places, ({ diagnostic }) => getGroupKey(diagnostic))
  return [...groups.values()]
    .map(([first, ...others]) => ({ first, others }))
    .sort((left, right) => right.others.length - left.others.length)
}

function formatGroup({ first, others }: FindingGroup, style: OutputStyle): string {
  const { report, diagnostic } = first
  const { severity, rule, message, range } = diagnostic
  const place = `${escapeControls(report.path)}:${range.start.line + 1}:${range.start.character + 1}`
  const isGrave = severity !== 'info'
  // The position is shown already, so the line without markers is enough, or no line if the message quotes it.
  const lines = splitLines(report.text)
  const isQuoted = message.includes((lines[range.start.line] ?? '').trim())
  const [code = ''] = isGrave && !isQuoted ? formatFrame(diagnostic, maskSecrets(lines), style) : []
  const fixes = diagnostic.fix ? ` (fix${diagnostic.fix.unsafe ? ' --unsafe' : ''})` : ''
  return [
    `${applyColor(style, severityColors[severity], severity)} ${applyColor(style, 'bold', place)} ${formatRuleName(rule, style)}${applyColor(style, 'dim', fixes)}`,
    ...indentText(message, style),
    ...(code === '' ? [] : [code]),
    ...formatOthers(first, others, isGrave ? Infinity : 2, style),
    ...(isGrave ? ['', ''] : ['']),
  ].join('\n')
}

/** The other places of a group, with a limited number of file names. */
function formatOthers(
  first: FindingPlace,
  others: readonly FindingPlace[],
  maxFiles: number,
  style: OutputStyle,
): string[] {
  if (others.length === 0) return []
  const placesByFile = groupBy(others, ({ report: { path } }) => path)
  const files = new Set([first, ...others].map(({ report }) => report.path)).size
  const named = [...placesByFile].slice(0, maxFiles)
  const unnamed = placesByFile.size - named.length
  const folder = first.report.path.slice(0, findLastName(first.report.path))
  const list = named.map(([path, places]) => {
    const name = path.startsWith(folder) ? path.slice(folder.length) : path
    const where = places.map((place) => formatDifference(place, first)).join(',')
    return `${name}:${where}`
  })
  const text = `${others.length + 1} in ${files === 1 ? 'this file' : `${files} files`}, also ${list.join(' ')}${unnamed > 0 ? ` and ${unnamed} more` : ''}`
  return wrapHanging(escapeControls(text), style.width - 2, '  ').map(
    (line) => `  ${applyColor(style, 'dim', line)}`,
  )
}

/** Maximum columns of a name or value shown next to its line; longer ones are left to --verbose. */
const maxDifference = 24

/** The line of a finding, with the first name or value in its message that differs from the example. */
function formatDifference({ diagnostic }: FindingPlace, first: FindingPlace): string {
  const line = String(diagnostic.range.start.line + 1)
  const known = first.diagnostic.message.match(quotedPart) ?? []
  const different = (diagnostic.message.match(quotedPart) ?? []).find(
    (part, index) => part !== known[index],
  )
  return different === undefined || different.length > maxDifference
    ? line
    : `${line}(${different.slice(1, -1)})`
}
