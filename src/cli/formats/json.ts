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
  let separator = ''
  for (const report of reports) {
    yield separator
    yield* printReport(report)
    separator = ','
  }
  const { folders: _, ...summary } = countFindings(reports)
  yield `${reports.length > 0 ? '\n  ' : ''}],\n  "refused": ${toNestedJson(refused, 1)},\n  "summary": ${toNestedJson(summary, 1)}\n}\n`
}

function* printReport(report: FileReport): Generator<string> {
  const { path, part, release } = report
  const name = part === undefined ? '' : `\n      "part": ${toSafeJson(part)},`
  yield `\n    {\n      "path": ${toSafeJson(path)},${name}\n      "release": ${toCachedJson(release)},\n      "diagnostics": [`
  let separator = ''
  for (const finding of toPlainFindings(report)) {
    yield formatFinding(finding, separator)
    separator = ','
  }
  yield separator === '' ? ']\n    }' : '\n      ]\n    }'
}

// Findings are most of a report, and are written field by field, because `JSON.stringify` takes several times as long
// to indent them. The parts are joined only once: V8 represents a growing string as a tree of all its parts.

// Line breaks and indentation of a finding: `outerBreak` for its own braces, `innerBreak` for its fields.
const outerBreak = '\n        '
const innerBreak = `${outerBreak}  `

function formatFinding(
  { rule, severity, message, url, path, range, fix, related }: PlainFinding,
  separator: string,
): string {
  const parts = [
    `${separator}${outerBreak}{${innerBreak}"rule": ${toCachedJson(rule)},${innerBreak}"severity": "${severity}",${innerBreak}"message": `,
    toCachedJson(message),
  ]
  if (url !== undefined) parts.push(`,${innerBreak}"url": `, toCachedJson(url))
  parts.push(`,${innerBreak}"path": `)
  addPath(parts, path)
  parts.push(`,${innerBreak}"range": {${innerBreak}  "start": `)
  addPosition(parts, range.start, `${innerBreak}  `)
  parts.push(`,${innerBreak}  "end": `)
  addPosition(parts, range.end, `${innerBreak}  `)
  parts.push(`${innerBreak}}`)
  if (fix) addFix(parts, fix)
  if (related) {
    parts.push(`,${innerBreak}"related": `)
    addItems(parts, related, (item) => {
      parts.push(
        `{${innerBreak}    "message": `,
        toCachedJson(item.message),
        `,${innerBreak}    "range": {`,
      )
      parts.push(`${innerBreak}      "start": `)
      addPosition(parts, item.range.start, `${innerBreak}      `)
      parts.push(`,${innerBreak}      "end": `)
      addPosition(parts, item.range.end, `${innerBreak}      `)
      parts.push(`${innerBreak}    }${innerBreak}  }`)
    })
  }
  parts.push(`${outerBreak}}`)
  return parts.join('')
}

function addFix(parts: string[], { title, edits, unsafe }: Fix): void {
  parts.push(
    `,${innerBreak}"fix": {${innerBreak}  "title": `,
    toCachedJson(title),
    `,${innerBreak}  "edits": `,
  )
  addItems(
    parts,
    edits,
    ({ start, end, text }) => {
      parts.push(
        `{${innerBreak}      "start": `,
        String(start),
        `,${innerBreak}      "end": `,
        String(end),
      )
      parts.push(`,${innerBreak}      "text": `, toCachedJson(text), `${innerBreak}    }`)
    },
    `${innerBreak}  `,
  )
  parts.push(unsafe ? `,${innerBreak}  "unsafe": true${innerBreak}}` : `${innerBreak}}`)
}

const addPath = (parts: string[], path: Path): void =>
  addItems(parts, path, (step) => {
    parts.push(typeof step === 'number' ? String(step) : toCachedJson(step))
  })

function addPosition(parts: string[], { line, character, offset }: Position, indent: string): void {
  parts.push(`{${indent}  "line": `, String(line), `,${indent}  "character": `, String(character))
  parts.push(`,${indent}  "offset": `, String(offset), `${indent}}`)
}

function addItems<Item>(
  parts: string[],
  items: readonly Item[],
  add: (item: Item) => void,
  indent = innerBreak,
): void {
  if (items.length === 0) {
    parts.push('[]')
    return
  }
  let prefix = `[${indent}  `
  for (const item of items) {
    parts.push(prefix)
    add(item)
    prefix = `,${indent}  `
  }
  parts.push(`${indent}]`)
}

/** Maximum number of texts cached as JSON, and maximum length of each. */
const maxCached = { texts: 1000, length: 400 }

const jsonCache = new Map<string, string>()

/** A text as JSON, cached because many files have the same findings. */
function toCachedJson(text: string): string {
  const cachedJson = jsonCache.get(text)
  if (cachedJson !== undefined) return cachedJson
  const json = toSafeJson(text)
  // The key is taken from the JSON: `text` may be a slice of a whole file, which it would keep in memory.
  const unquotedJson = json.slice(1, -1)
  if (jsonCache.size >= maxCached.texts) jsonCache.clear()
  if (text.length <= maxCached.length && unquotedJson === text) jsonCache.set(unquotedJson, json)
  return json
}
