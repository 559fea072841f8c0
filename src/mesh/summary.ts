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
    links: readonly Pick<LinkOutline, 'between' | 'certain'>[]
    unlisted?: OmittedCounts
  },
  whenEmpty: string,
): string {
  if (routers.length === 0) return whenEmpty
  if (routers.length === 1) return 'There is one router file, so there are no links.'
  const pairCount = (routers.length * (routers.length - 1)) / 2
  const linkedCount = countPairs(links)
  const certainCount = countPairs(links.filter(({ certain }) => certain))
  const possibleCount = linkedCount - certainCount
  const omittedCount = omittedCounts?.linkedPairs ?? 0
  const start = `${formatNumber(routers.length)} routers:`
  const end = `of ${formatNumber(pairCount)} ${pairCount === 1 ? 'pair has' : 'pairs have'}`
  // The report does not say how many of the omitted pairs are certain.
  if (omittedCount > 0)
    return `${start} ${formatNumber(linkedCount + omittedCount)} ${end} or may have a link.`
  return `${start} ${formatNumber(certainCount)} ${end} a link${possibleCount > 0 ? `, ${formatNumber(possibleCount)} more possible` : ''}.`
}

const countPairs = (links: readonly Pick<LinkOutline, 'between'>[]): number =>
  new Set(links.map(({ between }) => between.join('\n'))).size

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
