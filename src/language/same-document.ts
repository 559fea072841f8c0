import type { Document, Node } from '../document/document.js'

/**
 * Whether two texts differ only in white space: both have the same values, comments and problems, in the same order.
 */
export function isSameDocument(left: Document, right: Document): boolean {
  return (
    formatSigns(left) === formatSigns(right) &&
    (left.root === undefined) === (right.root === undefined) &&
    (left.root === undefined || right.root === undefined || isSameNode(left.root, right.root))
  )
}

const formatSigns = ({ text, comments, problems, rest }: Document): string =>
  JSON.stringify([
    comments.map(({ start, end }) => text.slice(start, end).replaceAll(/\s/g, '')),
    problems.map(({ code }) => code),
    rest ? text.slice(rest.start) : '',
  ])

/** Whether two nodes are equal; aliases are not followed. Not recursive, as nodes may be deeply nested. */
export function isSameNode(left: Node, right: Node, withStyle = true): boolean {
  const open: [Node, Node][] = [[left, right]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [one, other] = next
    if (!isSameWithoutChildren(one, other, withStyle)) return false
    if (one.kind === 'list' && other.kind === 'list') {
      if (one.items.length !== other.items.length) return false
      one.items.forEach((item, index) => open.push([item, other.items[index] ?? item]))
    } else if (one.kind === 'map' && other.kind === 'map') {
      if (one.pairs.length !== other.pairs.length) return false
      one.pairs.forEach((pair, index) => {
        const same = other.pairs[index] ?? pair
        open.push([pair.key, same.key], [pair.value, same.value])
      })
    }
  }
  return true
}

function isSameWithoutChildren(one: Node, other: Node, withStyle: boolean): boolean {
  if (one.kind === 'alias' || other.kind === 'alias')
    return one.kind === other.kind && 'name' in one && 'name' in other && one.name === other.name
  if (one.kind !== other.kind || one.anchor !== other.anchor || one.tag !== other.tag) return false
  if ('flow' in one && 'flow' in other) return !withStyle || one.flow === other.flow
  return (
    'style' in one &&
    'style' in other &&
    Object.is(one.value, other.value) &&
    (!withStyle || one.style === other.style)
  )
}
