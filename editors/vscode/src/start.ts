import type { ExtensionContext } from 'vscode'
import { CancellationError, commands, Uri, window, workspace } from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { DidChangeConfigurationNotification, ExecuteCommandRequest } from 'vscode-languageclient'
import type { CreateClient } from './client.js'
import { createClientOptions, createCapabilities } from './client.js'
import type { Services } from './command.js'
import { extensionCommands } from './commands/index.js'
import type { CallServer } from './server-commands.js'
import { followNames } from './named-files.js'
import { showStatus } from './status.js'
import { followPreviews } from './upgrade-preview.js'
import { createViews } from './views.js'

/** Starts the server, and registers all that is the same on every host. */
export async function start(context: ExtensionContext, createClient: CreateClient): Promise<void> {
  const client = createClient(
    Uri.joinPath(context.extensionUri, 'server.js'),
    createClientOptions(),
  )
  client.registerFeature(createCapabilities(context.extensionUri))
  const views = createViews()
  const status = showStatus(client)
  const started = client.start()
  const services: Services = {
    client,
    call: createCall(client, started),
    views,
    statusOf: status.findStatus,
    onDidChangeStatus: status.onDidChange,
    extensionUri: context.extensionUri,
  }
  context.subscriptions.push(
    views,
    status,
    followPreviews(),
    followNames(status),
    ...extensionCommands.map(({ name, run }) =>
      registerCommand(name, (parameters) => run(services, parameters)),
    ),
    workspace.onDidGrantWorkspaceTrust(() => sendSettings(client)),
    { dispose: () => void client.dispose() },
  )
  await started
  context.subscriptions.push(...registerServerCommands(client))
}

/** A function that calls commands of the server, once it runs. */
const createCall =
  (client: BaseLanguageClient, started: Promise<void>): CallServer =>
  async (name, ...parameters) => {
    await started
    return client.sendRequest(ExecuteCommandRequest.method, {
      command: name,
      arguments: parameters,
    })
  }

/** Registers a command. A refusal of the server is a sentence for the user. */
const registerCommand = (name: string, run: (parameters: readonly unknown[]) => unknown) =>
  commands.registerCommand(name, async (...parameters: unknown[]) => {
    try {
      return await run(parameters)
    } catch (error) {
      if (!(error instanceof CancellationError))
        void window.showErrorMessage(error instanceof Error ? error.message : String(error))
      return undefined
    }
  })

/** Registers the commands of the server that have no counterpart here: code lenses and code actions name them. */
function registerServerCommands(client: BaseLanguageClient) {
  const { executeCommandProvider } = client.initializeResult?.capabilities ?? {}
  const known = new Set(extensionCommands.map(({ name }) => name))
  return (executeCommandProvider?.commands ?? [])
    .filter((name) => !known.has(name))
    .map((name) =>
      registerCommand(name, (parameters) =>
        client.sendRequest(ExecuteCommandRequest.method, { command: name, arguments: parameters }),
      ),
    )
}

/** Has the server ask for its settings again. */
const sendSettings = (client: BaseLanguageClient): Promise<void> =>
  client.sendNotification(DidChangeConfigurationNotification.type, { settings: null })
