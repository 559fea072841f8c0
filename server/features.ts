import * as lsp from 'vscode-languageserver'
import { format, hover, onTypeFormat } from '../src/language/index.js'
import { actions, lenses } from './actions.js'
import type { Answering } from './answering.js'
import { completions, markup } from './completion.js'
import type { Seen } from './seeing.js'
import type { Session } from './session.js'
import {
  documentLinks,
  folds,
  hints,
  marked,
  selections,
  symbolList,
  symbolTree,
  tokens,
} from './structure.js'
import { surroundingsOf } from './surroundings.js'

const noTokens = { data: [] }

/** Every request about a text, and what answers it. */
export function features(on: Answering, session: Session): void {
  const { client, navigation, documents, fleet, switchOff } = session
  const at = ({ convert }: Seen, { position }: lsp.TextDocumentPositionParams): number =>
    convert.offset(position)
  on(
    lsp.CompletionRequest.type,
    [],
    (seen, params) =>
      completions(seen, at(seen, params), { client, surroundings: surroundingsOf(seen, session) }),
    'helps-beginning',
  )
  on(
    lsp.HoverRequest.type,
    null,
    (seen, params) => hoverAt(seen, at(seen, params), client.readsMarkdown.hover),
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
  on(lsp.DocumentHighlightRequest.type, [], (seen, params) => marked(seen, at(seen, params)))
  on(lsp.DocumentSymbolRequest.type, [], (seen) =>
    client.hasTree ? symbolTree(seen) : symbolList(seen),
  )
  on(lsp.DocumentLinkRequest.type, [], (seen) =>
    documentLinks(seen, (path) => navigation.addressOf(seen, path)),
  )
  on(lsp.FoldingRangeRequest.type, [], folds)
  on(lsp.SelectionRangeRequest.type, [], (seen, { positions }) =>
    selections(seen, positions.map(seen.convert.offset)),
  )
  on(lsp.SemanticTokensRequest.type, noTokens, (seen) => tokens(seen))
  on(lsp.SemanticTokensRangeRequest.type, noTokens, (seen, { range }) =>
    tokens(seen, seen.convert.span(range)),
  )
  on(lsp.InlayHintRequest.type, [], (seen, { range }) => hints(seen, seen.convert.span(range)))
  on(lsp.CodeLensRequest.type, [], (seen) => lenses(seen, fleet.diagnosticsOf(seen)))
  on(lsp.DocumentFormattingRequest.type, [], ({ view, convert }) => format(view).map(convert.edit))
  on(lsp.DocumentRangeFormattingRequest.type, [], ({ view, convert }, { range }) =>
    format(view, convert.span(range)).map(convert.edit),
  )
  on(lsp.DocumentOnTypeFormattingRequest.type, [], ({ view, convert }, { position, ch }) =>
    onTypeFormat(view, convert.offset(position), ch).map(convert.edit),
  )
  on(lsp.CodeActionRequest.type, [], (seen, { range, context }) =>
    actions(seen, seen.convert.span(range), context, {
      client,
      switchOff,
      found: fleet.diagnosticsOf(seen),
      version: documents.get(seen.uri)?.version ?? 0,
    }),
  )
}

function hoverAt(
  { view, convert }: Seen,
  offset: number,
  readsMarkdown: boolean,
): lsp.Hover | null {
  const found = hover(view, offset)
  return found
    ? { contents: markup(found.contents, readsMarkdown), range: convert.range(found) }
    : null
}
