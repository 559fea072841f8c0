import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
} from 'vscode-languageserver/browser'
import { version } from '../src/project/version.js'
import { createLifetime } from './lifetime.js'
import { serve } from './server.js'

/**
 * The global scope of a web worker, declared here because the TypeScript configuration (`lib`) has no browser types.
 */
declare const self: ConstructorParameters<typeof BrowserMessageReader>[0]

serve(
  createConnection(
    new BrowserMessageReader(self),
    new BrowserMessageWriter(self),
    createLifetime(),
  ),
  undefined,
  version,
)
