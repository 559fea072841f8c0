import type { LinkState } from '../../src/mesh/graph.js'
import type { MeshLayout } from '../../src/mesh/layout.js'
import { layoutMesh } from '../../src/mesh/layout.js'
import type { OpenedFile } from '../shared/opened-file.js'
import { groupBy } from '../../src/document/group.js'
import type { ReadOptions, ShownMesh, ShownRouter } from './read.js'

/** A router at its place. */
export type PlacedRouter = ShownRouter & { x: number; y: number; linkCount: number }

/** A line between two routers, with the places of their links in the list of all links. */
export type PlacedLine = {
  from: PlacedRouter
  to: PlacedRouter
  /** The worst difference of its links, or else whether one of them is certain. */
  state: LinkState
  protocols: readonly string[]
  hasFindings: boolean
  links: readonly number[]
}

/** What the page draws. */
export type PlacedMesh = Omit<ShownMesh, 'routers'> & {
  routers: readonly PlacedRouter[]
  lines: readonly PlacedLine[]
  box: MeshLayout['box']
}

/** What the page asks the worker. */
export type MeshQuestion = { files: readonly OpenedFile[]; options: ReadOptions }

/** Which state a line shows that has links in several. */
const order: readonly LinkState[] = ['missing', 'unexpected', 'certain', 'possible']

/** More routers than these have no groups below their names, and need less space. */
export const maxNotes = 40

/** A network with the places of its routers. */
export function placeMesh(mesh: ShownMesh): PlacedMesh {
  const layout = layoutMesh(mesh, mesh.routers.length > maxNotes ? undefined : 80)
  const byPair = groupBy(mesh.links.keys(), (index) => mesh.links[index]?.between.join('\n'))
  return {
    ...mesh,
    routers: layout.routers,
    lines: layout.lines.map(({ from, to, protocols }) => {
      const links = byPair.get(`${from.name}\n${to.name}`) ?? []
      const all = links.flatMap((index) => mesh.links[index] ?? [])
      return {
        from,
        to,
        protocols,
        links,
        state: order.find((state) => all.some((link) => link.state === state)) ?? 'certain',
        hasFindings: all.some(({ findings }) => findings.length > 0),
      }
    }),
    box: layout.box,
  }
}
