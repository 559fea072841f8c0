import type { DynamicFeature, StaticFeature } from 'vscode-languageclient/browser'
import { LanguageClient } from 'vscode-languageclient/browser'
import type { CreateClient } from './client.js'
import { registersCommands } from './client.js'

class BrowserClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!registersCommands(feature)) super.registerFeature(feature)
  }
}

/** A client of the server in a web worker. */
export const createClient: CreateClient = (server, options) =>
  new BrowserClient(
    'routerfile',
    'routerfile',
    () => Promise.resolve(new Worker(server.toString(true))),
    options,
  )
