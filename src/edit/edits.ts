import type { Edit, Fix, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { findLineStartBefore, splitWholeLines } from '../document/lines.js'
import { countWhile } from '../document/search.js'
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

/** Edits that are made together, and the rule that they are for, if any. */
type EditGroup = { edits: readonly Edit[]; rule?: string }

type TakenEdit = { edit: Edit; rule: string | undefined }

/** Whether an edit inserts something complete: a whole line, or a further item after a comma. */
const isSeparate = ({ start, end, text }: Edit): boolean =>
  start === end && (/^(?:\r?\n|[ \t]*,)/.test(text) || text.endsWith('\n'))

/**
 * Whether two edits touch: then each may change what the other relies on. Exceptions are insertions of one rule at the
 * same place.
 */
const overlaps = (left: TakenEdit, right: TakenEdit): boolean =>
  left.edit.start <= right.edit.end &&
  right.edit.start <= left.edit.end &&
  !(
    left.rule !== undefined &&
    left.rule === right.rule &&
    left.edit.start === right.edit.start &&
    isSeparate(left.edit) &&
    isSeparate(right.edit)
  )

/** The groups of edits that can be made together: all edits of a group or none, earlier groups first. */
export function selectCompatible<Group extends EditGroup>(groups: readonly Group[]): Group[] {
  /** In the order of the text; they do not overlap, so only the nearest ones can touch another. */
  const taken: TakenEdit[] = []
  const findPlace = ({ start, end }: Edit): number =>
    countWhile(taken.length, (index) => {
      const { edit } = taken[index] ?? { edit: { start: Infinity, end: Infinity } }
      return edit.start < start || (edit.start === start && edit.end <= end)
    })
  return groups.filter(({ edits, rule }) => {
    const isFree = (edit: Edit): boolean => {
      const place = findPlace(edit)
      return [taken[place - 1], taken[place]].every(
        (other) => !other || !overlaps({ edit, rule }, other),
      )
    }
    if (!edits.every(isFree)) return false
    for (const edit of edits) taken.splice(findPlace(edit), 0, { edit, rule })
    return true
  })
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
  edits.some((edit) => {
    const first = countWhile(comments.length, (at) => (comments[at]?.start ?? 0) < edit.start)
    for (let at = first; at < comments.length; at += 1) {
      const { start } = comments[at] ?? { start: Infinity }
      if (start >= edit.end) return false
      if (findLineStartBefore(text, start, isBlankOrMark) !== undefined) return true
    }
    return false
  })

/** A space, a tab, or a byte order mark. */
const isBlankOrMark = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0xfeff

/** How far to search for lines that both texts have. */
const maxDistance = 200

/** Edits that turn one text into another, whole lines if several change. Few differences give few edits. */
export function diffTexts(before: string, after: string): Edit[] {
  const old = splitWholeLines(before)
  const now = splitWholeLines(after)
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
