import { findInTree, placeInTree, toPosition } from '../document/diagnostic.js'
import type { Path, PathTree } from '../document/diagnostic.js'
import type { Document, Node } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { splitLines } from '../document/lines.js'
import { resolveAlias } from '../yaml/index.js'

/** A key or an item of a list: where it starts, and the indentation of its line. */
type Anchor = { path: Path; line: number; indentation: number }

/** A comment above its key or item, beside it on the same line, or at the end of the collection that holds it. */
export type KeptComment = { text: string; path: Path; at: 'above' | 'beside' | 'end' }

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
      for (const [name, { key, value: inner }] of document.entries(value).named) {
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

/** The comments of a document that pass a test, each with the key or item that it belongs to. */
export function listComments(
  document: Document,
  isWanted: (comment: string) => boolean,
): KeptComment[] {
  const anchors = listAnchors(document)
  const starts = document.lineStarts()
  const lines = splitLines(document.text)
  const byPath = toTree(anchors)
  const firstOnLine = new Map<number, number>()
  anchors.forEach(({ line }, index) => {
    if (!firstOnLine.has(line)) firstOnLine.set(line, index)
  })
  let next = 0
  return document.comments.flatMap(({ start, end }): KeptComment[] => {
    const text = document.text.slice(start, end).trimEnd()
    const line = toPosition(starts, start).line
    while (next < anchors.length && (anchors[next]?.line ?? 0) <= line) next += 1
    if (!isWanted(text)) return []
    const [before, after] = [anchors[next - 1], anchors[next]]
    const isAlone = document.text.slice(starts[line], start).trim().replace('\uFEFF', '') === ''
    if (!isAlone && before?.line === line) {
      const onLine = anchors.slice(firstOnLine.get(line), next)
      const key = onLine.find(({ path }) => typeof path.at(-1) === 'string') ?? before
      return [{ text, path: key.path, at: 'beside' }]
    }
    const indentation = measureIndentation(lines[line] ?? '')
    if (after && (indentation <= after.indentation || !before))
      return [{ text, path: after.path, at: 'above' }]
    const holder = before && findAnchor(byPath, before.path, indentation)
    return [{ text, path: holder?.path ?? [], at: 'end' }]
  })
}

/** Inserts comments of another text into a text without comments, each at the key or item that it belongs to. */
export function insertComments(text: string, comments: readonly KeptComment[]): string {
  if (comments.length === 0) return text
  const lines = text.replace(/\n$/, '').split('\n')
  const anchors = listAnchors(parseDocument(text))
  const tree = toTree(anchors)
  const lastLines = listLastLines(anchors, lines)
  const commentsBefore = new Map<number, string[]>()
  const beside = new Map<number, string>()
  const addAbove = (line: number, indentation: number, comment: string): void => {
    const others = commentsBefore.get(line) ?? []
    others.push(`${' '.repeat(indentation)}${comment}`)
    commentsBefore.set(line, others)
  }
  for (const { text: comment, path, at } of comments) {
    const found = findAnchor(tree, path)
    if (!found || (at === 'end' && path.length <= 1)) addAbove(lines.length, 0, comment)
    else if (at === 'end') {
      const last = findInTree(lastLines, found.path.slice(0, -1))
      addAbove((last ?? found.line) + 1, found.indentation, comment)
    } else if (at === 'above' || beside.has(found.line) || found.path.length < path.length)
      addAbove(found.line, found.indentation, comment)
    else beside.set(found.line, comment)
  }
  const inserted = [...lines, undefined].flatMap((line, index) => {
    const remark = beside.get(index)
    const remarked = line === undefined ? [] : [remark === undefined ? line : `${line} ${remark}`]
    return [...(commentsBefore.get(index) ?? []), ...remarked]
  })
  return `${inserted.join('\n')}\n`
}

/**
 * The innermost anchor at a path or above it whose line is not indented further than `indentation`. The path itself may
 * be missing, because keys that are not needed were left out.
 */
function findAnchor(
  tree: PathTree<Anchor>,
  path: Path,
  indentation = Infinity,
): Anchor | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const found = findInTree(tree, path.slice(0, length))
    if (found && found.indentation <= indentation) return found
  }
  return undefined
}

function toTree(anchors: readonly Anchor[]): PathTree<Anchor> {
  const tree: PathTree<Anchor> = {}
  for (const anchor of anchors) placeInTree(tree, anchor.path).value = anchor
  return tree
}

/** The last line with text of each collection: before the next key or item outside of it, or at the end of the file. */
function listLastLines(anchors: readonly Anchor[], lines: readonly string[]): PathTree<number> {
  const tree: PathTree<number> = {}
  anchors.forEach(({ path }, index) => {
    const next = anchors[index + 1]
    path.forEach((_, length) => {
      placeInTree(tree, path.slice(0, length)).value = findTextLine(
        lines,
        next ? next.line - 1 : lines.length - 1,
      )
    })
  })
  return tree
}

/** The nearest line at or above one that is not empty: sections are separated by an empty line. */
function findTextLine(lines: readonly string[], line: number): number {
  let found = line
  while (found > 0 && lines[found] === '') found -= 1
  return found
}
