import type { Finding, Path } from '../document/diagnostic.js'
import { getAt, isJsonMap, toJsonMap } from '../document/record.js'
import { isAboutIgnoredKeys } from '../lint/catalog.js'
import type { Analysis } from '../lint/lint.js'
import { analyze } from '../lint/lint.js'
import type { Model } from '../schema/model.js'
import { toMilliseconds } from '../formats/duration.js'
import type { Json, JsonMap } from '../document/record.js'
import { toDataDocument } from '../schema/data-document.js'
import { deriveConfig } from '../schema/derived-defaults.js'
import type { SchemaNode } from '../schema/key.js'
import { formatSentences } from '../schema/messages.js'
import { mapJsonParts } from '../schema/visit.js'
import { groupBy } from '../document/group.js'
import type { CheckedAnswers, Problem, Reporter } from './answers.js'
import type { Plan } from './plan.js'

/** The sections that free-form answers fill. */
function listFreeFormSections({
  sections = {},
  tunnelOptions,
  edgeOptions,
}: CheckedAnswers): ReadonlySet<string> {
  return new Set([...Object.keys(sections), ...(tunnelOptions || edgeOptions ? ['listeners'] : [])])
}

/**
 * Tidies the sections that free-form answers fill: removes values that equal the defaults, and keys that the release
 * does not read. Reports the unread keys at the answers that set them.
 */
export function tidyFile(
  file: JsonMap,
  plan: Plan,
  { model, report }: { model: Model; report: Reporter },
): JsonMap {
  const freeFormSections = listFreeFormSections(plan.answers)
  if (freeFormSections.size === 0) return file
  const ignoredFindings = analyzeFile(file, model)
    .findings()
    .filter(({ rule, path }) => isAboutIgnoredKeys(rule) && freeFormSections.has(String(path[0])))
    .sort((left, right) => left.span.start - right.span.start)
  for (const finding of ignoredFindings)
    report({
      ...toProblem(finding, plan),
      severity: 'warning',
      message: formatSentences(finding.message, 'it is omitted'),
    })
  const withoutIgnored = removePaths(
    file,
    ignoredFindings.map(({ path }) => path),
  )
  return removeDefaults(toJsonMap(withoutIgnored), [...freeFormSections], model)
}

const analyzeFile = (file: JsonMap, model: Model): Analysis =>
  analyze('', model, { document: toDataDocument(file, model.schema), omitsFixes: true })

/** Removes the defaults from each section in `names`, unless that would change what the router reads. */
export function removeDefaults(file: JsonMap, names: readonly string[], model: Model): JsonMap {
  const { schema } = model
  const serializeResult = (data: JsonMap): string => {
    const { readResult, findings } = analyzeFile(data, model)
    const errors = findings().filter(({ severity }) => severity === 'error')
    return JSON.stringify(errors.length > 0 ? errors : deriveConfig(schema, readResult))
  }
  const valuesInUse = serializeResult(file)
  return names
    .filter((name) => Object.hasOwn(file, name))
    .reduce((result, name) => {
      const { [name]: section, ...others } = result
      const prunedSection = section === undefined ? undefined : prune(section, schema.child(name))
      const candidate = prunedSection === undefined ? others : { ...others, [name]: prunedSection }
      return serializeResult(candidate) === valuesInUse ? candidate : result
    }, file)
}

/** Converts a problem in the file to a problem in the answers that caused it. */
export const toProblem = (
  { rule, severity, path, message }: Pick<Finding, 'rule' | 'severity' | 'path' | 'message'>,
  plan: Plan,
): Problem => ({
  rule,
  severity,
  message,
  path: findAnswerPath(path, plan),
})

/** The path of the answer that caused the content at a path of the file; the path itself if no answer did. */
function findAnswerPath(path: Path, { answers, edge, link }: Plan): Path {
  const [section, step, ...more] = path
  if (getAt(answers.sections, path) !== undefined) return ['sections', ...path]
  if (section === 'ctrl') return ['controllers']
  if (section === 'link') return link[Number(more[0])]?.answerPath ?? path
  if (section !== 'listeners' || typeof step !== 'number') return path
  const name = String(more[1] ?? '')
  const listener = edge[step]
  if (listener)
    return Object.hasOwn(answers.edgeOptions ?? {}, name)
      ? ['edgeOptions', ...more.slice(1)]
      : listener.answerPath
  if (name === 'services') return ['services', ...more.slice(2)]
  return Object.hasOwn(answers.tunnelOptions ?? {}, name)
    ? ['tunnelOptions', ...more.slice(1)]
    : ['tunnel']
}

/** Keys that are written even if they have the default value, because readers of the file want to see them. */
const alwaysWrittenKeys = new Set(['binding', 'mode', 'heartbeatIntervalSeconds'])

function isDefault(value: Json, key: SchemaNode): boolean {
  const defaultValue = key.keyFacts.default
  if (defaultValue === undefined || typeof value === 'object') return false
  const isDuration =
    key.format?.name.startsWith('duration') &&
    typeof value === 'string' &&
    typeof defaultValue === 'string'
  return (
    value === defaultValue ||
    (isDuration === true && toMilliseconds(value) === toMilliseconds(defaultValue))
  )
}

/** Removes defaults from a value, but keeps list items and `alwaysWrittenKeys`. Undefined if nothing is left. */
function prune(value: Json, key: SchemaNode | undefined): Json | undefined {
  if (typeof value !== 'object' || value === null)
    return key && isDefault(value, key) ? undefined : value
  const remainingValue = mapJsonParts(value, key, ({ step, value: item, key: child }) =>
    typeof step === 'number'
      ? (prune(item, child) ?? item)
      : alwaysWrittenKeys.has(step)
        ? item
        : prune(item, child),
  )
  return isJsonMap(remainingValue) &&
    Object.keys(remainingValue).length === 0 &&
    Object.keys(value).length > 0
    ? undefined
    : remainingValue
}

/** Removes the map entries at some paths from a value. Keeps all list items. */
export function removePaths(value: Json, paths: readonly Path[]): Json {
  const byStep = groupBy(paths, ([step]) => String(step))
  const listInnerPaths = (step: string | number): Path[] =>
    (byStep.get(String(step)) ?? []).map((path) => path.slice(1))
  if (paths.length === 0) return value
  if (Array.isArray(value))
    return value.map((item: Json, index) => removePaths(item, listInnerPaths(index)))
  if (!isJsonMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const innerPaths = listInnerPaths(name)
      return innerPaths.some(({ length }) => length === 0)
        ? []
        : [[name, removePaths(item, innerPaths)]]
    }),
  )
}
