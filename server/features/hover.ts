import { HoverRequest } from 'vscode-languageserver'
import * as language from '../../src/language/index.js'
import { definePositionFeature } from '../feature.js'
import { toMarkup } from '../markup.js'

export const hover = definePositionFeature({
  method: HoverRequest.type,
  capability: { hoverProvider: true },
  empty: null,
  helpsBeginnings: true,
  readsEmbedded: true,
  handle: ({ file: { view, convert }, offset, session: { client } }) => {
    const found = language.hover(view, offset)
    return found
      ? {
          contents: toMarkup(found.contents, client.readsMarkdown.hover),
          range: convert.range(found),
        }
      : null
  },
})
