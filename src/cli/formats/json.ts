import { listJsonPieces, toNestedJson, toSafeJson } from '../ui/text.js'
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

function* printPieces(
  reports: readonly FileReport[],
  { release, refused }: RunInfo,
): Generator<string> {
  yield `{\n  "version": 1,\n  "release": ${toSafeJson(release)},\n  "files": [`
  let before = ''
  for (const report of reports) {
    yield `${before}\n    `
    const { path, release: fileRelease } = report
    const value = { path, ...toPart(report), release: fileRelease, diagnostics: [] }
    yield* listJsonPieces(value, 'diagnostics', toPlainFindings(report), 2)
    before = ','
  }
  const { folders: _, ...summary } = countFindings(reports)
  yield `${reports.length > 0 ? '\n  ' : ''}],\n  "refused": ${toNestedJson(refused, 1)},\n  "summary": ${toNestedJson(summary, 1)}\n}\n`
}
