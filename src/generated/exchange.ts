// Made by `npm run derive`; do not edit.
/** The formats that programs read, which are loaded when one is asked for. */
export { checkstyle } from '../cli/formats/checkstyle.js'
export { github } from '../cli/formats/github.js'
export { gitlab } from '../cli/formats/gitlab.js'
export { json } from '../cli/formats/json.js'
export { jsonl } from '../cli/formats/jsonl.js'
export { junit } from '../cli/formats/junit.js'
export { markdown } from '../cli/formats/markdown.js'
export { sarif } from '../cli/formats/sarif.js'
