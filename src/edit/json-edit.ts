import type { Edit } from '../document/diagnostic.js'
import type { Document, MapNode } from '../document/document.js'
import { detectLineEnd, findLineStart, hasLineEnd } from '../document/lines.js'
import { replaceScalar } from './edit.js'
import { findEntryEnd } from './entry.js'

/**
 * Sets a string at a path of a JSON text, and creates the maps that are missing on the path. Keeps order, indentation
 * and line ends. Undefined if the path leads through a value that is not a map in braces, or ends at one that is not a
 * scalar.
 */
export function setJsonString(
  document: Document,
  path: readonly string[],
  value: string,
): Edit[] | undefined {
  const { text, root } = document
  if (document.find(path)) return replaceScalar(document, path, JSON.stringify(value))
  const indentUnit = /^[ \t]+(?=["'\w])/m.exec(text)?.[0] ?? '  '
  const layout = { indentUnit, lineEnd: detectLineEnd(text) }
  if (!root) {
    const addedText = `${formatLines(path, value, { ...layout, indent: '' })}${layout.lineEnd}`
    return [{ start: text.length, end: text.length, text: addedText }]
  }
  const location = findInnermostMap(document, root, path)
  return location && addToMap(document, root, { ...location, value, layout })
}

type JsonLayout = { indentUnit: string; lineEnd: string }

type KeyInsertion = {
  map: MapNode
  missingNames: readonly string[]
  value: string
  layout: JsonLayout
}

/**
 * The innermost existing map on the path, and the names that are missing in it; undefined if a value on the path is not
 * a map in braces.
 */
function findInnermostMap(
  document: Document,
  root: MapNode,
  path: readonly string[],
): Pick<KeyInsertion, 'map' | 'missingNames'> | undefined {
  let map = root
  for (const [depth, name] of path.entries()) {
    if (!map.isFlow) return undefined
    const next = document.entries(map).byName.get(name)?.value
    if (!next) return { map, missingNames: path.slice(depth) }
    if (next.kind !== 'map') return undefined
    map = next
  }
  return undefined
}

function addToMap(
  { text }: Document,
  root: MapNode,
  { map, missingNames: [name = '', ...innerNames], value, layout }: KeyInsertion,
): Edit[] | undefined {
  const { indentUnit, lineEnd } = layout
  const last = map.pairs.at(-1)
  const start = map.pairs[0]?.key.start ?? map.start
  const indent = /^[ \t]*/.exec(text.slice(findLineStart(text, start), start))?.[0] ?? ''
  const key = `${JSON.stringify(name)}: `
  if (last) {
    const offset = findEntryEnd(text, { map, pair: last, index: 0, parent: undefined })
    const startsLine = findLineStart(text, start) + indent.length === start
    const addedText = startsLine
      ? `${lineEnd}${indent}${key}${formatLines(innerNames, value, { ...layout, indent })}`
      : ` ${key}${formatLine(innerNames, value)}`
    return [{ start: offset, end: offset, text: `,${addedText}` }]
  }
  const span = { start: map.start + 1, end: map.end - 1 }
  if (text.slice(span.start, span.end).trim() !== '') return undefined
  const isOnOneLine = map !== root && !hasLineEnd(text.slice(root.start, root.end))
  if (isOnOneLine) return [{ ...span, text: ` ${key}${formatLine(innerNames, value)} ` }]
  const innerIndent = indent + indentUnit
  const lines = formatLines(innerNames, value, { ...layout, indent: innerIndent })
  return [{ ...span, text: `${lineEnd}${innerIndent}${key}${lines}${lineEnd}${indent}` }]
}

/** Formats a string as JSON on one line, nested in one map for each name of the path. */
const formatLine = (path: readonly string[], value: string): string =>
  path.reduceRight((inner, name) => `{ ${JSON.stringify(name)}: ${inner} }`, JSON.stringify(value))

/** Formats a string as JSON, nested in one map for each name of the path, each on a line of its own. */
const formatLines = (
  [name, ...innerNames]: readonly string[],
  value: string,
  layout: JsonLayout & { indent: string },
): string => {
  const { indentUnit, lineEnd, indent } = layout
  if (name === undefined) return JSON.stringify(value)
  const innerIndent = indent + indentUnit
  const content = formatLines(innerNames, value, { ...layout, indent: innerIndent })
  return `{${lineEnd}${innerIndent}${JSON.stringify(name)}: ${content}${lineEnd}${indent}}`
}
