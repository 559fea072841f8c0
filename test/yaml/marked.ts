import { readFields, parseYaml, resolveAlias } from '../../src/yaml/index.js'
import type { Node, Span } from '../../src/yaml/index.js'

/** A text without the marks `«` and `»`, and the span that stood between them. */
export function marked(source: string): { text: string; span: Span } {
  const start = source.indexOf('«')
  const end = source.indexOf('»') - 1
  return { text: source.replace(/[«»]/g, ''), span: { start, end } }
}

/** The root of a text as a plain value: maps as objects, whole numbers as numbers. */
export function read(text: string): unknown {
  const { root } = parseYaml(text)
  return root === undefined ? undefined : plain(root)
}

/** A node as a plain value. Keys that are no text are written with their kind. */
export function plain(node: Node): unknown {
  const target = resolveAlias(node)
  if (target.kind === 'list') return target.items.map(plain)
  if (target.kind !== 'map')
    return typeof target.value === 'bigint' ? Number(target.value) : target.value
  const entries = [...readFields(target).table.values()].map(({ key, value }) => [
    key.kind === 'text' ? key.value : `${key.kind} ${key.value}`,
    plain(value),
  ])
  return Object.fromEntries(entries)
}

/** The codes of all problems of a text. */
export function codes(text: string): string[] {
  return parseYaml(text).problems.map(({ code }) => code)
}
