import { Console } from 'node:console'
import type { Connection, Message } from 'vscode-languageserver/node'
import {
  createConnection,
  ErrorCodes,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import type { Lifetime } from './lifetime.js'

/** A refusal of a message that is not JSON, whose id is therefore unknown. */
type ParseError = Message & { id: null; error: { code: number; message: string } }

/** Connects to a client by the standard streams; ends the process when the client closes its end. */
export function connectStdio(lifetime: Lifetime): Connection {
  const reader = new StreamMessageReader(process.stdin)
  const writer = new StreamMessageWriter(process.stdout)
  // The library only logs what it cannot parse; the client would wait for an answer forever.
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
