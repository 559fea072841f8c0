import { createEffectiveFile } from '../../src/config/effective-file.js'
import { toSpan } from '../../src/document/diagnostic.js'
import { viewOf } from '../../src/language/index.js'
import type { CommandRequest, NamedRouterFile } from '../command.js'
import { defineCommand, findOpenDocument, findRouterFiles, refuseLongFile } from '../command.js'
import { renderDocument } from '../template-values.js'

/**
 * Returns the effective configuration of a router file, as `routerfile effective FILE` prints it, but with each comment
 * directly after its value, because views beside a file are narrow. Router files in the strings of a file are printed
 * one after another, with the line numbers of the whole file. Secrets are shown as `…`.
 *
 * Parameters: the URI of the file; if it is an open template, also the text of its values, in YAML or as `NAME=value`
 * lines. Result: `{ text, release }`.
 */
export const effective = defineCommand({
  name: 'routerfile.effective',
  takes: ['uri', 'values?'],
  run: (request) => {
    const { parameters, session } = request
    const files = parameters.has(1) ? [renderFile(request)] : findRouterFiles(parameters, session)
    const texts = files.map((file) => {
      refuseLongFile(file, 100_000, 'effective FILE')
      const { view, uri, embeddedName, convert } = file
      // An embedded router file is for another machine, so the files of this machine are not read for it.
      const host = embeddedName === undefined ? session.routerFiles.hostFor(uri) : undefined
      const { text } = createEffectiveFile(view.text, view.options, {
        host,
        alignsOrigins: false,
        ...(convert && { findLine: (range) => convert.range(toSpan(range)).start.line }),
      })
      return embeddedName === undefined ? text : `# ${embeddedName}\n${text}`
    })
    return { text: texts.join('\n'), release: files[0]?.view.options.target }
  },
})

function renderFile({ parameters, session }: CommandRequest): Pick<
  NamedRouterFile,
  'uri' | 'view' | 'embeddedName'
> & {
  convert?: undefined
} {
  const document = findOpenDocument(parameters, session)
  const values = parameters.possiblyEmptyText(1, 'the text of the values')
  const { rendered } = renderDocument(document, values, session)
  const { uri } = document
  return { uri, view: viewOf(rendered, session.routerFiles.optionsFor(uri).options) }
}
