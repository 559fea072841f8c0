import type { InlayHint } from 'vscode-languageserver'
import { InlayHintKind, InlayHintRequest } from '../protocol.js'
import type { Span } from '../../src/document/diagnostic.js'
import type * as language from '../../src/language/index.js'
import { inlayHints } from '../../src/language/index.js'
import type { LspClient } from '../client.js'
import type { Converter } from '../convert.js'
import { defineRangeFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import { toMarkup } from '../markup.js'

export const inlayHint = defineRangeFeature({
  method: InlayHintRequest.type,
  capability: { inlayHintProvider: { resolveProvider: false } },
  empty: [],
  handle: ({ file, span, session: { client } }) => listHints(file, span, client),
  handleEmbedded: ({ files, params: { range }, session: { client } }) =>
    files
      .filter(({ file }) => file.offsets)
      .flatMap((file) => listHints(file, file.convert.span(range), client)),
})

const listHints = (
  { view, convert, settings }: OpenRouterFile,
  span: Span,
  client: LspClient,
): InlayHint[] =>
  settings.inlayHints
    ? inlayHints(view, settings.inlayHints, span).map((hint) =>
        toLspInlayHint(hint, convert, client),
      )
    : []

/** Converts a hint to LSP; editors that support its edits apply them on a double click. */
function toLspInlayHint(
  { offset, label, kind, tooltip, edits }: language.InlayHint,
  convert: Converter,
  { readsMarkdown }: LspClient,
): InlayHint {
  const textEdits = edits && convert.edits(edits)
  return {
    position: convert.position(offset),
    label,
    paddingLeft: true,
    tooltip: toMarkup(tooltip, readsMarkdown.hover),
    ...(kind === 'default' && { kind: InlayHintKind.Parameter }),
    ...(kind === 'unit' && { kind: InlayHintKind.Type }),
    ...(textEdits && { textEdits }),
  }
}
