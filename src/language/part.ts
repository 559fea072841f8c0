import type { Span, Way } from '../diagnostic.js'
import type { Node } from '../document.js'
import { endOfColon } from '../edit/entry.js'
import type { Key } from '../schema/key.js'
import type { Scope } from '../schema/conditions.js'
import { childOf, shapeOf } from '../schema/read.js'
import type { Pair } from '../yaml/index.js'
import { resolve } from '../yaml/index.js'
import { oncePer } from '../once.js'
import type { View } from './view.js'

/** What the router of the release makes of a key: it knows it, has a newer one, never reads it, or knows no such key. */
export type Status = 'known' | 'deprecated' | 'unread' | 'unknown'

/** Something that is written in a file: the map at its root, an entry of a map, or an item of a list. Aliases are not followed. */
export type Part = Span &
  Way & {
    above: Part | undefined
    /** The entry that it is; absent for items and the root. */
    pair: Pair | undefined
    /** Its value, as written. */
    node: Node
    /** What the router takes the value for; undefined where it knows no such key. */
    key: Key | undefined
    /** The same for a map, by its binding: the keys that it may have. */
    shape: Key | undefined
    status: Status
    /** Those inside, in the order of the text. */
    parts: Part[]
  }

const statuses: Readonly<Record<string, Status>> = {
  'unknown-key': 'unknown',
  'misplaced-key': 'unknown',
  'deprecated-key': 'deprecated',
  'obsolete-key': 'deprecated',
  'never-read': 'unread',
  'unread-key': 'unread',
  'newer-key': 'unread',
  'no-effect': 'unread',
  'duplicate-key': 'unread',
  'tunnel-option-unused': 'unread',
}

/** Everything that is written in a text, those above first; nothing where it holds no map. */
export const partsOf = oncePer(
  ({ document, findings, model, reading: { environment } }: View): readonly Part[] => {
    const { root, text } = document
    if (!root) return []
    const found = new Map(
      findings.flatMap(({ rule, span }): [number, Status][] =>
        statuses[rule] ? [[span.start, statuses[rule]]] : [],
      ),
    )
    const parts: Part[] = [
      {
        above: undefined,
        step: '',
        pair: undefined,
        node: root,
        key: model.schema,
        shape: model.schema,
        status: 'known',
        start: root.start,
        end: root.end,
        parts: [],
      },
    ]
    // The list grows while it is read.
    for (const part of parts) {
      if (part.node.kind === 'map') addEntries({ document, environment }, found, part)
      if (part.node.kind === 'list') addItems(part)
      for (const inner of part.parts) parts.push(inner)
    }
    for (const part of parts.toReversed()) part.end = endOfPart(text, part)
    return parts
  },
)

function addEntries(
  { document, environment }: Pick<Scope, 'document' | 'environment'>,
  found: ReadonlyMap<number, Status>,
  part: Part,
): void {
  if (part.node.kind !== 'map') return
  const entries = document.entries(part.node)
  const shape = part.key && shapeOf(part.key, entries, environment)
  part.shape = shape
  for (const pair of part.node.pairs) {
    const name = resolve(pair.key)
    const step =
      name.kind === 'text' ? name.value : document.text.slice(pair.key.start, pair.key.end)
    const key = childOf(shape, step, entries) ?? part.key?.child(step)
    const isLost = part.status === 'unknown' || part.status === 'unread' || part.key?.any
    const isStranger = !key && shape !== undefined && step !== '<<'
    const status = isLost
      ? 'unread'
      : (found.get(pair.key.start) ?? (isStranger ? 'unknown' : 'known'))
    part.parts.push({
      above: part,
      step,
      pair,
      node: pair.value,
      key,
      shape: key,
      status,
      start: pair.key.start,
      end: pair.value.end,
      parts: [],
    })
  }
}

function addItems(part: Part): void {
  if (part.node.kind !== 'list') return
  part.node.items.forEach((node, step) => {
    part.parts.push({
      above: part,
      step,
      pair: undefined,
      node,
      key: part.key?.item,
      shape: part.key?.item,
      status: part.status,
      start: node.start,
      end: node.end,
      parts: [],
    })
  })
}

/** Behind the last character, of a block of text without the line ends behind it. */
function endOfPart(text: string, { pair, node, start, parts }: Part): number {
  const isBlock = (node.kind === 'map' || node.kind === 'list') && !node.flow
  const end = isBlock
    ? (parts.at(-1)?.end ?? node.start)
    : 'style' in node && /literal|folded/.test(node.style)
      ? endOfBlock(text, node)
      : node.end
  return Math.max(start, end, pair ? (endOfColon(text, pair) ?? pair.key.end) : 0)
}

function endOfBlock(text: string, { start, end }: Span): number {
  let last = end
  while (last > start && /\s/.test(text.charAt(last - 1))) last -= 1
  return last
}

/** The innermost part at an offset; undefined where it is in none, not even the map at the root. */
export function partAt(view: View, offset: number): Part | undefined {
  const root = partsOf(view)[0]
  let part = root && root.start <= offset && offset <= root.end ? root : undefined
  for (let inner = part; inner; inner = innerAt(inner, offset)) part = inner
  return part
}

/** The part directly inside at an offset, found by halving. */
function innerAt({ parts }: Part, offset: number): Part | undefined {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.start ?? Infinity) <= offset) low = middle + 1
    else high = middle
  }
  const found = parts[low - 1]
  return found && offset <= found.end ? found : undefined
}

/** Whether an offset lies on the key of a part. */
export const isOnKey = ({ pair }: Part, offset: number): boolean =>
  pair !== undefined && pair.key.start <= offset && offset <= pair.key.end

/** Whether a part stands at a place such as `['link', 'listeners', '[]', 'groups']`, where `[]` is any item. */
export function standsAt(part: Part | undefined, place: readonly string[]): boolean {
  let current = part
  for (let index = place.length - 1; index >= 0; index -= 1) {
    if (!current?.above) return false
    if (place[index] === '[]' ? typeof current.step !== 'number' : current.step !== place[index])
      return false
    current = current.above
  }
  return current !== undefined && current.above === undefined
}
