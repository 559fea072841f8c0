import type { EffectiveRow } from '../config/effective.js'

/** The indexes of an item in both versions of a list; one is absent for an item of only one version. */
export type ItemPair = { before?: number; after?: number }

type Item = readonly EffectiveRow[]

/**
 * Pairs the items of two versions of a list: equal ones first, then those that a person would take for the same, at last
 * those with the same index. Each step treats both versions alike, so that a comparison is symmetric.
 */
export function pairItems(
  left: readonly Item[],
  right: readonly Item[],
  depth: number,
): ItemPair[] {
  const pairs: { before: number; after: number }[] = []
  const [before, after] = [left, right].map((items) => ({
    items,
    open: new Set(items.keys()),
  }))
  if (!before || !after) return []
  const take = (one: number, other: number): void => {
    before.open.delete(one)
    after.open.delete(other)
    pairs.push({ before: one, after: other })
  }
  for (const toIdentity of identities) {
    const describe = (item: Item | undefined): string | undefined => item && toIdentity(item, depth)
    const isSame = (index: number): boolean => {
      const name = describe(left[index])
      return name !== undefined && name === describe(right[index])
    }
    for (const index of [...before.open])
      if (after.open.has(index) && isSame(index)) take(index, index)
    for (const index of [...before.open]) {
      const name = describe(left[index])
      const same = [...after.open].find(
        (other) => name !== undefined && describe(right[other]) === name,
      )
      if (same !== undefined) take(index, same)
    }
  }
  for (const index of [...before.open]) if (after.open.has(index)) take(index, index)
  return [
    ...pairs.toSorted((one, other) => one.after - other.after),
    ...[...before.open].map((index) => ({ before: index })),
    ...[...after.open].map((index) => ({ after: index })),
  ]
}

/** What makes an item the same as another, strictest first; undefined if an item has nothing of it. */
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
