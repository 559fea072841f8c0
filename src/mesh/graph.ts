import { formatCount } from '../document/words.js'
import { groupBy } from '../document/group.js'
import type { MeshComparison } from './compare.js'
import type { LinkOutline, MeshOutline, RouterInMesh } from './predict.js'

/** A box of the picture: a router, or all routers with the same groups. */
export type MeshNode = {
  /** A name for use in the picture only. */
  id: string
  title: string
  /** The lines below the title, in smaller letters. */
  lines: readonly string[]
  /** Whether the routers of the box have no links at all. */
  isIdle: boolean
}

export type MeshEdge = {
  from: string
  to: string
  /**
   * The protocols of a link or, between groups, the number of linked pairs; with `missing` or `unexpected` if the link
   * differs from the prediction. A protocol that the legend names is omitted, except for unexpected links.
   */
  label: string
  state: LinkState
}

export type LinkState = 'certain' | 'possible' | 'missing' | 'unexpected'

export type MeshGraph = {
  /** One line that describes all edges, such as their usual protocol, and explains colors, dashes or numbers. */
  legend: string
  nodes: readonly MeshNode[]
  edges: readonly MeshEdge[]
}

/**
 * Maximum number of boxes. If there are more routers, there is one box for each combination of groups; if there are
 * more combinations too, the last box is for all remaining ones.
 */
const maxRouterNodes = 50

/**
 * The picture of a network. With a comparison, it also shows how active links differ from the prediction, unless there
 * are too many routers for one box per router.
 */
export const createMeshGraph = (mesh: MeshOutline, comparison?: MeshComparison): MeshGraph =>
  mesh.routers.length > maxRouterNodes ? drawGroups(mesh) : drawRouters(mesh, comparison)

function drawRouters(
  { routers, links: allLinks }: MeshOutline,
  comparison: MeshComparison | undefined,
): MeshGraph {
  const links = [...allLinks]
  const linkedRouters = new Set(links.flatMap(({ between }) => between))
  const ids = new Map(routers.map(({ name }, index) => [name, `r${index + 1}`]))
  const usualProtocol = findUsualProtocol(links)
  return {
    legend: [
      usualProtocol === '' ? 'no links' : `links over ${usualProtocol}`,
      ...(links.some(({ certain }) => !certain) ? ['dashed: possible'] : []),
      ...(comparison ? ['red: differs from the links that are up'] : []),
    ].join('; '),
    nodes: routers.map(({ name, obstacle = '' }) => ({
      id: ids.get(name) ?? name,
      title: name,
      lines: obstacle === '' ? [] : [formatObstacle(obstacle)],
      isIdle: !linkedRouters.has(name),
    })),
    edges: [
      ...joinProtocols(links).map(({ between, protocols, isPossible }) => ({
        between,
        label: protocols.join(', ') === usualProtocol ? '' : protocols.join(', '),
        state: findState(between, isPossible, comparison),
      })),
      ...(comparison?.unexpected ?? []).map(({ between, protocol }) => ({
        between,
        label: `${protocol}, unexpected`,
        state: 'unexpected' as const,
      })),
    ].map(({ between: [left, right], label, state }) => ({
      from: ids.get(left) ?? left,
      to: ids.get(right) ?? right,
      label: state === 'missing' ? [label, 'missing'].filter(Boolean).join(', ') : label,
      state,
    })),
  }
}

function findState(
  between: LinkOutline['between'],
  isPossible: boolean,
  comparison: MeshComparison | undefined,
): LinkState {
  const isMissing = comparison?.missing.some(
    (link) => link.between[0] === between[0] && link.between[1] === between[1],
  )
  return isMissing ? 'missing' : isPossible ? 'possible' : 'certain'
}

/** Shortens `does not run: …` to `does not run`, which fits in a box. */
const formatObstacle = (obstacle: string): string => obstacle.replace(/:.*/s, '')

function findUsualProtocol(links: readonly LinkOutline[]): string {
  const counts = new Map<string, number>()
  for (const { protocol } of links) counts.set(protocol, (counts.get(protocol) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? ''
}

/** Joins the links of each pair of routers: all certain links, or all possible links if none is certain. */
function joinProtocols(
  links: readonly LinkOutline[],
): { between: LinkOutline['between']; protocols: string[]; isPossible: boolean }[] {
  const byPair = groupBy(links, ({ between }) => JSON.stringify(between))
  return [...byPair.values()].map((all) => {
    const certain = all.filter((link) => link.certain)
    const drawnLinks = certain.length > 0 ? certain : all
    return {
      between: all[0].between,
      protocols: drawnLinks.map(({ protocol }) => protocol),
      isPossible: certain.length === 0,
    }
  })
}

/**
 * Yields the linked pairs, and whether all links of a pair are uncertain. The links of a pair must be adjacent in
 * `links`.
 */
export function* listLinkedPairs(
  links: Iterable<LinkOutline>,
): Generator<{ between: LinkOutline['between']; isPossible: boolean }> {
  let pair: { between: LinkOutline['between']; isPossible: boolean } | undefined
  for (const { between, certain } of links) {
    if (pair?.between[0] === between[0] && pair.between[1] === between[1])
      pair.isPossible &&= !certain
    else {
      if (pair) yield pair
      pair = { between, isPossible: !certain }
    }
  }
  if (pair) yield pair
}

/**
 * A box for routers with the same groups, or for the routers of `combinationCount` different combinations of groups.
 */
type RouterCluster = {
  id: string
  number: number
  title: string
  combinationCount: number
  routers: readonly RouterInMesh[]
}

function drawGroups({ routers, links }: MeshOutline): MeshGraph {
  const clusters = clusterRouters(routers)
  const sharedCluster = clusters.find(({ combinationCount }) => combinationCount > 1)
  const clusterByRouter = new Map(
    clusters.flatMap((cluster) =>
      cluster.routers.map(({ name }): [string, RouterCluster] => [name, cluster]),
    ),
  )
  const edges = new Map<
    string,
    { clusters: [RouterCluster, RouterCluster]; certain: number; possible: number }
  >()
  for (const { between, isPossible } of listLinkedPairs(links)) {
    const [left, right] = [clusterByRouter.get(between[0]), clusterByRouter.get(between[1])]
    if (!left || !right) continue
    const [from, to] = left.number <= right.number ? [left, right] : [right, left]
    const key = `${from.id} ${to.id}`
    const edge = edges.get(key) ?? { clusters: [from, to], certain: 0, possible: 0 }
    edge[isPossible ? 'possible' : 'certain'] += 1
    edges.set(key, edge)
  }
  const innerCounts = new Map(
    [...edges.values()].flatMap(({ clusters: [from, to], certain, possible }) =>
      from === to ? [[from, formatCounts(certain, possible)] as const] : [],
    ),
  )
  const linkedClusters = new Set([...edges.values()].flatMap(({ clusters }) => clusters))
  return {
    legend: [
      `${routers.length} routers; numbers count linked pairs`,
      ...(sharedCluster
        ? [
            `${sharedCluster.combinationCount} combinations of groups share the box ${sharedCluster.title}`,
          ]
        : []),
    ].join('; '),
    nodes: clusters.map((cluster) => ({
      id: cluster.id,
      title: cluster.title,
      lines: [
        `${formatCount(cluster.routers.length, 'router')}, ${formatInside(innerCounts.get(cluster))}`,
        ...wrapNames(cluster.routers.map(({ name }) => name)),
      ],
      isIdle: !linkedClusters.has(cluster),
    })),
    edges: [...edges.values()].flatMap(({ clusters: [from, to], certain, possible }) =>
      from === to
        ? []
        : [
            {
              from: from.id,
              to: to.id,
              label: formatCounts(certain, possible),
              state: certain === 0 ? 'possible' : 'certain',
            },
          ],
    ),
  }
}

const formatInside = (counts: string | undefined): string =>
  counts === undefined ? 'no links among them' : `pairs linked among them: ${counts}`

/** Clusters routers by their groups. If there are too many clusters, the smallest are merged into one, the last. */
function clusterRouters(routers: readonly RouterInMesh[]): RouterCluster[] {
  const byTitle = groupBy(routers, formatLinkGroups)
  const clusters = [...byTitle].map(([title, members]) => ({
    title,
    routers: members,
    combinationCount: 1,
  }))
  const bySize = clusters.toSorted((left, right) => right.routers.length - left.routers.length)
  const smallClusters = new Set(
    clusters.length > maxRouterNodes ? bySize.slice(maxRouterNodes - 1) : [],
  )
  const sharedCluster = {
    title: '(other groups)',
    routers: [...smallClusters].flatMap((cluster) => cluster.routers),
    combinationCount: smallClusters.size,
  }
  return [
    ...clusters.filter((cluster) => !smallClusters.has(cluster)),
    ...(smallClusters.size > 0 ? [sharedCluster] : []),
  ].map((cluster, index) => ({ ...cluster, id: `g${index + 1}`, number: index }))
}

export function formatLinkGroups({ dials, listens, obstacle }: RouterInMesh): string {
  if (obstacle !== undefined) return formatObstacle(obstacle)
  const [dialed, listened] = [dials, listens].map((groups) => groups.toSorted().join(', '))
  if (dials.length + listens.length === 0) return 'no links'
  if (dialed === listened) return `dials and listens: ${dialed}`
  return [
    ...(dials.length > 0 ? [`dials: ${dialed}`] : []),
    ...(listens.length > 0 ? [`listens: ${listened}`] : []),
  ].join('; ')
}

const formatCounts = (certain: number, possible: number): string =>
  [
    ...(certain > 0 ? [String(certain)] : []),
    ...(possible > 0 ? [`${possible} possible`] : []),
  ].join(', ')

/** Maximum number of names in a box. */
const maxNames = 60

/** Maximum number of characters in a line of names, unless a single name is longer. */
const maxLineLength = 38

/** Wraps names into lines of limited length; beyond `maxNames`, a last line counts the rest. */
function wrapNames(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names.slice(0, maxNames)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length + 1 <= maxLineLength)
      lines[lines.length - 1] = `${last} ${name}`
    else lines.push(name)
  }
  return names.length > maxNames ? [...lines, `and ${names.length - maxNames} more`] : lines
}
