import { groupBy } from '../../document/group.js'
import type { IdentityPart, Router } from './rule.js'

/** A file that several routers name, and the first router that names it. */
type SharedFile = { other: Router; file: string }

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/**
 * Routers that name the same identity file as an earlier router in the same folder. If a folder has more than two
 * routers and all of them name the same file, nothing is reported: each router is probably on its own machine.
 */
export function findSharedFiles(
  routers: readonly Router[],
  part: IdentityPart,
): [Router, SharedFile][] {
  const folders = groupBy(routers, ({ path }) => getFolder(path))
  return [...folders.values()].flatMap((folderRouters) => {
    const byFile = groupBy(folderRouters, ({ files }) => files[part])
    return [...byFile].flatMap(([file, [other, ...copies]]) =>
      file !== undefined && (folderRouters.length === 2 || copies.length + 1 < folderRouters.length)
        ? copies.map((router): [Router, SharedFile] => [router, { other, file }])
        : [],
    )
  })
}
