#!/usr/bin/env -S node --
import { loadPart } from './cli/load-part.js'

const argv = process.argv.slice(2)
const [command, ...words] = argv

/** Whether the run only prints help or the version, for which it calls few functions of the program. */
const isAboutProgram = argv.some((word) => /^(?:-h|--help|--version)$/.test(word))

/** Whether an editor starts the server. It is loaded without the command line, whose code would double the time. */
const isServer = command === 'language-server' && words.every((word) => word === '--stdio')

loadPart(isServer ? 'language-server.cjs' : 'program.cjs', {
  require,
  use: [undefined, 'lint'].includes(command) ? 'lint' : 'other',
  storesCode: !isAboutProgram,
})
