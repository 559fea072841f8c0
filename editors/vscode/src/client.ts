import { Uri, workspace } from 'vscode'
import type {
  BaseLanguageClient,
  DynamicFeature,
  LanguageClientOptions,
  StaticFeature,
} from 'vscode-languageclient'
import {
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  ExecuteCommandRequest,
} from 'vscode-languageclient'
import { OpenFileFindings, provideWorkspaceDiagnostics } from './closed-files.js'
import { languageIds, listSchemes } from './language.js'
import { selectSetValues } from './set-values.js'
import { limitSettings } from './trust.js'

/** Creates a client of the server; `server` is the URI of the server's script. */
export type CreateClient = (server: Uri, options: LanguageClientOptions) => BaseLanguageClient

export const createClientOptions = (): LanguageClientOptions => ({
  documentSelector: languageIds.flatMap((language) =>
    listSchemes(workspace.workspaceFolders).map((scheme) => ({ language, scheme })),
  ),
  outputChannelName: 'routerfile',
  diagnosticCollectionProvider: new OpenFileFindings(),
  markdown: { supportHtml: false },
  middleware: {
    provideWorkspaceDiagnostics,
    workspace: {
      configuration: async (params, token, next) => {
        const all = await next(params, token)
        if (!Array.isArray(all)) return all
        const set = all.map((settings: unknown, index) =>
          isSettings(settings) ? selectSet(settings, params.items[index]?.scopeUri) : settings,
        )
        return workspace.isTrusted ? set : set.map(limitSettings)
      },
    },
  },
})

const isSettings = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function selectSet(settings: Readonly<Record<string, unknown>>, scope: string | undefined) {
  const values = workspace.getConfiguration(
    'routerfile',
    scope === undefined ? null : Uri.parse(scope),
  )
  return selectSetValues(settings, (name) => values.inspect(name))
}

/** Tells the server what this client does beyond the protocol. */
export const createCapabilities = (extensionUri: Uri): StaticFeature => ({
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = {
      routerfileStatus: true,
      // Commands that the server may use in code lenses and code actions.
      routerfileCommands: [
        'routerfile.showEffective',
        'routerfile.previewUpgrade',
        'routerfile.explain',
      ],
      // The rule pages in the extension, for builds that do not know where these pages are published.
      routerfilePages: Uri.joinPath(extensionUri, 'docs').toString(),
      commands: { commands: ['editor.action.triggerSuggest'] },
    }
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
})

/** Requests that the extension implements instead of the client. */
const ownRequests: readonly string[] = [
  // Some commands of the extension have the name of a server command, and ask the user before they call it.
  ExecuteCommandRequest.method,
  // The client would format every file in these languages, not only router files.
  DocumentFormattingRequest.method,
  DocumentRangeFormattingRequest.method,
]

/** Whether the extension replaces a feature of the client. */
export const isReplaced = (feature: StaticFeature | DynamicFeature<unknown>): boolean =>
  'registrationType' in feature && ownRequests.includes(feature.registrationType.method)
