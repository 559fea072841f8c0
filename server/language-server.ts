#!/usr/bin/env node
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../src/cli/version.js'
import { lifetime } from './lifetime.js'
import { thisMachine } from './machine.js'
import { serve } from './server.js'

const isTransport = (word: string): boolean => /^--(node-ipc|pipe|socket|stdio)(=|$)/.test(word)

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`)
  process.exit()
}
// Told how, the library talks that way, and sends what would be written to the console to the client; without, it is standard input and output.
const connection = process.argv.some(isTransport)
  ? createConnection(ProposedFeatures.all, lifetime())
  : createConnection(ProposedFeatures.all, process.stdin, process.stdout, lifetime())

// A client that answers a question of ours with an error must not end us.
process.on('unhandledRejection', (reason) =>
  connection.console.error(
    `a promise was broken: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
  ),
)

serve(connection, thisMachine(), version)
