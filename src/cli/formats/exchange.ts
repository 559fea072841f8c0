/** The formats that other programs read. They stand in a file of their own, so that the others start without reading them. */
export { checkstyle } from './checkstyle.js'
export { github } from './github.js'
export { gitlab } from './gitlab.js'
export { json } from './json.js'
export { jsonl } from './jsonl.js'
export { junit } from './junit.js'
export { markdown } from './markdown.js'
export { sarif } from './sarif.js'
