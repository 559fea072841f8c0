/** Editor features as functions: they take a view of a text and offsets in it, and return plain data with offsets. */
export { codeActions } from './code-action.js'
export type { ActionOptions, CodeAction } from './code-action.js'
export { codeLenses } from './code-lens.js'
export type { CodeLens } from './code-lens.js'
export { complete, resolveCompletion } from './completion.js'
export type {
  Completion,
  CompletionKind,
  CompletionTarget,
  CompletionTrigger,
  Insertion,
  CompletionOptions,
} from './completion.js'
export { definition } from './definition.js'
export type { FileTarget } from './definition.js'
export { foldByIndentation, foldingRanges } from './folding-range.js'
export type { FoldingRange } from './folding-range.js'
export { format } from './formatting.js'
export { documentHighlights } from './document-highlight.js'
export type { DocumentHighlight } from './document-highlight.js'
export { hover } from './hover.js'
export type { Hover } from './hover.js'
export { inlayHints } from './inlay-hint.js'
export type { HintSwitches, InlayHint } from './inlay-hint.js'
export { documentLinks } from './document-link.js'
export type { DocumentLink } from './document-link.js'
export { onTypeFormat } from './on-type-formatting.js'
export { positionsIn } from './view.js'
export type { Positions } from './view.js'
export { references } from './references.js'
export type { Reference } from './references.js'
export { prepareRename, rename } from './rename.js'
export type { FileEdits, RenameRefusal } from './rename.js'
export { selectionRanges, textSelectionRanges } from './selection-range.js'
export { legend, semanticTokens } from './semantic-tokens.js'
export type { SemanticToken, TokenModifier, TokenType } from './semantic-tokens.js'
export { documentSymbols } from './document-symbol.js'
export type { DocumentSymbol, OutlineLimit, SymbolKind } from './document-symbol.js'
export { viewOf } from './view.js'
export type { View } from './view.js'
export type { Location, Workspace } from './occurrences.js'
export { workspaceSymbols } from './workspace-symbol.js'
export type { WorkspaceSymbol } from './workspace-symbol.js'
