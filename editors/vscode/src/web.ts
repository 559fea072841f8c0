import { Uri } from 'vscode'
import type { ExtensionContext } from 'vscode'
import type { DynamicFeature, StaticFeature } from 'vscode-languageclient/browser'
import { LanguageClient } from 'vscode-languageclient/browser'
import { start } from './start.js'
import { registersCommands } from './client.js'

class BrowserClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!registersCommands(feature)) super.registerFeature(feature)
  }
}

/** Starts the extension in a browser. */
export const activate = (context: ExtensionContext): Promise<void> => {
  const server = Uri.joinPath(context.extensionUri, 'server', 'browser.js').toString(true)
  return start(
    context,
    (options) =>
      new BrowserClient(
        'routerfile',
        'routerfile',
        () => Promise.resolve(new Worker(server)),
        options,
      ),
  )
}
