import type { Edit } from '../diagnostic.js'

/** How far to look for lines that both texts have. */
const farthest = 200

/** Edits, of whole lines where several change, that make one text of another. They are few where the texts differ in few places. */
export function difference(before: string, after: string): Edit[] {
  const old = linesOf(before)
  const now = linesOf(after)
  const edits: Edit[] = []
  let [left, right, offset] = [0, 0, 0]
  while (left < old.length || right < now.length) {
    if (old[left] === now[right]) {
      offset += old[left]?.length ?? 0
      left += 1
      right += 1
      continue
    }
    const [gone, come] = nextCommon(old, now, left, right)
    const removed = old.slice(left, left + gone).join('')
    edits.push(trimmed(offset, removed, now.slice(right, right + come).join('')))
    offset += removed.length
    left += gone
    right += come
  }
  return edits
}

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []

/** How many lines have to be passed on each side until two lines in a row are the same; all that are left where there are none near. */
function nextCommon(
  old: readonly string[],
  now: readonly string[],
  left: number,
  right: number,
): readonly [gone: number, come: number] {
  for (let sum = 1; sum <= farthest; sum += 1) {
    for (let gone = 0; gone <= sum; gone += 1) {
      const come = sum - gone
      const isEnd = left + gone === old.length && right + come === now.length
      const isCommon =
        old[left + gone] !== undefined &&
        old[left + gone] === now[right + come] &&
        old[left + gone + 1] === now[right + come + 1]
      if (isEnd || isCommon) return [gone, come]
    }
  }
  return [old.length - left, now.length - right]
}

/** An edit without what both sides begin and end with. */
function trimmed(offset: number, removed: string, added: string): Edit {
  let start = 0
  while (start < Math.min(removed.length, added.length) && removed[start] === added[start])
    start += 1
  let end = 0
  while (
    end < Math.min(removed.length, added.length) - start &&
    removed.at(-1 - end) === added.at(-1 - end)
  )
    end += 1
  return {
    start: offset + start,
    end: offset + removed.length - end,
    text: added.slice(start, added.length - end),
  }
}
