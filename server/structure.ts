import type {
  DocumentLink,
  DocumentSymbol as ShownSymbol,
  FoldingRange,
  InlayHint as ShownHint,
  SelectionRange,
  SemanticTokens,
  SymbolInformation,
} from 'vscode-languageserver'
import {
  DocumentHighlightKind,
  FoldingRangeKind,
  InlayHintKind,
  SemanticTokensBuilder,
  SymbolKind,
} from 'vscode-languageserver'
import type { Span } from '../src/diagnostic.js'
import type { DocumentSymbol, SymbolKind as Kind, WorkspaceSymbol } from '../src/language/index.js'
import {
  folding,
  highlights,
  inlayHints,
  legend,
  links,
  selectionRanges,
  semanticTokens,
  symbols,
} from '../src/language/index.js'
import type { Convert } from './convert.js'
import type { Seen } from './seeing.js'

const symbolKinds: Readonly<Record<Kind | WorkspaceSymbol['kind'], SymbolKind>> = {
  section: SymbolKind.Module,
  listener: SymbolKind.Interface,
  dialer: SymbolKind.Event,
  map: SymbolKind.Object,
  list: SymbolKind.Array,
  value: SymbolKind.Property,
  router: SymbolKind.File,
  group: SymbolKind.Key,
  host: SymbolKind.Constant,
}

export const symbolKindOf = (kind: Kind | WorkspaceSymbol['kind']): SymbolKind => symbolKinds[kind]

/** The outline of a text as a tree. */
export const symbolTree = ({ view, convert }: Seen): ShownSymbol[] =>
  symbols(view).map((symbol) => shownSymbol(symbol, convert))

const shownSymbol = (
  { name, detail, kind, nameStart, nameEnd, children, ...span }: DocumentSymbol,
  convert: Convert,
): ShownSymbol => ({
  name,
  ...(detail !== undefined && { detail }),
  kind: symbolKinds[kind],
  range: convert.range(span),
  selectionRange: convert.range({ start: nameStart, end: nameEnd }),
  children: children.map((child) => shownSymbol(child, convert)),
})

/** The outline of a text as a list. */
export function symbolList({ view, convert, uri }: Seen): SymbolInformation[] {
  const flat = (symbol: DocumentSymbol, containerName: string): SymbolInformation[] => [
    {
      name: symbol.name,
      kind: symbolKinds[symbol.kind],
      location: convert.location(uri, symbol),
      ...(containerName && { containerName }),
    },
    ...symbol.children.flatMap((child) => flat(child, symbol.name)),
  ]
  return symbols(view).flatMap((symbol) => flat(symbol, ''))
}

export const folds = ({ view }: Seen): FoldingRange[] =>
  folding(view).map(({ startLine, endLine, kind }) => ({
    startLine,
    endLine,
    ...(kind && { kind: kind === 'comment' ? FoldingRangeKind.Comment : FoldingRangeKind.Region }),
  }))

export const selections = ({ view, convert }: Seen, offsets: readonly number[]): SelectionRange[] =>
  selectionRanges(view, offsets).map((spans, index) => {
    const offset = offsets[index] ?? 0
    const outermost = spans.reduceRight<SelectionRange | undefined>(
      (parent, span) => ({ range: convert.range(span), ...(parent && { parent }) }),
      undefined,
    )
    return outermost ?? { range: convert.range({ start: offset, end: offset }) }
  })

/** Links of a text; `uriOf` gives the address of a file. */
export const documentLinks = (
  { view, convert }: Seen,
  uriOf: (path: string) => string | undefined,
): DocumentLink[] =>
  links(view).flatMap(({ target, tooltip, ...span }) => {
    const address = target.kind === 'file' ? uriOf(target.path) : target.url
    return address === undefined
      ? []
      : [{ range: convert.range(span), target: address, ...(tooltip && { tooltip }) }]
  })

export const marked = ({ view, convert }: Seen, offset: number) =>
  highlights(view, offset).map(({ kind, ...span }) => ({
    range: convert.range(span),
    kind: kind === 'read' ? DocumentHighlightKind.Read : DocumentHighlightKind.Write,
  }))

/** Tokens of a text, or those that touch a span of it, in the form of the protocol. */
export function tokens({ view, convert }: Seen, within?: Span): SemanticTokens {
  const builder = new SemanticTokensBuilder()
  for (const { start, end, type, modifiers } of semanticTokens(view)) {
    if (within && (end < within.start || start > within.end)) continue
    const { start: from, end: to } = convert.range({ start, end })
    const bits = modifiers.reduce(
      (sum, modifier) => sum | (1 << legend.modifiers.indexOf(modifier)),
      0,
    )
    builder.push(
      from.line,
      from.character,
      to.character - from.character,
      legend.types.indexOf(type),
      bits,
    )
  }
  return builder.build()
}

/** Hints of a text within a span, unless they are switched off. */
export const hints = ({ view, convert, settings }: Seen, within: Span): ShownHint[] =>
  settings.inlayHints
    ? inlayHints(view, settings.inlayHints, within).map(({ offset, label, kind }) => ({
        position: convert.position(offset),
        label,
        paddingLeft: true,
        ...(kind === 'default' && { kind: InlayHintKind.Parameter }),
        ...(kind === 'unit' && { kind: InlayHintKind.Type }),
      }))
    : []
