import type { Order } from './order.js'

type Entry<R> = { record: R; keys: readonly unknown[] }

/** Takes records one by one, and keeps those that come first; `sorted` gives them in order. */
export type FirstSorted<R> = { add: (record: R) => void; sorted: () => R[] }

/** Puts an entry at the top of a heap, of which each entry comes after those below it, and lets it sink. */
function sink<R>(
  heap: Entry<R>[],
  entry: Entry<R>,
  compare: (left: Entry<R>, right: Entry<R>) => number,
): void {
  let at = 0
  for (;;) {
    const left = heap[2 * at + 1]
    const right = heap[2 * at + 2]
    const last = left && right && compare(right, left) > 0 ? right : left
    if (!last || compare(last, entry) <= 0) break
    heap[at] = last
    at = last === right ? 2 * at + 2 : 2 * at + 1
  }
  heap[at] = entry
}

/**
 * The first `count` of the records in an order. Once there are as many, they form a heap whose top is the last of
 * them, which a record has to come before to be kept: no more than `count` records are held or sorted.
 */
export function firstSorted<R>({ keys, compare }: Order<R>, count: number): FirstSorted<R> {
  const kept: Entry<R>[] = []
  const compareEntries = (left: Entry<R>, right: Entry<R>): number => compare(left.keys, right.keys)
  const add = (record: R): void => {
    const entry = { record, keys: keys(record) }
    const top = kept[0]
    if (kept.length < count) {
      kept.push(entry)
      // From last to first is a heap already.
      if (kept.length === count) kept.sort((left, right) => compareEntries(right, left))
    } else if (top && compareEntries(entry, top) < 0) sink(kept, entry, compareEntries)
  }
  return { add, sorted: () => kept.sort(compareEntries).map(({ record }) => record) }
}
