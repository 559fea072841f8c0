import type { Span } from '../document/diagnostic.js'
import type { Part } from './parts.js'
import { getRootPart, formatSpan, formatPartValue } from './parts.js'
import type { View } from './view.js'

/** What a part of a file is; editors show an icon for each. */
export type SymbolKind = 'section' | 'listener' | 'dialer' | 'map' | 'list' | 'value'

/** A part of a file in the outline; its name is at `nameStart` to `nameEnd`. */
export type DocumentSymbol = Span & {
  /** What the outline shows. */
  name: string
  /** A few words after the name. */
  detail?: string
  /** What the part is. */
  kind: SymbolKind
  /** Where the name starts. */
  nameStart: number
  /** Where the name ends. */
  nameEnd: number
  /** The parts of this part. */
  children: DocumentSymbol[]
}

/** Deeper parts are omitted; router files need seven levels. */
const maxDepth = 32

/** How much of an outline is made. */
export type OutlineLimit = {
  /** At most this many parts. */
  maxSymbols: number
  /** Called if the file has more. */
  onLimit?: () => void
}

/**
 * The outline of a file; parts are named by their meaning: `listeners[0] edge tls:0.0.0.0:3022`. Secrets are never
 * shown. A limit first leaves out single values, then inner maps and lists, from the end of the file.
 */
export function symbols(
  view: View,
  { maxSymbols, onLimit }: OutlineLimit = { maxSymbols: Infinity },
): DocumentSymbol[] {
  const parts = selectParts(view, maxSymbols)
  if (parts.length > maxSymbols) onLimit?.()
  const outline: DocumentSymbol[] = []
  const symbolByPart = new Map<Part | undefined, DocumentSymbol>()
  // Stable, so that outer parts stay before the inner ones that start with them.
  for (const part of parts.slice(0, maxSymbols).sort((left, right) => left.start - right.start)) {
    const symbol = createSymbol(view, part)
    symbolByPart.set(part, symbol)
    const siblings = symbolByPart.get(part.parent)?.children ?? outline
    siblings.push(symbol)
  }
  return outline
}

function createSymbol(view: View, part: Part): DocumentSymbol {
  const detail = formatDetail(view, part)
  return {
    name: formatPartName(view, part),
    ...(detail && { detail }),
    kind: getSymbolKind(part),
    start: part.start,
    end: part.end,
    ...findNameSpan(view, part),
    children: [],
  }
}

/** Sections, then inner maps and lists by their depth, then values; no deeper than there is room for. */
function selectParts(view: View, maxSymbols: number): readonly Part[] {
  const sections = getRootPart(view)?.parts ?? []
  const collections: Part[] = []
  const values: Part[] = []
  let level = sections
  for (let depth = 1; depth < maxDepth && level.length > 0; depth += 1) {
    if (sections.length + collections.length > maxSymbols) break
    const inner = level.flatMap(({ parts }) => parts)
    level = inner.filter(isCollection)
    for (const part of level) collections.push(part)
    for (const part of inner) if (!isCollection(part)) values.push(part)
  }
  return [...sections, ...collections, ...values]
}

const isCollection = ({ node }: Part): boolean => node.kind === 'map' || node.kind === 'list'

/** What kind of thing a part is. */
export function getSymbolKind({ node, step, parent: above }: Part): SymbolKind {
  if (node.kind !== 'map')
    return node.kind === 'list' ? (above?.parent ? 'list' : 'section') : 'value'
  if (above && !above.parent) return 'section'
  if (typeof step === 'number' && above?.step === 'listeners') return 'listener'
  return typeof step === 'number' && above?.step === 'dialers' ? 'dialer' : 'map'
}

function findNameSpan(
  view: View,
  { pair, start, end }: Part,
): { nameStart: number; nameEnd: number } {
  if (pair) return { nameStart: pair.key.start, nameEnd: pair.key.end }
  const line = view.text.slice(start, end).search(/[\r\n]/)
  return { nameStart: start, nameEnd: line < 0 ? end : start + line }
}

/** The entries of an item that identify its kind. */
const namingPaths: readonly (readonly string[])[] = [['name'], ['binding'], ['type']]

/** Entries that distinguish items of the same kind; the first one present is used. */
const distinguishingPaths: readonly (readonly string[])[] = [
  ['address'],
  ['bind'],
  ['interface'],
  ['options', 'mode'],
  ['service'],
  ['groups'],
  ['server_cert'],
]

const followSteps = (part: Part, steps: readonly string[]): Part | undefined =>
  steps.reduce<Part | undefined>(
    (found, step) => found?.parts.find((inner) => inner.step === step),
    part,
  )

/** The name of a part in the outline. */
export function formatPartName(view: View, part: Part): string {
  if (part.pair) return formatSpan(view, part.pair.key) || '(empty)'
  const head = `${part.parent?.step ?? ''}[${part.step}]`
  if (part.node.kind !== 'map') return [head, formatPartValue(view, part)].filter(Boolean).join(' ')
  const words = namingPaths.flatMap((steps) => formatWord(view, followSteps(part, steps)))
  const [first = []] = distinguishingPaths
    .map((steps) => formatWord(view, followSteps(part, steps)))
    .filter((word) => word.length > 0)
  return [head, ...words, ...first].join(' ')
}

function formatWord(view: View, part: Part | undefined): string[] {
  if (part?.node.kind === 'list')
    return part.parts.length > 0 && part.parts.length < 4
      ? [part.parts.map((item) => formatPartValue(view, item)).join(', ')]
      : []
  const word = part ? formatPartValue(view, part) : ''
  return word === '' ? [] : [word]
}

function formatDetail(view: View, part: Part): string {
  const { node, parts, step } = part
  if (node.kind === 'list') return parts.length === 1 ? '1 entry' : `${parts.length} entries`
  return typeof step === 'number' ? '' : formatPartValue(view, part)
}
