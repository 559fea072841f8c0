// Made by `npm run derive`; do not edit.
/** The commands that are seldom run, so that `lint` starts without reading them. */
export { completion } from '../cli/commands/completion.js'
export { diff } from '../cli/commands/diff.js'
export { effective } from '../cli/commands/effective.js'
export { explain } from '../cli/commands/explain.js'
export { fix } from '../cli/commands/fix.js'
export { fmt } from '../cli/commands/fmt.js'
export { languageServer } from '../cli/commands/language-server.js'
export { rules } from '../cli/commands/rules.js'
export { schema } from '../cli/commands/schema.js'
export { serve } from '../cli/commands/serve.js'
export { targets } from '../cli/commands/targets.js'
export { upgrade } from '../cli/commands/upgrade.js'
