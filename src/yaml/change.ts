/** Where two texts differ: they are the same up to `start`, and from `before` in the one and `after` in the other on. */
export type Change = { start: number; before: number; after: number }

/** Characters that are compared at once. */
const portion = 65_536

/** The smallest change that makes one text of another. */
export function changeBetween(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (
    start + portion <= most &&
    after.slice(start, start + portion) === before.slice(start, start + portion)
  )
    start += portion
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  const shorter = most - start
  const delta = after.length - before.length
  let same = 0
  for (
    let end = before.length;
    same + portion <= shorter &&
    after.slice(end - portion + delta, end + delta) === before.slice(end - portion, end);
    end -= portion
  )
    same += portion
  while (
    same < shorter &&
    before.charCodeAt(before.length - same - 1) === after.charCodeAt(after.length - same - 1)
  )
    same += 1
  return { start, before: before.length - same, after: after.length - same }
}
