import type { MeshOutline } from './predict.js'

/** A link that is up, between two routers; their order has no meaning. */
export type ActiveLink = { between: readonly [string, string]; protocol: string }

export type MeshComparison = {
  /** The links that are up, each pair and protocol once. */
  real: readonly ActiveLink[]
  /** Links that are predicted for certain, but are not up. */
  missing: readonly ActiveLink[]
  /** Links that are up and were not predicted. */
  unexpected: readonly ActiveLink[]
}

/**
 * Compares the links that are up with the predicted ones. Ignores active links of routers that are not in the
 * prediction, and of `ignoredRouters`, for which there is no prediction.
 */
export function compareLinks(
  { routers, links }: MeshOutline,
  activeLinks: readonly ActiveLink[],
  ignoredRouters: ReadonlySet<string>,
): MeshComparison {
  const routerNames = new Set(
    routers.flatMap(({ name }) => (ignoredRouters.has(name) ? [] : [name])),
  )
  const real = new Map(
    activeLinks
      .filter(({ between }) => between.every((name) => routerNames.has(name)))
      .map((link) => [getKey(link), sortEnds(link)]),
  )
  const missingLinks: ActiveLink[] = []
  const unexpectedLinks = new Map(real)
  for (const link of links) {
    const key = getKey(link)
    unexpectedLinks.delete(key)
    if (link.certain && !real.has(key)) missingLinks.push(sortEnds(link))
  }
  return {
    real: [...real.values()],
    missing: missingLinks,
    unexpected: [...unexpectedLinks.values()],
  }
}

const sortEnds = ({ between: [left, right], protocol }: ActiveLink): ActiveLink => ({
  between: left < right ? [left, right] : [right, left],
  protocol,
})

const getKey = (link: ActiveLink): string => JSON.stringify(sortEnds(link))
