#!/usr/bin/env -S node --
import { loadPart } from './cli/load-part.js'

/** Runs that say something about the program call few of its functions. */
const isAboutProgram = process.argv.slice(2).some((word) => /^(?:-h|--help|--version)$/.test(word))

loadPart('program.cjs', {
  require,
  use: [undefined, 'lint'].includes(process.argv[2]) ? 'lint' : 'other',
  storesCode: !isAboutProgram,
})
