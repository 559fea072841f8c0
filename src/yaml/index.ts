/** Reads YAML texts as the router does: as gopkg.in/yaml.v2 v2.4.0, and what is broken as far as it can be read. */
export { readPlain } from './dialect.js'
export { fields } from './fields.js'
export type { Field } from './fields.js'
export { resolve } from './nodes.js'
export type { ListNode, MapNode, Node, Pair, Scalar, Span } from './nodes.js'

export { parseYaml } from './read.js'
export type { Parsed } from './read.js'
export { rereadYaml } from './reread.js'
