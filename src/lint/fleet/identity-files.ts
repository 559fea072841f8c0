import type { IdentityPart, Router } from './rule.js'

/** A file that two routers name, and the first router that names it. */
type SharedFile = { other: Router; file: string }

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * The routers that name a file which another router of the same folder names. Where more than two routers of a folder
 * all name the same one, each is for a machine of its own.
 */
export function findSharedFiles(
  routers: readonly Router[],
  use: IdentityPart,
): [Router, SharedFile][] {
  const folders = groupBy(routers, ({ path }) => getFolder(path))
  return [...folders.values()].flatMap((all) => {
    const byFile = groupBy(all, ({ files }) => files[use])
    return [...byFile].flatMap(([file, [other, ...copies]]) =>
      other && (all.length === 2 || copies.length + 1 < all.length)
        ? copies.map((router): [Router, SharedFile] => [router, { other, file }])
        : [],
    )
  })
}

/** Routers by a text that they have; without those that have none. */
function groupBy(
  routers: readonly Router[],
  getText: (router: Router) => string | undefined,
): ReadonlyMap<string, readonly Router[]> {
  const groups = new Map<string, Router[]>()
  for (const router of routers) {
    const text = getText(router)
    if (text === undefined) continue
    const group = groups.get(text)
    if (group) group.push(router)
    else groups.set(text, [router])
  }
  return groups
}
