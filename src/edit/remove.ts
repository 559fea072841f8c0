import type { Edit, Path } from '../diagnostic.js'
import type { Document } from '../document.js'
import type { Entry, Item } from './entry.js'
import { endOfColon, endOfPlace, find, isNamed, valueOf } from './entry.js'
import { endOfStatement, startOfLine } from './lines.js'

/** Takes out what stands at a path, with its lines. Undefined where that cannot be done without touching anything else. */
export function remove(document: Document, path: Path): Edit[] | undefined {
  const place = find(document, path)
  return place && removePlace(document, place)
}

/** The same for an entry or an item that is already found, such as one that is overwritten further down. */
export function removePlace(document: Document, place: Entry | Item): Edit[] | undefined {
  const { text, comments } = document
  if (isNamed(valueOf(place)) || ('pair' in place && uncovers(document, place))) return undefined
  const holder = 'pair' in place ? place.map : place.list
  if (!holder.flow) return 'pair' in place ? removeEntry(text, place) : removeItem(text, place)
  const hasComments = comments.some(({ start }) => holder.start < start && start < holder.end)
  return hasComments ? undefined : removeFromFlow(text, place)
}

/** Whether an entry hides another of the same name, which was merged or stands further up. */
function uncovers(document: Document, { map, pair }: Entry): boolean {
  const { named } = document.entries(map)
  const name = [...named].find(([, field]) => field.value === pair.value)?.[0]
  if (name === undefined) return false
  const others = { ...map, pairs: map.pairs.filter((other) => other !== pair) }
  return document.entries(others).named.has(name)
}

const startOf = (place: Entry | Item): number =>
  'pair' in place ? place.pair.key.start : place.node.start

const sibling = (place: Entry | Item, index: number): Entry | Item | undefined => {
  if ('pair' in place) {
    const pair = place.map.pairs[index]
    return pair && { ...place, pair, index }
  }
  const node = place.list.items[index]
  return node && { ...place, node, index }
}

function removeEntry(text: string, entry: Entry): Edit[] | undefined {
  const { start } = entry.pair.key
  const line = startOfLine(text, start)
  const lead = text.slice(line, start).replace('\ufeff', '')
  const end = endOfStatement(text, endOfPlace(text, entry))
  if (end === undefined || !/^ *(?:- +)*$/.test(lead)) return undefined
  if (entry.map.pairs.length === 1) return leaveEmpty(text, entry, { line, end })
  if (lead.trim() === '') return [{ start: start - lead.length, end, text: '' }]
  const next = sibling(entry, entry.index + 1)
  if (!next || text.slice(end, startOf(next)).trim() !== '') return undefined
  return [{ start, end: startOf(next), text: '' }]
}

/** A map that loses its last entry stays a map: without a value, its key would mean something else. */
function leaveEmpty(
  text: string,
  { pair, above }: Entry,
  { line, end }: { line: number; end: number },
): Edit[] | undefined {
  if (!above) return undefined
  if (!('pair' in above))
    return [
      {
        start: pair.key.start,
        end: endOfPlace(text, {
          pair,
          map: { kind: 'map', pairs: [pair], start: 0, end: 0, flow: false },
          index: 0,
          above,
        }),
        text: '{}',
      },
    ]
  const colon = endOfColon(text, above.pair)
  if (colon === undefined || endOfStatement(text, colon) === undefined || colon > line)
    return undefined
  return [
    { start: colon, end: colon, text: ' {}' },
    { start: line, end, text: '' },
  ]
}

function removeItem(text: string, item: Item): Edit[] | undefined {
  const line = startOfLine(text, item.node.start)
  const end = endOfStatement(text, endOfPlace(text, item))
  if (
    item.list.items.length === 1 ||
    end === undefined ||
    !/^ *- +$/.test(text.slice(line, item.node.start))
  )
    return undefined
  return [{ start: line, end, text: '' }]
}

function removeFromFlow(text: string, place: Entry | Item): Edit[] | undefined {
  const end = endOfPlace(text, place)
  const before = sibling(place, place.index - 1)
  const after = sibling(place, place.index + 1)
  if (before) return [{ start: endOfPlace(text, before), end, text: '' }]
  return [{ start: startOf(place), end: after ? startOf(after) : end, text: '' }]
}
