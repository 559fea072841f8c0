#!/usr/bin/env node
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../src/project/version.js'
import { formatError } from './client.js'
import { createLifetime } from './lifetime.js'
import { createNodeMachine } from './node-machine.js'
import { serve } from './server.js'
import { connectStdio } from './stdio.js'

const isOtherTransport = (word: string): boolean => /^--(node-ipc|pipe|socket)(=|$)/.test(word)

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`)
  process.exit()
}
const lifetime = createLifetime()
const connection = process.argv.some(isOtherTransport)
  ? createConnection(ProposedFeatures.all, lifetime)
  : connectStdio(lifetime)

// The server must not exit because a client answers one of its requests with an error.
process.on('unhandledRejection', (reason) =>
  connection.console.error(`unhandled rejection: ${formatError(reason)}`),
)

serve(connection, createNodeMachine(), version)
