import type { Mesh, MissingLink } from '../server-commands.js'

/** One sentence on the links of a network. */
export function summarizeMesh({ routers, links }: Mesh): string {
  if (routers.length === 0) return 'There are no router files in this workspace.'
  const pairs = new Set(links.map(({ between }) => between.join('\n'))).size
  const possible = (routers.length * (routers.length - 1)) / 2
  return routers.length === 1
    ? 'There is one router file, so there are no links.'
    : `${routers.length} routers: ${pairs} of ${possible} pairs have a link.`
}

/** Two routers without a link: why neither dials the other, or why one does not dial the other. */
export type MissingPair = { routers: string; why: string }

/** Routers without a link, pair by pair. Both directions have an entry unless their reason is the same. */
export function listMissingPairs({ missing }: Mesh): { title: string; rows: MissingPair[] } {
  const pairs = new Map<string, MissingLink[]>()
  for (const link of missing) {
    const key = [link.from, link.to].sort().join('\n')
    pairs.set(key, [...(pairs.get(key) ?? []), link])
  }
  return {
    title: pairs.size === 1 ? '1 pair has no link' : `${pairs.size} pairs have no link`,
    rows: [...pairs.values()].flatMap((links) =>
      new Set(links.map(({ why }) => why)).size === 1
        ? links.slice(0, 1).map(({ from, to, why }) => ({ routers: `${from} – ${to}`, why }))
        : links.map(({ from, to, why }) => ({ routers: `${from} → ${to}`, why })),
    ),
  }
}
