import type { Diagnostic } from '../../document/diagnostic.js'
import { memoizeLast } from '../../document/lazy.js'
import { splitLines } from '../../document/lines.js'
import { maskSecrets } from '../../document/secrets.js'
import { getTraits } from '../../lint/catalog.js'
import { formatName } from '../../schema/messages.js'
import { findModel } from '../../schema/model.js'
import { findReplacement } from '../../schema/places.js'
import { severities } from '../../project/settings.js'
import type { FileReport } from '../../project/reports.js'
import { formatReportPath } from '../../project/reports.js'
import type { Color } from '../ui/text.js'
import { escapeControls, minWidth, wrapText, applyColor, wrapHanging } from '../ui/text.js'
import { formatCount } from '../../document/words.js'
import { findNameStart } from '../../document/paths.js'
import { groupBy } from '../../document/group.js'
import type { Counts, OutputFormat, OutputStyle } from './format.js'
import { countFindings, formatCounts, formatFixes } from './format.js'
import {
  formatFrame,
  formatNotes,
  formatRuleName,
  indentText,
  severityColors,
} from './pretty-frame.js'

export const pretty: OutputFormat = {
  name: 'pretty',
  summary: 'findings with the line of the file, for people',
  order: 1,
  reader: 'person',

  *print(reports, { release }, style) {
    if (reports.length === 0) return
    const counts = countFindings(reports)
    yield* formatFindings(takeFirst(reports, style.maxFindings), style)
    const hiddenCount = counts.error + counts.warning + counts.info - style.maxFindings
    if (hiddenCount > 0)
      yield `${hiddenCount} more ${hiddenCount === 1 ? 'is' : 'are'} not shown (--max-problems ${style.maxFindings})\n`
    yield formatPrettySummary(counts, release, style)
  },
}

/**
 * With --verbose, all findings by file. Otherwise, obsolete keys are only counted and, if several files have findings,
 * findings with similar messages are shown once.
 */
function* formatFindings(reports: readonly FileReport[], style: OutputStyle): Generator<string> {
  const split = style.isVerbose ? [] : reports.map(splitObsolete)
  const remainingReports = style.isVerbose ? reports : split.map((report) => report.others)
  if (!style.isVerbose && remainingReports.filter(hasFindings).length > 1)
    yield* formatGroups(remainingReports, style)
  else for (const report of remainingReports) yield* formatReport(report, style)
  const obsolete = split.map((report) => report.obsolete).filter(hasFindings)
  yield formatObsolete(obsolete, reports.length > 1, style)
}

/**
 * Separates findings about keys that only older releases read: every generator writes such keys. If the user raised the
 * severity of the rule, these findings stay with the others.
 */
function splitObsolete(report: FileReport): { others: FileReport; obsolete: FileReport } {
  const isObsolete = ({ rule, severity }: Diagnostic): boolean =>
    severity === 'info' && getTraits(rule).keyStatus === 'obsolete'
  return {
    others: {
      ...report,
      diagnostics: report.diagnostics.filter((diagnostic) => !isObsolete(diagnostic)),
    },
    obsolete: { ...report, diagnostics: report.diagnostics.filter(isObsolete) },
  }
}

const hasFindings = ({ diagnostics }: FileReport): boolean => diagnostics.length > 0

function listObsoleteNames({ diagnostics, release }: FileReport): string[] {
  const schema = findModel(release)?.schema
  return diagnostics.map(({ path }) => {
    const replacement = schema && findReplacement(schema, path)
    return `${formatName(path)}${replacement === undefined ? '' : ` (use \`${replacement}\`)`}`
  })
}

const maxObsoleteNames = 5

function formatObsolete(
  reports: readonly FileReport[],
  hasSeveralFiles: boolean,
  style: OutputStyle,
): string {
  const all = reports.flatMap(({ diagnostics }) => diagnostics)
  if (all.length === 0) return ''
  const files = hasSeveralFiles ? ` in ${formatCount(reports.length, 'file')}` : ''
  const [subject, object] =
    all.length === 1 ? ['1 obsolete key', 'it'] : [`${all.length} obsolete keys`, 'them']
  const fixableCount = all.filter(({ fix }) => fix && !fix.unsafe).length
  const fixes = fixableCount === all.length ? `; \`routerfile fix\` removes ${object}` : ''
  const rules = [...new Set(all.map(({ rule }) => rule))].map((rule) => formatRuleName(rule, style))
  const names = [...new Set(reports.flatMap(listObsoleteNames))]
  const moreCount = names.length - maxObsoleteNames
  const list = [
    ...names.slice(0, maxObsoleteNames),
    ...(moreCount > 0 ? [`${moreCount} more`] : []),
  ]
  const sentence = `${subject}${files} ${all.length === 1 ? 'is' : 'are'} ignored: ${list.join(', ')}${fixes}`
  return [
    `${applyColor(style, severityColors.info, 'info')} ${rules.join(' ')}`,
    ...indentText(`${sentence} (--verbose shows ${all.length === 1 ? object : 'each'})`, style),
    '',
    '',
  ].join('\n')
}

const getMaskedLines = memoizeLast((text: string) => maskSecrets(splitLines(text)))

export function* formatReport(report: FileReport, style: OutputStyle): Generator<string> {
  const { text, diagnostics } = report
  if (diagnostics.length === 0) return
  const lines = getMaskedLines(text)
  yield `${applyColor(style, ['bold', 'underline'], escapeControls(formatReportPath(report)))}\n`
  for (const diagnostic of diagnostics) yield formatDiagnostic(diagnostic, lines, style)
}

function formatDiagnostic(
  diagnostic: Diagnostic,
  lines: readonly string[],
  style: OutputStyle,
): string {
  const { severity, rule, message, range } = diagnostic
  const position = `${range.start.line + 1}:${range.start.character + 1}`.padEnd(7)
  const label = severity.padEnd(9)
  const labelIndent = ' '.repeat(2 + position.length + 1 + label.length)
  const isNarrow = style.width - labelIndent.length < minWidth
  const indent = isNarrow ? '    ' : labelIndent
  const messageLines = wrapText(
    escapeControls(message),
    Math.max(minWidth, style.width - indent.length),
  )
  const [first = '', ...more] = isNarrow ? ['', ...messageLines] : messageLines
  return [
    `  ${position} ${applyColor(style, severityColors[severity], label)}${first}`,
    ...more.map((line) => indent + line),
    `${indent}${formatRuleName(rule, style)}`,
    ...formatFrame(diagnostic, lines, style),
    ...formatNotes(diagnostic, style),
    '',
    '',
  ].join('\n')
}

/** The reports with only the `maxFindings` most severe findings. */
function takeFirst(reports: readonly FileReport[], maxFindings: number): readonly FileReport[] {
  if (maxFindings === Infinity) return reports
  const all = reports.flatMap(({ diagnostics }) => diagnostics)
  const sortedFindings = severities.flatMap((severity) =>
    all.filter((item) => item.severity === severity),
  )
  const shownFindings = new Set(sortedFindings.slice(0, maxFindings))
  return reports.map((report) => ({
    ...report,
    diagnostics: report.diagnostics.filter((item) => shownFindings.has(item)),
  }))
}

const meanings = {
  error: 'the router does not start, or a part of it never works',
  warning: 'the router does something other than the file says',
  info: 'works as written, but obsolete, risky or doubtful',
} as const

function formatPrettySummary(counts: Counts, release: string, style: OutputStyle): string {
  const color: Color =
    counts.error > 0 ? ['red', 'bold'] : counts.warning > 0 ? ['yellow', 'bold'] : ['green', 'bold']
  const rows = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    if (counts[severity] === 0) return []
    const [first = '', ...rest] = wrapText(meanings[severity], style.width - 11)
    const name = applyColor(style, severityColors[severity], severity.padEnd(9))
    return [`  ${name}${first}`, ...rest.map((line) => `${' '.repeat(11)}${line}`)]
  })
  const fixes = formatFixes(counts)
  return [
    ...wrapText(formatCounts(counts, release), style.width).map((line) =>
      applyColor(style, color, line),
    ),
    ...rows,
    ...(fixes === '' ? [] : indentText(fixes, style)),
    '',
  ].join('\n')
}

type LocatedFinding = { report: FileReport; diagnostic: Diagnostic }

/** Findings with similar messages; the first is shown as the example. */
type FindingGroup = { example: LocatedFinding; others: LocatedFinding[] }

function* formatGroups(reports: readonly FileReport[], style: OutputStyle): Generator<string> {
  for (const severity of severities) {
    const findings = reports.flatMap((report) =>
      report.diagnostics
        .filter((diagnostic) => diagnostic.severity === severity)
        .map((diagnostic) => ({ report, diagnostic })),
    )
    for (const group of groupFindings(findings)) yield formatGroup(group, style)
  }
}

const quotedPart = /`[^`]*`/g

/** Findings of a rule whose messages differ only in names, values and numbers have the same key. */
const getGroupKey = ({ rule, message }: Diagnostic): string =>
  `${rule} ${message.replaceAll(quotedPart, '``').replaceAll(/\d+/g, '0')}`

function groupFindings(findings: readonly LocatedFinding[]): FindingGroup[] {
  const groups = groupBy(findings, ({ diagnostic }) => getGroupKey(diagnostic))
  return [...groups.values()]
    .map(([example, ...others]) => ({ example, others }))
    .sort((left, right) => right.others.length - left.others.length)
}

function formatGroup({ example, others }: FindingGroup, style: OutputStyle): string {
  const { report, diagnostic } = example
  const { severity, rule, message, range } = diagnostic
  const position = `${escapeControls(report.path)}:${range.start.line + 1}:${range.start.character + 1}`
  const isErrorOrWarning = severity !== 'info'
  // The position is already shown, so the source line is shown without markers, or not at all if the message quotes it.
  const lines = splitLines(report.text)
  const isQuoted = message.includes((lines[range.start.line] ?? '').trim())
  const [code = ''] =
    isErrorOrWarning && !isQuoted ? formatFrame(diagnostic, maskSecrets(lines), style) : []
  const fixes = diagnostic.fix ? ` (fix${diagnostic.fix.unsafe ? ' --unsafe' : ''})` : ''
  return [
    `${applyColor(style, severityColors[severity], severity)} ${applyColor(style, 'bold', position)} ${formatRuleName(rule, style)}${applyColor(style, 'dim', fixes)}`,
    ...indentText(message, style),
    ...(code === '' ? [] : [code]),
    ...formatOthers(example, others, isErrorOrWarning ? Infinity : 2, style),
    ...(isErrorOrWarning ? ['', ''] : ['']),
  ].join('\n')
}

function formatOthers(
  example: LocatedFinding,
  others: readonly LocatedFinding[],
  maxFiles: number,
  style: OutputStyle,
): string[] {
  if (others.length === 0) return []
  const placesByFile = groupBy(others, ({ report: { path } }) => path)
  const fileCount = new Set([example, ...others].map(({ report }) => report.path)).size
  const namedFiles = [...placesByFile].slice(0, maxFiles)
  const unnamedCount = placesByFile.size - namedFiles.length
  const folder = example.report.path.slice(0, findNameStart(example.report.path))
  const list = namedFiles.map(([path, places]) => {
    const name = path.startsWith(folder) ? path.slice(folder.length) : path
    const lines = places.map((place) => formatDifference(place, example)).join(',')
    return `${name}:${lines}`
  })
  const text = `${others.length + 1} in ${fileCount === 1 ? 'this file' : `${fileCount} files`}, also ${list.join(' ')}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}`
  return wrapHanging(escapeControls(text), style.width - 2, '  ').map(
    (line) => `  ${applyColor(style, 'dim', line)}`,
  )
}

/** Maximum length of a name or value that is shown next to its line; --verbose shows longer ones. */
const maxDifference = 24

/** The line of a finding, with the first name or value in its message that differs from the example. */
function formatDifference({ diagnostic }: LocatedFinding, example: LocatedFinding): string {
  const line = String(diagnostic.range.start.line + 1)
  const exampleParts = example.diagnostic.message.match(quotedPart) ?? []
  const differingPart = (diagnostic.message.match(quotedPart) ?? []).find(
    (part, index) => part !== exampleParts[index],
  )
  return differingPart === undefined || differingPart.length > maxDifference
    ? line
    : `${line}(${differingPart.slice(1, -1)})`
}
