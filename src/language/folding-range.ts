import type { Span } from '../document/diagnostic.js'
import type { Node } from '../document/document.js'
import { isLineEnd, splitLines } from '../document/lines.js'
import type { Pair } from '../yaml/index.js'
import { findPartEnd } from './parts.js'
import type { View } from './view.js'

/** Lines that can be folded into the first one; counted from zero. */
export type FoldingRange = {
  /** The line that stays visible. */
  startLine: number
  /** The last line that is hidden. */
  endLine: number
  /** Absent for maps, lists and scalars. */
  kind?: 'comment' | 'region'
}

/**
 * Foldable ranges: maps, lists, scalars and comments of several lines, and the lines between `#region` and
 * `#endregion`. If there are more than `maxFolds`, regions, comments and inner parts are left out first.
 */
export function foldingRanges(view: View, maxFolds = Infinity): FoldingRange[] {
  const parts = listLongParts(view).map(({ start, end }) => ({
    startLine: view.findPosition(start).line,
    endLine: view.findPosition(end).line,
  }))
  const comments = findCommentLines(view)
  const longestByLine = new Map<number, FoldingRange>()
  for (const fold of [...parts, ...foldComments(comments), ...foldRegions(comments)]) {
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

/**
 * All maps and lists below the root, and the scalars that end on a later line than their key or item begins; outer
 * parts before inner ones.
 */
function listLongParts({ document: { root, text } }: View): readonly Span[] {
  const spans: Span[] = []
  const pendingNodes: Node[] = root ? [root] : []
  const visit = (start: number, node: Node, pair: Pair | undefined): void => {
    if (node.kind === 'map' || node.kind === 'list') pendingNodes.push(node)
    else if (!hasLineBreak(text, start, node.end)) return
    spans.push({ start, end: findPartEnd(text, { start, node, pair }) })
  }
  // The list grows during this loop.
  for (const node of pendingNodes) {
    if (node.kind === 'list') for (const item of node.items) visit(item.start, item, undefined)
    else if (node.kind === 'map')
      for (const pair of node.pairs) visit(pair.key.start, pair.value, pair)
  }
  return spans
}

function hasLineBreak(text: string, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1)
    if (isLineEnd(text.charCodeAt(offset))) return true
  return false
}

const regionPattern = /^#+\s*(end)?region\b/

type CommentLine = { line: number; comment: string }

/** The lines that contain only a comment, each with the text of its comment. */
function findCommentLines({
  document: { comments, text },
  findPosition: positionOf,
}: View): readonly CommentLine[] {
  return comments.flatMap(({ start, end }) => {
    const { line, character } = positionOf(start)
    return /^[\s\ufeff]*$/.test(text.slice(start - character, start))
      ? [{ line, comment: text.slice(start, end) }]
      : []
  })
}

function foldComments(comments: readonly CommentLine[]): FoldingRange[] {
  const folds: FoldingRange[] = []
  for (const { line, comment } of comments) {
    if (regionPattern.test(comment)) continue
    const lastFold = folds.at(-1)
    if (lastFold?.endLine === line - 1) lastFold.endLine = line
    else folds.push({ startLine: line, endLine: line, kind: 'comment' })
  }
  return folds
}

function foldRegions(comments: readonly CommentLine[]): FoldingRange[] {
  const openCommentLines: number[] = []
  return comments.flatMap(({ line, comment }): FoldingRange[] => {
    const match = regionPattern.exec(comment)
    if (match && !match[1]) openCommentLines.push(line)
    const startLine = match?.[1] ? openCommentLines.pop() : undefined
    return startLine === undefined ? [] : [{ startLine, endLine: line, kind: 'region' }]
  })
}

/**
 * Foldable ranges of any text: each line with the more deeply indented lines below it. Blank lines at the end of a
 * range stay visible.
 */
export function foldByIndentation(text: string): FoldingRange[] {
  const openLines: { line: number; indent: number }[] = []
  const folds: FoldingRange[] = []
  let lastContentLine = -1
  const close = (indent: number): void => {
    for (let top = openLines.at(-1); top && top.indent >= indent; top = openLines.at(-1)) {
      openLines.pop()
      if (lastContentLine > top.line) folds.push({ startLine: top.line, endLine: lastContentLine })
    }
  }
  for (const [line, content] of splitLines(text).entries()) {
    const indent = content.search(/\S/)
    if (indent < 0) continue
    close(indent)
    openLines.push({ line, indent })
    lastContentLine = line
  }
  close(0)
  return folds.sort((left, right) => left.startLine - right.startLine)
}
