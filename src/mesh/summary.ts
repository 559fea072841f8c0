import { groupBy } from '../document/group.js'
import { formatNumber } from '../document/words.js'
import type { OmittedCounts } from './limit.js'
import type { LinkOutline, MissingLink } from './predict.js'

/** One sentence about the links of a network; `whenEmpty` is the sentence for a network without routers. */
export function summarizeMesh(
  {
    routers,
    links,
    unlisted: omittedCounts,
  }: {
    routers: readonly unknown[]
    links: readonly Pick<LinkOutline, 'between'>[]
    unlisted?: OmittedCounts
  },
  whenEmpty: string,
): string {
  if (routers.length === 0) return whenEmpty
  const listedPairs = new Set(links.map(({ between }) => between.join('\n'))).size
  const pairCount = listedPairs + (omittedCounts?.linkedPairs ?? 0)
  const possiblePairs = (routers.length * (routers.length - 1)) / 2
  return routers.length === 1
    ? 'There is one router file, so there are no links.'
    : `${formatNumber(routers.length)} routers: ${formatNumber(pairCount)} of ${formatNumber(possiblePairs)} ${possiblePairs === 1 ? 'pair has' : 'pairs have'} a link.`
}

/** Two routers without a link, and why: a reason for both, or one for each direction. */
export type UnlinkedPair = {
  between: readonly [string, string]
  reasons: readonly Pick<MissingLink, 'from' | 'to' | 'why'>[]
}

export const listUnlinkedPairs = (
  missingLinks: readonly Pick<MissingLink, 'from' | 'to' | 'why'>[],
): UnlinkedPair[] =>
  [...groupBy(missingLinks, toPairKey).values()].map((reasons) => {
    const [{ from, to, why }] = reasons
    const isMutual = reasons.every((other) => other.why === why)
    return {
      between: from < to ? [from, to] : [to, from],
      reasons: isMutual ? [{ from, to, why }] : reasons,
    }
  })

const toPairKey = ({ from, to }: Pick<MissingLink, 'from' | 'to'>): string =>
  from < to ? `${from}\n${to}` : `${to}\n${from}`
