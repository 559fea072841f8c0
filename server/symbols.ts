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
import type { Span } from '../src/document/diagnostic.js'
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
import type { Converter } from './convert.js'
import type { OpenRouterFile } from './router-files.js'

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

export const toLspSymbolKind = (kind: Kind | WorkspaceSymbol['kind']): SymbolKind =>
  symbolKinds[kind]

/** The outline of a text as a tree. */
export const toSymbolTree = ({ view, convert }: OpenRouterFile): ShownSymbol[] =>
  symbols(view).map((symbol) => toLspSymbol(symbol, convert))

const toLspSymbol = (
  { name, detail, kind, nameStart, nameEnd, children, ...span }: DocumentSymbol,
  convert: Converter,
): ShownSymbol => ({
  name,
  ...(detail !== undefined && { detail }),
  kind: symbolKinds[kind],
  range: convert.range(span),
  selectionRange: convert.range({ start: nameStart, end: nameEnd }),
  children: children.map((child) => toLspSymbol(child, convert)),
})

/** The outline of a text as a list. */
export function toSymbolList({ view, convert, uri }: OpenRouterFile): SymbolInformation[] {
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

export const toLspFolds = ({ view }: OpenRouterFile): FoldingRange[] =>
  folding(view).map(({ startLine, endLine, kind }) => ({
    startLine,
    endLine,
    ...(kind && { kind: kind === 'comment' ? FoldingRangeKind.Comment : FoldingRangeKind.Region }),
  }))

export const toLspSelectionRanges = (
  { view, convert }: OpenRouterFile,
  offsets: readonly number[],
): SelectionRange[] =>
  selectionRanges(view, offsets).map((spans, index) => {
    const offset = offsets[index] ?? 0
    const outermost = spans.reduceRight<SelectionRange | undefined>(
      (parent, span) => ({ range: convert.range(span), ...(parent && { parent }) }),
      undefined,
    )
    return outermost ?? { range: convert.range({ start: offset, end: offset }) }
  })

/** Links of a text; `uriOf` gives the address of a file. */
export const toLspLinks = (
  { view, convert }: OpenRouterFile,
  uriOf: (path: string) => string | undefined,
): DocumentLink[] =>
  links(view).flatMap(({ target, tooltip, ...span }) => {
    const address = target.kind === 'file' ? uriOf(target.path) : target.url
    return address === undefined
      ? []
      : [{ range: convert.range(span), target: address, ...(tooltip && { tooltip }) }]
  })

export const toLspHighlights = ({ view, convert }: OpenRouterFile, offset: number) =>
  highlights(view, offset).map(({ kind, ...span }) => ({
    range: convert.range(span),
    kind: kind === 'read' ? DocumentHighlightKind.Read : DocumentHighlightKind.Write,
  }))

/** Tokens of a text, or those that touch a span of it, in the form of the protocol. */
export function toLspTokens({ view, convert }: OpenRouterFile, within?: Span): SemanticTokens {
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
export const toLspHints = (
  { view, convert, settings }: OpenRouterFile,
  within: Span,
): ShownHint[] =>
  settings.inlayHints
    ? inlayHints(view, settings.inlayHints, within).map(({ offset, label, kind }) => ({
        position: convert.position(offset),
        label,
        paddingLeft: true,
        ...(kind === 'default' && { kind: InlayHintKind.Parameter }),
        ...(kind === 'unit' && { kind: InlayHintKind.Type }),
      }))
    : []
