import type { Part } from './parts.js'
import { listParts } from './parts.js'
import type { View } from './view.js'

/** Lines that can be folded into the first one; counted from zero. */
export type Fold = {
  /** The line that stays visible. */
  startLine: number
  /** The last line that is hidden. */
  endLine: number
  /** Set if it is not content. */
  kind?: 'comment' | 'region'
}

/**
 * Foldable ranges: maps, lists, scalars and comments of several lines, and the lines between `#region` and
 * `#endregion`; at most so many, outer ones first.
 */
export function folding(view: View, maxFolds = Infinity): Fold[] {
  const parts = listParts(view)
    .slice(1)
    .flatMap((part) => foldPart(view, part) ?? [])
  const longestByLine = new Map<number, Fold>()
  for (const fold of [...parts, ...foldComments(view), ...foldRegions(view)]) {
    if (
      fold.endLine > fold.startLine &&
      fold.endLine > (longestByLine.get(fold.startLine)?.endLine ?? -1)
    )
      longestByLine.set(fold.startLine, fold)
  }
  return [...longestByLine.values()]
    .slice(0, maxFolds)
    .sort((left, right) => left.startLine - right.startLine)
}

/** The lines of a part; most parts are on one line, whose end is soon compared. */
function foldPart({ positionOf, document }: View, { start, end }: Part): Fold | undefined {
  const { line } = positionOf(start)
  const isOnLine = end < (document.lineStarts()[line + 1] ?? Infinity)
  return isOnLine ? undefined : { startLine: line, endLine: positionOf(end).line }
}

const regionMark = /^#+\s*(end)?region\b/

/** The lines that hold only a comment, with its text. */
function findCommentLines({
  document: { comments, text },
  positionOf,
}: View): { line: number; comment: string }[] {
  return comments.flatMap(({ start, end }) => {
    const { line, character } = positionOf(start)
    return /^[\s\ufeff]*$/.test(text.slice(start - character, start))
      ? [{ line, comment: text.slice(start, end) }]
      : []
  })
}

function foldComments(view: View): Fold[] {
  const folds: Fold[] = []
  for (const { line, comment } of findCommentLines(view)) {
    if (regionMark.test(comment)) continue
    const last = folds.at(-1)
    if (last?.endLine === line - 1) last.endLine = line
    else folds.push({ startLine: line, endLine: line, kind: 'comment' })
  }
  return folds
}

function foldRegions(view: View): Fold[] {
  const open: number[] = []
  return findCommentLines(view).flatMap(({ line, comment }): Fold[] => {
    const found = regionMark.exec(comment)
    if (found && !found[1]) open.push(line)
    const startLine = found?.[1] ? open.pop() : undefined
    return startLine === undefined ? [] : [{ startLine, endLine: line, kind: 'region' }]
  })
}
