import { findInTree, getOrCreateInTree, toPosition } from '../document/diagnostic.js'
import type { Path, PathTree } from '../document/diagnostic.js'
import type { Document, Node } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { splitLines } from '../document/lines.js'
import { resolveAlias } from '../yaml/index.js'

/** A key or an item of a list, with the line on which it starts and the indentation of that line. */
type Anchor = { path: Path; line: number; indentation: number }

/**
 * A comment above its key or item, beside it on the same line, or at the end of a collection. For `end`, `path` leads
 * to an entry or item of that collection; for a comment at the end of the file, `path` is empty.
 */
export type KeptComment = { text: string; path: Path; placement: 'above' | 'beside' | 'end' }

const measureIndentation = (line: string): number => /^\uFEFF?( *)/.exec(line)?.[1]?.length ?? 0

/** The keys and items of a document, in the order of the text, outer ones first. */
function listAnchors(document: Document): Anchor[] {
  const starts = document.lineStarts()
  const lines = splitLines(document.text)
  const anchors: (Anchor & { start: number })[] = []
  const add = (path: Path, start: number): void => {
    const line = toPosition(starts, start).line
    anchors.push({ path, start, line, indentation: measureIndentation(lines[line] ?? '') })
  }
  const visit = (node: Node, path: Path): void => {
    if (node.kind === 'alias') return
    const value = resolveAlias(node)
    if (value.kind === 'map')
      for (const [name, { key, value: inner }] of document.entries(value).byName) {
        add([...path, name], key.start)
        visit(inner, [...path, name])
      }
    if (value.kind === 'list')
      value.items.forEach((item, index) => {
        add([...path, index], item.start)
        visit(item, [...path, index])
      })
  }
  if (document.root) visit(document.root, [])
  return anchors.sort((left, right) => left.start - right.start)
}

/** The comments of a document for which `isKept` is true, each with the key or item that it belongs to. */
export function listComments(
  document: Document,
  isKept: (comment: string) => boolean,
): KeptComment[] {
  const anchors = listAnchors(document)
  const starts = document.lineStarts()
  const lines = splitLines(document.text)
  const byPath = toTree(anchors)
  const firstOnLine = new Map<number, number>()
  anchors.forEach(({ line }, index) => {
    if (!firstOnLine.has(line)) firstOnLine.set(line, index)
  })
  let nextIndex = 0
  return document.comments.flatMap(({ start, end }): KeptComment[] => {
    const text = document.text.slice(start, end).trimEnd()
    const line = toPosition(starts, start).line
    while (nextIndex < anchors.length && (anchors[nextIndex]?.line ?? 0) <= line) nextIndex += 1
    if (!isKept(text)) return []
    const [anchorBefore, anchorAfter] = [anchors[nextIndex - 1], anchors[nextIndex]]
    const isOnOwnLine = document.text.slice(starts[line], start).trim().replace('\uFEFF', '') === ''
    if (!isOnOwnLine && anchorBefore?.line === line) {
      const lineAnchors = anchors.slice(firstOnLine.get(line), nextIndex)
      const key = lineAnchors.find(({ path }) => typeof path.at(-1) === 'string') ?? anchorBefore
      return [{ text, path: key.path, placement: 'beside' }]
    }
    const indentation = measureIndentation(lines[line] ?? '')
    if (anchorAfter && (indentation <= anchorAfter.indentation || !anchorBefore))
      return [{ text, path: anchorAfter.path, placement: 'above' }]
    const siblingAnchor = anchorBefore && findAnchor(byPath, anchorBefore.path, indentation)
    return [{ text, path: siblingAnchor?.path ?? [], placement: 'end' }]
  })
}

/**
 * Inserts comments of another text into a text without comments, each at the key or item that it belongs to. If that is
 * missing, the comment goes above the nearest key or item around it, or to the end of the file.
 */
export function insertComments(text: string, comments: readonly KeptComment[]): string {
  if (comments.length === 0) return text
  const lines = text.replace(/\n$/, '').split('\n')
  const anchors = listAnchors(parseDocument(text))
  const tree = toTree(anchors)
  const lastLines = listLastLines(anchors, lines)
  const commentsBefore = new Map<number, string[]>()
  const commentsBeside = new Map<number, string>()
  const addAbove = (line: number, indentation: number, comment: string): void => {
    const lineComments = commentsBefore.get(line) ?? []
    lineComments.push(`${' '.repeat(indentation)}${comment}`)
    commentsBefore.set(line, lineComments)
  }
  for (const { text: comment, path, placement } of comments) {
    const anchor = findAnchor(tree, path)
    if (!anchor || (placement === 'end' && path.length <= 1)) addAbove(lines.length, 0, comment)
    else if (placement === 'end') {
      const lastLine = findInTree(lastLines, anchor.path.slice(0, -1))
      addAbove((lastLine ?? anchor.line) + 1, anchor.indentation, comment)
    } else if (
      placement === 'above' ||
      commentsBeside.has(anchor.line) ||
      anchor.path.length < path.length
    )
      addAbove(anchor.line, anchor.indentation, comment)
    else commentsBeside.set(anchor.line, comment)
  }
  const outputLines = [...lines, undefined].flatMap((line, index) => {
    const remark = commentsBeside.get(index)
    const lineWithRemark =
      line === undefined ? [] : [remark === undefined ? line : `${line} ${remark}`]
    return [...(commentsBefore.get(index) ?? []), ...lineWithRemark]
  })
  return `${outputLines.join('\n')}\n`
}

/**
 * The innermost anchor at or above a path whose line is not indented further than `indentation`. A path may have no
 * anchor in the new text, because keys that are not needed were left out.
 */
function findAnchor(
  tree: PathTree<Anchor>,
  path: Path,
  indentation = Infinity,
): Anchor | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const anchor = findInTree(tree, path.slice(0, length))
    if (anchor && anchor.indentation <= indentation) return anchor
  }
  return undefined
}

function toTree(anchors: readonly Anchor[]): PathTree<Anchor> {
  const tree: PathTree<Anchor> = {}
  for (const anchor of anchors) getOrCreateInTree(tree, anchor.path).value = anchor
  return tree
}

/** The last non-empty line of each collection: before the next key or item outside of it, or at the end of the file. */
function listLastLines(anchors: readonly Anchor[], lines: readonly string[]): PathTree<number> {
  const tree: PathTree<number> = {}
  anchors.forEach(({ path }, index) => {
    const nextAnchor = anchors[index + 1]
    path.forEach((_, length) => {
      getOrCreateInTree(tree, path.slice(0, length)).value = findTextLine(
        lines,
        nextAnchor ? nextAnchor.line - 1 : lines.length - 1,
      )
    })
  })
  return tree
}

/** The nearest non-empty line at or above a line: sections are separated by empty lines. */
function findTextLine(lines: readonly string[], line: number): number {
  let nearest = line
  while (nearest > 0 && lines[nearest] === '') nearest -= 1
  return nearest
}
