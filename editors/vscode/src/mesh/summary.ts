import type { Mesh } from '../server-commands.js'

/** One sentence on the links of a network. */
export function summarizeMesh({ routers, links }: Mesh): string {
  if (routers.length === 0) return 'There are no router files in this workspace.'
  const pairs = new Set(links.map(({ between }) => between.join('\n'))).size
  const possible = (routers.length * (routers.length - 1)) / 2
  return routers.length === 1
    ? 'There is one router file, so there are no links.'
    : `${routers.length} routers: ${pairs} of ${possible} pairs have a link.`
}

/** The title of the list of pairs without a link, which has an entry for each direction. */
export function titleMissing({ missing }: Mesh): string {
  const pairs = new Set(missing.map(({ from, to }) => [from, to].sort().join('\n'))).size
  return pairs === 1
    ? '1 pair has no link, because neither router can dial the other'
    : `${pairs} pairs have no link, because neither router can dial the other`
}
