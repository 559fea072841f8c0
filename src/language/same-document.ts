import type { Document, Node } from '../document/document.js'

/**
 * Whether two texts differ only in white space: both have the same values in the same style, the same comments and the
 * same problems, in the same order.
 */
export function isSameDocument(left: Document, right: Document): boolean {
  return (
    formatCommentsAndProblems(left) === formatCommentsAndProblems(right) &&
    (left.root === undefined) === (right.root === undefined) &&
    (left.root === undefined || right.root === undefined || isSameNode(left.root, right.root))
  )
}

const formatCommentsAndProblems = ({ text, comments, problems, unreadContent }: Document): string =>
  JSON.stringify([
    comments.map(({ start, end }) => text.slice(start, end).replaceAll(/\s/g, '')),
    problems.map(({ code }) => code),
    unreadContent ? text.slice(unreadContent.start) : '',
  ])

/**
 * Whether two nodes have equal values, tags and anchors, and by default the same style of quotes and brackets. Aliases
 * with the same name are equal. Uses a loop, because nodes may be nested too deeply for recursion.
 */
export function isSameNode(left: Node, right: Node, comparesStyle = true): boolean {
  const pendingPairs: [Node, Node][] = [[left, right]]
  for (let next = pendingPairs.pop(); next; next = pendingPairs.pop()) {
    const [one, other] = next
    if (!isSameWithoutChildren(one, other, comparesStyle)) return false
    if (one.kind === 'list' && other.kind === 'list') {
      if (one.items.length !== other.items.length) return false
      one.items.forEach((item, index) => pendingPairs.push([item, other.items[index] ?? item]))
    } else if (one.kind === 'map' && other.kind === 'map') {
      if (one.pairs.length !== other.pairs.length) return false
      one.pairs.forEach((pair, index) => {
        const otherPair = other.pairs[index] ?? pair
        pendingPairs.push([pair.key, otherPair.key], [pair.value, otherPair.value])
      })
    }
  }
  return true
}

function isSameWithoutChildren(one: Node, other: Node, comparesStyle: boolean): boolean {
  if (one.kind === 'alias' || other.kind === 'alias')
    return one.kind === other.kind && 'name' in one && 'name' in other && one.name === other.name
  if (one.kind !== other.kind || one.anchor !== other.anchor || one.tag !== other.tag) return false
  if ('isFlow' in one && 'isFlow' in other) return !comparesStyle || one.isFlow === other.isFlow
  return (
    'style' in one &&
    'style' in other &&
    Object.is(one.value, other.value) &&
    (!comparesStyle || one.style === other.style)
  )
}
