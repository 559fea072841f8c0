import type { TargetName } from '../schema/release.js'
import { collectRows } from '../config/effective.js'
import type { SecretScope } from '../schema/secret-values.js'
import {
  createScopeRedactor,
  createSecretVariableTest,
  isSecretPath,
} from '../schema/secret-values.js'
import { showValue } from '../schema/shown-value.js'
import type { EffectiveRow } from '../config/effective.js'
import type { Path } from '../document/diagnostic.js'
import { parseDocument } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import { hasVariable, listVariableReferences } from '../document/environment.js'
import { toPathKey } from '../document/diagnostic.js'
import {
  hasMatchingVariable,
  hiddenSecret,
  hideDefaults,
  hideSecrets,
} from '../document/secrets.js'
import { analyze } from '../lint/lint.js'
import type { JsonMap, Json } from '../document/record.js'
import { isJsonList, isJsonMap, toJsonMap } from '../document/record.js'
import type { Model } from '../schema/model.js'
import { findModel } from '../schema/model.js'
import type { JsonPart } from '../schema/visit.js'
import { listJsonParts } from '../schema/visit.js'
import type { RunningConfig } from './running.js'
import { toReportedConfig, writeRunning } from './running.js'

/** A value that differs between the file and the running router; undefined on the side without it. Secrets are `…`. */
export type RunningDifference = {
  /** Keys and list indexes from the root of the file, such as `['listeners', 0, 'address']`. */
  path: (string | number)[]
  /** The value in the file, or the default if the file does not set it; undefined if only the running router has one. */
  file: Json | undefined
  /** The value that the router runs with; undefined if only the file has one. */
  running: Json | undefined
}

/** The result of comparing a file with the configuration that its router runs. */
export type RunningComparison = {
  /**
   * `same`: the same keys and values. `text`: written differently, with the same effect. `effect`: the router behaves
   * differently. `broken`: the file has syntax errors, or the target is unknown.
   */
  state: 'same' | 'text' | 'effect' | 'broken'
  /** The values that differ in effect; empty unless `state` is `effect`. */
  differences: readonly RunningDifference[]
}

/** Options for reading a file that is compared with a running router. */
export type ComparisonOptions = {
  /** The release of the router. */
  target?: TargetName
  /** The complete environment of the router; without it, a variable in the file matches any value. */
  env?: Environment
}

/** Compares a file with a running configuration, by the values that a router of the release `target` uses. */
export function compareWithRunning(
  text: string,
  config: RunningConfig,
  { target, env }: ComparisonOptions = {},
): RunningComparison {
  const fileConfig = toReportedConfig(text, env)
  const model = findModel(target)
  if (!model || !fileConfig) return { state: 'broken', differences: [] }
  const runningConfig = toJsonMap(config)
  const matches = env ? isSame : isSameOrVariable
  const differences = hideVariables(
    findDifferences(fileConfig, runningConfig, { model, matches }),
    {
      document: parseDocument(text),
      schema: model.schema,
      environment: env,
    },
  )
  const isEqual = matchesDeep(fileConfig, runningConfig, matches)
  return { state: differences.length > 0 ? 'effect' : isEqual ? 'same' : 'text', differences }
}

/** Hides the values of variables that may be secret, both in the file and in the running configuration. */
function hideVariables(
  differences: readonly RunningDifference[],
  scope: SecretScope,
): RunningDifference[] {
  const { document } = scope
  if (!document.text.includes('$')) return [...differences]
  const isSecretVariable = createSecretVariableTest(scope)
  const redact = createScopeRedactor(scope)
  const hide = (value: Json | undefined): Json | undefined =>
    isJsonList(value)
      ? value.map((item) => hide(item) ?? null)
      : typeof value === 'string'
        ? redact(value)
        : value
  return differences.map(({ path, file, running }) => {
    const node = document.find(path)?.value
    if (node?.kind !== 'text' || !hasMatchingVariable(node.value, isSecretVariable))
      return { path, file: hide(file), running: hide(running) }
    // At a secret path, only a bare reference such as `${PASSWORD}` is shown.
    const isHidden = isSecretPath(scope, path) && !/^\$\{\w+\}$/.test(node.value)
    const shownText = isHidden
      ? hiddenSecret
      : hideSecrets(hideDefaults(node.value, isSecretVariable))
    return { path, file: file && shownText, running: running && hiddenSecret }
  })
}

type Matches = (fileValue: Json | undefined, runningValue: Json | undefined) => boolean

const isSame: Matches = (fileValue, runningValue) =>
  JSON.stringify(fileValue) === JSON.stringify(runningValue)

/** Whether values are the same; a variable in the file matches any text. */
const isSameOrVariable: Matches = (fileValue, runningValue) => {
  if (typeof fileValue === 'string' && typeof runningValue !== 'object' && hasVariable(fileValue))
    return canExpandTo(fileValue, String(runningValue ?? ''))
  return isJsonList(fileValue) &&
    isJsonList(runningValue) &&
    fileValue.length === runningValue.length
    ? fileValue.every((item, index) => isSameOrVariable(item, runningValue[index]))
    : isSame(fileValue, runningValue)
}

function splitAtVariables(text: string): string[] {
  const variables = listVariableReferences(text)
  const starts = [0, ...variables.map(({ end }) => end)]
  return starts.map((start, index) => text.slice(start, variables[index]?.start))
}

/** Whether a string with variables can expand to a text: the parts between the variables occur in it in this order. */
function canExpandTo(template: string, expandedText: string): boolean {
  const [firstPart = '', ...innerParts] = splitAtVariables(template)
  const lastPart = innerParts.pop() ?? ''
  if (!expandedText.startsWith(firstPart) || !expandedText.endsWith(lastPart)) return false
  let offset = firstPart.length
  for (const part of innerParts) {
    const partStart = expandedText.indexOf(part, offset)
    if (partStart < 0) return false
    offset = partStart + part.length
  }
  return offset <= expandedText.length - lastPart.length
}

/** Whether two values match at every path, in any order of keys. */
function matchesDeep(
  fileValue: Json | undefined,
  runningValue: Json | undefined,
  matches: Matches,
): boolean {
  if (isJsonList(fileValue) && isJsonList(runningValue))
    return (
      fileValue.length === runningValue.length &&
      fileValue.every((item, index) => matchesDeep(item, runningValue[index], matches))
    )
  if (!isJsonMap(fileValue) || !isJsonMap(runningValue)) return matches(fileValue, runningValue)
  const names = new Set([...Object.keys(fileValue), ...Object.keys(runningValue)])
  return [...names].every(
    (name) =>
      Object.hasOwn(fileValue, name) &&
      Object.hasOwn(runningValue, name) &&
      matchesDeep(fileValue[name], runningValue[name], matches),
  )
}

/** A configuration, its effective values by path key, and the path keys of all maps, lists and values in effect. */
type EffectiveConfig = {
  data: JsonMap
  rows: ReadonlyMap<string, EffectiveRow>
  pathKeys: ReadonlySet<string>
}

/** The values that a router of the release uses from a configuration, by path. */
function readEffective(data: JsonMap, model: Model): EffectiveConfig {
  const text = writeRunning(data, model)
  const rows = collectRows(text, analyze(text, model, {}))
  return {
    data,
    rows: new Map(rows.map((row) => [toPathKey(row.path), row])),
    pathKeys: new Set(
      rows.flatMap(({ path }) => path.map((_, index) => toPathKey(path.slice(0, index + 1)))),
    ),
  }
}

/** The effective values that differ. A map or a list item that only one side has counts as one difference. */
function findDifferences(
  fileConfig: JsonMap,
  runningConfig: JsonMap,
  { model, matches }: { model: Model; matches: Matches },
): RunningDifference[] {
  const [file, live] = [readEffective(fileConfig, model), readEffective(runningConfig, model)]
  const differences = new Map<string, RunningDifference>()
  const addMissing = (path: Path, config: EffectiveConfig, other: EffectiveConfig): void => {
    const depth = path.findIndex(
      (_, index) => !other.pathKeys.has(toPathKey(path.slice(0, index + 1))),
    )
    const missingPath = path.slice(0, depth + 1)
    const value = readValue(config, missingPath, model)
    differences.set(toPathKey(missingPath), {
      path: missingPath,
      file: config === file ? value : undefined,
      running: config === file ? undefined : value,
    })
  }
  for (const [name, row] of file.rows) {
    const other = live.rows.get(name)
    if (!other) addMissing(row.path, file, live)
    else if (!matches(row.written, other.written))
      differences.set(name, { path: row.path, file: maskRow(row), running: maskRow(other) })
  }
  for (const [name, row] of live.rows) if (!file.rows.has(name)) addMissing(row.path, live, file)
  return [...differences.values()]
}

const maskRow = ({ written, key, path }: EffectiveRow): Json => showValue(written, key, path)

/**
 * The value at a path: the configured value, or else the value in effect, such as a default; null if the path has
 * neither. Secrets are masked.
 */
function readValue({ data, rows }: EffectiveConfig, path: Path, { schema }: Model): Json {
  const rootPart: JsonPart = { step: '', value: data, key: schema }
  const configuredPart = path.reduce<JsonPart | undefined>(
    (parentPart, step) =>
      parentPart &&
      listJsonParts(parentPart.value, parentPart.key).find((part) => part.step === step),
    rootPart,
  )
  if (configuredPart) return showValue(configuredPart.value, configuredPart.key, path)
  const row = rows.get(toPathKey(path))
  return row ? maskRow(row) : null
}
