import { fleetRules as allFleetRules } from './generated/fleet-rules.js'
import { rules as allRules } from './generated/rules.js'
import { texts } from './generated/texts.js'
import type { DocumentedFleetRule } from './lint/fleet/rule.js'
import type { DocumentedRule } from './lint/rule.js'
import type { Description } from './schema/describe.js'
import { describeKeys } from './schema/describe.js'
import type { JsonSchema } from './schema/json-schema.js'
import { toJsonSchema } from './schema/json-schema.js'
import { findModel } from './schema/model.js'

export type { Diagnostic, Fix, Path, Position, Range, Severity } from './document/diagnostic.js'
export { effective } from './config/effective.js'
export type { Effective } from './config/effective.js'
export type { Environment } from './document/environment.js'
export type { RouterConfig } from './generated/config.js'
export type { RouterFile } from './generated/document.js'
export { fleet } from './lint/fleet/fleet.js'
export type { FleetFile } from './lint/fleet/fleet.js'
export { adopt } from './generate/adopt.js'
export type { Adopted } from './generate/adopt.js'
export { readAnswers } from './generate/answers.js'
export type { Answers, EdgeRouter, ReadAnswers } from './generate/answers.js'
export { inShell } from './generate/paths.js'
export type { Enrollment } from './generate/enrollment.js'
export { generate } from './generate/generate.js'
export type { Generated, GenerateOptions } from './generate/generate.js'
export { presets } from './generate/presets.js'
export { compareWithRunning } from './generate/compare-running.js'
export type {
  ComparisonOptions,
  RunningComparison,
  RunningDifference,
} from './generate/compare-running.js'
export { formatRunning, pullRunning } from './generate/running.js'
export type { PulledFile, RunningConfig } from './generate/running.js'
export { verifyEnrollment } from './generate/enrollment.js'
export { lint, load } from './lint/lint.js'
export type { LoadResult, Options } from './lint/lint.js'
export type {
  DocumentedFleetRule as FleetRule,
  Registry,
  RouterRecord,
  WantedRecord,
} from './lint/fleet/rule.js'
export type { DocumentedRule as Rule } from './lint/rule.js'
export { predictLinks } from './mesh/mesh.js'
export type { MeshFile } from './mesh/mesh.js'
export type { LinkDial, LinkIdentity, Mesh, MissingLink, PredictedLink } from './mesh/predict.js'
export type { Description } from './schema/describe.js'
export { targets } from './schema/model.js'
export type { Line } from './schema/release.js'
export { diff } from './versions/diff.js'
export type { Difference, DiffValue } from './versions/diff.js'
export { formatText } from './versions/format.js'
export type { FormatOptions } from './versions/format.js'
export { merge } from './versions/merge.js'
export type { Merged, MergeFile, MergeFinding } from './versions/merge.js'
export { upgrade } from './config/upgrade/upgrade.js'
export type { UpgradeChange, UpgradeKind, UpgradeOptions } from './config/upgrade/upgrade.js'

/** The rules of `lint`, by id. */
export const rules: readonly DocumentedRule[] = allRules

/** The rules of `fleet`, by id. */
export const fleetRules: readonly DocumentedFleetRule[] = allFleetRules

/** The JSON Schema of the file for a target: strict, with descriptions; undefined if the target is unknown. */
export function schema(options: { target?: string } = {}): JsonSchema | undefined {
  const model = findModel(options.target)
  return model && toJsonSchema(model, texts, 'validator')
}

/**
 * Describes a key, given by its path (`link.dialers[].split`) or its bare name; one entry for each place where it
 * occurs.
 */
export function describe(key: string, options: { target?: string } = {}): Description[] {
  const model = findModel(options.target)
  return model ? describeKeys(model, key, texts) : []
}
