import { Uri, workspace } from 'vscode'
import type {
  BaseLanguageClient,
  DynamicFeature,
  LanguageClientOptions,
  StaticFeature,
} from 'vscode-languageclient'
import { ExecuteCommandRequest } from 'vscode-languageclient'
import { OpenFileFindings, provideWorkspaceDiagnostics } from './closed-files.js'
import { languageIds } from './language.js'
import { limitSettings } from './trust.js'

/** Makes a client of the server, given its script. */
export type CreateClient = (server: Uri, options: LanguageClientOptions) => BaseLanguageClient

/** The options of the language client. */
export const createClientOptions = (): LanguageClientOptions => ({
  documentSelector: languageIds.flatMap((language) =>
    listSchemes().map((scheme) => ({ language, scheme })),
  ),
  outputChannelName: 'routerfile',
  diagnosticCollectionProvider: new OpenFileFindings(),
  markdown: { supportHtml: false },
  middleware: {
    provideWorkspaceDiagnostics,
    workspace: {
      configuration: async (params, token, next) => {
        const settings = await next(params, token)
        return Array.isArray(settings) && !workspace.isTrusted
          ? settings.map(limitSettings)
          : settings
      },
    },
  },
})

/** Schemes of files that a user edits: views of the past, of diffs and of this extension have others. */
const listSchemes = (): readonly string[] => [
  ...new Set([
    'file',
    'untitled',
    'vscode-vfs',
    ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme),
  ]),
]

/** Tells the server what this client does beyond the protocol. */
export const createCapabilities = (extensionUri: Uri): StaticFeature => ({
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = {
      routerfileStatus: true,
      // Commands of code lenses and code actions.
      routerfileCommands: [
        'routerfile.showEffective',
        'routerfile.previewUpgrade',
        'routerfile.explain',
      ],
      // The pages of rules, for builds that do not know where they are published.
      routerfilePages: Uri.joinPath(extensionUri, 'docs').toString(),
      commands: { commands: ['editor.action.triggerSuggest'] },
    }
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
})

/**
 * Whether a feature of the client registers every command of the server. Some commands here have the names of those of
 * the server and ask the user before they call it, so the extension registers the others itself.
 */
export const registersCommands = (feature: StaticFeature | DynamicFeature<unknown>): boolean =>
  'registrationType' in feature && feature.registrationType.method === ExecuteCommandRequest.method
