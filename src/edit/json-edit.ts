import type { Edit } from '../document/diagnostic.js'
import type { Document, MapNode } from '../document/document.js'
import { detectLineEnd, findLineStart, hasLineEnd } from '../document/lines.js'
import { replaceScalar } from './edit.js'
import { findPlaceEnd } from './entry.js'

/**
 * Writes a string at a path of a text in JSON, with the maps around it that are missing. Everything else stays as it
 * is: order, indentation, line ends. Undefined if something else than a map is in the way.
 */
export function setJsonString(
  document: Document,
  path: readonly string[],
  value: string,
): Edit[] | undefined {
  const { text, root } = document
  if (document.find(path)) return replaceScalar(document, path, JSON.stringify(value))
  const unit = /^[ \t]+(?=["'\w])/m.exec(text)?.[0] ?? '  '
  const layout = { unit, lineEnd: detectLineEnd(text) }
  if (!root) {
    const added = `${formatLines(path, value, { ...layout, indent: '' })}${layout.lineEnd}`
    return [{ start: text.length, end: text.length, text: added }]
  }
  const found = findInnermostMap(document, root, path)
  return found && addToMap(document, root, { ...found, value, layout })
}

type JsonLayout = { unit: string; lineEnd: string }

type KeyInsertion = { map: MapNode; missing: readonly string[]; value: string; layout: JsonLayout }

/** The map that the path ends in, as far as it exists, and the names that are missing there. */
function findInnermostMap(
  document: Document,
  root: MapNode,
  path: readonly string[],
): Pick<KeyInsertion, 'map' | 'missing'> | undefined {
  let map = root
  for (const [depth, name] of path.entries()) {
    if (!map.flow) return undefined
    const next = document.entries(map).named.get(name)?.value
    if (!next) return { map, missing: path.slice(depth) }
    if (next.kind !== 'map') return undefined
    map = next
  }
  return undefined
}

function addToMap(
  { text }: Document,
  root: MapNode,
  { map, missing: [name = '', ...inner], value, layout }: KeyInsertion,
): Edit[] | undefined {
  const { unit, lineEnd } = layout
  const last = map.pairs.at(-1)
  const start = map.pairs[0]?.key.start ?? map.start
  const indent = /^[ \t]*/.exec(text.slice(findLineStart(text, start), start))?.[0] ?? ''
  const key = `${JSON.stringify(name)}: `
  if (last) {
    const at = findPlaceEnd(text, { map, pair: last, index: 0, parent: undefined })
    const isOwnLine = findLineStart(text, start) + indent.length === start
    const added = isOwnLine
      ? `${lineEnd}${indent}${key}${formatLines(inner, value, { ...layout, indent })}`
      : ` ${key}${formatLine(inner, value)}`
    return [{ start: at, end: at, text: `,${added}` }]
  }
  const span = { start: map.start + 1, end: map.end - 1 }
  if (text.slice(span.start, span.end).trim() !== '') return undefined
  const isOnOneLine = map !== root && !hasLineEnd(text.slice(root.start, root.end))
  if (isOnOneLine) return [{ ...span, text: ` ${key}${formatLine(inner, value)} ` }]
  const below = indent + unit
  const lines = formatLines(inner, value, { ...layout, indent: below })
  return [{ ...span, text: `${lineEnd}${below}${key}${lines}${lineEnd}${indent}` }]
}

/** A value with the maps around it, in JSON on one line. */
const formatLine = (path: readonly string[], value: string): string =>
  path.reduceRight((inner, name) => `{ ${JSON.stringify(name)}: ${inner} }`, JSON.stringify(value))

/** Maps around a value, each on a line of its own. */
const formatLines = (
  [name, ...inner]: readonly string[],
  value: string,
  layout: JsonLayout & { indent: string },
): string => {
  const { unit, lineEnd, indent } = layout
  if (name === undefined) return JSON.stringify(value)
  const below = indent + unit
  const content = formatLines(inner, value, { ...layout, indent: below })
  return `{${lineEnd}${below}${JSON.stringify(name)}: ${content}${lineEnd}${indent}}`
}
