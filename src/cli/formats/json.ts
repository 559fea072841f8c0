import type { Fix, Path, Position } from '../../document/diagnostic.js'
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
  yield `\n    {\n      "path": ${toSafeJson(path)},${name}\n      "release": ${toKnownJson(release)},\n      "diagnostics": [`
  let before = ''
  for (const finding of toPlainFindings(report)) {
    yield formatFinding(finding, before)
    before = ','
  }
  yield before === '' ? ']\n    }' : '\n      ]\n    }'
}

// Writes findings field by field, which takes a fraction of the time that `JSON.stringify` takes to indent them: they
// are most of a report. The parts are joined once, because V8 keeps a string that grows as a tree of all its parts.
// `at` is the line break and indentation before the closing bracket.

const at = '\n        '
const inner = `${at}  `

function formatFinding(
  { rule, severity, message, url, path, range, fix, related }: PlainFinding,
  before: string,
): string {
  const parts = [
    `${before}${at}{${inner}"rule": ${toKnownJson(rule)},${inner}"severity": "${severity}",${inner}"message": `,
    toKnownJson(message),
  ]
  if (url !== undefined) parts.push(`,${inner}"url": `, toKnownJson(url))
  parts.push(`,${inner}"path": `)
  addPath(parts, path)
  parts.push(`,${inner}"range": {${inner}  "start": `)
  addPosition(parts, range.start, `${inner}  `)
  parts.push(`,${inner}  "end": `)
  addPosition(parts, range.end, `${inner}  `)
  parts.push(`${inner}}`)
  if (fix) addFix(parts, fix)
  if (related) {
    parts.push(`,${inner}"related": `)
    addItems(parts, related, (item) => {
      parts.push(`{${inner}    "message": `, toKnownJson(item.message), `,${inner}    "range": {`)
      parts.push(`${inner}      "start": `)
      addPosition(parts, item.range.start, `${inner}      `)
      parts.push(`,${inner}      "end": `)
      addPosition(parts, item.range.end, `${inner}      `)
      parts.push(`${inner}    }${inner}  }`)
    })
  }
  parts.push(`${at}}`)
  return parts.join('')
}

function addFix(parts: string[], { title, edits, unsafe }: Fix): void {
  parts.push(`,${inner}"fix": {${inner}  "title": `, toKnownJson(title), `,${inner}  "edits": `)
  addItems(
    parts,
    edits,
    ({ start, end, text }) => {
      parts.push(`{${inner}      "start": `, String(start), `,${inner}      "end": `, String(end))
      parts.push(`,${inner}      "text": `, toKnownJson(text), `${inner}    }`)
    },
    `${inner}  `,
  )
  parts.push(unsafe ? `,${inner}  "unsafe": true${inner}}` : `${inner}}`)
}

const addPath = (parts: string[], path: Path): void =>
  addItems(parts, path, (step) => {
    parts.push(typeof step === 'number' ? String(step) : toKnownJson(step))
  })

function addPosition(parts: string[], { line, character, offset }: Position, indent: string): void {
  parts.push(`{${indent}  "line": `, String(line), `,${indent}  "character": `, String(character))
  parts.push(`,${indent}  "offset": `, String(offset), `${indent}}`)
}

function addItems<Item>(
  parts: string[],
  items: readonly Item[],
  add: (item: Item) => void,
  indent = inner,
): void {
  if (items.length === 0) {
    parts.push('[]')
    return
  }
  let before = `[${indent}  `
  for (const item of items) {
    parts.push(before)
    add(item)
    before = `,${indent}  `
  }
  parts.push(`${indent}]`)
}

/** How many texts are remembered as JSON, and how long they may be. */
const maxKnown = { texts: 1000, length: 400 }

const known = new Map<string, string>()

/** A text as JSON. Many files have the same findings. */
function toKnownJson(text: string): string {
  const found = known.get(text)
  if (found !== undefined) return found
  const written = toSafeJson(text)
  // Copies a part of the output: as a slice, it would keep the whole string in memory.
  const inside = written.slice(1, -1)
  if (known.size >= maxKnown.texts) known.clear()
  if (text.length <= maxKnown.length && inside === text) known.set(inside, written)
  return written
}
