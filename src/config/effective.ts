import type { Analysis, Options } from '../lint/lint.js'
import { analyze } from '../lint/lint.js'
import type { Path, PathTree, Range, Span } from '../document/diagnostic.js'
import {
  findLineStarts,
  toPath,
  toPosition,
  getOrCreateInTree,
  getChildInTree,
} from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { expandVariables } from '../document/environment.js'
import { hasMatchingVariable, hiddenSecret, hideDefaults } from '../document/secrets.js'
import { getAt, isRecord, isJsonList, toJsonMap } from '../document/record.js'
import { formatDuration, toMilliseconds } from '../formats/duration.js'
import { toPlainData } from '../schema/check-data.js'
import type { JsonMap, Json } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import type { Observation, RejectedValue } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import { completeConfig, toLoadedPath } from '../schema/read.js'
import { deriveConfig, replaceEmptyStrings } from '../schema/derived-defaults.js'
import type { Origin, ValueOrigin } from '../schema/reader.js'
import { findModel } from '../schema/model.js'
import type { SecretScope } from '../schema/secret-values.js'
import { createSecretVariableTest, listSharedSecrets } from '../schema/secret-values.js'
import { showValue } from '../schema/shown-value.js'
import type { JsonPart } from '../schema/visit.js'
import { listJsonParts, sortJsonParts } from '../schema/visit.js'

/** A value that the router uses, and its origin. */
export type Effective = {
  /** Keys and indexes from the root of the configuration. */
  path: (string | number)[]
  /** The value as the router uses it; durations in milliseconds. */
  value: Json
  /** The value as written in a file: durations as strings. */
  written: Json
  /**
   * Where the value comes from: from the file, a variable or a default; or the router uses it instead of a value that
   * it ignores or clamps.
   */
  origin: Origin
  /** The range in the file; absent for defaults. */
  range?: Range
  /**
   * Set if the router refuses the value or crashes on it; `value` is then as written in the file. The router does not
   * start, or never uses this part.
   */
  refused?: true
}

/**
 * Every value that the router of the release in `options.target` uses, in the order of the schema, and those that it
 * refuses. A list of plain values is one value. Empty for an unknown release.
 */
export function listEffective(text: string, options: Options = {}): Effective[] {
  const model = findModel(options.target)
  if (!model) return []
  return collectRows(
    text,
    analyze(text, model, { environment: options.env, platform: options.platform }),
    { derived: { path: options.path } },
  ).map(({ key: _, pathInFile: __, reference: ___, items: ____, ...row }) => row)
}

/** A value with its schema key, and its path in the file, which may differ from `path`. */
export type EffectiveRow = Effective & {
  key: SchemaNode | undefined
  pathInFile?: Path
  /** What to show instead of the value, such as `${TOKEN}`, if it may be secret although its key is not. */
  reference?: Json
  /** The items of a list of plain values, each as a row of its own. */
  items?: () => EffectiveRow[]
}

/** A value of the file that the router refuses, and the path under which it would be loaded. */
export type RefusedValue = RejectedValue & { path: Path }

/** The values that the running router refuses or crashes on, with the paths under which they would be loaded. */
export const listRefused = ({ observations, moves }: ReadResult): readonly RefusedValue[] =>
  observations.filter(isRefusal).map((observation) => ({
    ...observation,
    path: toLoadedPath(toPath(observation.place), moves),
  }))

const isRefusal = (observation: Observation): observation is Observation & RejectedValue =>
  'failure' in observation &&
  (observation.outcome === 'refuses' || observation.outcome === 'crashes') &&
  observation.place.phase !== 'enroll'

/** Adds refused values to a copy of a configuration, at the paths where they would be if the router accepted them. */
export function addRefusedValues(
  config: JsonMap,
  document: Document,
  refusedValues: readonly RefusedValue[],
): JsonMap {
  if (refusedValues.length === 0) return config
  const result = structuredClone(config)
  for (const { path, key, value } of refusedValues) {
    const parent = getAt(result, path.slice(0, -1))
    const last = path.at(-1)
    if (!isRecord(parent) || last === undefined) continue
    const data = toPlainData(document, value)
    // Lists are loaded without refused items, so the value is inserted. Only items with bindings stay in the list when
    // they are refused, and are replaced.
    if (Array.isArray(parent) && !key.bindings) parent.splice(Number(last), 0, data)
    else Reflect.set(parent, last, data)
  }
  return result
}

type RowOptions = {
  /** If set, also lists the defaults that depend on other keys or on the path of the router file. */
  derived?: { path?: string | undefined }
}

export const collectRows = (
  text: string,
  analysis: Pick<Analysis, 'model' | 'readResult'>,
  options?: RowOptions,
): EffectiveRow[] => [...eachRow(text, analysis, options)]

/** Yields the rows one by one, because all of them together can take a hundred times the memory of the text. */
export function* eachRow(
  text: string,
  { model, readResult }: Pick<Analysis, 'model' | 'readResult'>,
  { derived }: RowOptions = {},
): Generator<EffectiveRow, void> {
  const refusedValues = listRefused(readResult)
  const refusals: PathTree<RefusedValue> = {}
  for (const value of refusedValues) getOrCreateInTree(refusals, value.path).value = value
  const origins: PathTree<ValueOrigin> = {}
  for (const item of readResult.origins())
    getOrCreateInTree(origins, toLoadedPath(toPath(item.place), readResult.moves)).value = item
  const rowFunctions = createRowFunctions(text, readResult)
  const config = addRefusedValues(
    withVariables(
      readResult,
      derived === undefined
        ? toJsonMap(completeConfig(model.schema, readResult))
        : replaceEmptyStrings(
            toJsonMap(deriveConfig(model.schema, readResult, derived.path)),
            model.schema,
          ),
    ),
    readResult.document,
    refusedValues,
  )
  const root: ConfigPart = { value: config, key: model.schema, path: [], origins, refusals }
  for (const [step, value] of Object.entries(config))
    yield* eachRowOfPart(
      toChildPart(root, { step, value, key: model.schema.child(step) }),
      rowFunctions,
    )
}

/** A value of the configuration, with the origins and the refused values at its path and below. */
type ConfigPart = {
  value: Json
  key: SchemaNode | undefined
  path: Path
  origins: PathTree<ValueOrigin> | undefined
  refusals: PathTree<RefusedValue> | undefined
}

const toChildPart = (
  { path, origins, refusals }: ConfigPart,
  { step, value, key }: JsonPart,
): ConfigPart => ({
  value,
  key,
  path: [...path, step],
  origins: getChildInTree(origins, step),
  refusals: getChildInTree(refusals, step),
})

/** Yields the row of a value, or if it is a map or a list of maps and lists, the rows of the values in it. */
function* eachRowOfPart(
  part: ConfigPart,
  rowFunctions: RowFunctions,
): Generator<EffectiveRow, void> {
  const { value, key, path, origins, refusals } = part
  const { toRow, toRefusedRow } = rowFunctions
  const refusedValue = refusals?.value
  if (refusedValue) {
    yield toRefusedRow(refusedValue, value, path)
    return
  }
  // A list of plain values is one value.
  const isPlain = isJsonList(value) && value.every((item) => typeof item !== 'object')
  const children = isPlain ? [] : sortJsonParts(value, key)
  if (children.length > 0) {
    for (const child of children) yield* eachRowOfPart(toChildPart(part, child), rowFunctions)
    return
  }
  const valueOrigin =
    origins?.value ?? (isJsonList(value) ? getChildInTree(origins, 0)?.value : undefined)
  const row = toRow(value, key, path, valueOrigin)
  yield isPlain && value.length > 0
    ? {
        ...row,
        ...(row.pathInFile && !origins?.value && { pathInFile: row.pathInFile.slice(0, -1) }),
        items: () => listItemRows(part, rowFunctions),
      }
    : row
}

/** The rows of the items of a list. Items of a secret list are secret, and those without an origin have its origin. */
const listItemRows = (list: ConfigPart, { toRow, toRefusedRow }: RowFunctions): EffectiveRow[] =>
  listJsonParts(list.value, list.key).map((item) => {
    const { value, key, path, origins, refusals } = toChildPart(list, item)
    const refusedItem = refusals?.value
    return refusedItem
      ? toRefusedRow(refusedItem, value, path)
      : toRow(
          value,
          list.key?.isSecret ? list.key : key,
          path,
          origins?.value ?? list.origins?.value,
        )
  })

/** `toRow` describes a value that the router uses, `toRefusedRow` one that it refuses. */
type RowFunctions = {
  toRow: (
    value: Json,
    key: SchemaNode | undefined,
    path: Path,
    origin: ValueOrigin | undefined,
  ) => EffectiveRow
  toRefusedRow: (refusedValue: RefusedValue, value: Json, path: Path) => EffectiveRow
}

function createRowFunctions(text: string, readResult: ReadResult): RowFunctions {
  const starts = findLineStarts(text)
  const toRange = ({ start, end }: Span): Range => ({
    start: toPosition(starts, start),
    end: toPosition(starts, end),
  })
  const references = listReferences(readResult)
  return {
    toRow: (value, key, path, origin) => {
      const reference = toReference(value, references)
      return {
        path: [...path],
        value,
        written: toWrittenValue(value, key),
        origin: origin?.origin ?? 'default',
        ...(origin && { range: toRange(origin.span), pathInFile: toPath(origin.place) }),
        ...(reference !== undefined && { reference }),
        key,
      }
    },
    toRefusedRow: ({ place, span, key }, value, path) => {
      const reference = toReference(value, references)
      return {
        path: [...path],
        value,
        written: value,
        origin: 'file',
        range: toRange(span),
        pathInFile: toPath(place),
        ...(reference !== undefined && { reference }),
        key,
        refused: true,
      }
    },
  }
}

/** A configuration in which strings that depend on unknown variables are as written in the file. */
function withVariables(readResult: ReadResult, config: JsonMap): JsonMap {
  if (readResult.unknownPaths.length === 0) return config
  const result = structuredClone(config)
  for (const path of readResult.unknownPaths) {
    const value = readResult.document.find(path)?.value
    const loadedPath = toLoadedPath(path, readResult.moves)
    const parent = getAt(result, loadedPath.slice(0, -1))
    const last = loadedPath.at(-1)
    if (value?.kind === 'text' && isRecord(parent) && last !== undefined)
      Reflect.set(parent, last, value.value)
  }
  return result
}

/** Converts a loaded value to the form in which files have it: durations as strings. */
export const toWrittenValue = (value: Json, key: SchemaNode | undefined): Json =>
  typeof value === 'number' && key?.format?.name.startsWith('duration')
    ? formatDuration(value)
    : value

/**
 * Strings of a file that may be secret although their keys are not, with what to show instead: values made of secret
 * variables as written, without defaults (`tls:${TOKEN}:1` instead of `tls:hunter2:1`), and `…` for values that also
 * occur as the value of a secret key.
 */
export function listReferences(scope: SecretScope): ReadonlyMap<string, string> {
  const { document, environment } = scope
  const sharedSecrets = listSharedSecrets(scope)
    .flatMap((value) => [value, String(toMilliseconds(value) || value)])
    .map((value): [string, string] => [value, hiddenSecret])
  if (!document.text.includes('$')) return new Map(sharedSecrets)
  const isSecretVariable = createSecretVariableTest(scope)
  return new Map([
    ...sharedSecrets,
    ...document.nodes().flatMap(({ node }): [string, string][] => {
      if (node.kind !== 'text' || !hasMatchingVariable(node.value, isSecretVariable)) return []
      const replacement = hideDefaults(node.value, isSecretVariable)
      return [
        [node.value, replacement],
        [expandVariables(node.value, environment).text, replacement],
      ]
    }),
  ])
}

/** A value in which strings and numbers are replaced by their references; undefined if there is nothing to replace. */
export function toReference(
  value: Json,
  references: ReadonlyMap<string, string>,
): Json | undefined {
  if (references.size === 0) return undefined
  const findReference = (item: Json): Json | undefined =>
    typeof item === 'number' || (typeof item === 'string' && item !== '')
      ? references.get(String(item))
      : undefined
  if (!isJsonList(value)) return findReference(value)
  return value.some((item) => findReference(item) !== undefined)
    ? value.map((item) => findReference(item) ?? item)
    : undefined
}

/** A value as written in a file, with `…` or references to variables instead of secrets. */
export const toShownValue = ({
  key,
  written,
  reference,
  path,
}: Pick<EffectiveRow, 'key' | 'written' | 'reference' | 'path'>): Json =>
  showValue(reference ?? written, key, path)
