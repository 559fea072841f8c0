// Made by `npm run derive`; do not edit.
import type { Feature } from '../feature.js'
import { incomingCalls } from '../features/call-hierarchy.js'
import { outgoingCalls } from '../features/call-hierarchy.js'
import { prepareCallHierarchy } from '../features/call-hierarchy.js'
import { codeAction } from '../features/code-action.js'
import { codeLens } from '../features/code-lens.js'
import { completion } from '../features/completion.js'
import { completionResolve } from '../features/completion.js'
import { definition } from '../features/definition.js'
import { diagnostic } from '../features/diagnostic.js'
import { documentHighlight } from '../features/document-highlight.js'
import { documentLink } from '../features/document-link.js'
import { documentSymbol } from '../features/document-symbol.js'
import { executeCommand } from '../features/execute-command.js'
import { foldingRange } from '../features/folding-range.js'
import { formatting } from '../features/formatting.js'
import { hover } from '../features/hover.js'
import { inlayHint } from '../features/inlay-hint.js'
import { onTypeFormatting } from '../features/on-type-formatting.js'
import { rangeFormatting } from '../features/range-formatting.js'
import { references } from '../features/references.js'
import { prepareRename } from '../features/rename.js'
import { rename } from '../features/rename.js'
import { selectionRange } from '../features/selection-range.js'
import { semanticTokens } from '../features/semantic-tokens.js'
import { semanticTokensRange } from '../features/semantic-tokens.js'
import { willRenameFiles } from '../features/will-rename-files.js'
import { workspaceDiagnostic } from '../features/workspace-diagnostic.js'
import { workspaceSymbol } from '../features/workspace-symbol.js'

/** Every request that the language server answers. */
export const features: readonly Feature[] = [
  incomingCalls,
  outgoingCalls,
  prepareCallHierarchy,
  codeAction,
  codeLens,
  completion,
  completionResolve,
  definition,
  diagnostic,
  documentHighlight,
  documentLink,
  documentSymbol,
  executeCommand,
  foldingRange,
  formatting,
  hover,
  inlayHint,
  onTypeFormatting,
  rangeFormatting,
  references,
  prepareRename,
  rename,
  selectionRange,
  semanticTokens,
  semanticTokensRange,
  willRenameFiles,
  workspaceDiagnostic,
  workspaceSymbol,
]
