import type { Analysis, Options } from '../lint/lint.js'
import { analyze } from '../lint/lint.js'
import { toPlainData } from '../schema/check-data.js'
import type { Path } from '../document/diagnostic.js'
import { toPath, toPosition } from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { expandVariables } from '../document/environment.js'
import { formatDuration, toMilliseconds } from '../formats/duration.js'
import type { JsonMap } from '../schema/json.js'
import { isJsonList, isJsonMap, toJsonMap } from '../schema/json.js'
import type { Json, SchemaNode } from '../schema/key.js'
import { hasPoint } from '../schema/key.js'
import { completeConfig, loadedPath } from '../schema/read.js'
import type { Origin } from '../schema/reader.js'
import type { Model } from '../schema/model.js'
import { findModel } from '../schema/model.js'
import { hiddenSecret, hideSecrets } from '../document/secrets.js'
import type { YamlEntry, YamlNode } from '../yaml/write.js'
import { writeYaml, yamlNode } from '../yaml/write.js'
import type { RefusedValue } from './effective.js'
import { hideSecretsAt, listReferences, listRefused, withRefused } from './effective.js'

/** A router file with every effective value, and the number of hidden secrets. */
export type EffectiveFile = { text: string; hidden: number }

/** The origin of a value of the configuration, with its path in the file and in what is loaded. */
type Source = { origin: Origin; line: number; path: Path; loaded: Path }

/** The inputs of the written file. */
type Draft = {
  model: Model
  document: Document
  environment: Options['env']
  sources: ReadonlyMap<string, Source>
  refused: ReadonlyMap<string, RefusedValue>
  /** Addresses of values that only the router's defaults can set: written as comments. */
  off: ReadonlySet<string>
  hidden: { count: number }
  /** The strings that variables make which may be secret, as the file has them. */
  references: ReadonlyMap<string, string>
}

const toPathKey = (path: Path): string => JSON.stringify(path)

/**
 * A router file with everything that the router of the target uses, in the order of the schema, with the origin of each
 * value in a comment, unless `origins` is false. The router reads the same configuration from it. Values that the router has without a section, and does not
 * accept from a file, are comments.
 */
export function effectiveFile(
  text: string,
  options: Options = {},
  { origins = true }: { origins?: boolean } = {},
): EffectiveFile {
  const model = findModel(options.target)
  if (!model) return { text: '', hidden: 0 }
  const analysis = analyze(text, model, { environment: options.env })
  const runs = analysis.findings.every(({ severity }) => severity !== 'error')
  const off = new Set<string>()
  // Each round excludes at least one more value.
  for (;;) {
    const draft = createDraft(analysis, options, off)
    const config = completeWithRefused(analysis)
    const entries = rootEntries(draft, config)
    const written = writeYaml(origins ? { entries } : withoutNotes({ entries }))
    const rest = runs ? withoutHome(analysis, draft, written) : []
    if (rest.length === 0) return { text: written, hidden: draft.hidden.count }
    for (const name of rest) off.add(name)
  }
}

/** The same map, list or scalar without comments after values. */
function withoutNotes(node: YamlNode): YamlNode {
  if ('items' in node) return { items: node.items.map(withoutNotes) }
  if ('entries' in node)
    return {
      entries: node.entries.map((entry) => ({ ...entry, value: withoutNotes(entry.value) })),
    }
  const { note: _, ...scalar } = node
  return scalar
}

const completeWithRefused = ({ model, reading, document }: Analysis): JsonMap =>
  withRefused(
    toJsonMap(JSON.parse(JSON.stringify(completeConfig(model.schema, reading)))),
    document,
    listRefused(reading),
  )

function createDraft(analysis: Analysis, { env }: Options, off: ReadonlySet<string>): Draft {
  const { document, model, reading } = analysis
  const starts = document.lineStarts()
  const sources = reading.origins().map(({ place, origin, span }): [string, Source] => {
    const path = toPath(place)
    const line = toPosition(starts, span.start).line + 1
    const loaded = loadedPath(path, reading.moves)
    return [toPathKey(loaded), { origin, line, path, loaded }]
  })
  return {
    model,
    document,
    environment: env,
    sources: new Map(sources),
    refused: listRefused(reading),
    off,
    hidden: { count: 0 },
    references: listReferences(document, env),
  }
}

/** Paths to exclude: the router reads the written file differently there, or reports something about it. */
function withoutHome(analysis: Analysis, draft: Draft, written: string): string[] {
  const { model, reading } = analysis
  const again = analyze(written, model, { environment: draft.environment })
  const known = new Set(
    analysis.findings.map(({ rule, path }) => rule + toPathKey(loadedPath(path, reading.moves))),
  )
  const fresh = again.findings
    .map(({ rule, path }) => ({ rule, path: loadedPath(path, again.reading.moves) }))
    .filter(({ rule, path }) => !known.has(rule + toPathKey(path)))
    .map(({ path }) => path)
  const config = completeWithRefused(analysis)
  const places = [...fresh, ...differences(config, completeWithRefused(again))]
  if (places.length === 0) return []
  const given = listGiven(draft)
  return [...new Set(places.flatMap((path) => nearestDefault(draft, given, config, path) ?? []))]
}

/** The names of all values that the file sets, and of the maps and lists around them. */
function listGiven({ sources }: Draft): ReadonlySet<string> {
  const given = new Set<string>()
  for (const { origin, loaded } of sources.values())
    if (origin !== 'fallback')
      for (let end = loaded.length; end > 0; end -= 1) given.add(toPathKey(loaded.slice(0, end)))
  return given
}

/** The paths at which two values differ, as deep as possible. */
function differences(left: Json | undefined, right: Json | undefined, path: Path = []): Path[] {
  if (isJsonMap(left) && isJsonMap(right))
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) =>
      differences(left[name], right[name], [...path, name]),
    )
  if (isJsonList(left) && isJsonList(right) && left.length === right.length)
    return left.flatMap((item, index) => differences(item, right[index], [...path, index]))
  return JSON.stringify(left) === JSON.stringify(right) ? [] : [path]
}

/** The path nearest to a given one, itself or above it, that the file does not set and the draft still writes. */
function nearestDefault(
  { off }: Draft,
  given: ReadonlySet<string>,
  config: JsonMap,
  path: Path,
): string | undefined {
  for (let end = path.length; end > 0; end -= 1) {
    const place = path.slice(0, end)
    const name = toPathKey(place)
    if (given.has(name)) return undefined
    if (!off.has(name) && valueAt(config, place) !== undefined && typeof place.at(-1) === 'string')
      return name
  }
  return undefined
}

function valueAt(value: Json | undefined, path: Path): Json | undefined {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (isJsonList(value)) return valueAt(value[Number(step)], rest)
  return isJsonMap(value) ? valueAt(value[step], rest) : undefined
}

/** The sections; those that only enrollment reads are unchanged. */
function rootEntries(draft: Draft, config: JsonMap): YamlEntry[] {
  const { model, document } = draft
  const { schema } = model
  const request = schema.child('csr')
  const isForEnrollment = request?.phase === 'enroll'
  const { csr, ...others } = config
  // If a running router reads the CSR under `edge`, the one at the root is for enrollment.
  const whole: JsonMap =
    isForEnrollment && csr !== undefined
      ? { ...others, edge: { ...toJsonMap(config['edge']), csr } }
      : config
  const sections = createEntries(draft, whole, schema, [])
  const given = isForEnrollment ? document.find(['csr']) : undefined
  const enrolled: YamlEntry[] =
    given?.value === undefined ? [] : [{ name: 'csr', value: givenNode(draft, given.value) }]
  return [...sections, ...enrolled].map((entry, index) => ({ ...entry, gap: index > 0 }))
}

/** The entries of a map in the order of the schema, with the names that the release reads. */
function createEntries(draft: Draft, map: JsonMap, key: SchemaNode, path: Path): YamlEntry[] {
  const names = [...new Set([...key.names, ...Object.keys(map)])]
  return names.flatMap((name): YamlEntry[] => {
    const value = map[name]
    const child = key.child(name)
    const refused = draft.refused.get(toPathKey([...path, name]))
    if (refused) return [{ name, value: refusedNode(draft, refused) }]
    if (child?.storedAs !== undefined) return []
    if (value === undefined) return child ? unloaded(draft, child, name, path) : []
    const place = child?.sameAs === name ? [name] : [...path, name]
    const isOff = draft.off.size > 0 && draft.off.has(toPathKey(place))
    const inner = isOff ? { ...draft, off: new Set<string>() } : draft
    if (child?.read && (child.sameAs === undefined || child.sameAs === name))
      return [{ name, value: createNode(inner, value, child, place), isOff }]
    const other = key.names.find((other) => {
      const alias = key.child(other)
      return alias?.read === true && alias.sameAs === `.${name}`
    })
    const alias = other === undefined ? undefined : key.child(other)
    return other !== undefined && alias
      ? [{ name: other, value: createNode(inner, value, alias, place), isOff }]
      : []
  })
}

/** Values that the router reads but the configuration does not hold. */
function unloaded(draft: Draft, child: SchemaNode, name: string, path: Path): YamlEntry[] {
  const given = child.read && child.isUnchecked ? draft.document.find([...path, name]) : undefined
  return given ? [{ name, value: givenNode(draft, given.value) }] : []
}

/** A value that the router refuses, as written in the file, except secrets. */
function refusedNode(draft: Draft, { key, path, value, span }: RefusedValue): YamlNode {
  const line = toPosition(draft.document.lineStarts(), span.start).line + 1
  const data = toPlainData(draft.document, value)
  const shown = hideSecretsAt(data, key, path)
  if (JSON.stringify(shown) !== JSON.stringify(data)) draft.hidden.count += 1
  return withNote(yamlNode(shown), `refused, line ${line}`)
}

/** Puts a note after the first value of a node. */
function withNote(node: YamlNode, note: string): YamlNode {
  if ('scalar' in node) return { ...node, note }
  if ('items' in node) {
    const [first, ...rest] = node.items
    return { items: first ? [withNote(first, note), ...rest] : [] }
  }
  const [first, ...rest] = node.entries
  return { entries: first ? [{ ...first, value: withNote(first.value, note) }, ...rest] : [] }
}

function createNode(draft: Draft, value: Json, key: SchemaNode, path: Path): YamlNode {
  if (isJsonMap(value)) {
    const { binding } = value
    const shape = typeof binding === 'string' ? key.variant(binding) : key
    const isUnused = key.bindings !== undefined && (binding === undefined || !shape)
    if (isUnused) return asGiven(draft, path)
    return { entries: createEntries(draft, value, shape ?? key, path) }
  }
  if (isJsonList(value))
    return {
      items: value.map((item, index) => {
        const place = [...path, index]
        const rejected = draft.refused.get(toPathKey(place))
        if (rejected) return refusedNode(draft, rejected)
        return key.item && !key.acceptsSingleItem
          ? createNode(draft, item, key.item, place)
          : createScalar(
              draft,
              item,
              key,
              place,
              draft.sources.has(toPathKey(place)) ? place : path,
            )
      }),
    }
  return createScalar(draft, value, key, path, path)
}

/** A value as written in the file, except secrets. */
function givenNode({ document, hidden }: Draft, value: ResolvedValue): YamlNode {
  const hide = (item: Json, path: Path): Json => {
    if (isJsonList(item)) return item.map((inner) => hide(inner, path))
    if (isJsonMap(item))
      return Object.fromEntries(
        Object.entries(item).map(([name, inner]) => [name, hide(inner, [...path, name])]),
      )
    const shown = hideSecretsAt(item, undefined, path)
    if (shown !== item) hidden.count += 1
    return shown
  }
  const given: unknown = JSON.parse(JSON.stringify(toPlainData(document, value)))
  return yamlNode(hide(toJsonMap({ given })['given'] ?? null, []))
}

/** An entry that the router does not use is unchanged, so that the others keep their indexes. */
function asGiven(draft: Draft, path: Path): YamlNode {
  const given = draft.document.find(path)
  return given ? givenNode(draft, given.value) : { entries: [] }
}

function createScalar(
  draft: Draft,
  value: Json,
  key: SchemaNode,
  path: Path,
  from: Path,
): YamlNode {
  const source = draft.sources.get(toPathKey(from)) ?? draft.sources.get(toPathKey([...from, 0]))
  const note = source
    ? `${source.origin}${source.origin === 'default' ? '' : `, line ${source.line}`}`
    : 'default'
  const name = key.format?.name ?? 'text'
  if (typeof value === 'string' && (name === 'float' || name === 'number'))
    return { scalar: numbers[value] ?? value, note }
  if (typeof value === 'number') {
    if (name.startsWith('duration')) return { scalar: exactDuration(value), note }
    const isFloat = hasPoint(key)
    const given = source && draft.document.find(source.path)?.value
    // A large integer has more digits than a number of JavaScript.
    if (!isFloat && !Number.isSafeInteger(value) && given?.kind === 'int')
      return { scalar: given.value, note }
    return isFloat || name === 'number' || Number.isInteger(value)
      ? { scalar: value, isFloat, note }
      : { ...asScalar(asGiven(draft, source?.path ?? path)), note }
  }
  if (typeof value !== 'string') return { scalar: typeof value === 'boolean' ? value : null, note }
  return createText(draft, value, key, source, note)
}

const asScalar = (node: YamlNode): YamlNode & { scalar: unknown } =>
  'scalar' in node ? node : { scalar: null }

/** Numbers that JSON does not support. */
const numbers: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  '+Inf': Number.POSITIVE_INFINITY,
  '-Inf': Number.NEGATIVE_INFINITY,
}

/** A string. A string with variables stays as written if it is secret or would be expanded again. */
function createText(
  { document, environment, hidden, references }: Draft,
  value: string,
  key: SchemaNode,
  source: Source | undefined,
  note: string,
): YamlNode {
  const given = source && document.find(source.path)?.value
  const isFromOutside = source?.origin === 'environment' && given?.kind === 'text'
  const reference = value === '' ? undefined : references.get(value)
  const shown = key.secret ? hiddenSecret : hideSecrets(reference ?? value)
  const isHidden = value !== '' && shown !== value
  const changes = expandVariables(value, environment).text !== value
  if (!isHidden && !changes) return { scalar: value, note }
  // Text beside the variables may be secret, too.
  if (isFromOutside && hideSecrets(given.value) === given.value)
    return { scalar: given.value, note }
  if (!isHidden) return { scalar: value, note }
  hidden.count += 1
  return { scalar: shown, note: `${note}, hidden` }
}

/** A duration that reads as exactly these milliseconds. */
function exactDuration(value: number): string {
  const short = formatDuration(value)
  return toMilliseconds(short) === value ? short : `${BigInt(Math.round(value * 1e6))}ns`
}
