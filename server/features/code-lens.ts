import { CodeLensRequest } from 'vscode-languageserver'
import { codeLenses } from '../../src/language/index.js'
import { defineFeature } from '../feature.js'

export const codeLens = defineFeature({
  method: CodeLensRequest.type,
  capability: { codeLensProvider: { resolveProvider: false } },
  empty: [],
  handle: ({ file, session: { fleet } }) =>
    file.settings.codeLens
      ? codeLenses(file.view, fleet.findDiagnostics(file)).map(({ title, ...span }) => ({
          range: file.convert.range(span),
          command: { title, command: '' },
        }))
      : [],
})
