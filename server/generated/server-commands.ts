// Made by `npm run derive`; do not edit.
/** The commands that are seldom run, so that the server starts without reading them. */
export { effective } from '../commands/effective.js'
export { releases } from '../commands/releases.js'
export { upgrade } from '../commands/upgrade.js'
