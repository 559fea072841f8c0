import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
} from 'vscode-languageserver/browser'
import { version } from '../src/project/version.js'
import { createLifetime } from './lifetime.js'
import { serve } from './server.js'

/** The scope of a web worker, as far as it matters; the types of browsers are not at hand here. */
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
