import type { Item } from './syntax.js'

const pass = -1
const fail = -2

/** Where to go on after a test that is true, and after one that is false: at another test, or at the end. */
type Ways = { yes: Int32Array; no: Int32Array }

type Group = { yes: number; no: number }

/**
 * Lays out a predicate as tests that lead to one another, each at most once and only forward, so that evaluation
 * needs no calls however deep the predicate nests. From the right to the left, as the ways lead to the right.
 */
function waysOf(items: readonly Item[], count: number): Ways {
  const ways = { yes: new Int32Array(count), no: new Int32Array(count) }
  const open: Group[] = []
  let group: Group = { yes: pass, no: fail }
  let next = count
  for (const item of items.toReversed()) {
    if (item.kind === 'open') {
      group = open.pop() ?? group
      continue
    }
    const yes = item.joint === 'and' ? next : item.flipped ? group.no : group.yes
    const no = item.joint === 'or' ? next : item.flipped ? group.yes : group.no
    if (item.kind === 'close') {
      open.push(group)
      group = { yes, no }
    } else {
      next -= 1
      ways.yes[next] = yes
      ways.no[next] = no
    }
  }
  return ways
}

/** One test made of those of a predicate, which are in the order of its text. */
export function decisionOf<R>(
  items: readonly Item[],
  tests: readonly ((record: R) => boolean)[],
): (record: R) => boolean {
  const { yes, no } = waysOf(items, tests.length)
  return (record) => {
    let at = 0
    while (at >= 0) at = (tests[at]?.(record) ? yes[at] : no[at]) ?? fail
    return at === pass
  }
}
