import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import { groupBy } from '../document/group.js'
import type { LinkOutline } from './predict.js'

export type PlacedRouter<Router = { name: string }> = Router & {
  x: number
  y: number
  linkCount: number
}

export type Line<Router = { name: string }> = {
  from: PlacedRouter<Router>
  to: PlacedRouter<Router>
  protocols: readonly string[]
  /** Whether at least one of the links comes up for certain. */
  isCertain: boolean
}

export type MeshLayout<Router = { name: string }> = {
  routers: readonly PlacedRouter<Router>[]
  lines: readonly Line<Router>[]
  /** The part of the plane that is drawn. */
  box: { x: number; y: number; width: number; height: number }
}

export type DrawnMesh<Router = { name: string }> = {
  routers: readonly Router[]
  links: readonly Pick<LinkOutline, 'between' | 'protocol' | 'certain'>[]
}

/** Half of the minimum distance between two routers with names of usual length. */
const usualSpace = 52

/** Space around the picture, for names at its edge. */
const margin = 80

/**
 * Places routers so that linked routers are near each other. The same mesh always has the same picture. The distance
 * between two routers is at least the sum of what `getSpace` returns for them; by default, that is enough for names of
 * usual length.
 */
export function layoutMesh<Router extends { name: string }>(
  { routers, links }: DrawnMesh<Router>,
  getSpace: (router: Router) => number = () => usualSpace,
): MeshLayout<Router> {
  const pairs = joinPairs(links)
  const nodes = routers.map((router) => ({
    ...router,
    x: Number.NaN,
    y: Number.NaN,
    linkCount: 0,
  }))
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const lines = pairs.flatMap(({ between: [left, right], protocols, isCertain }) => {
    const from = byName.get(left)
    const to = byName.get(right)
    if (!from || !to) return []
    from.linkCount += 1
    to.linkCount += 1
    return [{ from, to, source: from, target: to, protocols, isCertain }]
  })
  const simulation = forceSimulation(nodes)
    .force(
      'links',
      forceLink(lines)
        .distance(({ from, to }) => getSpace(from) + getSpace(to) + 36)
        .strength(chooseStrength(nodes, lines)),
    )
    .force(
      'apart',
      forceManyBody<(typeof nodes)[number]>().strength(
        (node) => -500 * (getSpace(node) / usualSpace) ** 2,
      ),
    )
    .force('x', forceX(0).strength(0.06))
    .force('y', forceY(0).strength(0.09))
    .stop()
  // First lays out routers as points, which can pass each other, so that few lines cross; then makes room for their
  // names.
  const ticks = nodes.length > 200 ? 40 : 150
  simulation.tick(ticks)
  simulation.alpha(0.6).force('names', forceCollide<(typeof nodes)[number]>(getSpace)).tick(ticks)
  return {
    routers: nodes,
    lines: lines.map(({ from, to, protocols, isCertain }) => ({ from, to, protocols, isCertain })),
    box: findBox(nodes),
  }
}

/** If routers have many links, strong forces would pull all routers into one place. */
const chooseStrength = (nodes: readonly unknown[], lines: readonly unknown[]): number =>
  Math.min(0.4, nodes.length / Math.max(1, lines.length))

type RouterPair = { between: LinkOutline['between']; protocols: string[]; isCertain: boolean }

const joinPairs = (links: DrawnMesh['links']): RouterPair[] =>
  [...groupBy(links, ({ between }) => between.join('\n')).values()].map((all) => ({
    between: all[0].between,
    protocols: [...new Set(all.map(({ protocol }) => protocol))],
    isCertain: all.some(({ certain }) => certain),
  }))

function findBox(nodes: readonly { x: number; y: number }[]): MeshLayout['box'] {
  if (nodes.length === 0) return { x: 0, y: 0, width: 2 * margin, height: 2 * margin }
  const xs = nodes.map(({ x }) => x)
  const ys = nodes.map(({ y }) => y)
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  return {
    x: left,
    y: top,
    width: Math.max(...xs) + margin - left,
    height: Math.max(...ys) + margin - top,
  }
}
