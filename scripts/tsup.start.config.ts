import { defineConfig } from 'tsup'
import { programParts } from './tsup.config'

/** What `npm start` runs: the command line alone, without types, the package's modules and the page. */
export default defineConfig(programParts.map((part) => ({ ...part, outDir: '.cache/start' })))
