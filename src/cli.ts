#!/usr/bin/env -S node --
import { loadPart } from './cli/load-part.js'

const argv = process.argv.slice(2)
const [command, ...words] = argv

/** Runs that say something about the program call few of its functions. */
const isAboutProgram = argv.some((word) => /^(?:-h|--help|--version)$/.test(word))

/** Editors start the server on standard streams. It needs nothing of the command line, which takes as long to load as the server. */
const isServer = command === 'language-server' && words.every((word) => word === '--stdio')

loadPart(isServer ? 'language-server.cjs' : 'program.cjs', {
  require,
  use: [undefined, 'lint'].includes(command) ? 'lint' : 'other',
  storesCode: !isAboutProgram,
})
