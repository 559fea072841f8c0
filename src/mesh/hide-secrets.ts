import { createJointRedactor } from '../document/secrets.js'
import type { LinkOutline, MeshPrediction } from './predict.js'

/** Hides the secrets of router files in the addresses, groups and reasons of a mesh, which may quote them. */
export function hideSecretsInMesh(
  mesh: MeshPrediction,
  sources: Parameters<typeof createJointRedactor>[0],
): MeshPrediction {
  const hide = createJointRedactor(sources)
  if (!hide) return mesh
  const hideInOutline = <Outline extends LinkOutline>(outline: Outline): Outline => ({
    ...outline,
    doubts: outline.doubts.map(hide),
  })
  return {
    routers: mesh.routers.map(({ obstacle, dials, listens, ...router }) => ({
      ...router,
      ...(obstacle !== undefined && { obstacle: hide(obstacle) }),
      dials: dials.map(hide),
      listens: listens.map(hide),
    })),
    links: mapLazily(mesh.links, ({ links, ...outline }) => ({
      ...hideInOutline(outline),
      links: links.map(({ interfaces: [one, other], dials }) => ({
        interfaces: [hide(one), hide(other)] as const,
        dials: dials.map(({ address, ...dial }) => ({
          ...dial,
          address: address === undefined ? undefined : hide(address),
        })),
      })),
    })),
    outlines: mapLazily(mesh.outlines, hideInOutline),
    missing: mapLazily(mesh.missing, (item) => ({ ...item, why: hide(item.why) })),
  }
}

const mapLazily = <Item, Changed>(
  items: Iterable<Item>,
  change: (item: Item) => Changed,
): Iterable<Changed> => ({
  *[Symbol.iterator]() {
    for (const item of items) yield change(item)
  },
})
