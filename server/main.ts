#!/usr/bin/env node
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node'
import { version } from '../src/cli/version.js'
import { thisMachine } from './machine.js'
import { serve } from './server.js'

// Nothing but messages of the protocol may come out: whatever else is written goes to standard error.
console.log = console.error
console.info = console.error
console.debug = console.error

serve(createConnection(ProposedFeatures.all, process.stdin, process.stdout), thisMachine(), version)
