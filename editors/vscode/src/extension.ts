import { Uri } from 'vscode'
import type { ExtensionContext } from 'vscode'
import type { DynamicFeature, StaticFeature } from 'vscode-languageclient/node'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import { start } from './start.js'
import { registersCommands } from './client.js'

class NodeClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!registersCommands(feature)) super.registerFeature(feature)
  }
}

/** Starts the extension on a desktop, or on the machine of a remote workspace. */
export const activate = (context: ExtensionContext): Promise<void> =>
  start(
    context,
    (options) =>
      new NodeClient(
        'routerfile',
        'routerfile',
        {
          module: Uri.joinPath(context.extensionUri, 'server', 'node.js').fsPath,
          transport: TransportKind.ipc,
        },
        options,
      ),
  )
