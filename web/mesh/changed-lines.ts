/**
 * A line of a comparison. `number` is its number in the old text for `-`, and in the new text for the other signs; it
 * counts from 1.
 */
type ComparedLine = { sign: ' ' | '-' | '+'; number: number; text: string }

/** Context lines before and after a change. */
const linesAround = 2

/** How many lines ahead to search for a common line. */
const maxAhead = 50

/** Returns the changed lines between two mostly equal texts, with context lines. */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, next] = [before.split('\n'), after.split('\n')]
  const all: ComparedLine[] = []
  let [left, right] = [0, 0]
  while (left < old.length || right < next.length) {
    if (left < old.length && old[left] === next[right]) {
      all.push({ sign: ' ', number: right + 1, text: next[right] ?? '' })
      left += 1
      right += 1
      continue
    }
    const [removed, added] = findSame(
      old.slice(left, left + maxAhead),
      next.slice(right, right + maxAhead),
    )
    for (const end = left + removed; left < end; left += 1)
      all.push({ sign: '-', number: left + 1, text: old[left] ?? '' })
    for (const end = right + added; right < end; right += 1)
      all.push({ sign: '+', number: right + 1, text: next[right] ?? '' })
  }
  return all.filter((_, index) =>
    all
      .slice(Math.max(0, index - linesAround), index + linesAround + 1)
      .some(({ sign }) => sign !== ' '),
  )
}

/** Returns how many lines of each text come before the next common line; all of them if there is none. */
function findSame(
  old: readonly string[],
  next: readonly string[],
): [removed: number, added: number] {
  for (let sum = 1; sum < old.length + next.length; sum += 1)
    for (let removed = Math.min(sum, old.length - 1); removed >= 0; removed -= 1) {
      const added = sum - removed
      if (added < next.length && old[removed] === next[added]) return [removed, added]
    }
  return [old.length, next.length]
}
