import type { Path, Span } from './diagnostic.js'
import type { Field, ListNode, MapNode, Node, Parsed, Scalar } from './yaml/index.js'
import { fields, parseYaml, resolve } from './yaml/index.js'

export type { Field, ListNode, MapNode, Node, Scalar }

/** A value behind its alias, if it has one. */
export type Value = ReturnType<typeof resolve>

/** The entries of a map that count: those with text as key by name, and the others, which no code of the router finds. */
export type Entries = { named: ReadonlyMap<string, Field>; others: readonly Field[]; lost: ReturnType<typeof fields>['lost'] }

/** A YAML text as the router's reader takes it. Everything that can be read is there, whatever the text. */
export type Document = Pick<Parsed, 'problems' | 'comments' | 'rest'> & {
  text: string
  /** The map at the root, if there is one. */
  root: MapNode | undefined
  entries: (map: MapNode) => Entries
  /** What stands at a path: its key and value. */
  at: (path: Path) => { key: Span | undefined; value: Value } | undefined
  /** The span for a finding at a path; where the path does not exist, that of the nearest key above it. */
  spanOf: (path: Path, on: 'key' | 'value') => Span
}

/** Reads a text. Never throws. */
export function parseDocument(text: string): Document {
  const { root, problems, comments, rest } = parseYaml(text)
  const known = new WeakMap<MapNode, Entries>()
  const entries = (map: MapNode): Entries => {
    const found = known.get(map)
    if (found) return found
    const result = entriesOf(map)
    known.set(map, result)
    return result
  }
  const top = root && resolve(root)
  const at: Document['at'] = (path) => {
    let value: Value | undefined = top
    let key: Span | undefined
    for (const step of path) {
      const next = step_(value, step, entries)
      if (!next) return undefined
      key = next.key
      value = resolve(next.value)
    }
    return value && { key, value }
  }
  const spanOf: Document['spanOf'] = (path, on) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const found = at(path.slice(0, length))
      if (!found) continue
      if (length === path.length && on === 'value') return found.value
      return found.key ?? (length === 0 ? firstLine(text) : found.value)
    }
    return firstLine(text)
  }
  return { text, problems, comments, ...(rest && { rest }), root: top?.kind === 'map' ? top : undefined, entries, at, spanOf }
}

function step_(value: Value | undefined, step: string | number, entries: Document['entries']): { key: Span | undefined; value: Node } | undefined {
  if (value?.kind === 'map') return entries(value).named.get(String(step))
  if (value?.kind !== 'list' || typeof step !== 'number') return undefined
  const item = value.items[step]
  return item && { key: undefined, value: item }
}

function firstLine(text: string): Span {
  const end = text.search(/[\r\n]/)
  return { start: 0, end: end < 0 ? text.length : end }
}

function entriesOf(map: MapNode): Entries {
  const { entries, lost } = fields(map)
  const named = new Map<string, Field>()
  const others: Field[] = []
  for (const field of entries) {
    if (field.key.kind === 'text') named.set(field.key.value, field)
    else others.push(field)
  }
  return { named, others, lost }
}
