import type { SemanticTokens } from 'vscode-languageserver'
import {
  SemanticTokensBuilder,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
} from '../protocol.js'
import type { Span } from '../../src/document/diagnostic.js'
import * as language from '../../src/language/index.js'
import { defineFeature, defineRangeFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'

const { types, modifiers } = language.legend

export const semanticTokens = defineFeature({
  method: SemanticTokensRequest.type,
  capability: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...types], tokenModifiers: [...modifiers] },
      full: true,
      range: true,
    },
  },
  empty: { data: [] },
  handle: ({ file }) => encodeTokens(file),
})

export const semanticTokensRange = defineRangeFeature({
  method: SemanticTokensRangeRequest.type,
  empty: { data: [] },
  handle: ({ file, span }) => encodeTokens(file, span),
})

/** All tokens of a document, or those that overlap a span of it. */
function encodeTokens({ view, convert }: OpenRouterFile, within?: Span): SemanticTokens {
  const builder = new SemanticTokensBuilder()
  for (const token of language.semanticTokens(view, within)) {
    const { start, end } = convert.range(token)
    builder.push(
      start.line,
      start.character,
      end.character - start.character,
      types.indexOf(token.type),
      token.modifiers.reduce((bits, modifier) => bits | (1 << modifiers.indexOf(modifier)), 0),
    )
  }
  return builder.build()
}
