import { positionsIn } from '../../src/language/index.js'
import { defineCommand, findOpenDocument } from '../command.js'
import { createConverter } from '../convert.js'
import { toLspDiagnostic } from '../diagnostics.js'
import { renderDocument } from '../template-values.js'

/**
 * Renders a template with values, and checks the result.
 *
 * Parameters: the URI of an open template, and the text of the values: YAML or `NAME=value` lines. Result: `{ text,
 * diagnostics }`: the router file, and its problems with their positions in the template.
 */
export const render = defineCommand({
  name: 'routerfile.render',
  takes: ['uri', 'values'],
  run: ({ parameters, session }) => {
    const document = findOpenDocument(parameters, session)
    const values = parameters.possiblyEmptyText(1, 'the text of the values')
    const { rendered, diagnostics } = renderDocument(document, values, session)
    const { client } = session
    const { uri } = document
    const convert = createConverter(positionsIn(document.text()), client.encoding)
    return {
      text: rendered,
      diagnostics: diagnostics.map((item) => toLspDiagnostic(item, { uri, client, convert })),
    }
  },
})
