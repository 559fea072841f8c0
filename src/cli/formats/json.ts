import { listJsonPieces, toSafeJson } from '../ui/text.js'
import type { FileReport } from '../../project/reports.js'
import { toPart, toPlainFindings } from './interchange.js'
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

/** A value as nested JSON; its first line is not indented. */
const indentJson = (value: unknown, depth: number): string =>
  toSafeJson(value, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`)

function* printPieces(
  reports: readonly FileReport[],
  { release, refused }: RunInfo,
): Generator<string> {
  yield `{\n  "version": 1,\n  "release": ${toSafeJson(release)},\n  "files": [`
  let before = ''
  for (const report of reports) {
    yield `${before}\n    `
    const { path, release: own } = report
    const value = { path, ...toPart(report), release: own, diagnostics: [] }
    for (const piece of listJsonPieces(value, 'diagnostics', toPlainFindings(report)))
      yield piece.replaceAll('\n', '\n    ')
    before = ','
  }
  const { folders: _, ...summary } = countFindings(reports)
  yield `${reports.length > 0 ? '\n  ' : ''}],\n  "refused": ${indentJson(refused, 1)},\n  "summary": ${indentJson(summary, 1)}\n}\n`
}
