import { languages } from 'vscode'
import type { EditorCommand } from '../command.js'
import { findDocument } from '../command.js'
import { languageId } from '../language.js'

/** Sets the language of a YAML file to that of router files, whose editor settings then apply. */
export const treatAsRouterFile: EditorCommand = {
  name: 'routerfile.treatAsRouterFile',
  run: async (_, parameters) =>
    languages.setTextDocumentLanguage(await findDocument(parameters), languageId),
}
