import type { DynamicFeature, StaticFeature } from 'vscode-languageclient/node'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import type { CreateClient } from './client.js'
import { registersCommands } from './client.js'

class NodeClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!registersCommands(feature)) super.registerFeature(feature)
  }
}

/** A client of the server in a process of its own, on a desktop or on the machine of a remote workspace. */
export const createClient: CreateClient = (server, options) =>
  new NodeClient(
    'routerfile',
    'routerfile',
    { module: server.fsPath, transport: TransportKind.ipc },
    options,
  )
