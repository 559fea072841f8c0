import { groupBy } from '../../document/group.js'
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
      file !== undefined && (all.length === 2 || copies.length + 1 < all.length)
        ? copies.map((router): [Router, SharedFile] => [router, { other, file }])
        : [],
    )
  })
}
