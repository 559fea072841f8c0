#!/usr/bin/env -S node --
import { loadPart } from './cli/load-part.js'

const argv = process.argv.slice(2)
const [command, ...commandArguments] = argv

/** Whether the run only prints help or the version: it calls too few functions for its compiled code to be stored. */
const isAboutProgram = argv.some((argument) => /^(?:-h|--help|--version)$/.test(argument))

/**
 * Whether an editor starts the language server. It is loaded without the command line, which would double the start
 * time.
 */
const startsServer =
  command === 'language-server' && commandArguments.every((argument) => argument === '--stdio')

loadPart(startsServer ? 'language-server.cjs' : 'program.cjs', {
  require,
  cacheName: [undefined, 'lint'].includes(command) ? 'lint' : 'other',
  storesCode: !isAboutProgram,
})
