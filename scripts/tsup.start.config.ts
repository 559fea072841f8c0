import { defineConfig } from 'tsup'
import { programParts } from './tsup.config'

/** The build for `npm start`: only the command line, without types, library modules and the page. */
export default defineConfig(programParts.map((part) => ({ ...part, outDir: '.cache/start' })))
