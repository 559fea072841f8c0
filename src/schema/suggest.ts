import { createTextCache } from '../document/lazy.js'

/**
 * The number of single-character edits between two words; swapping two adjacent characters counts as one edit. Returns
 * `maxEdits` + 1 if there are more than `maxEdits`.
 */
export function editDistance(left: string, right: string, maxEdits: number): number {
  if (Math.abs(left.length - right.length) > maxEdits) return maxEdits + 1
  let rowBeforeLast: number[] = []
  let lastRowMin = 0
  let lastRow = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    let rowMin = row
    const first = Math.max(1, row - maxEdits)
    const end = Math.min(right.length, row + maxEdits)
    while (current.length < first) current.push(maxEdits + 1)
    for (let column = first; column <= end; column += 1) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1)
      let cost = Math.min(
        (lastRow[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (lastRow[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (
        row > 1 &&
        column > 1 &&
        left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
        left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
      ) {
        cost = Math.min(cost, (rowBeforeLast[column - 2] ?? 0) + 1)
      }
      current.push(cost)
      if (cost < rowMin) rowMin = cost
    }
    while (current.length <= right.length) current.push(maxEdits + 1)
    if (Math.min(rowMin, lastRowMin) > maxEdits) return maxEdits + 1
    lastRowMin = rowMin
    rowBeforeLast = lastRow
    lastRow = current
  }
  return Math.min(lastRow[right.length] ?? 0, maxEdits + 1)
}

/** Keeps only letters and digits, in lower case: `link_dial_worker_count` and `linkDialWorkerCount` become the same. */
const normalizeWord = (word: string): string => {
  const lower = word.toLowerCase()
  return /[^a-z0-9]/.test(lower) ? lower.replaceAll(/[^a-z0-9]/g, '') : lower
}

/** A quick lower bound of the number of edits: counts letters of `word` that `other` lacks, at most `limit`. */
function countMissingLetters(word: string, other: string, limit: number): number {
  let count = 0
  for (let index = 0; index < word.length && count < limit; index += 1)
    if (!other.includes(word.charAt(index))) count += 1
  return count
}

/**
 * The candidate that is closest to a word, if it is close enough: the number of edits must be at most `maxEdits`, at
 * most a third of the length of the word (rounded up), and less than its length.
 */
export function findNearest(
  word: string,
  candidates: Iterable<string>,
  maxEdits = 4,
): string | undefined {
  const normalizedWord = normalizeWord(word)
  let best: string | undefined
  let limit =
    Math.min(maxEdits, Math.ceil(normalizedWord.length / 3), normalizedWord.length - 1) + 1
  for (const candidate of candidates) {
    const normalizedCandidate = normalizeWord(candidate)
    if (countMissingLetters(normalizedWord, normalizedCandidate, limit) >= limit) continue
    const difference =
      normalizedWord === normalizedCandidate
        ? 0
        : editDistance(normalizedWord, normalizedCandidate, limit)
    if (difference < limit) [best, limit] = [candidate, difference]
  }
  return best
}

type Suggestion = { word: string | undefined; isSingleEdit: boolean }

function suggestWord(word: string, candidates: readonly string[]): Suggestion {
  const nearest = findNearest(word, candidates)
  return {
    word: nearest,
    isSingleEdit: nearest !== undefined && findNearest(word, [nearest], 1) !== undefined,
  }
}

export function createSuggester(candidates: readonly string[]): (word: string) => Suggestion {
  const recall = createTextCache<Suggestion>()
  return (word) => recall(word, () => suggestWord(word, candidates))
}
