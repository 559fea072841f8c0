#!/usr/bin/env node
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../src/project/version.js'
import { createLifetime } from './lifetime.js'
import { createNodeMachine } from './node-machine.js'
import { serve } from './server.js'

const isTransport = (word: string): boolean => /^--(node-ipc|pipe|socket|stdio)(=|$)/.test(word)

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`)
  process.exit()
}
// Told how, the library talks that way, and sends what would be written to the console to the client; without, it is standard input and output.
const connection = process.argv.some(isTransport)
  ? createConnection(ProposedFeatures.all, createLifetime())
  : createConnection(ProposedFeatures.all, process.stdin, process.stdout, createLifetime())

// A client that answers a question of ours with an error must not end us.
process.on('unhandledRejection', (reason) =>
  connection.console.error(
    `a promise was broken: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
  ),
)

serve(connection, createNodeMachine(), version)
