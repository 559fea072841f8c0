import type { Diagnostic } from '../../document/diagnostic.js'
import { memoizeLast } from '../../document/lazy.js'
import { splitLines } from '../../document/lines.js'
import { maskSecrets } from '../../document/secrets.js'
import { getTraits } from '../../lint/catalog.js'
import { formatName } from '../../schema/messages.js'
import { findModel } from '../../schema/model.js'
import { findReplacedBy } from '../../schema/places.js'
import { severities } from '../../project/settings.js'
import type { FileReport } from '../../project/reports.js'
import { formatReportPath } from '../../project/reports.js'
import type { Color } from '../ui/text.js'
import { escapeControls, minWidth, wrapText, applyColor, wrapHanging } from '../ui/text.js'
import { formatCount } from '../../document/words.js'
import { findLastName } from '../../document/paths.js'
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
    const hidden = counts.error + counts.warning + counts.info - style.maxFindings
    if (hidden > 0)
      yield `${hidden} more ${hidden === 1 ? 'is' : 'are'} not shown (--max-problems ${style.maxFindings})\n`
    yield formatEnd(counts, release, style)
  },
}

/**
 * With --verbose, all findings by file; otherwise obsolete keys are only counted, and equal findings in several files
 * are shown once.
 */
function* formatFindings(reports: readonly FileReport[], style: OutputStyle): Generator<string> {
  const split = style.verbose ? [] : reports.map(splitObsolete)
  const others = style.verbose ? reports : split.map((report) => report.others)
  if (!style.verbose && others.filter(hasFindings).length > 1) yield* formatGroups(others, style)
  else for (const report of others) yield* formatReport(report, style)
  const obsolete = split.map((report) => report.obsolete).filter(hasFindings)
  yield formatObsolete(obsolete, reports.length > 1, style)
}

/**
 * Separates findings about keys that only older releases read and that every generator writes, unless the user
 * configured their severity.
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

/** The names of obsolete keys, each with the key that replaced it. */
function listObsoleteNames({ diagnostics, release }: FileReport): string[] {
  const schema = findModel(release)?.schema
  return diagnostics.map(({ path }) => {
    const replacement = schema && findReplacedBy(schema, path)
    return `${formatName(path)}${replacement === undefined ? '' : ` (use \`${replacement}\`)`}`
  })
}

const maxObsoleteNames = 5

function formatObsolete(
  found: readonly FileReport[],
  isSeveral: boolean,
  style: OutputStyle,
): string {
  const all = found.flatMap(({ diagnostics }) => diagnostics)
  if (all.length === 0) return ''
  const files = isSeveral ? ` in ${formatCount(found.length, 'file')}` : ''
  const [subject, object] =
    all.length === 1 ? ['1 obsolete key', 'it'] : [`${all.length} obsolete keys`, 'them']
  const fixable = all.filter(({ fix }) => fix && !fix.unsafe).length
  const fixes = fixable === all.length ? `; \`routerfile fix\` removes ${object}` : ''
  const rules = [...new Set(all.map(({ rule }) => rule))].map((rule) => formatRuleName(rule, style))
  const names = [...new Set(found.flatMap(listObsoleteNames))]
  const more = names.length - maxObsoleteNames
  const list = [...names.slice(0, maxObsoleteNames), ...(more > 0 ? [`${more} more`] : [])]
  const sentence = `${subject}${files} ${all.length === 1 ? 'is' : 'are'} ignored: ${list.join(', ')}${fixes}`
  return [
    `${applyColor(style, severityColors.info, 'info')} ${rules.join(' ')}`,
    ...indentText(`${sentence} (--verbose shows ${all.length === 1 ? object : 'each'})`, style),
    '',
    '',
  ].join('\n')
}

const maskedLinesOf = memoizeLast((text) => maskSecrets(splitLines(text)))

/** The findings of one file, without a summary. */
export function* formatReport(report: FileReport, style: OutputStyle): Generator<string> {
  const { text, diagnostics } = report
  if (diagnostics.length === 0) return
  const lines = maskedLinesOf(text)
  yield `${applyColor(style, ['bold', 'underline'], escapeControls(formatReportPath(report)))}\n`
  for (const diagnostic of diagnostics) yield formatDiagnostic(diagnostic, lines, style)
}

/** A finding with its frame and notes, and an empty line after them. */
function formatDiagnostic(
  diagnostic: Diagnostic,
  lines: readonly string[],
  style: OutputStyle,
): string {
  const { severity, rule, message, range } = diagnostic
  const place = `${range.start.line + 1}:${range.start.character + 1}`.padEnd(7)
  const label = severity.padEnd(9)
  const beside = ' '.repeat(2 + place.length + 1 + label.length)
  const isNarrow = style.width - beside.length < minWidth
  const indent = isNarrow ? '    ' : beside
  const wrapped = wrapText(escapeControls(message), Math.max(minWidth, style.width - indent.length))
  const [first = '', ...more] = isNarrow ? ['', ...wrapped] : wrapped
  return [
    `  ${place} ${applyColor(style, severityColors[severity], label)}${first}`,
    ...more.map((line) => indent + line),
    `${indent}${formatRuleName(rule, style)}`,
    ...formatFrame(diagnostic, lines, style),
    ...formatNotes(diagnostic, style),
    '',
    '',
  ].join('\n')
}

/** The reports, limited to the first of the most severe findings. */
function takeFirst(reports: readonly FileReport[], maxFindings: number): readonly FileReport[] {
  if (maxFindings === Infinity) return reports
  const all = reports.flatMap(({ diagnostics }) => diagnostics)
  const worst = severities.flatMap((severity) => all.filter((item) => item.severity === severity))
  const taken = new Set(worst.slice(0, maxFindings))
  return reports.map((report) => ({
    ...report,
    diagnostics: report.diagnostics.filter((item) => taken.has(item)),
  }))
}

/** The meaning of each severity in the summary. */
const meanings = {
  error: 'the router does not start, or a part of it never works',
  warning: 'the router does something other than the file says',
  info: 'works as written, but obsolete, risky or doubtful',
} as const

/** The summary: the number of findings, what they mean, and which command fixes them. */
function formatEnd(counts: Counts, release: string, style: OutputStyle): string {
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

type FindingPlace = { report: FileReport; diagnostic: Diagnostic }

/** Findings in several files with the same message; the first is shown as the example. */
type FindingGroup = { first: FindingPlace; others: FindingPlace[] }

/** The findings of several files, most severe first, grouped by message. */
function* formatGroups(reports: readonly FileReport[], style: OutputStyle): Generator<string> {
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
