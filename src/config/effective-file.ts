import type { Analysis, Options } from '../lint/lint.js'
import { analyze } from '../lint/lint.js'
import { toPlainData } from '../schema/check-data.js'
import type { Path, PathNode, PathTree, Range } from '../document/diagnostic.js'
import {
  toPath,
  toRange,
  findInTree,
  getOrCreateInTree,
  getChildInTree,
} from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { expandVariables } from '../document/environment.js'
import { memoizePerObject } from '../document/lazy.js'
import { getAt, isJsonList, isJsonMap, toJsonMap } from '../document/record.js'
import { formatDuration, toMilliseconds } from '../formats/duration.js'
import type { JsonMap, Json } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import { needsPoint } from '../schema/key.js'
import { toLoadedPath } from '../schema/read.js'
import { deriveConfig, replaceEmptyStrings } from '../schema/derived-defaults.js'
import type { Origin } from '../schema/reader.js'
import type { Model } from '../schema/model.js'
import { findModel } from '../schema/model.js'
import { selectJsonShape } from '../schema/visit.js'
import type { LintHost } from '../lint/host.js'
import type { StoredAddresses } from '../lint/rules/endpoints-file.js'
import { findStoredAddresses } from '../lint/rules/endpoints-file.js'
import { showValue } from '../schema/shown-value.js'
import type { YamlEntry, YamlLayout, YamlNode } from '../yaml/write.js'
import { layOutYaml, toYamlNode } from '../yaml/write.js'
import type { RefusedValue } from './effective.js'
import { listReferences, listRefused, toReference, addRefusedValues } from './effective.js'
import type { LongLists } from './long-lists.js'
import { findLongLists, toGroupPath, toFullPath } from './long-lists.js'

/** A router file with every effective value, and the number of secrets that it hides. */
export type EffectiveFile = { text: string; hiddenCount: number }

/** Where a configuration value comes from: the origin and path in the router file, or the name of another file. */
type Source = { origin: Origin; line: number; path: Path } | { file: string; line: number }

type ValueFacts = { source?: Source; refusal?: Refusal }

type Refusal = { value: RefusedValue; line: number }

type FileDraft = {
  model: Model
  document: Document
  environment: Options['env']
  facts: PathTree<ValueFacts>
  refusedValues: readonly RefusedValue[]
  /**
   * Paths of defaults that are written as comments, because the router would read the file differently with them. Items
   * of a long list that belong to the same group (see `LongList`) share their paths.
   */
  commentedPaths: PathTree<true>
  longLists: LongLists
  /** Whether only the sample items of long lists are written. */
  isSample: boolean
  hiddenCounter: { count: number }
  /** Strings that may be secret although their keys are not, with what is shown instead; see `listReferences`. */
  references: ReadonlyMap<string, string>
  /** The entries for defaults by schema key, name and value; all maps with the same default share them. */
  defaults: (key: SchemaNode) => Map<string, Map<Json, YamlEntry>>
}

/** A path in the configuration, with the facts about its value and the values below. */
type Place = {
  node: PathNode
  facts: PathTree<ValueFacts> | undefined
  commentedPaths: PathTree<true> | undefined
}

const createRootPlace = ({ facts, commentedPaths }: FileDraft): Place => ({
  node: { parent: undefined, step: '' },
  facts,
  commentedPaths,
})

const stepInto = (
  { node, facts, commentedPaths }: Place,
  step: string | number,
  group = step,
): Place => ({
  node: { parent: node, step },
  facts: getChildInTree(facts, step),
  commentedPaths: getChildInTree(commentedPaths, group),
})

type EffectiveFileOptions = {
  /** Whether comments name the origin of each value. */
  origins?: boolean
  /** Whether the comments about origins start in the same column; if not, each directly follows its value. */
  alignsOrigins?: boolean
  /** The machine of the router; if it has an endpoints file, the addresses in it replace those of the router file. */
  host?: LintHost | undefined
  /** The analysis of the text with the same options, without a host. */
  analysis?: Analysis | undefined
  /**
   * Returns the line that comments name for a range of the text, counted from 0; default: the line on which the range
   * starts. Needed if the text is a string in another file.
   */
  findLine?: (range: Range) => number
}

/**
 * Writes a router file with everything that the router of the release in `options.target` uses, in the order of the
 * schema. Unless `origins` is false, comments name the origin of each value. If the router can run the original, it
 * reads the same configuration from the result, except for secrets, which are hidden. Defaults that would change what
 * it reads are written as comments. The text is empty for an unknown release.
 */
export function createEffectiveFile(
  text: string,
  options: Options = {},
  {
    origins = true,
    alignsOrigins = true,
    host,
    analysis: givenAnalysis,
    findLine = (range) => range.start.line,
  }: EffectiveFileOptions = {},
): EffectiveFile {
  const model = findModel(options.target)
  if (!model) return { text: '', hiddenCount: 0 }
  const analysis =
    givenAnalysis ??
    analyze(text, model, { environment: options.env, platform: options.platform, omitsFixes: true })
  const canRun = analysis.findings().every(({ severity }) => severity !== 'error')
  const { document, knownConfig: read } = analysis
  const storedAddresses = findStoredAddresses({
    document,
    knownConfig: read,
    release: model.release,
    host,
  })
  const config = withStoredAddresses(completeWithRefused(analysis, options.path), storedAddresses)
  const draft = createDraft(analysis, options, config, { storedAddresses, findLine })
  const { layout, hiddenCount } = canRun
    ? layOutLoadable(analysis, options, draft, config)
    : layOutDraft(draft, config)
  return { text: layout.format({ omitsNotes: !origins, alignsNotes: alignsOrigins }), hiddenCount }
}

type DraftLayout = { layout: YamlLayout; hiddenCount: number }

const layOutDraft = (draft: FileDraft, config: JsonMap): DraftLayout => {
  draft.hiddenCounter.count = 0
  return {
    layout: layOutYaml({ entries: createRootEntries(draft, config) }),
    hiddenCount: draft.hiddenCounter.count,
  }
}

/** Lays out a file from which the router reads the same configuration as from the analyzed file. */
function layOutLoadable(
  analysis: Analysis,
  options: Options,
  draft: FileDraft,
  config: JsonMap,
): DraftLayout {
  const { longLists, commentedPaths } = draft
  // Each iteration turns at least one more default into a comment.
  for (;;) {
    const sample = layOutDraft({ ...draft, isSample: true }, config)
    const writtenText = sample.layout.format({ omitsNotes: true })
    const excludedPaths = findExcludedPaths(analysis, {
      options,
      commentedPaths,
      longLists,
      config,
      writtenText,
    })
    if (excludedPaths.length === 0)
      return longLists.size === 0 ? sample : layOutDraft(draft, config)
    for (const path of excludedPaths) getOrCreateInTree(commentedPaths, path).value = true
  }
}

const completeWithRefused = (
  { model, readResult, document }: Analysis,
  path: string | undefined,
): JsonMap =>
  addRefusedValues(
    replaceEmptyStrings(toJsonMap(deriveConfig(model.schema, readResult, path)), model.schema),
    document,
    listRefused(readResult),
  )

const withStoredAddresses = (
  config: JsonMap,
  storedAddresses: StoredAddresses | undefined,
): JsonMap =>
  storedAddresses
    ? {
        ...config,
        ctrl: {
          ...toJsonMap(config['ctrl']),
          endpoints: storedAddresses.addresses.map(({ address }) => address),
        },
      }
    : config

type DraftOptions = {
  storedAddresses: StoredAddresses | undefined
  findLine: (range: Range) => number
}

function createDraft(
  analysis: Analysis,
  { env }: Options,
  config: JsonMap,
  { storedAddresses, findLine }: DraftOptions,
): FileDraft {
  const { document, model, readResult } = analysis
  const starts = document.lineStarts()
  const facts: PathTree<ValueFacts> = {}
  for (const { place, origin, span } of readResult.origins()) {
    const path = toPath(place)
    const line = findLine(toRange(starts, span)) + 1
    getOrCreateInTree(facts, toLoadedPath(path, readResult.moves)).value = {
      source: { origin, line, path },
    }
  }
  if (storedAddresses) {
    const list = getOrCreateInTree(facts, ['ctrl', 'endpoints'])
    delete list.value
    storedAddresses.addresses.forEach(({ line }, index) => {
      getOrCreateInTree(list, [index]).value = { source: { file: storedAddresses.path, line } }
    })
  }
  const refusedValues = listRefused(readResult)
  for (const value of refusedValues) {
    const place = getOrCreateInTree(facts, value.path)
    const refusal = { value, line: findLine(toRange(starts, value.span)) + 1 }
    place.value = { ...place.value, refusal }
  }
  return {
    model,
    document,
    environment: env,
    facts,
    refusedValues,
    commentedPaths: {},
    longLists: findLongLists(config, model.schema, collectSetPaths(analysis)),
    isSample: false,
    hiddenCounter: { count: 0 },
    references: listReferences(readResult),
    defaults: memoizePerObject(() => new Map()),
  }
}

/** A written file, and the configuration that the router should read from it. */
type WrittenFile = Pick<FileDraft, 'commentedPaths' | 'longLists'> & {
  options: Options
  config: JsonMap
  writtenText: string
}

/**
 * Finds the paths of defaults to write as comments, because the router would read the written file differently there,
 * or report something new.
 */
function findExcludedPaths(
  analysis: Analysis,
  { options, commentedPaths, longLists, config, writtenText }: WrittenFile,
): Path[] {
  const writtenAnalysis = analyze(writtenText, analysis.model, {
    environment: options.env,
    platform: options.platform,
    omitsFixes: true,
    omitsOrigins: true,
  })
  const knownNames = new Set(listFindings(analysis).map(({ name }) => name))
  const expandPath = (path: Path): Path => toFullPath(longLists, config, path)
  const newFindings = listFindings(writtenAnalysis, expandPath).filter(
    ({ name }) => !knownNames.has(name),
  )
  const places = [
    ...newFindings.map(({ path }) => path),
    ...listDifferences(config, completeWithRefused(writtenAnalysis, options.path), longLists),
  ]
  if (places.length === 0) return []
  const setPaths = collectSetPaths(analysis)
  return places.flatMap((path) => {
    const groupPath = toGroupPath(longLists, config, path)
    const length = findNearestDefault({ commentedPaths, setPaths, config }, path, groupPath)
    return length > 0 ? [groupPath.slice(0, length)] : []
  })
}

/** The findings, each with its path and a name made of rule and path. The names are used to compare two analyses. */
const listFindings = (
  { findings, readResult }: Analysis,
  toComparedPath: (path: Path) => Path = (path) => path,
): { name: string; path: Path }[] =>
  findings().map(({ rule, path: findingPath }) => {
    const path = toComparedPath(toLoadedPath(findingPath, readResult.moves))
    return { name: JSON.stringify([rule, path]), path }
  })

/** The paths of the values that the file sets and the router uses, and of the maps and lists around them. */
function collectSetPaths({ readResult }: Analysis): PathTree<true> {
  const setPaths: PathTree<true> = {}
  for (const { place, origin } of readResult.origins()) {
    const loadedPath = toLoadedPath(toPath(place), readResult.moves)
    if (origin !== 'fallback')
      for (let end = loadedPath.length; end > 0; end -= 1)
        getOrCreateInTree(setPaths, loadedPath.slice(0, end)).value = true
  }
  return setPaths
}

/** The paths at which two values differ, as deep as possible. Of long lists, `right` has only the sample items. */
function listDifferences(
  left: Json | undefined,
  right: Json | undefined,
  longLists: LongLists,
): Path[] {
  const differences: Path[] = []
  const compare = (left: Json | undefined, right: Json | undefined, node: PathNode): void => {
    if (isJsonMap(left) && isJsonMap(right)) {
      for (const step of new Set([...Object.keys(left), ...Object.keys(right)]))
        compare(left[step], right[step], { parent: node, step })
      return
    }
    const sampleIndexes = isJsonList(left) ? longLists.get(left)?.sampleIndexes : undefined
    if (isJsonList(left) && isJsonList(right) && right.length === (sampleIndexes ?? left).length)
      right.forEach((item, index) => {
        const step = sampleIndexes?.[index] ?? index
        compare(left[step], item, { parent: node, step })
      })
    else if (left !== right && JSON.stringify(left) !== JSON.stringify(right))
      differences.push(toPath(node))
  }
  compare(left, right, { parent: undefined, step: '' })
  return differences
}

/**
 * The length of the longest prefix of a path that has a default and is not yet written as a comment; 0 if there is
 * none, or if the file sets this prefix or a longer one.
 */
function findNearestDefault(
  {
    commentedPaths,
    setPaths,
    config,
  }: { commentedPaths: PathTree<true>; setPaths: PathTree<true>; config: JsonMap },
  path: Path,
  groupPath: Path,
): number {
  for (let end = path.length; end > 0; end -= 1) {
    const prefix = path.slice(0, end)
    if (findInTree(setPaths, prefix)) return 0
    if (
      !findInTree(commentedPaths, groupPath.slice(0, end)) &&
      getAt(config, prefix) !== undefined &&
      typeof prefix.at(-1) === 'string'
    )
      return end
  }
  return 0
}

/** The entries of the root; sections that only enrollment reads are copied unchanged. */
function createRootEntries(draft: FileDraft, config: JsonMap): YamlEntry[] {
  const { model, document } = draft
  const { schema } = model
  const csrKey = schema.child('csr')
  const isCsrForEnrollment = csrKey?.phase === 'enroll'
  const { csr, ...others } = config
  // If only enrollment reads `csr`, the running router reads `edge.csr`, and the configuration has its value as `csr`.
  const fullConfig: JsonMap =
    isCsrForEnrollment && csr !== undefined
      ? { ...others, edge: { ...toJsonMap(config['edge']), csr } }
      : config
  const sections = createEntries(draft, fullConfig, schema, createRootPlace(draft))
  const enrollmentCsr = isCsrForEnrollment ? document.find(['csr']) : undefined
  const enrollmentEntries: YamlEntry[] =
    enrollmentCsr?.value === undefined
      ? []
      : [{ name: 'csr', value: createWrittenNode(draft, enrollmentCsr.value) }]
  return [...sections, ...enrollmentEntries].map((entry, index) => ({
    ...entry,
    hasEmptyLineBefore: index > 0,
  }))
}

/** The entries of a map in the order of the schema, with the names that the release reads. */
function createEntries(draft: FileDraft, map: JsonMap, key: SchemaNode, place: Place): YamlEntry[] {
  const entries: YamlEntry[] = []
  const add = (name: string): void => {
    const value = map[name]
    const child = key.child(name)
    const innerPlace = stepInto(child?.sameAs === name ? createRootPlace(draft) : place, name)
    const refusal = getChildInTree(place.facts, name)?.value?.refusal
    if (refusal) entries.push({ name, value: createRefusedNode(draft, refusal) })
    else if (child?.storedAs !== undefined) return
    else if (value === undefined) {
      const node = child && createUnloadedNode(draft, child, innerPlace)
      if (node) entries.push({ name, value: node })
    } else {
      const writtenKey = findWrittenKey(key, name)
      if (!writtenKey) return
      const isCommentedOut = innerPlace.commentedPaths?.value ?? false
      const entryPlace = isCommentedOut ? { ...innerPlace, commentedPaths: undefined } : innerPlace
      const createEntry = (): YamlEntry => ({
        name: writtenKey.name,
        value: createNode(draft, value, writtenKey.key, entryPlace),
        isCommentedOut,
      })
      entries.push(
        innerPlace.facts || innerPlace.commentedPaths
          ? createEntry()
          : shareDefault(draft, { key, name, value }, createEntry),
      )
    }
  }
  for (const name of key.names) add(name)
  for (const name of Object.keys(map)) if (!key.child(name)) add(name)
  return entries
}

/** The entry for a default. It is created once for all maps with this default. */
function shareDefault(
  { defaults, hiddenCounter }: FileDraft,
  { key, name, value }: { key: SchemaNode; name: string; value: Json },
  createEntry: () => YamlEntry,
): YamlEntry {
  const names = defaults(key)
  const values = names.get(name) ?? new Map<Json, YamlEntry>()
  names.set(name, values)
  const sharedEntry = values.get(value)
  if (sharedEntry) return sharedEntry
  const countBefore = hiddenCounter.count
  const entry = { ...createEntry(), isShared: true }
  // An entry that hides a secret is not shared, because each hidden secret is counted.
  if (hiddenCounter.count === countBefore) values.set(value, entry)
  return entry
}

/** The key `name` itself, or another key whose value is loaded as `name`; undefined if the release reads neither. */
function findWrittenKey(
  key: SchemaNode,
  name: string,
): { name: string; key: SchemaNode } | undefined {
  const child = key.child(name)
  if (child?.isRead && (child.sameAs === undefined || child.sameAs === name))
    return { name, key: child }
  for (const other of key.names) {
    const alias = key.child(other)
    if (alias?.isRead === true && alias.sameAs === `.${name}`) return { name: other, key: alias }
  }
  return undefined
}

/** The node for a key that the router reads without checking, as in the file; undefined for other or missing keys. */
function createUnloadedNode(
  draft: FileDraft,
  child: SchemaNode,
  { node }: Place,
): YamlNode | undefined {
  const entry = child.isRead && child.isUnchecked ? draft.document.find(toPath(node)) : undefined
  return entry && createWrittenNode(draft, entry.value)
}

/** The node for a value that the router refuses, as written in the file, except secrets. */
function createRefusedNode(draft: FileDraft, refusal: Refusal): YamlNode {
  const { key, path, value } = refusal.value
  const data = toPlainData(draft.document, value)
  const shownValue = showValue(toReference(data, draft.references) ?? data, key, path)
  if (JSON.stringify(shownValue) !== JSON.stringify(data)) draft.hiddenCounter.count += 1
  return withNote(toYamlNode(shownValue), `refused, line ${refusal.line}`)
}

function withNote(node: YamlNode, note: string): YamlNode {
  if ('scalar' in node) return { ...node, note }
  if ('items' in node) {
    const [first, ...rest] = node.items
    return { items: first ? [withNote(first, note), ...rest] : [] }
  }
  const [first, ...rest] = node.entries
  return { entries: first ? [{ ...first, value: withNote(first.value, note) }, ...rest] : [] }
}

function createNode(draft: FileDraft, value: Json, key: SchemaNode, place: Place): YamlNode {
  if (isJsonMap(value)) {
    const shape = selectJsonShape(key, value)
    const isUnused = !shape || (key.bindings && shape === key)
    if (isUnused) return createUnchangedNode(draft, toPath(place.node))
    return { entries: createEntries(draft, value, shape, place) }
  }
  if (isJsonList(value)) {
    const longList = draft.longLists.get(value)
    const indexes = (draft.isSample ? longList?.sampleIndexes : undefined) ?? value.keys()
    return {
      items: Array.from(indexes, (index) => {
        const item = value[index] ?? null
        const innerPlace = stepInto(place, index, longList?.groups[index])
        const refusal = innerPlace.facts?.value?.refusal
        if (refusal) return createRefusedNode(draft, refusal)
        if (key.item && !key.acceptsSingleItem) return createNode(draft, item, key.item, innerPlace)
        return createScalarNode(
          draft,
          item,
          key,
          innerPlace,
          innerPlace.facts?.value?.source ?? findSource(place),
        )
      }),
    }
  }
  return createScalarNode(draft, value, key, place, findSource(place))
}

/** Finds the source of a value. If the file writes a list as a single value, the list has the source of that value. */
const findSource = ({ facts }: Place): Source | undefined =>
  facts?.value?.source ?? getChildInTree(facts, 0)?.value?.source

const formatNote = (source: Source | undefined): string => {
  if (!source) return 'default'
  if ('file' in source) return `${source.file}, line ${source.line}`
  return source.origin === 'default' ? 'default' : `${source.origin}, line ${source.line}`
}

const findWrittenValue = (
  { document }: FileDraft,
  source: Source | undefined,
): ResolvedValue | undefined =>
  source && 'path' in source ? document.find(source.path)?.value : undefined

/** The node for a value as written in the file, except secrets. */
function createWrittenNode(
  { document, hiddenCounter, references }: FileDraft,
  value: ResolvedValue,
): YamlNode {
  const hide = (item: Json, path: Path): Json => {
    if (isJsonList(item)) return item.map((inner) => hide(inner, path))
    if (isJsonMap(item))
      return Object.fromEntries(
        Object.entries(item).map(([name, inner]) => [name, hide(inner, [...path, name])]),
      )
    const shownValue = showValue(toReference(item, references) ?? item, undefined, path)
    if (shownValue !== item) hiddenCounter.count += 1
    return shownValue
  }
  return toYamlNode(hide(toPlainData(document, value), []))
}

/**
 * The node for the value at a path of the file, as written there except secrets. Unused items stay in their list this
 * way, so that the items after them keep their indexes.
 */
function createUnchangedNode(draft: FileDraft, path: Path): YamlNode {
  const entry = draft.document.find(path)
  return entry ? createWrittenNode(draft, entry.value) : { entries: [] }
}

function createScalarNode(
  draft: FileDraft,
  value: Json,
  key: SchemaNode,
  place: Place,
  source: Source | undefined,
): YamlNode {
  const note = formatNote(source)
  const reference = typeof value === 'number' ? toReference(value, draft.references) : undefined
  if (typeof reference === 'string') {
    draft.hiddenCounter.count += 1
    return { scalar: reference, note: `${note}, hidden` }
  }
  const name = key.format?.name ?? 'text'
  if (typeof value === 'string' && (name === 'float' || name === 'number'))
    return { scalar: nonFiniteNumbers[value] ?? value, note }
  if (typeof value === 'number') {
    if (name.startsWith('duration')) return { scalar: formatExactDuration(value), note }
    const isFloat = needsPoint(key)
    const entry = findWrittenValue(draft, source)
    // The digits are copied from the file, because a JavaScript number cannot hold such a large integer exactly.
    if (!isFloat && !Number.isSafeInteger(value) && entry?.kind === 'int')
      return { scalar: entry.value, note }
    return isFloat || name === 'number' || Number.isInteger(value)
      ? { scalar: value, isFloat, note }
      : {
          ...toScalarNode(
            createUnchangedNode(
              draft,
              source && 'path' in source ? source.path : toPath(place.node),
            ),
          ),
          note,
        }
  }
  if (typeof value !== 'string') return { scalar: typeof value === 'boolean' ? value : null, note }
  return createTextNode(draft, value, key, source, note)
}

const toScalarNode = (node: YamlNode): YamlNode & { scalar: unknown } =>
  'scalar' in node ? node : { scalar: null }

/** Numbers that JSON does not have, by the strings that stand for them. */
const nonFiniteNumbers: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  '+Inf': Number.POSITIVE_INFINITY,
  '-Inf': Number.NEGATIVE_INFINITY,
}

/**
 * The node for a string. If the string is secret, or if the router would expand it again, it is written as in the file,
 * provided that its value comes from variables and the text in the file is not secret, too. Other secrets are hidden.
 */
function createTextNode(
  draft: FileDraft,
  value: string,
  key: SchemaNode,
  source: Source | undefined,
  note: string,
): YamlNode {
  const { environment, hiddenCounter, references } = draft
  const entry = findWrittenValue(draft, source)
  const isFromEnvironment =
    source && 'origin' in source && source.origin === 'environment' && entry?.kind === 'text'
  const reference = value === '' ? undefined : references.get(value)
  const shownValue = showValue(reference ?? value, key, [])
  const isHidden = value !== '' && shownValue !== value
  const wouldExpandAgain = expandVariables(value, environment).text !== value
  if (!isHidden && !wouldExpandAgain) return { scalar: value, note }
  // The text stays as written only if nothing in it is secret: the parts beside the variables may be secret, too.
  if (
    isFromEnvironment &&
    showValue(references.get(entry.value) ?? entry.value, key, []) === entry.value
  )
    return { scalar: entry.value, note }
  if (!isHidden) return { scalar: value, note }
  hiddenCounter.count += 1
  return withNote(toYamlNode(shownValue), `${note}, hidden`)
}

/** Formats a duration so that it reads as exactly this number of milliseconds. */
function formatExactDuration(value: number): string {
  const roundedDuration = formatDuration(value)
  return toMilliseconds(roundedDuration) === value
    ? roundedDuration
    : `${BigInt(Math.round(value * 1e6))}ns`
}
