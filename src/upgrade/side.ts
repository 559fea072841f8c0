import { analyze } from '../analyze.js'
import type { Diagnostic, Path } from '../diagnostic.js'
import { locate } from '../diagnostic.js'
import type { Document } from '../document.js'
import type { Row } from '../effective.js'
import { rowsOf } from '../effective.js'
import type { Environment } from '../expand.js'
import type { Host } from '../lint/host.js'
import type { EnrollmentView } from '../schema/enrollment.js'
import { enrollmentView } from '../schema/enrollment.js'
import type { Model } from '../schema/router.js'
import { modelOf } from '../schema/router.js'
import { addressOf, isWithin } from './change.js'

/** What one release makes of a text: what is found, and every value that it uses. */
export type Side = {
  text: string
  release: string
  model: Model
  document: Document
  environment: Environment | undefined
  found: readonly Diagnostic[]
  /** Whether the router runs on the file. */
  runs: boolean
  rows: ReadonlyMap<string, Row>
  /** What enrollment reads. */
  enrollment: EnrollmentView
}

/** Looks at texts as releases do; what was looked at is kept. Undefined for a release that is not known. */
export type Looking = (release: string | undefined, text?: string) => Side | undefined

export function lookingAt(
  text: string,
  env: Environment | undefined,
  host: Host | undefined,
): Looking {
  const known = new Map<string, Side>()
  return (release, other = text) => {
    const model = modelOf(release)
    if (!model) return undefined
    if (other !== text) return sideOf(other, model, env, host)
    const side = known.get(model.release) ?? sideOf(text, model, env, host)
    known.set(model.release, side)
    return side
  }
}

function sideOf(
  text: string,
  model: Model,
  env: Environment | undefined,
  host: Host | undefined,
): Side {
  const analysis = analyze(text, model, { environment: env, host })
  const found = locate(text, analysis.findings)
  const rows = new Map(rowsOf(text, analysis).map((row) => [addressOf(row.path), row]))
  return {
    text,
    release: model.release,
    model,
    document: analysis.document,
    environment: env,
    found,
    runs: found.every(({ severity }) => severity !== 'error'),
    rows,
    enrollment: enrollmentView(analysis.document, model, env),
  }
}

/** The values at a path and below it. */
export const rowsWithin = ({ rows }: Side, path: Path): Row[] =>
  [...rows.values()].filter((row) => isWithin(row.path, path))

/** Whether two releases differ in a value at a path or below it. */
export function usesDiffer(left: Side, right: Side, path: Path): boolean {
  const show = (side: Side): string =>
    JSON.stringify(rowsWithin(side, path).map((row) => [row.path, row.value]))
  return show(left) !== show(right)
}

/** Whether two releases differ in what is found at a path. */
export function findingsDiffer(left: Side, right: Side, path: Path): boolean {
  const wanted = addressOf(path)
  const show = ({ found }: Side): string =>
    JSON.stringify(
      found
        .filter((item) => addressOf(item.path) === wanted)
        .map(({ rule, severity }) => [rule, severity])
        .sort(),
    )
  return show(left) !== show(right)
}
