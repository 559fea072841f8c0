import type { Hover, Position } from 'vscode-languageserver'
import { HoverRequest } from '../protocol.js'
import { hoverConfiguration } from '../../src/language/configuration/hover.js'
import * as language from '../../src/language/index.js'
import type { LspClient } from '../client.js'
import type { Converter } from '../convert.js'
import { hoverTag } from '../../src/language/hover.js'
import { formatMasked } from '../../src/template/mask.js'
import { findValueReference } from '../../src/template/value-references.js'
import { describeChartValue } from '../chart-values.js'
import type { TemplateRequest } from '../feature.js'
import { definePositionFeature } from '../feature.js'
import { toMarkup } from '../markup.js'

export const hover = definePositionFeature({
  method: HoverRequest.type,
  capability: { hoverProvider: true },
  empty: null,
  readsEmbedded: true,
  handle: ({ file: { view, convert }, offset, session: { client } }) =>
    toLspHover(language.hover(view, offset), convert, client),
  handleTemplate: (request) => hoverTemplate(request) ?? null,
  handleConfiguration: ({ configuration: { content, convert }, offset, session: { client } }) =>
    toLspHover(hoverConfiguration(content, offset), convert, client),
})

/**
 * A hover in a template. Outside of tags, it is the same as in a router file. On a tag, it explains the key and, if the
 * tag names a value, shows what values files set it to.
 */
function hoverTemplate({
  template,
  file,
  params: { position },
  session,
}: TemplateRequest<{ position: Position }>): Hover | undefined {
  const { convert, text, uri } = template
  const { client } = session
  const tag = template.findTag(position)
  if (!tag) {
    const fileHover = file && language.hover(file.view, file.convert.offset(position))
    const maskedHover = fileHover && { ...fileHover, contents: formatMasked(fileHover.contents) }
    return (file && toLspHover(maskedHover, file.convert, client)) ?? undefined
  }
  const reference = findValueReference(text, tag, convert.offset(position))
  const facts = reference && describeChartValue(reference, uri, session)
  const contents = file
    ? hoverTag(file.view, file.convert.offset(convert.position(tag.start)), facts)
    : (facts ?? '')
  if (contents === '') return undefined
  return (
    toLspHover({ ...(reference ?? tag), contents: formatMasked(contents) }, convert, client) ??
    undefined
  )
}

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
