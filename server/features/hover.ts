import type { Hover } from 'vscode-languageserver'
import { HoverRequest } from '../protocol.js'
import { hoverConfiguration } from '../../src/language/configuration/hover.js'
import * as language from '../../src/language/index.js'
import type { LspClient } from '../client.js'
import type { Converter } from '../convert.js'
import { definePositionFeature } from '../feature.js'
import { toMarkup } from '../markup.js'

export const hover = definePositionFeature({
  method: HoverRequest.type,
  capability: { hoverProvider: true },
  empty: null,
  readsEmbedded: true,
  handle: ({ file: { view, convert }, offset, session: { client } }) =>
    toLspHover(language.hover(view, offset), convert, client),
  handleConfiguration: ({ configuration: { content, convert }, offset, session: { client } }) =>
    toLspHover(hoverConfiguration(content, offset), convert, client),
})

const toLspHover = (
  found: language.Hover | undefined,
  convert: Converter,
  client: LspClient,
): Hover | null =>
  found
    ? {
        contents: toMarkup(found.contents, client.readsMarkdown.hover),
        range: convert.range(found),
      }
    : null
