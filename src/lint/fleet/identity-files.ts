import { groupBy } from '../../document/group.js'
import type { IdentityPart, Router } from './rule.js'

/** A file that two routers name, and the first router that names it. */
type SharedFile = { other: Router; file: string }

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * Routers that name a file which another router in the same folder names, too. If more than two routers of a folder
 * name the same file, each is assumed to be for its own machine.
 */
export function findSharedFiles(
  routers: readonly Router[],
  use: IdentityPart,
): [Router, SharedFile][] {
  const folders = groupBy(routers, ({ path }) => getFolder(path))
  return [...folders.values()].flatMap((all) => {
    const byFile = groupBy(all, ({ files }) => files[use])
    return [...byFile].flatMap(([file, [other, ...copies]]) =>
      file !== undefined && (all.length === 2 || copies.length + 1 < all.length)
        ? copies.map((router): [Router, SharedFile] => [router, { other, file }])
        : [],
    )
  })
}
