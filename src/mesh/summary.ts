import { groupBy } from '../document/group.js'
import type { Unlisted } from './limit.js'
import type { LinkOutline, MissingLink } from './predict.js'

/** One sentence on the links of a network; `whenEmpty` is that on a network without routers. */
export function summarizeMesh(
  {
    routers,
    links,
    unlisted,
  }: {
    routers: readonly unknown[]
    links: readonly Pick<LinkOutline, 'between'>[]
    unlisted?: Unlisted
  },
  whenEmpty: string,
): string {
  if (routers.length === 0) return whenEmpty
  const listed = new Set(links.map(({ between }) => between.join('\n'))).size
  const pairs = listed + (unlisted?.linkedPairs ?? 0)
  const possible = (routers.length * (routers.length - 1)) / 2
  return routers.length === 1
    ? 'There is one router file, so there are no links.'
    : `${routers.length} routers: ${pairs} of ${possible} ${possible === 1 ? 'pair has' : 'pairs have'} a link.`
}

/** Two routers without a link: why neither dials the other, or why one does not dial the other. */
export type MissingPair = {
  from: string
  to: string
  /** Whether the reason keeps both from dialing each other. */
  isMutual: boolean
  why: string
}

/** Routers without a link, pair by pair. Both directions have an entry unless their reason is the same. */
export function listMissingPairs(
  missing: readonly Pick<MissingLink, 'from' | 'to' | 'why'>[],
  unlisted?: Unlisted,
): {
  title: string
  rows: MissingPair[]
} {
  const pairs = groupBy(missing, ({ from, to }) => [from, to].sort().join('\n'))
  const count = pairs.size + (unlisted?.missingPairs ?? 0)
  return {
    title: count === 1 ? '1 pair has no link' : `${count} pairs have no link`,
    rows: [...pairs.values()].flatMap((links) => {
      const isMutual = new Set(links.map(({ why }) => why)).size === 1
      return (isMutual ? links.slice(0, 1) : links).map(({ from, to, why }) => ({
        from,
        to,
        why,
        isMutual,
      }))
    }),
  }
}

/** A pair without a link as people write it: an arrow points to the router that is not dialed. */
export const formatMissingPair = ({ from, to, isMutual }: MissingPair): string =>
  `${from} ${isMutual ? '–' : '→'} ${to}`
