// Made by `npm run derive`; do not edit.
/** The commands that are seldom run, so that the server starts without reading them. */
export { chooseRelease } from '../commands/choose-release.js'
export { effective } from '../commands/effective.js'
export { explain } from '../commands/explain.js'
export { explainables } from '../commands/explainables.js'
export { fixAll } from '../commands/fix-all.js'
export { generate } from '../commands/generate.js'
export { mesh } from '../commands/mesh.js'
export { presets } from '../commands/presets.js'
export { readToken } from '../commands/read-token.js'
export { releases } from '../commands/releases.js'
export { showFindings } from '../commands/show-findings.js'
export { upgrade } from '../commands/upgrade.js'
