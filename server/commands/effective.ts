import { effectiveFile } from '../../src/config/effective-file.js'
import { viewOf } from '../../src/language/index.js'
import type { CommandRequest } from '../command.js'
import { defineCommand, findOpenDocument, findRouterFile, refuseLongFile } from '../command.js'
import type { OpenRouterFile } from '../router-files.js'
import { renderDocument } from '../template-values.js'

/**
 * The effective configuration of a router file, as `routerfile effective FILE` prints it. Secrets are shown as `…`.
 *
 * Parameters: the address of the file; if it is an open template, also the text of its values, in YAML or as
 * `NAME=value` lines. Result: `{ text, release }`.
 */
export const effective = defineCommand({
  name: 'routerfile.effective',
  takes: ['uri', 'values?'],
  run: (request) => {
    const { parameters, session } = request
    const file = parameters.has(1) ? renderFile(request) : findRouterFile(parameters, session)
    refuseLongFile(file, 100_000, 'effective FILE')
    const { view, uri } = file
    const { text } = effectiveFile(view.text, view.options, {
      host: session.documentCache.hostFor(uri),
    })
    return { text, release: view.options.target }
  },
})

function renderFile({ parameters, session }: CommandRequest): Pick<OpenRouterFile, 'uri' | 'view'> {
  const document = findOpenDocument(parameters, session)
  const values = parameters.content(1, 'the text of the values')
  const { rendered } = renderDocument(document, values, session)
  const { uri } = document
  return { uri, view: viewOf(rendered, session.documentCache.optionsFor(uri).options) }
}
