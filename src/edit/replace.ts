import type { Edit, Path } from '../diagnostic.js'
import type { Document } from '../document.js'
import { asYaml, readPlain } from '../yaml/index.js'

export { asYaml }
import { endOfColon, find, valueOf } from './entry.js'

/** Puts a text instead of the scalar at a path. Undefined where other places have the same scalar, or a tag stands before it. */
export function replace(document: Document, path: Path, text: string): Edit[] | undefined {
  const place = find(document, path)
  const node = place && valueOf(place)
  if (!node || node.kind === 'alias' || node.kind === 'map' || node.kind === 'list')
    return undefined
  if (
    node.anchor !== undefined ||
    node.tag !== undefined ||
    node.style === 'literal' ||
    node.style === 'folded'
  )
    return undefined
  if (node.start < node.end) return [{ start: node.start, end: node.end, text }]
  const colon = 'pair' in place ? endOfColon(document.text, place.pair) : undefined
  return colon === undefined ? undefined : [{ start: colon, end: colon, text: ` ${text}` }]
}

/** Gives the key at a path another name. Undefined where its map has that name already. */
export function rename(document: Document, path: Path, name: string): Edit[] | undefined {
  const place = find(document, path)
  if (!place || !('pair' in place) || document.entries(place.map).named.has(name)) return undefined
  const { key } = place.pair
  if (key.kind !== 'text' || key.anchor !== undefined || key.tag !== undefined) return undefined
  return [{ start: key.start, end: key.end, text: name }]
}

/** A text as a YAML scalar that the router reads as that text: in quotes where it must be. */
export function scalar(text: string): string {
  const isPlain = /^[\w/](?:[\w./:@+-]*[\w./@+-])?$/.test(text) && readPlain(text) === undefined
  return isPlain ? text : asYaml(JSON.stringify(text))
}
