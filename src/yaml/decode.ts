import { Fault } from './fault.js'
import { isMergeKey, mergedNodes } from './fields.js'
import { goSyntax } from './go-syntax.js'
import { resolve } from './nodes.js'
import type { AliasNode, MapNode, Node } from './nodes.js'

// After reading the whole document yaml.v2 makes values of its nodes, those behind an alias once more at
// each alias. This walks the nodes in that order, with a stack of its own: aliases in aliases go deep.

type Step =
  /** Merged nodes must be maps. */
  | { kind: 'nodes'; nodes: readonly Node[]; merged: boolean; next: number }
  /** Counts keys and values. */
  | { kind: 'pairs'; map: MapNode; next: number }
  | { kind: 'alias'; alias: AliasNode }

const mostFaults = 100

type Walk = {
  readonly steps: Step[]
  readonly broken: ReadonlyMap<Node, string>
  readonly faults: Map<Node, Fault>
  /** The aliases that are being followed. */
  readonly followed: Set<AliasNode>
  decoded: number
  decodedBehindAliases: number
  /** Whether going on could take for ever. */
  endless: boolean
}

/**
 * The faults of decoding and their nodes, in the order in which yaml.v2 comes to them (it stops at the
 * first). `broken` holds those of single scalars.
 */
export function decodingFaults(root: Node, broken: ReadonlyMap<Node, string>): Map<Node, Fault> {
  const walk: Walk = {
    steps: [],
    broken,
    faults: new Map(),
    followed: new Set(),
    // The document counts, too.
    decoded: 1,
    decodedBehindAliases: 0,
    endless: false,
  }
  visit(walk, root)
  while (!walk.endless) {
    const step = walk.steps[walk.steps.length - 1]
    if (step === undefined) break
    proceed(walk, step)
  }
  return walk.faults
}

function proceed(walk: Walk, step: Step): void {
  switch (step.kind) {
    case 'nodes':
      return proceedNodes(walk, step)
    case 'pairs':
      return proceedPairs(walk, step)
    case 'alias':
      walk.followed.delete(step.alias)
      walk.steps.pop()
  }
}

function proceedNodes(walk: Walk, step: Step & { kind: 'nodes' }): void {
  const node = step.nodes[step.next++]
  if (node === undefined) walk.steps.pop()
  else if (!step.merged || resolve(node).kind === 'map') visit(walk, node)
  else report(walk, node, 'bad-merge', 'map merge requires map or sequence of maps as the value')
}

function proceedPairs(walk: Walk, step: Step & { kind: 'pairs' }): void {
  const index = step.next++
  const pair = step.map.pairs[index >> 1]
  if (pair === undefined) walk.steps.pop()
  else if (index % 2 === 1) {
    const key = resolve(pair.key)
    if (key.kind === 'map' || key.kind === 'list') {
      report(walk, pair.key, 'invalid-key', `invalid map key: ${goSyntax(key)}`)
    }
    visit(walk, pair.value)
  } else if (isMergeKey(pair.key)) {
    step.next++
    walk.steps.push({ kind: 'nodes', nodes: mergedNodes(pair.value), merged: true, next: 0 })
  } else visit(walk, pair.key)
}

function visit(walk: Walk, node: Node): void {
  walk.decoded++
  if (walk.followed.size > 0) walk.decodedBehindAliases++
  if (isExcessive(walk)) {
    report(walk, node, 'excessive-aliasing', 'document contains excessive aliasing')
    walk.endless = true
  } else if (node.kind === 'alias') follow(walk, node)
  else if (node.kind === 'list')
    walk.steps.push({ kind: 'nodes', nodes: node.items, merged: false, next: 0 })
  else if (node.kind === 'map') walk.steps.push({ kind: 'pairs', map: node, next: 0 })
  else {
    const words = walk.broken.get(node)
    if (words !== undefined) report(walk, node, 'bad-tagged-value', words)
  }
}

function follow(walk: Walk, alias: AliasNode): void {
  if (walk.followed.has(alias)) {
    report(walk, alias, 'recursive-anchor', `anchor '${alias.name}' value contains itself`)
    walk.endless = true
    return
  }
  walk.followed.add(alias)
  walk.steps.push({ kind: 'alias', alias })
  visit(walk, alias.target)
}

// Small documents may consist of aliases for 99 %, large ones for 10 %.
function isExcessive({ decoded, decodedBehindAliases }: Walk): boolean {
  if (decodedBehindAliases <= 100 || decoded <= 1000) return false
  const size = Math.min(Math.max((decoded - 400_000) / 3_600_000, 0), 1)
  const allowed = size === 1 ? 0.1 : 0.99 - 0.89 * size
  return decodedBehindAliases / decoded > allowed
}

function report(walk: Walk, node: Node, code: string, words: string): void {
  if (walk.faults.size < mostFaults && !walk.faults.has(node))
    walk.faults.set(node, new Fault(code, words, 'decoder', node.start))
}
