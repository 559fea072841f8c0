import type { ExtensionContext } from 'vscode'
import { commands } from 'vscode'
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient'
import { createClientOptions, experimentalCapabilities } from './client.js'

/** Makes a client of the server of one host: a process on a desktop, a worker in a browser. */
export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient

/** Starts the server and registers all that is independent of the host. */
export async function start(context: ExtensionContext, createClient: CreateClient): Promise<void> {
  const client = createClient(createClientOptions())
  client.registerFeature(experimentalCapabilities)
  context.subscriptions.push(
    commands.registerCommand('routerfile.showOutput', () => client.outputChannel.show()),
    commands.registerCommand('routerfile.restartServer', () => restart(client)),
    { dispose: () => void client.dispose() },
  )
  await client.start()
}

async function restart(client: BaseLanguageClient): Promise<void> {
  await client.stop()
  await client.start()
}
