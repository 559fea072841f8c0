import type { MeshComparison } from './compare.js'
import type { Mesh, PredictedLink, RouterInMesh } from './predict.js'

/** A box of the picture: a router, or all routers with the same groups. */
export type MeshNode = {
  /** A name for use in the picture only. */
  id: string
  title: string
  /** Further lines, in smaller letters. */
  lines: readonly string[]
  /** Whether its routers make no links at all. */
  isIdle: boolean
}

/** A line between two boxes. */
export type MeshEdge = {
  from: string
  to: string
  /** Empty if the legend says it. */
  label: string
  /** What is known of its links: whether any is certain, or how they differ from those that are up. */
  state: LinkState
}

export type LinkState = 'certain' | 'possible' | 'missing' | 'unexpected'

/** What a picture of the network shows. */
export type MeshGraph = {
  /** What all lines have in common. */
  legend: string
  nodes: readonly MeshNode[]
  edges: readonly MeshEdge[]
}

/** The most routers that have a box each; beyond, a box holds all routers with the same groups. */
export const maxRouterNodes = 50

/** The picture of a network; with the links that are up, also how they differ. */
export const createMeshGraph = (mesh: Mesh, comparison?: MeshComparison): MeshGraph =>
  mesh.routers.length > maxRouterNodes ? drawGroups(mesh) : drawRouters(mesh, comparison)

function drawRouters({ routers, links }: Mesh, comparison: MeshComparison | undefined): MeshGraph {
  const linked = new Set(links.flatMap(({ between }) => between))
  const ids = new Map(routers.map(({ name }, index) => [name, `r${index + 1}`]))
  const usual = findUsualProtocol(links)
  return {
    legend: [
      usual === '' ? 'no links' : `links over ${usual}`,
      ...(links.some(({ certain }) => !certain) ? ['dashed: possible'] : []),
      ...(comparison ? ['red: differs from the links that are up'] : []),
    ].join('; '),
    nodes: routers.map(({ name, obstacle = '' }) => ({
      id: ids.get(name) ?? name,
      title: name,
      lines: obstacle === '' ? [] : [formatObstacle(obstacle)],
      isIdle: !linked.has(name),
    })),
    edges: [
      ...joinProtocols(links).map(({ between, protocols, isPossible }) => ({
        between,
        label: protocols.join(', ') === usual ? '' : protocols.join(', '),
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
  between: PredictedLink['between'],
  isPossible: boolean,
  comparison: MeshComparison | undefined,
): LinkState {
  const isMissing = comparison?.missing.some(
    (link) => link.between[0] === between[0] && link.between[1] === between[1],
  )
  return isMissing ? 'missing' : isPossible ? 'possible' : 'certain'
}

/** `does not run: …` is too long for a box. */
const formatObstacle = (obstacle: string): string => obstacle.replace(/:.*/s, '')

/** The protocol of most links. */
function findUsualProtocol(links: readonly PredictedLink[]): string {
  const counts = new Map<string, number>()
  for (const { protocol } of links) counts.set(protocol, (counts.get(protocol) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? ''
}

/** The links of two routers as one line: those that are certain, or else those that are possible. */
function joinProtocols(
  links: readonly PredictedLink[],
): { between: PredictedLink['between']; protocols: string[]; isPossible: boolean }[] {
  const byPair = new Map<string, PredictedLink[]>()
  for (const link of links) {
    const key = JSON.stringify(link.between)
    byPair.set(key, [...(byPair.get(key) ?? []), link])
  }
  return [...byPair.values()].flatMap((all) => {
    const certain = all.filter((link) => link.certain)
    const drawn = certain.length > 0 ? certain : all
    return drawn.slice(0, 1).map(({ between }) => ({
      between,
      protocols: drawn.map(({ protocol }) => protocol),
      isPossible: certain.length === 0,
    }))
  })
}

/** Routers with the same groups. */
type Cluster = { id: string; title: string; routers: RouterInMesh[] }

function drawGroups({ routers, links }: Mesh): MeshGraph {
  const clusters = clusterRouters(routers)
  const owners = new Map(
    [...clusters.values()].flatMap((cluster) =>
      cluster.routers.map(({ name }): [string, Cluster] => [name, cluster]),
    ),
  )
  const edges = new Map<string, { ends: [Cluster, Cluster]; certain: number; possible: number }>()
  for (const { between, isPossible } of joinProtocols(links)) {
    const [from, to] = between.map((name) => owners.get(name)).sort(compareClusters)
    if (!from || !to) continue
    const key = `${from.id} ${to.id}`
    const known = edges.get(key) ?? { ends: [from, to], certain: 0, possible: 0 }
    known[isPossible ? 'possible' : 'certain'] += 1
    edges.set(key, known)
  }
  const inside = new Map(
    [...edges.values()].flatMap(({ ends: [from, to], certain, possible }) =>
      from === to ? [[from, formatCounts(certain, possible)] as const] : [],
    ),
  )
  const linked = new Set([...edges.values()].flatMap(({ ends }) => ends))
  return {
    legend: `${routers.length} routers; numbers count linked pairs`,
    nodes: [...clusters.values()].map((cluster) => ({
      id: cluster.id,
      title: cluster.title,
      lines: [
        `${formatCount(cluster.routers.length, 'router')}, ${formatInside(inside.get(cluster))}`,
        ...wrapNames(cluster.routers.map(({ name }) => name)),
      ],
      isIdle: !linked.has(cluster),
    })),
    edges: [...edges.values()].flatMap(({ ends: [from, to], certain, possible }) =>
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

const compareClusters = (left: Cluster | undefined, right: Cluster | undefined): number =>
  (left?.id ?? '').localeCompare(right?.id ?? '', undefined, { numeric: true })

function clusterRouters(routers: readonly RouterInMesh[]): Map<string, Cluster> {
  const clusters = new Map<string, Cluster>()
  for (const router of routers) {
    const title = formatGroups(router)
    const known = clusters.get(title) ?? { id: `g${clusters.size + 1}`, title, routers: [] }
    known.routers.push(router)
    clusters.set(title, known)
  }
  return clusters
}

/** What a router does in its groups, in a few words. */
export function formatGroups({ dials, listens, obstacle }: RouterInMesh): string {
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

export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** The most names in a box, and the most letters in one of its lines. */
const maxNames = 60
const maxLetters = 38

/** Names in lines of limited length. */
function wrapNames(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names.slice(0, maxNames)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length + 1 <= maxLetters)
      lines[lines.length - 1] = `${last} ${name}`
    else lines.push(name)
  }
  return names.length > maxNames ? [...lines, `and ${names.length - maxNames} more`] : lines
}
