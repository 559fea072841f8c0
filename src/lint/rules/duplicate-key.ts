import type { Fix, Path } from '../../document/diagnostic.js'
import { toPath, formatPath } from '../../document/diagnostic.js'
import type { Document, MapNode, Node, ResolvedValue } from '../../document/document.js'
import type { MapEntry } from '../../edit/entry.js'
import { losesComments, createFix } from '../../edit/edits.js'
import { addAll, removePlace } from '../../edit/edit.js'
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
    if (document.isUnique()) return
    for (const visit of document.nodes()) {
      if (visit.node.kind !== 'map') continue
      const map = visit.node
      const { lost } = document.entries(map)
      const places = new Map(lost.length > 0 ? map.pairs.map((pair, index) => [pair, index]) : [])
      for (const { pair, to } of lost) {
        if (to.merged) continue
        const path = [...toPath(visit), document.text.slice(pair.key.start, pair.key.end)]
        const message = `\`${formatPath(path)}\` is a duplicate key. The router uses the last one and ignores this one.`
        const entry: MapEntry = { map, index: places.get(pair) ?? 0, pair, parent: undefined }
        report({
          path,
          span: pair.key,
          message,
          fix: () => joinEntries(document, path, entry, to.value),
          related: [{ message: 'the key that the router uses', span: to.key }],
        })
      }
    }
  },
}

/**
 * Merges two entries into one. If they contradict each other, the entry that is not used is removed, and its value is
 * lost.
 */
function joinEntries(
  document: Document,
  path: Path,
  entry: MapEntry,
  counting: Node,
): Fix | undefined {
  const out = removePlace(document, entry)
  if (!out) return undefined
  const [lost, kept] = [resolveAlias(entry.pair.value), resolveAlias(counting)]
  const name = `the first \`${String(path.at(-1))}\``
  if (isSame(lost, kept))
    return createFix(`remove ${name}`, out, losesComments(document, out) ? 'unsafe' : 'safe')
  if (lost.kind !== 'map' || kept.kind !== 'map') return createFix(`remove ${name}`, out, 'unsafe')
  const hasBoth = [...document.entries(lost).named.keys()].some((key) =>
    document.entries(kept).named.has(key),
  )
  const into = hasBoth ? undefined : addAll(document, lost, path)
  return createFix(
    `move the entries of ${name} to the last one`,
    into && !losesComments(document, out) ? [...out, ...into] : undefined,
    'unsafe',
  )
}

/** Whether two values mean the same. */
function isSame(left: ResolvedValue, right: ResolvedValue, depth = 20): boolean {
  if (depth === 0 || left.kind !== right.kind) return false
  const isSameChild = (one: Node | undefined, other: Node | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    isSame(resolveAlias(one), resolveAlias(other), depth - 1)
  if (left.kind === 'list' && right.kind === 'list')
    return (
      left.items.length === right.items.length &&
      left.items.every((item, index) => isSameChild(item, right.items[index]))
    )
  if (left.kind === 'map' && right.kind === 'map') return isSameMap(left, right, isSameChild)
  return 'value' in left && 'value' in right ? left.value === right.value : left.kind === 'null'
}

const isSameMap = (
  left: MapNode,
  right: MapNode,
  same: (one: Node | undefined, other: Node | undefined) => boolean,
): boolean =>
  left.pairs.length === right.pairs.length &&
  left.pairs.every(
    ({ key, value }, index) =>
      same(key, right.pairs[index]?.key) && same(value, right.pairs[index]?.value),
  )
