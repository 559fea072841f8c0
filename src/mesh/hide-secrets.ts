import { createJointRedactor } from '../document/secrets.js'
import type { Mesh } from './predict.js'

/** A mesh without the secrets of the files of its routers, which addresses, groups and reasons may quote. */
export function hideSecretsInMesh(
  mesh: Mesh,
  sources: Parameters<typeof createJointRedactor>[0],
): Mesh {
  const hide = createJointRedactor(sources)
  if (!hide) return mesh
  return {
    ...mesh,
    routers: mesh.routers.map(({ obstacle, dials, listens, ...router }) => ({
      ...router,
      ...(obstacle !== undefined && { obstacle: hide(obstacle) }),
      dials: dials.map(hide),
      listens: listens.map(hide),
    })),
    links: mesh.links.map(({ doubts, links, ...link }) => ({
      ...link,
      doubts: doubts.map(hide),
      links: links.map(({ interfaces: [one, other], dials }) => ({
        interfaces: [hide(one), hide(other)],
        dials: dials.map(({ address, ...dial }) => ({
          ...dial,
          address: address === undefined ? undefined : hide(address),
        })),
      })),
    })),
    missing: mesh.missing.map((item) => ({ ...item, why: hide(item.why) })),
  }
}
