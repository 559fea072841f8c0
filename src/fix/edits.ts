import type { Edit, Fix, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { findLineStart } from '../document/lines.js'
import { removeAt } from './edit.js'

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let done = 0
  for (const { start, end, text: inserted } of [...edits].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    result += text.slice(done, start) + inserted
    done = end
  }
  return result + text.slice(done)
}

/** Whether edits are inside of a text and do not overlap. */
export function areApplicable(text: string, edits: readonly Edit[]): boolean {
  let done = 0
  return [...edits]
    .sort((left, right) => left.start - right.start || left.end - right.end)
    .every(({ start, end }) => {
      const isAfter = start >= done && end >= start && end <= text.length
      done = end
      return isAfter
    })
}

/**
 * The groups of edits that can be made together: all edits of a group or none, earlier groups first. Edits of different
 * groups do not even touch: neither could know how the other changes its surroundings.
 */
export function selectCompatible<Group extends { edits: readonly Edit[] }>(
  groups: readonly Group[],
): Group[] {
  // In the order of the text, so that only neighbours are compared.
  const taken: Edit[] = []
  return groups.filter(({ edits }) => {
    const touches = edits.some(
      ({ start, end }) => (taken[countUpTo(taken, end) - 1]?.end ?? -1) >= start,
    )
    if (touches) return false
    for (const edit of edits) taken.splice(countUpTo(taken, edit.start), 0, edit)
    return true
  })
}

/** How many edits in the order of the text start at an offset or before it. */
function countUpTo(edits: readonly Edit[], offset: number): number {
  let low = 0
  let high = edits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edits[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A fix, if its edits can be made. An unsafe one changes what the router does, or loses something that a user wrote.
 */
export function createFix(
  title: string,
  edits: Edit[] | undefined,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined {
  return edits && { title, edits, ...(kind === 'unsafe' && { unsafe: true }) }
}

/** Removes the entry or item at a path. The fix is unsafe if it also removes comments on lines of their own. */
export function offerRemoval(
  document: Document,
  path: Path,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined {
  const name = path.at(-1)
  const edits = removeAt(document, path)
  return createFix(
    `remove \`${typeof name === 'number' ? `${String(path.at(-2))}[${name}]` : String(name)}\``,
    edits,
    edits && losesComments(document, edits) ? 'unsafe' : kind,
  )
}

/** Whether edits remove comments on lines of their own. */
export const losesComments = ({ text, comments }: Document, edits: readonly Edit[]): boolean =>
  comments.some(
    ({ start }) =>
      text.slice(findLineStart(text, start), start).trim() === '' &&
      edits.some((edit) => edit.start <= start && start < edit.end),
  )

/** How far to search for lines that both texts have. */
const maxDistance = 200

/** Edits that turn one text into another, whole lines if several change. Few differences give few edits. */
export function diffTexts(before: string, after: string): Edit[] {
  const old = splitLines(before)
  const now = splitLines(after)
  const edits: Edit[] = []
  let [left, right, offset] = [0, 0, 0]
  while (left < old.length || right < now.length) {
    if (old[left] === now[right]) {
      offset += old[left]?.length ?? 0
      left += 1
      right += 1
      continue
    }
    const [gone, come] = findNextCommonLines(old, now, left, right)
    const removed = old.slice(left, left + gone).join('')
    edits.push(trimEdit(offset, removed, now.slice(right, right + come).join('')))
    offset += removed.length
    left += gone
    right += come
  }
  return edits
}

const splitLines = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []

/**
 * How many lines to skip on each side until two lines in a row are equal; all remaining lines if there are none nearby.
 */
function findNextCommonLines(
  old: readonly string[],
  now: readonly string[],
  left: number,
  right: number,
): readonly [gone: number, come: number] {
  for (let sum = 1; sum <= maxDistance; sum += 1) {
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

/** An edit without the common prefix and suffix of both sides. */
function trimEdit(offset: number, removed: string, added: string): Edit {
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
