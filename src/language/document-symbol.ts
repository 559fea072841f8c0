import type { Span } from '../document/diagnostic.js'
import type { Node } from '../document/document.js'
import { findLineEnd } from '../document/lines.js'
import type { DocumentPart } from './parts.js'
import { getRootPart, formatSpan, formatPartValue } from './parts.js'
import type { View } from './view.js'

/** The kinds of parts of a file; editors show an icon for each. */
export type SymbolKind = 'section' | 'listener' | 'dialer' | 'map' | 'list' | 'value'

/** A part of a file in the outline; its name is at `nameStart` to `nameEnd`. */
export type DocumentSymbol = Span & {
  /** The text shown in the outline. */
  name: string
  /** A few words after the name. */
  detail?: string
  /** The kind of the part, such as a section or a listener. */
  kind: SymbolKind
  /** Offset of the key; for a list item, the start of the item. */
  nameStart: number
  /** End of the name. */
  nameEnd: number
  /** The symbols inside this one, in the order of the file. */
  children: DocumentSymbol[]
}

/** Maximum depth of parts in an outline; router files need seven levels. */
const maxDepth = 32

/** Limits the size of an outline. */
export type OutlineLimit = {
  /** Maximum number of parts. */
  maxSymbols: number
  /** Called if the file has more parts. */
  onLimit?: () => void
}

/**
 * The outline of a file; parts are named by their meaning: `listeners[0] edge tls:0.0.0.0:3022`. Secrets are never
 * shown. If there are more than `maxSymbols` parts, values are left out first, then maps and lists, starting with the
 * most deeply nested ones.
 */
export function documentSymbols(
  view: View,
  { maxSymbols, onLimit }: OutlineLimit = { maxSymbols: Infinity },
): DocumentSymbol[] {
  const parts = selectParts(view, maxSymbols)
  if (parts.length > maxSymbols) onLimit?.()
  return createSymbols(view, getRootPart(view)?.parts ?? [], new Set(parts.slice(0, maxSymbols)))
}

function createSymbols(
  view: View,
  parts: readonly DocumentPart[],
  selectedParts: ReadonlySet<DocumentPart>,
): DocumentSymbol[] {
  const symbols: DocumentSymbol[] = []
  for (const part of parts)
    if (selectedParts.has(part)) symbols.push(createSymbol(view, part, selectedParts))
  return symbols
}

/** Does not use the spread syntax, which would take most of the time for thousands of symbols. */
function createSymbol(
  view: View,
  part: DocumentPart,
  selectedParts: ReadonlySet<DocumentPart>,
): DocumentSymbol {
  const { start, end } = part
  const symbol: DocumentSymbol = {
    name: formatPartName(view, part),
    kind: getSymbolKind(part),
    start,
    end,
    nameStart: part.pair ? part.pair.key.start : start,
    nameEnd: part.pair ? part.pair.key.end : findFirstLineEnd(view, part),
    children: createSymbols(view, part.parts, selectedParts),
  }
  const detail = formatDetail(view, part)
  if (detail) symbol.detail = detail
  return symbol
}

/**
 * Sections, then inner maps and lists by their depth, then values. Goes no deeper once there are more than `maxSymbols`
 * sections, maps and lists.
 */
function selectParts(view: View, maxSymbols: number): readonly DocumentPart[] {
  const sections = getRootPart(view)?.parts ?? []
  const collections: DocumentPart[] = []
  const values: DocumentPart[] = []
  let level = sections
  for (let depth = 1; depth < maxDepth && level.length > 0; depth += 1) {
    if (sections.length + collections.length > maxSymbols) break
    const innerParts = level.flatMap(({ parts }) => parts)
    level = innerParts.filter(isCollection)
    for (const part of level) collections.push(part)
    for (const part of innerParts) if (!isCollection(part)) values.push(part)
  }
  return [...sections, ...collections, ...values]
}

const isCollection = ({ node }: DocumentPart): boolean =>
  node.kind === 'map' || node.kind === 'list'

export function getSymbolKind({ node, step, parent }: DocumentPart): SymbolKind {
  if (node.kind !== 'map')
    return node.kind === 'list' ? (parent?.parent ? 'list' : 'section') : 'value'
  if (parent && !parent.parent) return 'section'
  if (typeof step === 'number' && parent?.step === 'listeners') return 'listener'
  return typeof step === 'number' && parent?.step === 'dialers' ? 'dialer' : 'map'
}

const findFirstLineEnd = ({ text }: View, { start, end }: DocumentPart): number =>
  Math.min(findLineEnd(text, start), end)

/** Keys whose values name the kind of an item. */
const namingPaths: readonly (readonly string[])[] = [['name'], ['binding'], ['type']]

/**
 * Keys whose values distinguish items of the same kind. The first key for which `formatWord` returns a text is used.
 */
const distinguishingPaths: readonly (readonly string[])[] = [
  ['address'],
  ['bind'],
  ['interface'],
  ['options', 'mode'],
  ['service'],
  ['groups'],
  ['server_cert'],
]

const followSteps = (node: Node, steps: readonly string[]): Node | undefined =>
  steps.reduce<Node | undefined>(
    (found, step) =>
      found?.kind === 'map'
        ? found.pairs.find(({ key }) => key.kind === 'text' && key.value === step)?.value
        : undefined,
    node,
  )

/**
 * The name of a part: its key or, for an item, the key of the list with the index of the item and words from the values
 * of the item.
 */
export function formatPartName(view: View, part: DocumentPart): string {
  const { node, pair } = part
  if (pair) return formatSpan(view, pair.key) || '(empty)'
  const itemName = `${part.parent?.step ?? ''}[${part.step}]`
  if (node.kind !== 'map') return [itemName, formatPartValue(view, part)].filter(Boolean).join(' ')
  const words = namingPaths.map((steps) => formatWord(view, followSteps(node, steps)))
  for (const steps of distinguishingPaths) {
    const word = formatWord(view, followSteps(node, steps))
    if (word === '') continue
    words.push(word)
    break
  }
  return [itemName, ...words].filter(Boolean).join(' ')
}

/**
 * The value of an entry as part of a name; empty for maps, and for lists that are empty or have more than three items.
 * The entries used in names are never secret.
 */
function formatWord(view: View, node: Node | undefined): string {
  if (!node || node.kind === 'map') return ''
  if (node.kind !== 'list') return formatSpan(view, node)
  const isShort = node.items.length > 0 && node.items.length < 4
  return isShort ? node.items.map((item) => formatWord(view, item)).join(', ') : ''
}

function formatDetail(view: View, part: DocumentPart): string {
  const { node, parts, step } = part
  if (node.kind === 'list') return parts.length === 1 ? '1 entry' : `${parts.length} entries`
  return typeof step === 'number' ? '' : formatPartValue(view, part)
}
