import type { Edit, Path } from '../diagnostic.js'
import type { Document, MapNode } from '../document.js'
import { add } from './add.js'
import type { Written } from './add.js'
import type { Entry, Item } from './entry.js'
import { endOfColon, endOfPlace, find } from './entry.js'
import { columnOf } from './lines.js'
import { removePlace } from './remove.js'
import { rename, replace } from './replace.js'

/**
 * Takes an entry, with everything below it, to another path, with another value where one is given. Undefined where
 * that cannot be done without touching anything else.
 */
export function move(document: Document, from: Path, to: Path, value?: string): Edit[] | undefined {
  const entry = find(document, from)
  const name = to.at(-1)
  if (!entry || !('pair' in entry) || typeof name !== 'string' || document.at(to)) return undefined
  const isInside =
    from.length <= to.length && from.slice(0, -1).every((step, index) => step === to[index])
  if (isInside && from.length === to.length) {
    const renamed = rename(document, from, name)
    const replaced = value === undefined ? [] : replace(document, from, value)
    return renamed && replaced && [...renamed, ...replaced]
  }
  if (isInside && entry.map.pairs.length === 1) return undefined
  const out = removePlace(document, entry)
  const written = writtenOf(document, entry, name, value)
  const into =
    out && written && add(document, to.slice(0, -1), written, passed(document, entry, to))
  return (
    into &&
    [...out, ...into].sort((left, right) => left.start - right.start || left.end - right.end)
  )
}

/** The entry of the new map below which the old place lies: the new one is written behind it. */
function passed(document: Document, entry: Entry, to: Path): Entry | undefined {
  const holder = to.length === 1 ? document.root : undefined
  for (let place: Entry | Item | undefined = entry; place; place = place.above) {
    if ('pair' in place && place.map === holder) return place
  }
  return undefined
}

/** An entry as it is written elsewhere, with the comment behind it. */
function writtenOf(
  { text }: Document,
  entry: Entry,
  name: string,
  value?: string,
): Written | undefined {
  const { pair } = entry
  const colon = endOfColon(text, pair)
  if (colon === undefined) return undefined
  const column = columnOf(text, pair.key.start)
  const end = endOfPlace(text, entry)
  const comment = entry.map.flow ? '' : (/^[ \t]+#[^\r\n]*/.exec(text.slice(end))?.[0] ?? '')
  const kept = value === undefined ? text.slice(colon, end).trimEnd() : ` ${value}`
  const [rest = '', ...below] = (kept + comment).split(/\r\n|\n|\r/)
  const outdent = new RegExp(`^ {0,${column}}`)
  if (entry.map.flow && below.length > 0) return undefined
  return below.some((line) => /^ *\t/.test(line))
    ? undefined
    : { name, rest: rest.trimEnd(), below: below.map((line) => line.replace(outdent, '')) }
}

/** Writes all entries of a map into the one at a path, behind its own. */
export function addAll(document: Document, from: MapNode, path: Path): Edit[] | undefined {
  const edits = from.pairs.map((pair, index) => {
    const entry: Entry = { map: from, index, pair, above: undefined }
    const name = pair.key.kind === 'text' && pair.key.value
    const written = typeof name === 'string' ? writtenOf(document, entry, name) : undefined
    return written && add(document, path, written)
  })
  const made = edits.flatMap((edit) => edit ?? [])
  return edits.every((edit) => edit !== undefined) ? made : undefined
}

/** Writes an entry once more, at another path. */
export function copy(document: Document, from: Path, to: Path): Edit[] | undefined {
  const entry = find(document, from)
  const name = to.at(-1)
  if (!entry || !('pair' in entry) || typeof name !== 'string' || document.at(to)) return undefined
  const written = writtenOf(document, entry, name)
  return written && add(document, to.slice(0, -1), written)
}
