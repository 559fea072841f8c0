import * as lsp from 'vscode-languageserver'
import { format, hover, onTypeFormat } from '../src/language/index.js'
import { toLspCodeActions, toLspCodeLenses } from './actions.js'
import type { RegisterRequest } from './answering.js'
import { toLspCompletions, toMarkup, createSurroundings } from './completion.js'
import type { OpenRouterFile } from './router-files.js'
import type { Session } from './session.js'
import {
  toLspLinks,
  toLspFolds,
  toLspHints,
  toLspHighlights,
  toLspSelectionRanges,
  toSymbolList,
  toSymbolTree,
  toLspTokens,
} from './symbols.js'

const noTokens = { data: [] }

/** Every request about a text, and what answers it. */
export function registerFeatures(on: RegisterRequest, session: Session): void {
  const { client, navigation, documents, fleet, switchOff } = session
  const at = ({ convert }: OpenRouterFile, { position }: lsp.TextDocumentPositionParams): number =>
    convert.offset(position)
  on(
    lsp.CompletionRequest.type,
    [],
    (seen, params) =>
      toLspCompletions(seen, at(seen, params), {
        client,
        surroundings: createSurroundings(seen, session),
      }),
    'helps-beginning',
  )
  on(
    lsp.HoverRequest.type,
    null,
    (seen, params) => toLspHover(seen, at(seen, params), client.readsMarkdown.hover),
    'helps-beginning',
  )
  on(lsp.DefinitionRequest.type, [], (seen, params) =>
    navigation.definition(seen, at(seen, params)),
  )
  on(lsp.ReferencesRequest.type, [], (seen, params) =>
    navigation.references(seen, at(seen, params), params.context.includeDeclaration),
  )
  on(lsp.PrepareRenameRequest.type, null, (seen, params) =>
    navigation.prepareRename(seen, at(seen, params)),
  )
  on(lsp.RenameRequest.type, null, (seen, params) =>
    navigation.rename(seen, at(seen, params), params.newName),
  )
  on(lsp.DocumentHighlightRequest.type, [], (seen, params) =>
    toLspHighlights(seen, at(seen, params)),
  )
  on(lsp.DocumentSymbolRequest.type, [], (seen) =>
    client.hasTree ? toSymbolTree(seen) : toSymbolList(seen),
  )
  on(lsp.DocumentLinkRequest.type, [], (seen) =>
    toLspLinks(seen, (path) => navigation.findUri(seen, path)),
  )
  on(lsp.FoldingRangeRequest.type, [], toLspFolds)
  on(lsp.SelectionRangeRequest.type, [], (seen, { positions }) =>
    toLspSelectionRanges(seen, positions.map(seen.convert.offset)),
  )
  on(lsp.SemanticTokensRequest.type, noTokens, (seen) => toLspTokens(seen))
  on(lsp.SemanticTokensRangeRequest.type, noTokens, (seen, { range }) =>
    toLspTokens(seen, seen.convert.span(range)),
  )
  on(lsp.InlayHintRequest.type, [], (seen, { range }) => toLspHints(seen, seen.convert.span(range)))
  on(lsp.CodeLensRequest.type, [], (seen) => toLspCodeLenses(seen, fleet.findDiagnostics(seen)))
  on(lsp.DocumentFormattingRequest.type, [], ({ view, convert }) => format(view).map(convert.edit))
  on(lsp.DocumentRangeFormattingRequest.type, [], ({ view, convert }, { range }) =>
    format(view, convert.span(range)).map(convert.edit),
  )
  on(lsp.DocumentOnTypeFormattingRequest.type, [], ({ view, convert }, { position, ch }) =>
    onTypeFormat(view, convert.offset(position), ch).map(convert.edit),
  )
  on(lsp.CodeActionRequest.type, [], (seen, { range, context }) =>
    toLspCodeActions(seen, seen.convert.span(range), context, {
      client,
      switchOff,
      found: fleet.findDiagnostics(seen),
      version: documents.get(seen.uri)?.version ?? 0,
    }),
  )
}

function toLspHover(
  { view, convert }: OpenRouterFile,
  offset: number,
  readsMarkdown: boolean,
): lsp.Hover | null {
  const found = hover(view, offset)
  return found
    ? { contents: toMarkup(found.contents, readsMarkdown), range: convert.range(found) }
    : null
}
