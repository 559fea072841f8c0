import { relative, sep } from 'node:path'

/** Milliseconds without another change after which changes are reported: editors and git write several files at once. */
export const quietTime = 100

/** Folders whose content changes all the time, and which have no router files. */
const ignoredFolders = new Set(['.git', 'node_modules', '.routerfile_cache'])

export const isIgnoredBelow = (folder: string, path: string): boolean =>
  relative(folder, path)
    .split(sep)
    .some((name) => ignoredFolders.has(name))
