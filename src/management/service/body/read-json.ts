import type { Cursor } from './json-literal.js'
import { readLiteral, readString, skipSpace, unexpected } from './json-literal.js'
import type { JsonArray, JsonNode, JsonObject } from './json-node.js'
import { put } from './json-node.js'

/** How many lists and objects may lie in each other. */
const deepest = 10_000

type Open = JsonArray | (JsonObject & { key: string })

/**
 * Reads the first value of a JSON text; what follows it is ignored. Undefined where there is nothing but space.
 * @throws {ReadError} in the words of the controller, which are those of Go's `encoding/json`.
 */
export function readJson(text: string): JsonNode | undefined {
  const cursor: Cursor = { text, at: 0 }
  if (skipSpace(cursor) === '') return undefined
  const stack: Open[] = []
  let node = begin(cursor, stack)
  for (;;) {
    const inside = stack.at(-1)
    if (!inside) return node
    if (node) attach(inside, node)
    node = next(cursor, stack, inside)
  }
}

/** A value that holds no others; undefined where a list or an object was opened. */
function begin(cursor: Cursor, stack: Open[]): JsonNode | undefined {
  const character = skipSpace(cursor)
  if (character !== '{' && character !== '[') return readLiteral(cursor)
  if (stack.length >= deepest) throw unexpected(cursor, 'exceeded max depth')
  stack.push(
    character === '['
      ? { kind: 'array', value: [], items: [], height: 1 }
      : { kind: 'object', value: {}, entries: [], height: 1, key: '' },
  )
  cursor.at++
  return undefined
}

function attach(inside: Open, node: JsonNode): void {
  if ('height' in node) inside.height = Math.max(inside.height, node.height + 1)
  if (inside.kind === 'array') {
    inside.items.push(node)
    inside.value.push(node.value)
  } else {
    inside.entries.push([inside.key, node])
    put(inside.value, inside.key, node.value)
  }
}

/** Goes on in a list or object: to its end, which gives it as a value, or to what it holds next. */
function next(cursor: Cursor, stack: Open[], inside: Open): JsonNode | undefined {
  const isList = inside.kind === 'array'
  const isFirst = (isList ? inside.items : inside.entries).length === 0
  const character = skipSpace(cursor)
  if (character === (isList ? ']' : '}')) {
    cursor.at++
    return stack.pop()
  }
  if (!isFirst) {
    if (character !== ',')
      throw unexpected(cursor, isList ? 'after array element' : 'after object key:value pair')
    cursor.at++
  }
  if (!isList) inside.key = readKey(cursor)
  return begin(cursor, stack)
}

function readKey(cursor: Cursor): string {
  if (skipSpace(cursor) !== '"')
    throw unexpected(cursor, 'looking for beginning of object key string')
  const key = readString(cursor)
  if (skipSpace(cursor) !== ':') throw unexpected(cursor, 'after object key')
  cursor.at++
  return key
}
