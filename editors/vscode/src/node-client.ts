import type { DynamicFeature, StaticFeature } from 'vscode-languageclient/node'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import type { CreateClient } from './client.js'
import { isReplaced } from './client.js'

class NodeClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!isReplaced(feature)) super.registerFeature(feature)
  }
}

/**
 * Heap for new objects in MB. While a user types, the default of 16 costs up to 40 MB of memory and
 * saves almost no time.
 */
const youngSpace = 4

/** A client of the server in a process of its own, on a desktop or on the machine of a remote workspace. */
export const createClient: CreateClient = (server, options) =>
  new NodeClient(
    'routerfile',
    'routerfile',
    {
      module: server.fsPath,
      transport: TransportKind.ipc,
      options: { execArgv: [`--max-semi-space-size=${youngSpace}`] },
    },
    options,
  )
