import type { FleetFinding } from '../src/lint/fleet/fleet.js'
import { compareRouters } from '../src/lint/fleet/fleet.js'
import type { Router } from '../src/lint/fleet/rule.js'
import type { Changes } from './changes.js'
import type { Documents, Folders } from './documents.js'
import type { RouterFiles, OpenRouterFile } from './router-files.js'
import { listClosedRouterFiles, listOpenRouterFiles } from './workspace.js'
import type { WorkspaceFiles } from './workspace-files.js'

export type FleetDeps = {
  changes: Changes
  documents: Documents
  workspaceFiles: WorkspaceFiles
  folders: Folders
  routerFiles: RouterFiles
}

type FolderComparison = {
  /** The revision (see `Changes`) at which the routers were listed. */
  revision: number
  routers: readonly Router[]
  /** Findings of each router, by its path. */
  findings: ReadonlyMap<string, readonly FleetFinding[]>
}

/** Finds the fleet findings of each folder. Compares its router files again only when a summary has changed. */
export function createFolderComparison(
  { documents, workspaceFiles, folders, routerFiles, changes }: FleetDeps,
  summarize: (file: OpenRouterFile) => Router,
) {
  const comparisons = new Map<string, FolderComparison>()
  const listRouters = (folder: string): Router[] => {
    const isInside = ({ uri }: { uri: string }): boolean => folders.folderFor(uri) === folder
    const openRouters = listOpenRouterFiles({ documents, routerFiles })
      .filter(isInside)
      .map(summarize)
    const closedRouters = listClosedRouterFiles({ workspaceFiles })
      .filter(isInside)
      .map(({ router }) => router.summary)
    return [...openRouters, ...closedRouters].sort((left, right) =>
      left.path < right.path ? -1 : 1,
    )
  }
  const findComparison = (folder: string): FolderComparison => {
    const revision = changes.revision()
    const lastComparison = comparisons.get(folder)
    if (lastComparison?.revision === revision) return lastComparison
    const routers = listRouters(folder)
    const findings =
      lastComparison && isSameList(lastComparison.routers, routers)
        ? lastComparison.findings
        : compareAllRouters(routers)
    const comparison = { revision, routers, findings }
    comparisons.set(folder, comparison)
    return comparison
  }
  return {
    /** Files outside of all folders are not compared with each other: they may belong to different networks. */
    find: (folder: string | undefined, path: string): readonly FleetFinding[] =>
      folder === undefined ? [] : (findComparison(folder).findings.get(path) ?? []),
    clear: () => comparisons.clear(),
  }
}

/** Whether two lists have equal routers. Most changes do not affect what the comparison reads. */
const isSameList = (left: readonly Router[], right: readonly Router[]): boolean =>
  left.length === right.length &&
  left.every(
    (router, index) =>
      router === right[index] || JSON.stringify(router) === JSON.stringify(right[index]),
  )

const compareAllRouters = (
  routers: readonly Router[],
): ReadonlyMap<string, readonly FleetFinding[]> => {
  const findings = compareRouters(routers)
  return new Map(routers.map(({ path }, index) => [path, findings[index] ?? []]))
}
