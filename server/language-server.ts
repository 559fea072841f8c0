#!/usr/bin/env node
import { Console } from 'node:console'
import type { Connection, Message } from 'vscode-languageserver/node'
import {
  createConnection,
  ErrorCodes,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import { describeFailureWithStack } from '../src/document/failure.js'
import { version } from '../src/project/version.js'
import type { Lifetime } from './lifetime.js'
import { createLifetime } from './lifetime.js'
import { createNodeMachine } from './node-machine.js'
import { serve } from './server.js'

const isOtherTransport = (word: string): boolean => /^--(node-ipc|pipe|socket)(=|$)/.test(word)

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`)
  process.exit()
}
const lifetime = createLifetime()
const connection = process.argv.some(isOtherTransport)
  ? createConnection(ProposedFeatures.all, lifetime)
  : connectStdio(lifetime)

// The server must not exit if a client answers one of its requests with an error.
process.on('unhandledRejection', (reason) =>
  connection.console.error(`unhandled rejection: ${describeFailureWithStack(reason)}`),
)

serve(connection, createNodeMachine(), version)

/** An error response to a message that is not JSON, so that its id is unknown. */
type ParseError = Message & { id: null; error: { code: number; message: string } }

/** Connects to a client over standard input and output; ends the process when the client closes its end. */
function connectStdio(lifetime: Lifetime): Connection {
  const reader = new StreamMessageReader(process.stdin)
  const writer = new StreamMessageWriter(process.stdout)
  // The library only logs messages that it cannot parse; the client would wait for an answer forever.
  reader.onError(({ message }) => {
    const refusal: ParseError = {
      jsonrpc: '2.0',
      id: null,
      error: { code: ErrorCodes.ParseError, message: `the message is not valid: ${message}` },
    }
    writer.write(refusal).catch(() => undefined)
  })
  const exit = (): never => process.exit(lifetime.isShutDown() ? 0 : 1)
  process.stdin.on('end', exit)
  process.stdin.on('close', exit)
  // Standard output belongs to the protocol.
  globalThis.console = new Console(process.stderr)
  return createConnection(ProposedFeatures.all, reader, writer, lifetime)
}
