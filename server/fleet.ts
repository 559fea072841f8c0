import type { Diagnostic } from '../src/document/diagnostic.js'
import { compareDiagnostics } from '../src/document/diagnostic.js'
import type { BaselineEntry } from '../src/lint/baseline.js'
import { compareWithBaseline } from '../src/lint/baseline.js'
import { isAboutMissing } from '../src/lint/catalog.js'
import type { FleetFinding } from '../src/lint/fleet/fleet.js'
import { compareRouters, locateVisible, summarizeRouter } from '../src/lint/fleet/fleet.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { memoizePerObject } from '../src/document/lazy.js'
import type { Changes } from './changes.js'
import type { Documents, Folders } from './documents.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'
import { listOpenRouterFiles } from './workspace.js'
import type { WorkspaceFile, WorkspaceFiles } from './workspace-files.js'
import { formatDisplayPath } from './documents.js'

/** Checks router files alone and against the others in their folder. Open files are checked with unsaved changes. */
export type FleetDiagnostics = {
  /**
   * The findings of a file, alone and in comparison with other files, that are not in its baseline. If the file is
   * incomplete, findings about missing keys are left out.
   */
  findFileDiagnostics: (file: OpenRouterFile) => readonly Diagnostic[]
  /** The findings from the comparison with other files, for a file that is not open. */
  findFleetFindings: (file: WorkspaceFile) => readonly FleetFinding[]
  /** Drops the comparisons of all folders, because folders may have been deleted. */
  clear: () => void
}

type FleetDeps = {
  changes: Changes
  documents: Documents
  workspaceFiles: WorkspaceFiles
  folders: Folders
  documentCache: DocumentCache
}

export function createFleetDiagnostics(deps: FleetDeps): FleetDiagnostics {
  const { folders } = deps
  const summarize = memoizePerObject((file: OpenRouterFile) =>
    summarizeRouter(formatDisplayPath(file.uri, folders), file.view),
  )
  const { findFleetFindings, clear } = createFolderComparison(deps, summarize)
  return {
    findFileDiagnostics: (file) => {
      const viewDiagnostics = file.view.diagnostics()
      const ownFindings =
        file.kind === 'incomplete'
          ? viewDiagnostics.filter(({ rule }) => !isAboutMissing(rule))
          : viewDiagnostics
      const findings =
        file.settings.fleet && file.kind === 'router'
          ? findFleetFindings(folders.folderFor(file.uri), formatDisplayPath(file.uri, folders))
          : []
      const { view, options, baselineEntries } = file
      const fleetDiagnostics = locateVisible(findings, view.text, {
        options,
        document: () => view.document,
      })
      const all =
        fleetDiagnostics.length === 0
          ? ownFindings
          : [...ownFindings, ...fleetDiagnostics].sort(compareDiagnostics)
      return excludeBaseline(all, baselineEntries, view.text)
    },
    findFleetFindings: ({ router, uri }) =>
      findFleetFindings(folders.folderFor(uri), router.summary.path),
    clear,
  }
}

type FolderComparison = {
  /** The revision (see `Changes`) at which the routers were listed. */
  revision: number
  routers: readonly Router[]
  /** Findings of each router, by its path. */
  findings: ReadonlyMap<string, readonly FleetFinding[]>
}

/** Compares the router files of each folder again only if the summary of one of them has changed. */
function createFolderComparison(
  { documents, workspaceFiles, folders, documentCache, changes }: FleetDeps,
  summarize: (file: OpenRouterFile) => Router,
) {
  const comparisons = new Map<string, FolderComparison>()
  const listRouters = (folder: string): Router[] => {
    const isInside = ({ uri }: { uri: string }): boolean => folders.folderFor(uri) === folder
    const openRouters = listOpenRouterFiles({ documents, documentCache })
      .filter(isInside)
      .map(summarize)
    const closedRouters = workspaceFiles
      .all()
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
    findFleetFindings: (folder: string | undefined, path: string): readonly FleetFinding[] =>
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

const excludeBaseline = (
  diagnostics: readonly Diagnostic[],
  known: readonly BaselineEntry[],
  text: string,
): readonly Diagnostic[] =>
  known.length === 0 ? diagnostics : compareWithBaseline(diagnostics, known, text).newFindings
