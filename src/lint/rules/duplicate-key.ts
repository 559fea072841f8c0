import type { Fix, Path } from '../../document/diagnostic.js'
import { toPath, formatPath } from '../../document/diagnostic.js'
import type { Document, MapNode, Node, ResolvedValue } from '../../document/document.js'
import type { MapEntry } from '../../edit/entry.js'
import { losesComments, createFix } from '../../edit/edits.js'
import { addAllEntries, removeEntryOrItem } from '../../edit/edit.js'
import { resolveAlias } from '../../yaml/index.js'
import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const duplicateKey: Rule = {
  id: 'duplicate-key',
  severity: 'warning',
  quotesAny: 'name',
  fixes: 'mixed',
  keyStatus: 'overridden',
  summary: 'A key appears twice in the same map.',
  why: 'The router silently uses the last one and ignores everything under the first.',
  examples: {
    bad: [
      under('forwarder')`
        idleTxInterval: 1000 #! duplicate
        idleTxInterval: 2000
      `,
      under('forwarder')`
        idleTxInterval: 2000 #! duplicate
        idleTxInterval: 2000
      `,
      yaml`
        metrics: #! duplicate
          messageQueueSize: 5
        metrics:
          reportInterval: 1m
      `,
    ],
    good: [under('forwarder')`idleTxInterval: 2000`],
  },
  check: ({ document, report }) => {
    if (document.hasUniqueKeys()) return
    for (const visit of document.nodes()) {
      if (visit.node.kind !== 'map') continue
      const map = visit.node
      const { lostPairs } = document.entries(map)
      const indexes = new Map(
        lostPairs.length > 0 ? map.pairs.map((pair, index) => [pair, index]) : [],
      )
      for (const { pair, winner } of lostPairs) {
        if (winner.isMerged) continue
        const path = [...toPath(visit), document.text.slice(pair.key.start, pair.key.end)]
        const message = `\`${formatPath(path)}\` is a duplicate key. The router uses the last one and ignores this one.`
        const entry: MapEntry = { map, index: indexes.get(pair) ?? 0, pair, parent: undefined }
        report({
          path,
          span: pair.key,
          message,
          fix: () => joinEntries(document, path, entry, winner.value),
          related: [{ message: 'the key that the router uses', span: winner.key }],
        })
      }
    }
  },
}

/**
 * Removes the unused entry of a duplicate key. If both values are maps and differ, first moves the entries of the
 * unused map into the used map. In this case, undefined if the maps share a key or comments would be lost.
 */
function joinEntries(
  document: Document,
  path: Path,
  entry: MapEntry,
  usedValue: Node,
): Fix | undefined {
  const removal = removeEntryOrItem(document, entry)
  if (!removal) return undefined
  const [unusedNode, usedNode] = [resolveAlias(entry.pair.value), resolveAlias(usedValue)]
  const name = `the first \`${String(path.at(-1))}\``
  if (isEqualValue(unusedNode, usedNode))
    return createFix(
      `remove ${name}`,
      removal,
      losesComments(document, removal) ? 'unsafe' : 'safe',
    )
  if (unusedNode.kind !== 'map' || usedNode.kind !== 'map')
    return createFix(`remove ${name}`, removal, 'unsafe')
  const hasBoth = [...document.entries(unusedNode).byName.keys()].some((key) =>
    document.entries(usedNode).byName.has(key),
  )
  const insertion = hasBoth ? undefined : addAllEntries(document, unusedNode, path)
  return createFix(
    `move the entries of ${name} to the last one`,
    insertion && !losesComments(document, removal) ? [...removal, ...insertion] : undefined,
    'unsafe',
  )
}

/** Whether two values are equal, with map entries in the same order; false if nested more deeply than `depth`. */
function isEqualValue(left: ResolvedValue, right: ResolvedValue, depth = 20): boolean {
  if (depth === 0 || left.kind !== right.kind) return false
  const isEqualChild = (one: Node | undefined, other: Node | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    isEqualValue(resolveAlias(one), resolveAlias(other), depth - 1)
  if (left.kind === 'list' && right.kind === 'list')
    return (
      left.items.length === right.items.length &&
      left.items.every((item, index) => isEqualChild(item, right.items[index]))
    )
  if (left.kind === 'map' && right.kind === 'map') return isEqualMap(left, right, isEqualChild)
  return 'value' in left && 'value' in right ? left.value === right.value : left.kind === 'null'
}

const isEqualMap = (
  left: MapNode,
  right: MapNode,
  isEqualChild: (one: Node | undefined, other: Node | undefined) => boolean,
): boolean =>
  left.pairs.length === right.pairs.length &&
  left.pairs.every(
    ({ key, value }, index) =>
      isEqualChild(key, right.pairs[index]?.key) && isEqualChild(value, right.pairs[index]?.value),
  )
