import type { Edit, Fix, Path } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { findLineStartBefore, splitWholeLines } from '../document/lines.js'
import { countWhile } from '../document/search.js'
import { removeAt } from './edit.js'

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let lastEnd = 0
  for (const { start, end, text: newText } of [...edits].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    result += text.slice(lastEnd, start) + newText
    lastEnd = end
  }
  return result + text.slice(lastEnd)
}

/** Whether edits are inside of a text and do not overlap. */
export function areApplicable(text: string, edits: readonly Edit[]): boolean {
  let lastEnd = 0
  return [...edits]
    .sort((left, right) => left.start - right.start || left.end - right.end)
    .every(({ start, end }) => {
      const isInOrder = start >= lastEnd && end >= start && end <= text.length
      lastEnd = end
      return isInOrder
    })
}

/** Edits that are applied together or not at all, and the rule whose finding they fix, if any. */
type EditGroup = { edits: readonly Edit[]; rule?: string }

type TakenEdit = { edit: Edit; rule: string | undefined }

/** Whether an edit inserts whole lines, or a comma and another item. */
const insertsLineOrItem = ({ start, end, text }: Edit): boolean =>
  start === end && (/^(?:\r?\n|[ \t]*,)/.test(text) || text.endsWith('\n'))

/**
 * Whether two edits overlap or touch: then each may change text that the other relies on. Whole lines or items that the
 * same rule inserts at the same offset do not overlap.
 */
const overlaps = (left: TakenEdit, right: TakenEdit): boolean =>
  left.edit.start <= right.edit.end &&
  right.edit.start <= left.edit.end &&
  !(
    left.rule !== undefined &&
    left.rule === right.rule &&
    left.edit.start === right.edit.start &&
    insertsLineOrItem(left.edit) &&
    insertsLineOrItem(right.edit)
  )

/** Selects groups in order. Skips each group with an edit that overlaps an edit of a group selected before. */
export function selectCompatible<Group extends EditGroup>(groups: readonly Group[]): Group[] {
  /** Sorted by offset. They do not overlap, so a further edit can only touch its two neighbors. */
  const takenEdits: TakenEdit[] = []
  const findInsertIndex = ({ start, end }: Edit): number =>
    countWhile(takenEdits.length, (index) => {
      const { edit } = takenEdits[index] ?? { edit: { start: Infinity, end: Infinity } }
      return edit.start < start || (edit.start === start && edit.end <= end)
    })
  return groups.filter(({ edits, rule }) => {
    const isFree = (edit: Edit): boolean => {
      const index = findInsertIndex(edit)
      return [takenEdits[index - 1], takenEdits[index]].every(
        (other) => !other || !overlaps({ edit, rule }, other),
      )
    }
    if (!edits.every(isFree)) return false
    for (const edit of edits) takenEdits.splice(findInsertIndex(edit), 0, { edit, rule })
    return true
  })
}

/** An unsafe fix may change what the router does, or lose something that a user wrote. */
export function createFix(
  title: string,
  edits: Edit[] | undefined,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined {
  return edits && { title, edits, ...(kind === 'unsafe' && { unsafe: true }) }
}

/**
 * Creates a fix that removes the entry or item at a path. It is always unsafe if it removes comments on lines of their
 * own. Undefined if the entry or item cannot be removed.
 */
export function createRemovalFix(
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
    const first = countWhile(comments.length, (index) => (comments[index]?.start ?? 0) < edit.start)
    for (let index = first; index < comments.length; index += 1) {
      const { start } = comments[index] ?? { start: Infinity }
      if (start >= edit.end) return false
      if (findLineStartBefore(text, start, isBlankOrMark) !== undefined) return true
    }
    return false
  })

/** Whether a character is a space, a tab, or a byte order mark. */
const isBlankOrMark = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0xfeff

/** Maximum number of lines to skip, in both texts together, in search of equal lines. */
const maxSkippedLines = 200

/** One edit for each run of changed lines, without the run's unchanged first and last characters. */
export function diffTexts(before: string, after: string): Edit[] {
  const oldLines = splitWholeLines(before)
  const newLines = splitWholeLines(after)
  const edits: Edit[] = []
  let [oldIndex, newIndex, offset] = [0, 0, 0]
  while (oldIndex < oldLines.length || newIndex < newLines.length) {
    if (oldLines[oldIndex] === newLines[newIndex]) {
      offset += oldLines[oldIndex]?.length ?? 0
      oldIndex += 1
      newIndex += 1
      continue
    }
    const [removedCount, addedCount] = countLinesToNextMatch(oldLines, newLines, oldIndex, newIndex)
    const removedText = oldLines.slice(oldIndex, oldIndex + removedCount).join('')
    edits.push(
      trimEdit(offset, removedText, newLines.slice(newIndex, newIndex + addedCount).join('')),
    )
    offset += removedText.length
    oldIndex += removedCount
    newIndex += addedCount
  }
  return edits
}

/**
 * How many lines to skip in each text until the next two lines of one text equal those of the other, or until both
 * texts end. All remaining lines if that takes more than `maxSkippedLines`.
 */
function countLinesToNextMatch(
  oldLines: readonly string[],
  newLines: readonly string[],
  oldIndex: number,
  newIndex: number,
): readonly [gone: number, come: number] {
  for (let sum = 1; sum <= maxSkippedLines; sum += 1) {
    for (let removedCount = 0; removedCount <= sum; removedCount += 1) {
      const addedCount = sum - removedCount
      const areBothAtEnd =
        oldIndex + removedCount === oldLines.length && newIndex + addedCount === newLines.length
      const isCommon =
        oldLines[oldIndex + removedCount] !== undefined &&
        oldLines[oldIndex + removedCount] === newLines[newIndex + addedCount] &&
        oldLines[oldIndex + removedCount + 1] === newLines[newIndex + addedCount + 1]
      if (areBothAtEnd || isCommon) return [removedCount, addedCount]
    }
  }
  return [oldLines.length - oldIndex, newLines.length - newIndex]
}

/** An edit that replaces removed text with added text, without their common prefix and suffix. */
function trimEdit(offset: number, removedText: string, addedText: string): Edit {
  let start = 0
  while (
    start < Math.min(removedText.length, addedText.length) &&
    removedText[start] === addedText[start]
  )
    start += 1
  let end = 0
  while (
    end < Math.min(removedText.length, addedText.length) - start &&
    removedText.at(-1 - end) === addedText.at(-1 - end)
  )
    end += 1
  return {
    start: offset + start,
    end: offset + removedText.length - end,
    text: addedText.slice(start, addedText.length - end),
  }
}
