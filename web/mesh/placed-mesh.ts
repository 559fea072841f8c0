import { groupBy } from '../../src/document/group.js'
import { formatCount } from '../../src/document/words.js'
import type { LinkState } from '../../src/mesh/graph.js'
import type { MeshLayout } from '../../src/mesh/layout.js'
import { layoutMesh } from '../../src/mesh/layout.js'
import type { PackedPairs } from './packed-pairs.js'
import type { ReadOptions, TargetedFile } from './read.js'
import type { ShownMesh, ShownRouter } from './shown-mesh.js'

/** A router with its position. */
export type PlacedRouter = ShownRouter & { x: number; y: number; linkCount: number }

/** A line between two routers; `links` are the indexes of its links in the list of all links. */
export type PlacedLine = {
  from: PlacedRouter
  to: PlacedRouter
  /** The worst deviation of its links; if there is none, whether any of them is certain. */
  state: LinkState
  protocols: readonly string[]
  hasFindings: boolean
  links: readonly number[]
}

/** Routers with the same groups, drawn as one area, and the positions of the routers in it. */
export type PlacedArea = {
  title: string
  /** The groups of its routers; empty if the area combines several sets of groups. */
  groups: readonly string[]
  routers: readonly PlacedRouter[]
  x: number
  y: number
  radius: number
  /** Number of linked pairs inside the area. */
  inside: number
}

/** All lines between two areas, drawn as one. */
export type AreaLine = {
  from: PlacedArea
  to: PlacedArea
  count: number
  state: LinkState
}

/** The network as the page draws it. */
export type PlacedMesh = Omit<ShownMesh, 'routers'> & {
  routers: readonly PlacedRouter[]
  lines: readonly PlacedLine[]
  /** Areas and the lines between them, for the simplified picture of a large network; empty for others. */
  areas: readonly PlacedArea[]
  areaLines: readonly AreaLine[]
  box: MeshLayout['box']
}

/** The worker's answer. */
export type PackedMesh = Omit<PlacedMesh, 'missing'> & { missing: PackedPairs }

/** The request to the worker. */
export type MeshQuestion = { files: readonly TargetedFile[]; options: ReadOptions }

/** States by precedence: a line whose links differ shows the first one. */
const order: readonly LinkState[] = ['missing', 'unexpected', 'certain', 'possible']

const findWorst = (states: readonly LinkState[]): LinkState =>
  order.find((state) => states.includes(state)) ?? 'certain'

/** Maximum number of routers to draw one by one at first; larger networks are drawn as areas. */
const maxSingle = 40

/** Computes the positions of the routers. */
export const placeMesh = (mesh: ShownMesh): PlacedMesh =>
  mesh.routers.length > maxSingle ? placeAreas(mesh) : placeRouters(mesh)

/** Half the space of a router with its name and groups, in units of the picture. */
const routerSpace = 80

function placeRouters(mesh: ShownMesh): PlacedMesh {
  const { routers, box } = layoutMesh(mesh, () => routerSpace)
  return { ...mesh, routers, lines: createLines(mesh, routers), areas: [], areaLines: [], box }
}

/** Creates one line for all links between two routers. Leaves out links of routers without a position. */
function createLines(mesh: ShownMesh, routers: readonly PlacedRouter[]): PlacedLine[] {
  const byName = new Map(routers.map((router) => [router.name, router]))
  const byPair = groupBy(mesh.links.keys(), (index) => mesh.links[index]?.between.join('\n'))
  return [...byPair.values()].flatMap((links) => {
    const all = links.flatMap((index) => mesh.links[index] ?? [])
    const [first] = all
    const [from, to] = first ? first.between.map((name) => byName.get(name)) : []
    if (!from || !to) return []
    return [
      {
        from,
        to,
        protocols: [...new Set(all.map(({ protocol }) => protocol))],
        links,
        state: findWorst(all.map(({ state }) => state)),
        hasFindings: all.some(({ findings }) => findings.length > 0),
      },
    ]
  })
}

/** Maximum number of areas; the smallest ones are merged into the last one. */
const maxAreas = 40

/** Distance between routers in an area, wide enough for their names. */
const routerDistance = 110

/** Half the gap between areas. */
const areaMargin = 60

type AreaMembers = {
  name: string
  title: string
  groups: readonly string[]
  members: ShownRouter[]
}

/** Positions areas of routers with the same groups, and the routers of each area in rings around its center. */
function placeAreas(mesh: ShownMesh): PlacedMesh {
  const all = groupMembers(mesh.routers)
  const owners = new Map(all.flatMap((area) => area.members.map(({ name }) => [name, area])))
  const counts = new Map<
    string,
    { between: [string, string]; states: LinkState[]; count: number }
  >()
  const pairs = groupBy(mesh.links, ({ between }) => between.join('\n'))
  for (const links of pairs.values()) {
    const [left, right] = links[0].between.map((name) => owners.get(name)?.name ?? '').sort()
    if (left === undefined || right === undefined) continue
    const key = `${left}\n${right}`
    const state = findWorst(links.map((link) => link.state))
    const known = counts.get(key)
    if (!known) counts.set(key, { between: [left, right], states: [state], count: 1 })
    else {
      known.count += 1
      if (!known.states.includes(state)) known.states.push(state)
    }
  }
  const joined = [...counts.values()]
  const layout = layoutMesh(
    {
      routers: all,
      links: joined
        .filter(({ between: [left, right] }) => left !== right)
        .map(({ between }) => ({ between, protocol: '', certain: true })),
    },
    ({ members }) => findRadius(members.length) + areaMargin,
  )
  const areas = layout.routers.map(({ title, groups, members, name, x, y }) => ({
    name,
    area: {
      title,
      groups,
      x,
      y,
      radius: findRadius(members.length),
      inside: counts.get(`${name}\n${name}`)?.count ?? 0,
      routers: members.map((router, index) => ({
        ...router,
        ...placeInRings(index, members.length, { x, y }),
        linkCount: 0,
      })),
    },
  }))
  const byName = new Map(areas.map(({ name, area }) => [name, area]))
  const placed = new Map(
    areas.flatMap(({ area }) => area.routers.map((router) => [router.name, router])),
  )
  const routers = mesh.routers.flatMap(({ name }) => placed.get(name) ?? [])
  const lines = createLines(mesh, routers)
  for (const { from, to } of lines) {
    from.linkCount += 1
    to.linkCount += 1
  }
  return {
    ...mesh,
    routers,
    lines,
    areas: areas.map(({ area }) => area),
    areaLines: joined.flatMap(({ between, count, states }) => {
      const [from, to] = between.map((name) => byName.get(name))
      return from && to && from !== to ? [{ from, to, count, state: findWorst(states) }] : []
    }),
    box: joinBoxes(areas.map(({ area }) => area)),
  }
}

/**
 * Groups routers by their groups, largest first; merges the smallest groupings so that there are at
 * most `maxAreas`.
 */
function groupMembers(routers: readonly ShownRouter[]): AreaMembers[] {
  const all = [...groupBy(routers, ({ groups }) => groups)]
    .map(([title, members]) => ({ title, groups: members[0].memberOf, members }))
    .sort((left, right) => right.members.length - left.members.length)
  const kept = all.length > maxAreas ? all.slice(0, maxAreas - 1) : all
  const rest = all.slice(kept.length)
  return [
    ...kept,
    ...(rest.length > 0
      ? [
          {
            title: formatCount(rest.length, 'other combination'),
            groups: [],
            members: rest.flatMap(({ members }) => members),
          },
        ]
      : []),
  ].map((area, index) => ({ ...area, name: String(index) }))
}

/** Returns the radius of an area with room for this number of routers. */
const findRadius = (count: number): number =>
  count === 1 ? 1.2 * routerDistance : routerDistance * Math.sqrt(count / Math.PI) + 20

/** The angle between consecutive points of a sunflower pattern, in radians. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

function placeInRings(
  index: number,
  count: number,
  middle: { x: number; y: number },
): { x: number; y: number } {
  if (count === 1) return middle
  const distance = routerDistance * Math.sqrt((index + 0.5) / Math.PI)
  return {
    x: middle.x + distance * Math.cos(index * goldenAngle),
    y: middle.y + distance * Math.sin(index * goldenAngle),
  }
}

function joinBoxes(areas: readonly PlacedArea[]): MeshLayout['box'] {
  const [left, top] = [
    Math.min(...areas.map(({ x, radius }) => x - radius)) - areaMargin,
    Math.min(...areas.map(({ y, radius }) => y - radius)) - areaMargin,
  ]
  return {
    x: left,
    y: top,
    width: Math.max(...areas.map(({ x, radius }) => x + radius)) + areaMargin - left,
    height: Math.max(...areas.map(({ y, radius }) => y + radius)) + areaMargin - top,
  }
}
