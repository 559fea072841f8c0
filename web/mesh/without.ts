import { findParts } from '../../src/mesh/predict.js'
import type { ShownMesh } from './shown-mesh.js'

/** The effect of removing one router from a network. */
export type Loss = {
  /**
   * The parts that are left of the part that contained the router, largest first; a single one if its other routers
   * stay connected.
   */
  parts: readonly (readonly string[])[]
  /** Routers that no longer have a certain link. */
  alone: readonly string[]
}

/** Returns the effect of removing a router; undefined if it has no certain link, or if not all links are known. */
export function findLoss(
  { links, parts, unlisted }: Pick<ShownMesh, 'links' | 'parts' | 'unlisted'>,
  name: string,
): Loss | undefined {
  const own = parts.find((part) => part.includes(name)) ?? []
  if (own.length < 2 || unlisted) return undefined
  const others = own.filter((other) => other !== name)
  const kept = new Set(others)
  const after = findParts({
    routers: others.map((other) => ({ name: other, dials: [], listens: [] })),
    links: links.filter(
      ({ between, state }) => between.every((other) => kept.has(other)) && state !== 'unexpected',
    ),
  })
  return {
    parts: after,
    alone: after.flatMap((part) => (part.length === 1 ? part : [])),
  }
}
