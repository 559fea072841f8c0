import type { ExtensionContext } from 'vscode'
import { CancellationError, commands, Uri, window, workspace } from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { DidChangeConfigurationNotification, ExecuteCommandRequest } from 'vscode-languageclient'
import type { CreateClient } from './client.js'
import { createClientOptions, createCapabilities } from './client.js'
import type { RunCommandLine, Services } from './command.js'
import { extensionCommands } from './commands/index.js'
import { decorateEffective } from './commands/show-effective.js'
import { onFirstRouterFile } from './first-router-file.js'
import { watchFolders } from './folder-watcher.js'
import { offerFormatting } from './formatting.js'
import { createLanguageServer } from './language-server.js'
import { createRoutersView } from './routers/view.js'
import { followNames } from './named-files.js'
import { showStatus } from './status.js'
import { followPreviews } from './upgrade-preview.js'
import { createViews } from './views.js'
import { withoutWords } from './without-words.js'

/** The parts that depend on the extension host. */
type HostParts = { createClient: CreateClient; runCommandLine?: RunCommandLine }

/** Registers everything that is the same on every host, and starts the server as soon as a router file is open. */
export function start(
  context: ExtensionContext,
  { createClient, runCommandLine }: HostParts,
): void {
  const client = createClient(
    Uri.joinPath(context.extensionUri, 'server.js'),
    createClientOptions(),
  )
  client.registerFeature(createCapabilities(context.extensionUri))
  const server = createLanguageServer(client, registerServerCommands)
  const views = createViews()
  const status = showStatus(client)
  const folders = watchFolders(client)
  const routers = createRoutersView(server.call, folders.onDidChange)
  const services: Services = {
    server,
    call: server.call,
    views,
    statusOf: status.findStatus,
    onDidChangeStatus: status.onDidChange,
    onDidChangeFolders: folders.onDidChange,
    extensionUri: context.extensionUri,
    routers,
    runCommandLine,
  }
  // In a browser, the command line is only available if extensions run on a machine.
  void commands.executeCommand(
    'setContext',
    'routerfile.hasCommandLine',
    runCommandLine !== undefined,
  )
  context.subscriptions.push(
    server,
    views,
    status,
    folders,
    routers,
    followPreviews(),
    followNames(status),
    withoutWords(status),
    offerFormatting(client, status),
    decorateEffective(),
    ...extensionCommands.map(({ name, run }) =>
      registerCommand(name, (parameters) => run(services, parameters)),
    ),
    workspace.onDidGrantWorkspaceTrust(() => sendSettings(client)),
    onFirstRouterFile(() => void server.start()),
  )
}

/** Registers a command. Its errors are shown to the user, as those of the server are written for users. */
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

/** Registers the commands of the server that the extension does not replace: code lenses and code actions use them. */
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

/** Makes a running server ask for its settings again. */
async function sendSettings(client: BaseLanguageClient): Promise<void> {
  if (client.isRunning())
    await client.sendNotification(DidChangeConfigurationNotification.type, { settings: null })
}
