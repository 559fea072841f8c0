/**
 * Reads YAML as the router does: with the behavior of gopkg.in/yaml.v2 v2.4.0. Broken files are read as far as
 * possible.
 */
export { copyText } from './copy-text.js'
export { readPlain } from './nodes.js'
export { readFields, readOwnFields, readTextFields } from './nodes.js'
export type { Field, MapEntries } from './nodes.js'
export { createScalar, resolveAlias } from './nodes.js'
export type { ListNode, MapNode, Node, Pair, Scalar, Span } from './nodes.js'
export { writeQuoted } from './printable.js'
export { parseYaml, parseYamlWithoutErrors } from './parse.js'
export type { ParsedYaml } from './parse.js'
export { findChange, reparseYaml } from './reparse.js'
