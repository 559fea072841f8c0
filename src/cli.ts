#!/usr/bin/env -S node --
import { loadPart } from './cli/load-part.js'

const [command, ...words] = process.argv.slice(2)

/** Runs that say something about the program call few of its functions. */
const isAboutProgram = process.argv.slice(2).some((word) => /^(?:-h|--help|--version)$/.test(word))

/** Editors start the server on standard streams; it needs nothing of the command line, which takes as long to load. */
const isServer = command === 'language-server' && words.every((word) => word === '--stdio')

loadPart(isServer ? 'language-server.cjs' : 'program.cjs', {
  require,
  use: [undefined, 'lint'].includes(command) ? 'lint' : 'other',
  storesCode: !isAboutProgram,
})
