#!/usr/bin/env -S node --
import { loadPart } from './cli/load-part.js'

const argv = process.argv.slice(2)
const [command, ...commandArguments] = argv

/** Printing help or the version calls too few functions for its compiled code to be worth storing. */
const isAboutProgram = argv.some((argument) => /^(?:-h|--help|--version)$/.test(argument))

/** If an editor starts the server, the code of the command line is not loaded: it would double the start time. */
const startsServer =
  command === 'language-server' && commandArguments.every((argument) => argument === '--stdio')

loadPart(startsServer ? 'language-server.cjs' : 'program.cjs', {
  require,
  cacheName: [undefined, 'lint'].includes(command) ? 'lint' : 'other',
  storesCode: !isAboutProgram,
})
