import { texts } from './generated/texts.js'
import type { Description } from './schema/describe.js'
import { describeIn } from './schema/describe.js'
import { publish } from './schema/publish.js'
import { modelOf } from './schema/router.js'

export type { Diagnostic, Fix, Path, Position, Range, Severity } from './diagnostic.js'
export { effective } from './effective.js'
export type { Effective } from './effective.js'
export type { Environment } from './expand.js'
export type { RouterConfig } from './generated/config.js'
export type { RouterFile } from './generated/document.js'
export { fleet } from './fleet.js'
export type { FleetFile } from './fleet.js'
export { adopt } from './generate/adopt.js'
export type { Adopted } from './generate/adopt.js'
export { readAnswers } from './generate/answers.js'
export type { Answers, EdgeRouter, ReadAnswers } from './generate/answers.js'
export { inShell } from './generate/commands.js'
export type { Enrollment } from './generate/enrollment.js'
export { generate } from './generate/generate.js'
export type { Generated, GenerateOptions } from './generate/generate.js'
export { presets } from './generate/presets.js'
export { verifyEnrollment } from './generate/verify-enrollment.js'
export { lint, load } from './load.js'
export type { LoadResult, Options } from './load.js'
export { fleetRules } from './lint/fleet/index.js'
export type { FleetRule, Registry, RouterRecord, WantedRecord } from './lint/fleet/rule.js'
export type { Rule } from './lint/rule.js'
export { rules } from './lint/rules/index.js'
export type { Description } from './schema/describe.js'
export { targets } from './schema/router.js'
export type { Line } from './schema/target.js'
export { upgrade } from './upgrade.js'
export type { UpgradeChange, UpgradeKind, UpgradeOptions } from './upgrade.js'

/** The JSON Schema of the file for a target: strict, with descriptions; undefined where the target is not known. */
export function schema(options: { target?: string } = {}): ReturnType<typeof publish> | undefined {
  const model = modelOf(options.target)
  return model && publish(model, texts, 'validator')
}

/** What is known of a key, given by its path (`link.dialers[].split`) or its bare name; one entry for each place where it occurs. */
export function describe(key: string, options: { target?: string } = {}): Description[] {
  const model = modelOf(options.target)
  return model ? describeIn(model, key, texts) : []
}
