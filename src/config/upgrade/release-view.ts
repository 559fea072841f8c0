import { toPathKey, toDiagnostics } from '../../document/diagnostic.js'
import type { AnalysisOptions } from '../../lint/lint.js'
import { analyze } from '../../lint/lint.js'
import type { Diagnostic, Path } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import type { EffectiveRow } from '../effective.js'
import { collectRows } from '../effective.js'
import { memoizePerObject, once } from '../../document/lazy.js'
import { isRecord } from '../../document/record.js'
import type { Environment } from '../../document/environment.js'
import type { EnrollmentView } from '../../schema/enrollment.js'
import { createEnrollmentView } from '../../schema/enrollment.js'
import { completeConfig } from '../../schema/read.js'
import type { Model } from '../../schema/model.js'
import { findModel } from '../../schema/model.js'
import { groupBy } from '../../document/group.js'
import { indexByPath } from './change.js'

/** How a release treats a text: its findings, and every value that it uses. */
export type ReleaseView = {
  text: string
  release: string
  model: Model
  document: Document
  environment: Environment | undefined
  diagnostics: readonly Diagnostic[]
  /** Whether the diagnostics have no errors, so that a router of the release can run with the text. */
  runs: boolean
  /** The values that the release uses, by `toPathKey` of their paths; empty if there are too many. */
  rows: ReadonlyMap<string, EffectiveRow>
  hasTooManyValues: boolean
  enrollment: EnrollmentView
}

/**
 * Analyzes a text as a release reads it. By default, this is the text of the file, whose results are cached. Undefined
 * for an unknown release, and once `maxWork` is used up on a large file; some changes then have no reason and no fix.
 */
export type InspectRelease = (release: string | undefined, text?: string) => ReleaseView | undefined

type RouterMachine = Pick<AnalysisOptions, 'environment' | 'platform' | 'host'> & {
  /** The path of the router file on that machine. */
  path?: string | undefined
}

/**
 * Maximum work for other releases than the two compared ones, and for edited texts. A value or four characters count as
 * 1, a finding as 2.
 */
const maxWork = 400_000

const measureWork = ({ text, rows, diagnostics }: ReleaseView): number =>
  rows.size + 2 * diagnostics.length + text.length / 4

export function createInspector(text: string, machine: RouterMachine): InspectRelease {
  const viewsByRelease = new Map<string, ReleaseView>()
  const getDocument = once(() => parseDocument(text))
  let remainingWork = maxWork
  return (release, analyzedText = text) => {
    const model = findModel(release)
    if (!model) return undefined
    const cachedView = analyzedText === text ? viewsByRelease.get(model.release) : undefined
    if (cachedView) return cachedView
    const isCompared = analyzedText === text && viewsByRelease.size < 2
    if (!isCompared && remainingWork < 0) return undefined
    const parsedDocument = analyzedText === text ? getDocument() : parseDocument(analyzedText)
    const view = createReleaseView(parsedDocument, model, machine)
    if (!isCompared) remainingWork -= measureWork(view)
    if (analyzedText === text) viewsByRelease.set(model.release, view)
    return view
  }
}

function createReleaseView(document: Document, model: Model, machine: RouterMachine): ReleaseView {
  const { text } = document
  const { environment, platform, host } = machine
  const analysis = analyze(text, model, { environment, platform, host, document })
  const diagnostics = toDiagnostics(text, analysis.findings())
  const hasTooManyValues = hasMoreLeaves(
    completeConfig(model.schema, analysis.readResult),
    maxValues,
  )
  // Refused values are reported as findings, not as changes of values.
  const usedRows = hasTooManyValues
    ? []
    : collectRows(text, analysis, { derived: { path: machine.path } }).filter(
        ({ refused }) => !refused,
      )
  const rows = new Map(usedRows.map((row) => [toPathKey(row.path), row]))
  return {
    text,
    release: model.release,
    model,
    document: analysis.readResult.document,
    environment: machine.environment,
    diagnostics,
    runs: diagnostics.every(({ severity }) => severity !== 'error'),
    rows,
    hasTooManyValues,
    enrollment: createEnrollmentView(analysis.document, model, machine.environment),
  }
}

/**
 * Maximum number of values of a file, including defaults: enough for 10,000 lines. The values of about twenty releases
 * are in memory at the same time.
 */
export const maxValues = 50_000

/** Whether plain data has more than `max` values that are neither maps nor lists. */
function hasMoreLeaves(data: unknown, max: number): boolean {
  let remainingCount = max
  const count = (value: unknown): boolean =>
    isRecord(value) ? Object.values(value).every(count) : (remainingCount -= 1) >= 0
  return !count(data)
}

const indexRows = memoizePerObject(({ rows }: ReleaseView) => indexByPath(rows))

export const selectRowsWithin = (view: ReleaseView, path: Path): readonly EffectiveRow[] =>
  indexRows(view)(path)

const indexFindings = memoizePerObject(
  ({ diagnostics }: ReleaseView): ReadonlyMap<string, string> => {
    const diagnosticsByPath = groupBy(diagnostics, ({ path }) => toPathKey(path))
    const describe = ({ rule, severity }: Diagnostic): string => JSON.stringify([rule, severity])
    return new Map(
      [...diagnosticsByPath].map(([pathKey, group]) => [
        pathKey,
        group.map(describe).sort().join(),
      ]),
    )
  },
)

/** Whether two releases use the same value. Most values are not lists, and are compared without printing them. */
export const hasSameValue = (
  left: EffectiveRow | undefined,
  right: EffectiveRow | undefined,
): boolean =>
  left?.value === right?.value || JSON.stringify(left?.value) === JSON.stringify(right?.value)

export function hasDifferentValues(left: ReleaseView, right: ReleaseView, path: Path): boolean {
  const formatRows = (view: ReleaseView): string =>
    JSON.stringify(selectRowsWithin(view, path).map((row) => [row.path, row.value]))
  return formatRows(left) !== formatRows(right)
}

export function hasDifferentFindings(left: ReleaseView, right: ReleaseView, path: Path): boolean {
  const formatFindings = (view: ReleaseView): string =>
    indexFindings(view).get(toPathKey(path)) ?? ''
  return formatFindings(left) !== formatFindings(right)
}
