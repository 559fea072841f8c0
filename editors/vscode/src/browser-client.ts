import type { Uri } from 'vscode'
import { workspace } from 'vscode'
import type {
  DynamicFeature,
  LanguageClientOptions,
  MessageTransports,
  StaticFeature,
} from 'vscode-languageclient/browser'
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
} from 'vscode-languageclient/browser'
import type { CreateClient } from './client.js'
import { isReplaced } from './client.js'

/** Creates a client that runs the server in a web worker. */
export const createClient: CreateClient = (server, options) => new BrowserClient(server, options)

class BrowserClient extends LanguageClient {
  private worker: Worker | undefined

  constructor(server: Uri, options: LanguageClientOptions) {
    super(
      'routerfile',
      'routerfile',
      async () => {
        this.worker = await startWorker(server)
        return createTransports(this.worker)
      },
      options,
    )
  }

  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!isReplaced(feature)) super.registerFeature(feature)
  }

  override async stop(timeout?: number): Promise<void> {
    try {
      await super.stop(timeout)
    } finally {
      this.worker?.terminate()
    }
  }
}

/**
 * Starts a worker. Browsers load worker scripts only from the web; the editor reads a script on the machine of a remote
 * workspace.
 */
async function startWorker(script: Uri): Promise<Worker> {
  if (/^https?$/.test(script.scheme)) return new Worker(script.toString(true))
  const text = new TextDecoder().decode(await workspace.fs.readFile(script))
  return new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })))
}

/**
 * The client creates transports only for what it recognizes as a worker, and some editors have their own worker class.
 */
const createTransports = (worker: Worker): MessageTransports => ({
  reader: new BrowserMessageReader(worker),
  writer: new BrowserMessageWriter(worker),
})
