import { listEffective } from './config/effective.js'
import { upgrade as compareUpgrade } from './config/upgrade/upgrade.js'
import type { Edit } from './document/diagnostic.js'
import { applyEdits as applyAll, areApplicable } from './edit/edits.js'
import type { Fixed, FixOptions } from './fix/fix.js'
import { fix as fixText } from './fix/fix.js'
import { importRouterFile as importFile } from './generate/import-router-file.js'
import { readAnswers as parseAnswers } from './generate/answers.js'
import { compareWithRunning as compareReported } from './generate/compare-running.js'
import { verifyEnrollment as verifyToken } from './generate/enrollment.js'
import { generate as generateFile } from './generate/generate.js'
import { formatRunning as formatReported, pullRunning as pullReported } from './generate/running.js'
import { fleet as compareFiles } from './lint/fleet/fleet.js'
import type { DocumentedFleetRule } from './lint/fleet/rule.js'
import type { Options } from './lint/lint.js'
import { lint as lintText, lintOptions, load as loadText } from './lint/lint.js'
import { predictLinks as predictMesh } from './mesh/mesh.js'
import type { Parameter } from './schema/check-arguments.js'
import { checkArguments, withChecks } from './schema/check-arguments.js'
import { diff as diffTexts } from './versions/diff.js'
import { formatText as formatWhole } from './versions/format.js'
import type { Merged, MergeFile } from './versions/merge.js'
import { findMergeProblem, merge as mergeFiles } from './versions/merge.js'
import type { RouterFile } from './generated/document.js'
import { formatRouterFile } from './generate/format-file.js'
import { toFileData } from './generate/file-data.js'
import { fleetRules as allFleetRules } from './generated/fleet-rules.js'
import { rules as allRules } from './generated/rules.js'
import { texts } from './generated/texts.js'
import type { DocumentedRule } from './lint/rule.js'
import type { Description } from './schema/describe.js'
import { describeKeys } from './schema/describe.js'
import type { JsonSchema } from './schema/json-schema.js'
import { toJsonSchema } from './schema/json-schema.js'
import { requireModel, listTargets } from './schema/model.js'
import type { ReleaseLine, TargetName } from './schema/release.js'

export type {
  Diagnostic,
  Edit,
  Fix,
  Path,
  Position,
  Range,
  Severity,
} from './document/diagnostic.js'
export type { Effective } from './config/effective.js'
export type { Fixed, FixOptions } from './fix/fix.js'
export type { Environment } from './document/environment.js'
export type { RouterConfig } from './generated/config.js'
export type { RouterFile } from './generated/document.js'
export type { FleetRuleId } from './generated/fleet-rule-ids.js'
export type { RuleId } from './generated/rule-ids.js'
export type { Target } from './generated/targets.js'
export type { FleetFile } from './lint/fleet/fleet.js'
export type { Adopted } from './generate/import-router-file.js'
export type { Answers, EdgeRouter, ReadAnswers } from './generate/answers.js'
export { inShell } from './generate/paths.js'
export type { Enrollment } from './generate/enrollment.js'
export type { Generated, GenerateOptions } from './generate/generate.js'
export { presets } from './generate/presets.js'
export type {
  ComparisonOptions,
  RunningComparison,
  RunningDifference,
} from './generate/compare-running.js'
export type { PulledFile, RunningConfig } from './generate/running.js'
export type { LoadResult, Options, RuleSeverities } from './lint/lint.js'
export type {
  DocumentedFleetRule as FleetRule,
  Registry,
  RouterRecord,
  WantedRecord,
} from './lint/fleet/rule.js'
export type { DocumentedRule as Rule } from './lint/rule.js'
export type { MeshFile } from './mesh/mesh.js'
export type { LinkDial, LinkIdentity, Mesh, MissingLink, PredictedLink } from './mesh/predict.js'
export type { Description } from './schema/describe.js'
export type { ReleaseLine as Line, TargetName } from './schema/release.js'
export type { Difference, DiffValue } from './versions/diff.js'
export type { FormatOptions } from './versions/format.js'
export type { Merged, MergeFile, MergeFinding } from './versions/merge.js'
export type { UpgradeChange, UpgradeKind, UpgradeOptions } from './config/upgrade/upgrade.js'

/** The rules of `lint`, by id. */
export const rules: readonly DocumentedRule[] = allRules

/** The rules of `fleet`, by id. */
export const fleetRules: readonly DocumentedFleetRule[] = allFleetRules

/** The release lines that can be targeted, oldest first. */
export const targets: readonly ReleaseLine[] = listTargets()

const textParameter: Parameter = { name: 'text', type: 'string' }
const configParameter: Parameter = { name: 'config', type: 'object' }

const createOptionsParameter = (members: NonNullable<Parameter['members']>): Parameter => ({
  name: 'options',
  type: 'object',
  optional: true,
  members,
})

const targetOptions = createOptionsParameter({ target: 'release' })
const comparisonOptions = createOptionsParameter({ target: 'release', env: 'object' })
const optionsParameter = createOptionsParameter(lintOptions)

/** Options of functions that throw on an unknown release, because their result cannot contain a diagnostic. */
const strictLintOptions = { ...lintOptions, target: 'release' } as const
const strictOptionsParameter = createOptionsParameter(strictLintOptions)

/** Everything that is wrong or doubtful in a router file, in the order of the text. */
export const lint = withChecks('lint', [textParameter, optionsParameter], lintText)

/**
 * Reads a router file as the router of the release in `options.target` does. `ok` is false if and only if that router
 * would not run.
 */
export const load = withChecks('load', [textParameter, optionsParameter], loadText)

/** The values that the router uses, including defaults, and those that it refuses, in the order of the schema. */
export const effective = withChecks(
  'effective',
  [textParameter, strictOptionsParameter],
  listEffective,
)

/**
 * Applies safe fixes, which do not change what a running router does; with `unsafe`, all fixes. Changes no other
 * character.
 */
export const fix = withChecks(
  'fix',
  [textParameter, createOptionsParameter({ ...strictLintOptions, unsafe: 'boolean' })],
  (original: string, options?: FixOptions): Fixed => {
    const { text: fixed, applied } = fixText(original, options)
    return { text: fixed, applied }
  },
)

/**
 * Applies edits, such as those of one fix. Throws a `RangeError` if an edit is outside of the text, or if two edits
 * overlap.
 */
export const applyEdits = withChecks(
  'applyEdits',
  [textParameter, { name: 'edits', type: 'list' }],
  (original: string, edits: readonly Edit[]): string => {
    for (const edit of edits)
      checkArguments('applyEdits', [{ ...editShape, name: 'edits[]' }], [edit])
    if (!areApplicable(original, edits))
      throw new RangeError('applyEdits: `edits` must be inside of the text and must not overlap')
    return applyAll(original, edits)
  },
)

const editShape = {
  type: 'object',
  members: { start: 'number', end: 'number', text: 'string' },
  required: ['start', 'end', 'text'],
  isOpen: true,
} as const

/** The changes that affect a file when its router is upgraded or downgraded, the most severe first. */
export const upgrade = withChecks(
  'upgrade',
  [
    textParameter,
    {
      name: 'options',
      type: 'object',
      members: { from: 'string', to: 'string', env: 'object', platform: 'string', path: 'string' },
      required: ['from'],
    },
  ],
  compareUpgrade,
)

/** The differences in effect between two versions of a file. */
export const diff = withChecks(
  'diff',
  [{ name: 'before', type: 'string' }, { name: 'after', type: 'string' }, strictOptionsParameter],
  diffTexts,
)

/** Formats a router file; with `sort`, also puts the keys of its maps in the order of the schema. */
export const formatText = withChecks(
  'formatText',
  [textParameter, createOptionsParameter({ ...strictLintOptions, sort: 'boolean' })],
  formatWhole,
)

/**
 * Merges overlays into a router file, one after the other. Each file is a string, or an object with its text and the
 * path that comments and findings name. Throws a `TypeError` if a file is not a YAML map, or has a syntax error.
 */
export const merge = withChecks(
  'merge',
  [{ name: 'base', type: 'text or file' }, { name: 'overlays', type: 'list' }, optionsParameter],
  (
    base: string | MergeFile,
    overlays: readonly (string | MergeFile)[],
    options?: Options,
  ): Merged => {
    for (const [index, overlay] of overlays.entries())
      checkArguments('merge', [{ name: `overlays[${index}]`, type: 'text or file' }], [overlay])
    const files = [base, ...overlays].map((file, index) =>
      typeof file === 'string'
        ? { path: index === 0 ? 'base' : `overlay ${index}`, text: file }
        : file,
    )
    for (const { path, text: content } of files) {
      const problem = findMergeProblem(content)
      if (problem !== undefined) throw new TypeError(`merge: \`${path}\` ${problem}`)
    }
    const [first = { path: 'base', text: '' }, ...rest] = files
    return mergeFiles(first, rest, options)
  },
)

/** Compares the files of several routers; returns a list of findings for each file. */
export const fleet = withChecks(
  'fleet',
  [
    { name: 'files', type: 'list' },
    { name: 'registry', type: 'object', optional: true },
  ],
  compareFiles,
)

/** Predicts the links that the routers of several files make with each other. */
export const predictLinks = withChecks(
  'predictLinks',
  [{ name: 'files', type: 'list' }],
  predictMesh,
)

/**
 * Writes a router file from an object: the keys of each map in the order of the schema, a decimal point in numbers
 * where the release requires it, and quotes where a string needs them. Members that are `undefined` are left out.
 * Throws a `TypeError` for values that YAML cannot represent.
 */
export const stringify = withChecks(
  'stringify',
  [{ name: 'file', type: 'object' }, targetOptions],
  (file: RouterFile, options: { target?: TargetName } = {}): string => {
    const { schema: routerSchema } = requireModel(options.target)
    return formatRouterFile(toFileData(file), { schema: routerSchema, texts: undefined })
  },
)

/** Generates a router file from answers, or says what is wrong with them. */
export const generate = withChecks(
  'generate',
  [
    { name: 'answers', type: 'object' },
    createOptionsParameter({ now: 'number', path: 'string', jwtPath: 'string' }),
  ],
  generateFile,
)

/**
 * Rewrites a router file of another generator as `generate` would write it: without defaults and keys that the release
 * does not read, but with every value that the router uses and the comments of users.
 */
export const importRouterFile = withChecks(
  'importRouterFile',
  [textParameter, createOptionsParameter({ target: 'string' })],
  importFile,
)

/** Reads answers in YAML or JSON. */
export const readAnswers = withChecks('readAnswers', [textParameter], parseAnswers)

/** Checks the signature of an enrollment token with the certificates or keys in `pem`. */
export const verifyEnrollment = withChecks(
  'verifyEnrollment',
  [
    { name: 'jwt', type: 'string' },
    { name: 'pem', type: 'string' },
  ],
  verifyToken,
)

/** Converts the configuration that a router reports to a router file. */
export const formatRunning = withChecks(
  'formatRunning',
  [configParameter, targetOptions],
  formatReported,
)

/**
 * Converts the configuration that a router reports to a router file that users can keep: without secrets, and with the
 * current names of keys.
 */
export const pullRunning = withChecks('pullRunning', [configParameter, targetOptions], pullReported)

/** Compares a file with the configuration that its router reports. */
export const compareWithRunning = withChecks(
  'compareWithRunning',
  [textParameter, configParameter, comparisonOptions],
  compareReported,
)

/** The JSON Schema of a router file for one release. It forbids unknown keys and contains descriptions. */
export const schema = withChecks(
  'schema',
  [targetOptions],
  (options: { target?: TargetName } = {}): JsonSchema =>
    toJsonSchema(requireModel(options.target), texts, 'validator'),
)

/**
 * Describes a key, given by its path (`link.dialers[].split`) or its bare name; one entry for each place where it
 * occurs.
 */
export const describe = withChecks(
  'describe',
  [{ name: 'key', type: 'string' }, targetOptions],
  (key: string, options: { target?: TargetName } = {}): Description[] =>
    describeKeys(requireModel(options.target), key, texts),
)
