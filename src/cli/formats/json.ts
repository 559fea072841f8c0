import { asJson } from '../visible.js'
import { findingsOf } from './finding.js'
import type { OutputFormat, Report, Run } from './format.js'
import { count } from './format.js'

/** Described by `report.schema.json`; the version changes when a program that reads it would have to. */
export const json: OutputFormat = { print: pieces }

/** A value as JSON that stands in an object, its first line left out of the indentation. */
const inside = (value: unknown, depth: number): string =>
  asJson(value, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`)

/** The document a file at a time: of ten thousand files, the whole would be a text of a hundred megabytes. */
function* pieces(reports: readonly Report[], { release, refused }: Run): Generator<string> {
  yield `{\n  "version": 1,\n  "release": ${asJson(release)},\n  "files": [`
  let before = ''
  for (const report of reports) {
    yield `${before}\n    ${inside({ path: report.path, release: report.release, diagnostics: findingsOf(report) }, 2)}`
    before = ','
  }
  yield `${reports.length > 0 ? '\n  ' : ''}],\n  "refused": ${inside(refused, 1)},\n  "summary": ${inside(count(reports), 1)}\n}\n`
}
