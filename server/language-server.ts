#!/usr/bin/env node
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../src/project/version.js'
import { formatError } from './client.js'
import { createLifetime } from './lifetime.js'
import { createNodeMachine } from './node-machine.js'
import { serve } from './server.js'

const isTransport = (word: string): boolean => /^--(node-ipc|pipe|socket|stdio)(=|$)/.test(word)

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`)
  process.exit()
}
// With a flag for it, the library chooses the transport and sends what is written to the console to the client. Without one, it is stdio.
const connection = process.argv.some(isTransport)
  ? createConnection(ProposedFeatures.all, createLifetime())
  : createConnection(ProposedFeatures.all, process.stdin, process.stdout, createLifetime())

// The server must not exit because a client answers one of its requests with an error.
process.on('unhandledRejection', (reason) =>
  connection.console.error(`unhandled rejection: ${formatError(reason)}`),
)

serve(connection, createNodeMachine(), version)
