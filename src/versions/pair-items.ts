import type { EffectiveRow } from '../config/effective.js'

/** The indexes of an item in both versions of a list; one of them is absent if only one version has the item. */
export type ItemPair = { before?: number; after?: number }

type Item = readonly EffectiveRow[]

/**
 * Pairs the items of two versions of a list: first equal items, then items that a person would consider the same,
 * finally items with the same index. Both versions are treated alike, so a comparison is symmetric.
 */
export function pairItems(
  left: readonly Item[],
  right: readonly Item[],
  depth: number,
): ItemPair[] {
  const pairs: { before: number; after: number }[] = []
  const [before, after] = [left, right].map((items) => ({
    items,
    unpaired: new Set(items.keys()),
  }))
  if (!before || !after) return []
  const addPair = (beforeIndex: number, afterIndex: number): void => {
    before.unpaired.delete(beforeIndex)
    after.unpaired.delete(afterIndex)
    pairs.push({ before: beforeIndex, after: afterIndex })
  }
  for (const toIdentity of identities) {
    const [names, otherNames] = [before, after].map(({ items, unpaired: unpairedIndexes }) =>
      listNames(items, unpairedIndexes, (item) => toIdentity(item, depth)),
    )
    if (!names || !otherNames) return []
    for (const [index, name] of names) if (otherNames.get(index) === name) addPair(index, index)
    const indexes = new Map<string, number[]>()
    // In reverse order, so that `pop` takes the first index of a name.
    for (const [index, name] of [...otherNames].toReversed()) {
      if (!after.unpaired.has(index)) continue
      const sameName = indexes.get(name)
      if (sameName) sameName.push(index)
      else indexes.set(name, [index])
    }
    for (const [index, name] of names) {
      const match = before.unpaired.has(index) ? indexes.get(name)?.pop() : undefined
      if (match !== undefined) addPair(index, match)
    }
  }
  for (const index of [...before.unpaired]) if (after.unpaired.has(index)) addPair(index, index)
  return [
    ...pairs.toSorted((one, other) => one.after - other.after),
    ...[...before.unpaired].map((index) => ({ before: index })),
    ...[...after.unpaired].map((index) => ({ after: index })),
  ]
}

function listNames(
  items: readonly Item[],
  unpairedIndexes: ReadonlySet<number>,
  toName: (item: Item) => string | undefined,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  items.forEach((item, index) => {
    const name = unpairedIndexes.has(index) ? toName(item) : undefined
    if (name !== undefined) names.set(index, name)
  })
  return names
}

/**
 * Functions that return an identity of an item, strictest first; undefined if the item has none of the values that the
 * identity consists of.
 */
const identities: readonly ((item: Item, depth: number) => string | undefined)[] = [
  (item, depth) => JSON.stringify(item.map(({ path, value }) => [path.slice(depth + 1), value])),
  createIdentity(['binding', 'name', 'address', 'bind', 'service', 'interface']),
  createIdentity(['binding', 'name']),
  createIdentity(['binding']),
]

function createIdentity(
  names: readonly string[],
): (item: Item, depth: number) => string | undefined {
  return (item, depth) => {
    const values = item.flatMap(({ path, value }) => {
      const name = path.length === depth + 2 ? path[depth + 1] : undefined
      return typeof name === 'string' && names.includes(name) ? [[name, value]] : []
    })
    return values.length > 0 ? JSON.stringify(values) : undefined
  }
}
