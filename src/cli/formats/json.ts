import { toSafeJson } from '../ui/text.js'
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

/** Yields the document file by file: for ten thousand files, the whole string would have a hundred megabytes. */
function* printPieces(
  reports: readonly FileReport[],
  { release, refused }: RunInfo,
): Generator<string> {
  yield `{\n  "version": 1,\n  "release": ${toSafeJson(release)},\n  "files": [`
  let before = ''
  for (const report of reports) {
    yield `${before}\n    ${indentJson({ path: report.path, ...toPart(report), release: report.release, diagnostics: toPlainFindings(report) }, 2)}`
    before = ','
  }
  const { folders: _, ...summary } = countFindings(reports)
  yield `${reports.length > 0 ? '\n  ' : ''}],\n  "refused": ${indentJson(refused, 1)},\n  "summary": ${indentJson(summary, 1)}\n}\n`
}
