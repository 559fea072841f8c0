import type { Fix, Position, Range } from '../../document/diagnostic.js'
import { toNestedJson, toSafeJson } from '../ui/text.js'
import type { FileReport } from '../../project/reports.js'
import type { PlainFinding } from './interchange.js'
import { toPlainFindings } from './interchange.js'
import type { OutputFormat, RunInfo } from './format.js'
import { countFindings } from './format.js'

/** Described by `report.schema.json`; the version changes with each change that breaks readers. */
export const json: OutputFormat = {
  name: 'json',
  summary:
    'one document, as routerfile/report.schema.json describes it; lines and columns count from zero',
  reader: 'program',
  print: printPieces,
}

function* printPieces(
  reports: readonly FileReport[],
  { release, refused }: RunInfo,
): Generator<string> {
  yield `{\n  "version": 1,\n  "release": ${toSafeJson(release)},\n  "files": [`
  let before = ''
  for (const report of reports) {
    yield before
    yield* printReport(report)
    before = ','
  }
  const { folders: _, ...summary } = countFindings(reports)
  yield `${reports.length > 0 ? '\n  ' : ''}],\n  "refused": ${toNestedJson(refused, 1)},\n  "summary": ${toNestedJson(summary, 1)}\n}\n`
}

function* printReport(report: FileReport): Generator<string> {
  const { path, part, release } = report
  const name = part === undefined ? '' : `\n      "part": ${toSafeJson(part)},`
  yield `\n    {\n      "path": ${toSafeJson(path)},${name}\n      "release": ${toSafeJson(release)},\n      "diagnostics": [`
  let before = ''
  for (const finding of toPlainFindings(report)) {
    yield `${before}\n        ${formatFinding(finding, '\n        ')}`
    before = ','
  }
  yield before === '' ? ']\n    }' : '\n      ]\n    }'
}

// Findings are most of a report. Written field by field, they take a fraction of the time that `JSON.stringify` takes to
// indent them; `at` is the line break before what closes a value, with its indentation.

function formatFinding(
  { rule, severity, message, url, path, range, fix, related }: PlainFinding,
  at: string,
): string {
  const inner = `${at}  `
  const page = url === undefined ? '' : `${inner}"url": ${toSafeJson(url)},`
  const change = fix ? `,${inner}"fix": ${formatFix(fix, inner)}` : ''
  const parts = related
    ? `,${inner}"related": ${formatItems(
        related.map(
          (item) =>
            `{${inner}    "message": ${toSafeJson(item.message)},${inner}    "range": ${formatRange(item.range, `${inner}    `)}${inner}  }`,
        ),
        inner,
      )}`
    : ''
  return `{${inner}"rule": ${toSafeJson(rule)},${inner}"severity": "${severity}",${inner}"message": ${toSafeJson(message)},${page}${inner}"path": ${formatItems(
    path.map((step) => (typeof step === 'number' ? String(step) : toSafeJson(step))),
    inner,
  )},${inner}"range": ${formatRange(range, inner)}${change}${parts}${at}}`
}

function formatFix({ title, edits, unsafe }: Fix, at: string): string {
  const inner = `${at}  `
  const changes = edits.map(
    ({ start, end, text }) =>
      `{${inner}    "start": ${start},${inner}    "end": ${end},${inner}    "text": ${toSafeJson(text)}${inner}  }`,
  )
  return `{${inner}"title": ${toSafeJson(title)},${inner}"edits": ${formatItems(changes, inner)}${unsafe ? `,${inner}"unsafe": true` : ''}${at}}`
}

const formatRange = ({ start, end }: Range, at: string): string =>
  `{${at}  "start": ${formatPosition(start, `${at}  `)},${at}  "end": ${formatPosition(end, `${at}  `)}${at}}`

const formatPosition = ({ line, character, offset }: Position, at: string): string =>
  `{${at}  "line": ${line},${at}  "character": ${character},${at}  "offset": ${offset}${at}}`

const formatItems = (items: readonly string[], at: string): string =>
  items.length === 0 ? '[]' : `[${at}  ${items.join(`,${at}  `)}${at}]`
