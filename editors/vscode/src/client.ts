import { workspace } from 'vscode'
import type { DynamicFeature, LanguageClientOptions, StaticFeature } from 'vscode-languageclient'
import { ExecuteCommandRequest } from 'vscode-languageclient'

export const languageId = 'openziti-router'

/** Texts that the server is given. It is silent on YAML that is not a router file. */
export function createClientOptions(): LanguageClientOptions {
  return {
    documentSelector: [languageId, 'yaml'].flatMap((language) =>
      listSchemes().map((scheme) => ({ language, scheme })),
    ),
    outputChannelName: 'routerfile',
    markdown: { supportHtml: false },
  }
}

/** Schemes of files that a user edits: views of the past, of diffs and of this extension have others. */
const listSchemes = (): readonly string[] => [
  ...new Set([
    'file',
    'untitled',
    'vscode-vfs',
    ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme),
  ]),
]

/** Tells the server what this client can do beyond the protocol. */
export const experimentalCapabilities: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = {
      routerfileStatus: true,
      commands: { commands: ['editor.action.triggerSuggest'] },
    }
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
}

/**
 * Whether a feature of the client registers every command of the server. Some of ours have the same names and ask the
 * user before they call the server, so the extension registers the others itself.
 */
export const registersCommands = (feature: StaticFeature | DynamicFeature<unknown>): boolean =>
  'registrationType' in feature && feature.registrationType.method === ExecuteCommandRequest.method
