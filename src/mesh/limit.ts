import type { MeshComparison } from './compare.js'
import type { MeshPrediction } from './predict.js'

export type OmittedCounts = {
  /** The number of linked pairs of routers whose links are not listed. */
  linkedPairs: number
  /** The number of pairs of routers without a link whose reasons are not listed. */
  missingPairs: number
}

/** Maximum number of pairs that are listed: a network of n routers has about n²/2 pairs, each with links or reasons. */
const maxPairs = 25_000

/**
 * Limits `links` to the first `maxPairs` linked pairs, and `missing` to the first `maxPairs` pairs without a link;
 * `unlisted` has the numbers of omitted pairs.
 */
export function limitMesh(mesh: MeshPrediction): MeshPrediction & { unlisted?: OmittedCounts } {
  const { routers, links, outlines, missing } = mesh
  const pairCount = (routers.length * (routers.length - 1)) / 2
  if (pairCount <= maxPairs) return mesh
  const linkedCount = countPairs(outlines)
  const linkedPairs = Math.max(0, linkedCount - maxPairs)
  const missingPairs = Math.max(0, pairCount - linkedCount - maxPairs)
  return {
    routers,
    links: takePairs(links, ({ between }) => between),
    outlines,
    missing: takePairs(missing, ({ from, to }) => (from < to ? [from, to] : [to, from])),
    ...(linkedPairs + missingPairs > 0 && { unlisted: { linkedPairs, missingPairs } }),
  }
}

/** Limits the reasons to the first `maxPairs` pairs without a link; keeps all links. */
export const limitMissing = (mesh: MeshPrediction): MeshPrediction => ({
  ...mesh,
  missing: takePairs(mesh.missing, ({ from, to }) => (from < to ? [from, to] : [to, from])),
})

/** Limits the missing links of a comparison to the first `maxPairs`; `unlisted` is the number of omitted links. */
export const limitComparison = (
  comparison: MeshComparison,
): MeshComparison & { unlisted?: number } =>
  comparison.missing.length <= maxPairs
    ? comparison
    : {
        ...comparison,
        missing: comparison.missing.slice(0, maxPairs),
        unlisted: comparison.missing.length - maxPairs,
      }

type Pair = readonly [string, string]

const isSamePair = (left: Pair | undefined, right: Pair): boolean =>
  left?.[0] === right[0] && left[1] === right[1]

/** The items of the first `maxPairs` pairs. The items of a pair must be adjacent. */
const takePairs = <Item>(items: Iterable<Item>, toPair: (item: Item) => Pair): Iterable<Item> => ({
  *[Symbol.iterator]() {
    let count = 0
    let previousPair: Pair | undefined
    for (const item of items) {
      const pair = toPair(item)
      if (!isSamePair(previousPair, pair) && ++count > maxPairs) return
      previousPair = pair
      yield item
    }
  },
})

/** Counts the pairs. The outlines of a pair must be adjacent. */
function countPairs(outlines: MeshPrediction['outlines']): number {
  let count = 0
  let previousPair: Pair | undefined
  for (const { between } of outlines) {
    if (!isSamePair(previousPair, between)) count += 1
    previousPair = between
  }
  return count
}
