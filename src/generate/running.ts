import type { TargetName } from '../schema/release.js'
import { toPlainData } from '../schema/check-data.js'
import { parseDocument } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import { expandVariables } from '../document/environment.js'
import { showValue } from '../schema/shown-value.js'
import { fix } from '../fix/fix.js'
import { getTraits } from '../lint/catalog.js'
import { lint } from '../lint/lint.js'
import type { JsonMap, Json } from '../document/record.js'
import { mapTexts, toJsonMap } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import type { Model } from '../schema/model.js'
import { findModel } from '../schema/model.js'
import { mapJsonParts } from '../schema/visit.js'
import { formatRouterFile } from './format-file.js'

/** The configuration that a router runs, as `liveRouters` of `routerfile/management` returns it. */
export type RunningConfig = Readonly<Record<string, unknown>>

/** A running configuration as a file, and the environment variables that replace its secrets. */
export type PulledFile = {
  /** The router file as YAML, with `${NAME}` instead of each secret; empty for an unknown target. */
  text: string
  /** Names of the environment variables to set before the router starts, sorted; empty if there are no secrets. */
  variables: readonly string[]
}

/**
 * The configuration that a router reports, as a router file: with keys in the order of the schema, and a decimal point
 * in numbers for which the release requires one. The file contains the secrets of the configuration. Empty for an
 * unknown target.
 */
export function formatRunning(
  config: RunningConfig,
  { target }: { target?: TargetName } = {},
): string {
  const model = findModel(target)
  return model ? writeRunning(config, model) : ''
}

/** Writes a running configuration as a router file, with the keys in the order of the release's schema. */
export const writeRunning = (config: RunningConfig, { schema }: Model): string =>
  formatRouterFile(toJsonMap(mapValues(toJsonMap(config), undefined, fitInteger)), {
    schema,
    texts: undefined,
  })

/**
 * JavaScript rounds the router's largest integer up to 2^63, but no router starts with 2^63. Writes the largest double
 * below 2^63 instead.
 */
const fitInteger = (value: Json): Json => (value === 2 ** 63 ? 2 ** 63 - 1024 : value)

/**
 * The configuration that a router reports, as a file to keep: with deprecated keys renamed, and variables such as
 * `${PROXY_PASSWORD}` instead of secrets.
 */
export function pullRunning(
  config: RunningConfig,
  { target }: { target?: TargetName } = {},
): PulledFile {
  const model = findModel(target)
  if (!model) return { text: '', variables: [] }
  const variables = new Set<string>()
  const replace = (value: Json, key: SchemaNode | undefined, path: readonly string[]): Json => {
    if (showValue(value, key, path) === value) return value
    const name = toVariableName(path)
    variables.add(name)
    return `\${${name}}`
  }
  const configWithVariables = toJsonMap(mapValues(toJsonMap(config), model.schema, replace))
  return {
    text: modernize(writeRunning(configWithVariables, model), model),
    variables: [...variables].sort(),
  }
}

/**
 * The content of a file as its router reports it: with variables expanded, if the environment is known, and with JSON
 * numbers. Undefined if the file is broken.
 */
export function toReportedConfig(text: string, env: Environment | undefined): JsonMap | undefined {
  const document = parseDocument(text)
  if (!document.root || document.problems.length > 0) return undefined
  const data = toPlainData(document, document.root)
  return toJsonMap(env ? mapTexts(data, (text) => expandVariables(text, env).text) : data)
}

/**
 * The parts of a variable's name that come from a step of a path: none for the first item of a list, the `name` for
 * `value` in a map such as `{ name: DB_PASSWORD, value: … }`, and the step itself for every other step.
 */
function getNameParts(parent: Json, step: string | number): readonly string[] {
  const { name } = toJsonMap(parent)
  return step === 0 ? [] : [step === 'value' && typeof name === 'string' ? name : String(step)]
}

/** Replaces each value that is neither a map nor a list. */
function mapValues(
  value: Json,
  key: SchemaNode | undefined,
  replace: (value: Json, key: SchemaNode | undefined, path: readonly string[]) => Json,
  path: readonly string[] = [],
): Json {
  if (typeof value !== 'object' || value === null) return replace(value, key, path)
  return mapJsonParts(value, key, ({ step, value: item, key: child }) =>
    mapValues(item, child, replace, [...path, ...getNameParts(value, step)]),
  )
}

/** `proxy.password` becomes `PROXY_PASSWORD`. */
const toVariableName = (path: readonly string[]): string =>
  path
    .map((step) => step.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_'))
    .join('_')
    .replaceAll(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase()

/** A file with deprecated keys renamed, and written in the order of the schema again. */
function modernize(text: string, model: Model): string {
  const options = { target: model.release }
  const fixResult = fix(text, {
    ...options,
    diagnose: (changedText) =>
      lint(changedText, options).filter(({ rule }) => getTraits(rule).keyStatus === 'deprecated'),
  })
  if (fixResult.applied.length === 0) return text
  const document = parseDocument(fixResult.text)
  return document.root ? writeRunning(toJsonMap(toPlainData(document, document.root)), model) : text
}
