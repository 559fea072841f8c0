import type { Range, SemanticTokens, SemanticTokensParams } from 'vscode-languageserver'
import {
  SemanticTokensBuilder,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
} from '../protocol.js'
import * as language from '../../src/language/index.js'
import { defineFeature } from '../feature.js'
import type { OpenEmbeddedFile } from '../embedded-files.js'
import type { OpenRouterFile } from '../router-files.js'

const { types, modifiers } = language.legend

type TokenRequest<Files> = Files & { params: SemanticTokensParams & { range?: Range } }

/** The handlers of both requests, for a whole text and for a range of it. */
const answers = {
  empty: { data: [] },
  handle: ({ file, params: { range } }: TokenRequest<{ file: OpenRouterFile }>) =>
    encodeTokens([file], range),
  handleEmbedded: ({
    files,
    params: { range },
  }: TokenRequest<{ files: readonly OpenEmbeddedFile[] }>) =>
    encodeTokens(
      files.filter(({ file }) => file.offsets),
      range,
    ),
}

export const semanticTokens = defineFeature({
  method: SemanticTokensRequest.type,
  capability: {
    semanticTokensProvider: {
      legend: { tokenTypes: [...types], tokenModifiers: [...modifiers] },
      full: true,
      range: true,
    },
  },
  ...answers,
})

export const semanticTokensRange = defineFeature({
  method: SemanticTokensRangeRequest.type,
  ...answers,
})

/** Encodes the tokens in the order of the text; with `within`, only tokens that overlap this range. */
function encodeTokens(files: readonly OpenRouterFile[], within?: Range): SemanticTokens {
  const builder = new SemanticTokensBuilder()
  for (const { view, convert } of files)
    for (const token of language.semanticTokens(view, within && convert.span(within))) {
      const { start, end } = convert.range(token)
      // A token in a quoted string may span several lines, which most clients do not support.
      if (start.line !== end.line) continue
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
