import type { Document, ListNode, MapNode, Node } from '../../document/document.js'
import { toPosition } from '../../document/diagnostic.js'
import { isCollection } from '../../yaml/nodes.js'

type Collection = MapNode | ListNode

/** Where the comments of a file belong: each is in exactly one of these lists, in the order of the file. */
export type PlacedComments = {
  /** Comments on separate lines before a key or an item, by the node of the key or item. */
  above: (node: Node) => readonly string[]
  /** Comments on the line of a value, of its key, or of a bracket that opens or closes the value, by the value. */
  beside: (node: Node) => readonly string[]
  /** Comments after the last entry or item of a collection. */
  end: (collection: Collection) => readonly string[]
}

type Scope = { collection: Collection; column: number; parent: Scope | undefined }

/** A key or a list item, and the scope that it is in. */
type EntryStart = { node: Node; scope: Scope }

/** A key or a value that ends on a line, and the value that a comment after it belongs to. */
type CommentTarget = { end: number; start: number; value: Node }

/**
 * Finds out where the comments of a file belong. A comment on a separate line belongs to the key or item after it. A
 * comment that is indented deeper than this key or item belongs to the end of a preceding collection instead: the
 * innermost one that is not indented deeper than the comment.
 */
export function placeComments(document: Document): PlacedComments {
  const { text, root, comments } = document
  const [above, beside, endComments] = [createLists(), createLists(), createLists()]
  const { starts, targets, flowScopes } = walk(document)
  let [startIndex, targetIndex, flowIndex] = [0, 0, 0]
  for (const { start, end } of comments) {
    while ((starts[startIndex]?.node.start ?? Infinity) < start) startIndex += 1
    while ((targets[targetIndex]?.end ?? Infinity) <= start) targetIndex += 1
    while ((flowScopes[flowIndex]?.collection.start ?? Infinity) < start) flowIndex += 1
    const comment = text.slice(start, end).trim()
    const lastTarget = targets[targetIndex - 1]
    const nextStart = starts[startIndex]
    if (lastTarget && lastTarget.end >= findLineStart(document, start))
      beside.add(lastTarget.value, comment)
    else {
      const container =
        findOpen(flowScopes[flowIndex - 1], start) ??
        findHolder(starts[startIndex - 1]?.scope, getColumn(document, start))
      if (nextStart && (!container || isWithin(nextStart.scope, container)))
        above.add(nextStart.node, comment)
      else if (root) endComments.add(container ?? root, comment)
    }
  }
  return { above: above.get, beside: beside.get, end: endComments.get }
}

/**
 * The start of the line of an offset. Uses `lineStarts`, because searching the text would be slow if one long line has
 * many comments.
 */
const findLineStart = ({ lineStarts }: Document, offset: number): number =>
  offset - toPosition(lineStarts(), offset).character

/** The number of characters before an offset in its line; a byte order mark does not count. */
function getColumn(document: Document, offset: number): number {
  const start = findLineStart(document, offset)
  const byteOrderMarkLength = start === 0 && document.text.startsWith('\ufeff') ? 1 : 0
  return Math.max(0, offset - start - byteOrderMarkLength)
}

function createLists(): {
  get: (node: Node) => readonly string[]
  add: (node: Node, comment: string) => void
} {
  const lists = new Map<Node, string[]>()
  return {
    get: (node) => lists.get(node) ?? [],
    add: (node, comment) => {
      const list = lists.get(node)
      if (list) list.push(comment)
      else lists.set(node, [comment])
    },
  }
}

/** The keys and items of a file in order, the keys and values that a comment can follow, and the flow collections. */
function walk(document: Document): {
  starts: EntryStart[]
  targets: CommentTarget[]
  flowScopes: Scope[]
} {
  const starts: EntryStart[] = []
  const targets: CommentTarget[] = []
  const flowScopes: Scope[] = []
  const visit = (node: Node, parent: Scope | undefined): void => {
    if (!isCollection(node)) {
      targets.push({ start: node.start, end: node.end, value: node })
      return
    }
    const column = node.isFlow ? 0 : getColumn(document, node.start)
    const scope = { collection: node, column, parent }
    if (node.isFlow) {
      flowScopes.push(scope)
      targets.push({ start: node.start, end: node.end, value: node })
    }
    if (node.kind === 'list')
      for (const item of node.items) {
        starts.push({ node: item, scope })
        visit(item, scope)
      }
    else
      for (const { key, value } of node.pairs) {
        starts.push({ node: key, scope })
        targets.push({ start: key.start, end: key.end, value })
        visit(value, scope)
      }
  }
  if (document.root) visit(document.root, undefined)
  // If two targets end at the same offset, the one that starts later is inside the other.
  targets.sort((one, other) => one.end - other.end || one.start - other.start)
  return { starts, targets, flowScopes }
}

/** The innermost flow collection that is still open at an offset. */
function findOpen(scope: Scope | undefined, offset: number): Collection | undefined {
  for (let current = scope; current?.collection.isFlow; current = current.parent)
    if (offset < current.collection.end) return current.collection
  return undefined
}

/** The innermost block collection, among a scope and the scopes around it, that starts at or before a column. */
function findHolder(scope: Scope | undefined, column: number): Collection | undefined {
  for (let current = scope; current; current = current.parent)
    if (!current.collection.isFlow && current.column <= column) return preferRootMap(current)
  return undefined
}

/**
 * The collection of a scope, or the root map if the scope is a collection in the column of the root map: a comment in
 * this column is at the end of the file.
 */
function preferRootMap(scope: Scope): Collection {
  const { parent, column, collection } = scope
  return parent?.parent === undefined && parent?.column === column ? parent.collection : collection
}

function isWithin(scope: Scope, collection: Collection): boolean {
  for (let current: Scope | undefined = scope; current; current = current.parent)
    if (current.collection === collection) return true
  return false
}
