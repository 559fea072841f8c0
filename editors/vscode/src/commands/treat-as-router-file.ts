import { languages } from 'vscode'
import type { EditorCommand } from '../command.js'
import { findDocument } from '../command.js'
import { languageId } from '../language.js'

/** Gives a YAML file the language of router files, with its settings. */
export const treatAsRouterFile: EditorCommand = {
  name: 'routerfile.treatAsRouterFile',
  run: async (_, parameters) =>
    languages.setTextDocumentLanguage(await findDocument(parameters), languageId),
}
