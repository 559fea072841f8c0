/** The commands that are seldom run. They stand in a file of their own, so that `lint` starts without reading them. */
export { completion } from './completion.js'
export { effective } from './effective.js'
export { explain } from './explain.js'
export { fix } from './fix.js'
export { rules } from './rules.js'
export { schema } from './schema.js'
export { targets } from './targets.js'
export { upgrade } from './upgrade.js'
