import type { MeshOutline } from './predict.js'

/** A link that is up, between two routers; their order has no meaning. */
export type ActiveLink = { between: readonly [string, string]; protocol: string }

export type MeshComparison = {
  /**
   * The links that are up between predicted routers that are not ignored; one for each pair of routers and protocol.
   */
  real: readonly ActiveLink[]
  /** Links that are predicted for certain, but are not up. */
  missing: readonly ActiveLink[]
  /** Links that are up and were not predicted. */
  unexpected: readonly ActiveLink[]
}

/**
 * Compares the links that are up with the predicted links. Ignores a link that is up if one of its routers is not in
 * the prediction, or is in `ignoredRouters`, for which nothing can be predicted.
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
