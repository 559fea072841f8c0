#!/usr/bin/env -S node --
import { loadPart } from './cli/load-part.js'

const argv = process.argv.slice(2)
const [command, ...commandArguments] = argv

/**
 * Whether the run only prints help or the version. Such a run calls too few functions for its compiled code to be worth
 * storing.
 */
const isAboutProgram = argv.some((argument) => /^(?:-h|--help|--version)$/.test(argument))

/**
 * If an editor starts the language server, the code of the command line is not loaded, because it would double the
 * start time.
 */
const startsServer =
  command === 'language-server' && commandArguments.every((argument) => argument === '--stdio')

loadPart(startsServer ? 'language-server.cjs' : 'program.cjs', {
  require,
  cacheName: [undefined, 'lint'].includes(command) ? 'lint' : 'other',
  storesCode: !isAboutProgram,
})
