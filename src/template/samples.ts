import type { SchemaNode } from '../schema/key.js'
import type { RenderedPlace } from './render.js'
import { unknownValue } from './render.js'

/** Keys below this depth are not filled in: their value is unknown. */
const maxDepth = 8

/**
 * The bindings of the lists in the upper levels of a schema, such as the bindings of listeners: bindings decide which
 * other keys the router reads.
 */
export function listBindings(schema: SchemaNode): string[] {
  const bindings = new Set<string>()
  const pendingKeys: { key: SchemaNode; depth: number }[] = [{ key: schema, depth: 0 }]
  for (const { key, depth } of pendingKeys) {
    for (const binding of key.bindings ?? []) bindings.add(binding)
    if (depth < 4)
      pendingKeys.push(...listChildren(key).map((child) => ({ key: child, depth: depth + 1 })))
  }
  return [...bindings]
}

const listChildren = (key: SchemaNode): SchemaNode[] => [
  ...key.names.flatMap((name) => key.child(name) ?? []),
  ...(key.item ? [key.item] : []),
]

/** Sample scalars for values. Each of them is valid for some keys and invalid for others. */
export const sampleScalars: readonly string[] = [
  '',
  'true',
  'false',
  '0',
  '1',
  '8',
  '1000000',
  '10ms',
  '5s',
  '1h',
  '{}',
  '[]',
]

/** Whether a sample is only possible as a whole value, not as a part of a string. */
export const isCollectionSample = (sample: string): boolean => /^[[{]/.test(sample)

/**
 * Returns the text for unknown content: all keys that the schema knows at a place. Strings are unknown values; numbers
 * and booleans differ by `variation`. Undefined for a part of a scalar, key or comment.
 */
export function fillContent(
  key: SchemaNode,
  place: RenderedPlace,
  variation: number,
): string | undefined {
  if (place === 'part') return undefined
  if (place === 'entry') return fillEntries(key, variation, 1).join('\n')
  const value = fillValue(key, variation, 0)
  return place === 'item' ? `- ${value}` : value
}

/** A value for a key, in flow style. */
function fillValue(key: SchemaNode, variation: number, depth: number): string {
  if (depth > maxDepth) return unknownValue
  if (key.kinds.has('map') && key.names.length > 0)
    return `{${fillEntries(key, variation, depth + 1).join(', ')}}`
  if (key.kinds.has('list') && key.item) return fillList(key.item, variation, depth)
  if (key.kinds.has('text')) return unknownValue
  if (key.kinds.has('int') || key.kinds.has('float'))
    return ['1', '1000', '8'][variation % 3] ?? '1'
  if (key.kinds.has('bool')) return variation % 2 === 0 ? 'true' : 'false'
  return unknownValue
}

function fillEntries(
  key: SchemaNode,
  variation: number,
  depth: number,
  binding = unknownValue,
): string[] {
  return key.names.flatMap((name) => {
    const child = key.child(name)
    if (name === 'binding') return [`binding: ${binding}`]
    return child ? [`"${name}": ${fillValue(child, variation, depth)}`] : []
  })
}

function fillList(item: SchemaNode, variation: number, depth: number): string {
  const variants = (item.bindings ?? []).flatMap((binding) => {
    const shape = item.variant(binding)
    return shape ? [`{${fillEntries(shape, variation, depth + 1, binding).join(', ')}}`] : []
  })
  return `[${variants.length > 0 ? variants.join(', ') : fillValue(item, variation, depth + 1)}]`
}
