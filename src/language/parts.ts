import type { Finding, Span, PathNode } from '../document/diagnostic.js'
import type { Node, Document } from '../document/document.js'
import { splitLines, splitWholeLines } from '../document/lines.js'
import { findColonEnd } from '../edit/entry.js'
import { catalog, getTraits } from '../lint/catalog.js'
import type { KeyStatus as FoundStatus } from '../lint/rule.js'
import type { SchemaNode } from '../schema/key.js'
import type { DocumentScope } from '../schema/conditions.js'
import { findEntryKey, findKeyName, selectShape } from '../schema/visit.js'
import type { Pair } from '../yaml/index.js'
import { findChange, resolveAlias } from '../yaml/index.js'
import { memoizePerObject, once } from '../document/lazy.js'
import { maskSecrets, mayHoldSecrets } from '../document/secrets.js'
import { countWhile } from '../document/search.js'
import type { View } from './view.js'

/** `deprecated`: the router prefers another key; `unread`: the router knows the key, but ignores it in this file. */
export type PartStatus = 'known' | 'deprecated' | 'unread' | 'unknown'

type PartSchema = {
  /** The schema of the value; undefined if the router does not know the key. */
  key: SchemaNode | undefined
  /**
   * The schema with the possible child keys: for a map, the variant that its binding selects; for other values, the
   * same as `key`.
   */
  shape: SchemaNode | undefined
  status: PartStatus
}

/** A node in a file: the map at its root, an entry of a map, or an item of a list. Aliases are not followed. */
export type DocumentPart = Readonly<Span> &
  PathNode &
  Readonly<PartSchema> & {
    readonly parent: DocumentPart | undefined
    /** The pair of an entry; undefined for items and the root. */
    readonly pair: Pair | undefined
    /** The value as written, with aliases not followed. */
    readonly node: Node
    /** The parts inside, in the order of the text. */
    readonly parts: readonly DocumentPart[]
  }

/** The status of a part, by the `keyStatus` of the rules that report it. */
const statusByFinding: Readonly<Record<FoundStatus, PartStatus>> = {
  unknown: 'unknown',
  deprecated: 'deprecated',
  obsolete: 'deprecated',
  unread: 'unread',
  ineffective: 'unread',
  overridden: 'unread',
}

/** Data that all parts of a text share. */
type PartContext = DocumentScope & {
  schema: SchemaNode
  /** The status of the keys that have findings, by the offsets of the keys. */
  statuses: () => ReadonlyMap<number, PartStatus>
}

/** The part at the root of a text; undefined if the text is not a map. */
export const getRootPart = memoizePerObject((view: View): DocumentPart | undefined => {
  const { document, model, readResult } = view
  return (
    document.root &&
    new LazyPart(
      {
        document,
        environment: readResult.environment,
        schema: model.schema,
        statuses: once(() => listStatuses(view.findingsForRules(statusRules))),
      },
      { parent: undefined, step: '', pair: undefined, node: document.root },
    )
  )
})

/** The rules whose findings say how the router treats a key. */
const statusRules: ReadonlySet<string> = new Set(
  catalog.filter(({ id }) => getTraits(id).keyStatus).map(({ id }) => id),
)

const listStatuses = (findings: readonly Finding[]): ReadonlyMap<number, PartStatus> =>
  new Map(
    findings.flatMap(({ rule, span }): [number, PartStatus][] => {
      const { keyStatus } = getTraits(rule)
      return keyStatus ? [[span.start, statusByFinding[keyStatus]]] : []
    }),
  )

/** All parts of a text, outer ones before inner ones; empty if the text is not a map. */
export const listParts = memoizePerObject((view: View): readonly DocumentPart[] => {
  const root = getRootPart(view)
  const parts = root ? [root] : []
  // The list grows during this loop.
  for (const part of parts) for (const inner of part.parts) parts.push(inner)
  return parts
})

/**
 * The parts that touch a span, outer parts before inner parts. Also includes, for each of them, the first child after
 * the span, because its anchor may be in the span. The time depends only on the number of these parts.
 */
export function listPartsWithin(view: View, { start, end }: Span): readonly DocumentPart[] {
  const root = getRootPart(view)
  const parts = root ? [root] : []
  // The list grows during this loop.
  for (const part of parts) {
    const children = part.parts
    for (
      let index = Math.max(0, findIndexAt(children, start));
      index < children.length;
      index += 1
    ) {
      const child = children[index]
      if (!child) break
      parts.push(child)
      if (child.start > end) break
    }
  }
  return parts
}

/** A part whose details are computed on demand: most features need few parts, or no schema. */
class LazyPart implements DocumentPart {
  readonly parent: LazyPart | undefined
  readonly step: string | number
  readonly pair: Pair | undefined
  readonly node: Node
  readonly start: number
  readonly #context: PartContext
  #end: number | undefined
  #schema: PartSchema | undefined
  #parts: readonly LazyPart[] | undefined

  constructor(
    context: PartContext,
    { parent, step, pair, node }: Pick<LazyPart, 'parent' | 'step' | 'pair' | 'node'>,
  ) {
    this.#context = context
    this.parent = parent
    this.step = step
    this.pair = pair
    this.node = node
    this.start = (pair?.key ?? node).start
  }

  get end(): number {
    return (this.#end ??= findPartEnd(this.#context.document.text, this))
  }

  get key(): SchemaNode | undefined {
    return this.#getSchema().key
  }

  get shape(): SchemaNode | undefined {
    return this.#getSchema().shape
  }

  get status(): PartStatus {
    return this.#getSchema().status
  }

  get parts(): readonly LazyPart[] {
    return (this.#parts ??= this.#listInner())
  }

  #listInner(): readonly LazyPart[] {
    const { node } = this
    const context = this.#context
    if (node.kind === 'list')
      return node.items.map(
        (item, step) => new LazyPart(context, { parent: this, step, pair: undefined, node: item }),
      )
    if (node.kind !== 'map') return noParts
    return node.pairs.map((pair) => {
      const name = resolveAlias(pair.key)
      const step =
        name.kind === 'text'
          ? name.value
          : context.document.text.slice(pair.key.start, pair.key.end)
      return new LazyPart(context, { parent: this, step, pair, node: pair.value })
    })
  }

  /** Finds the schemas of outer parts first, in a loop, because parts may be nested too deeply for recursion. */
  #getSchema(): PartSchema {
    if (this.#schema) return this.#schema
    const chain: LazyPart[] = [this]
    for (let ancestor = this.parent; ancestor && !ancestor.#schema; ancestor = ancestor.parent)
      chain.push(ancestor)
    let partSchema: PartSchema = unknownPartSchema
    for (const part of chain.reverse())
      partSchema = part.#schema = findPartSchema(this.#context, part)
    return partSchema
  }
}

const noParts: readonly LazyPart[] = []

const unknownPartSchema: PartSchema = { key: undefined, shape: undefined, status: 'unknown' }

function findPartSchema(
  context: PartContext,
  { parent, step, pair, node }: Pick<DocumentPart, 'parent' | 'step' | 'pair' | 'node'>,
): PartSchema {
  const { key, status } = !parent
    ? { key: context.schema, status: 'known' as const }
    : pair
      ? findEntryMeaning(context, parent, { step: String(step), pair })
      : { key: parent.key?.item, status: parent.status }
  const { document, environment } = context
  const shape =
    node.kind === 'map' ? key && selectShape(key, document.entries(node), environment) : key
  return { key, shape, status }
}

function findEntryMeaning(
  { document, statuses }: PartContext,
  parent: DocumentPart,
  { step, pair }: { step: string; pair: Pair },
): Pick<PartSchema, 'key' | 'status'> {
  const { shape, node } = parent
  const siblings = node.kind === 'map' ? document.entries(node).byName : new Map<string, never>()
  const key = findEntryKey(parent.key, shape, step, siblings)
  const isUnread =
    parent.status === 'unknown' || parent.status === 'unread' || parent.key?.isUnchecked
  if (isUnread) return { key, status: 'unread' }
  const isUnknownKey = !key && shape !== undefined && step !== '<<'
  return { key, status: statuses().get(pair.key.start) ?? (isUnknownKey ? 'unknown' : 'known') }
}

/** The offset after the last character of a part; for a block scalar, without the line breaks at its end. */
export function findPartEnd(
  text: string,
  part: Pick<DocumentPart, 'pair' | 'node' | 'start'>,
): number {
  let end = part.start
  let current: Pick<DocumentPart, 'pair' | 'node'> | undefined = part
  while (current) {
    const { pair, node }: Pick<DocumentPart, 'pair' | 'node'> = current
    end = Math.max(end, node.start, pair ? (findColonEnd(text, pair) ?? pair.key.end) : 0)
    current = findLastChild(node)
    if (!current) end = Math.max(end, findOwnEnd(text, node))
  }
  return end
}

const isBlock = (node: Node): boolean =>
  (node.kind === 'map' || node.kind === 'list') && !node.isFlow

function findLastChild(node: Node): Pick<DocumentPart, 'pair' | 'node'> | undefined {
  if (!isBlock(node)) return undefined
  const pair = node.kind === 'map' ? node.pairs.at(-1) : undefined
  const lastChild = node.kind === 'list' ? node.items.at(-1) : pair?.value
  return lastChild && { pair, node: lastChild }
}

const findOwnEnd = (text: string, node: Node): number =>
  isBlock(node)
    ? node.start
    : 'style' in node && /literal|folded/.test(node.style)
      ? findBlockEnd(text, node)
      : node.end

function findBlockEnd(text: string, { start, end }: Span): number {
  let contentEnd = end
  while (contentEnd > start && /\s/.test(text.charAt(contentEnd - 1))) contentEnd -= 1
  return contentEnd
}

/** The innermost part at an offset; undefined if the offset is outside the root, or if the text is not a map. */
export function findPart(view: View, offset: number): DocumentPart | undefined {
  const root = getRootPart(view)
  let part = root && root.start <= offset && offset <= root.end ? root : undefined
  for (let inner = part; inner; inner = findInnerPart(inner, offset)) part = inner
  return part
}

function findInnerPart({ parts }: DocumentPart, offset: number): DocumentPart | undefined {
  const found = parts[findIndexAt(parts, offset)]
  return found && offset <= found.end ? found : undefined
}

/** The index of the last part that starts at an offset or before; -1 if there is none. */
const findIndexAt = (parts: readonly DocumentPart[], offset: number): number =>
  countWhile(parts.length, (index) => (parts[index]?.start ?? Infinity) <= offset) - 1

export const isOnKey = ({ pair }: DocumentPart, offset: number): boolean =>
  pair !== undefined && pair.key.start <= offset && offset <= pair.key.end

/** Whether a part has a path such as `['link', 'listeners', '[]', 'groups']` in the schema, where `[]` is any item. */
export function isAtPlace(part: DocumentPart | undefined, place: readonly string[]): boolean {
  let current = part
  for (let index = place.length - 1; index >= 0; index -= 1) {
    if (!current?.parent) return false
    const { step, parent } = current
    if (
      place[index] === '[]'
        ? typeof step !== 'number'
        : getSchemaName(parent, step) !== place[index]
    )
      return false
    current = current.parent
  }
  return current !== undefined && current.parent === undefined
}

/** The name of a key as in the schema; the file may use another case. */
const getSchemaName = ({ shape }: DocumentPart, step: string | number): string | number =>
  shape?.ignoresCase ? (findKeyName(shape, String(step)) ?? step) : step

/** The text with secrets replaced by asterisks; all offsets stay the same. */
const getMaskedText = memoizePerObject((view: View): string => {
  const { text } = view
  if (isFreeOfSecrets(view)) return text
  const fullLines = splitWholeLines(text)
  const maskedLines = maskSecrets(splitLines(text))
  return maskedLines
    .map((line, index) => line + (fullLines[index] ?? '').slice(line.length))
    .join('')
})

/**
 * For each file, the last version in which nothing looks like a secret. The keys are the entry caches, because all
 * versions of a file share one.
 */
const secretFreeTexts = new WeakMap<object, string>()

/** Only searches the lines that differ from an earlier version without a secret, if there is such a version. */
function isFreeOfSecrets({ text, readResult: { entryCache } }: View): boolean {
  const previousText = entryCache && secretFreeTexts.get(entryCache)
  const isFree = !mayHoldSecrets(
    previousText === undefined ? text : sliceChangedLines(previousText, text),
  )
  if (entryCache && isFree) secretFreeTexts.set(entryCache, text)
  return isFree
}

function sliceChangedLines(previousText: string, text: string): string {
  const { start, newEnd } = findChange(previousText, text)
  const end = text.indexOf('\n', newEnd)
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, end < 0 ? text.length : end)
}

const maxShownLength = 60

/** Matches most names and values, which are shown as they are. */
const plainWordPattern = /^[\w.:/-]*$/

/** The first line of a span, shortened and without surrounding quotes; `…` if it contains a secret. */
export function formatSpan(view: View, { start, end }: Span): string {
  const source = getMaskedText(view).slice(start, Math.min(end, start + 2 * maxShownLength))
  if (source.length <= maxShownLength && plainWordPattern.test(source)) return source
  const trimmedText = source.trim()
  const line = splitLines(trimmedText.replace(/^(["'])(.*)\1$/s, '$2'))[0] ?? ''
  if (/\*{3,}/.test(line)) return '…'
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength - 1)}…` : line
}

export function formatPartValue(view: View, { node, key }: DocumentPart): string {
  if (node.kind === 'map' || node.kind === 'list') return ''
  return key?.isSecret ? '…' : formatSpan(view, node)
}

/** The comment that contains an offset. The offset right before the `#` is not part of a comment. */
export function findComment({ comments }: Document, offset: number): Span | undefined {
  const count = countWhile(
    comments.length,
    (index) => (comments[index]?.start ?? Infinity) < offset,
  )
  const found = comments[count - 1]
  return found && offset <= found.end ? found : undefined
}
