import type { BaselineEntry } from '../src/lint/baseline.js'
import { compareWithBaseline } from '../src/lint/baseline.js'
import type { Diagnostic } from '../src/document/diagnostic.js'
import { compareDiagnostics } from '../src/document/diagnostic.js'
import type { FleetFinding } from '../src/lint/fleet/fleet.js'
import { compareRouters, locateFindings, summarizeRouter } from '../src/lint/fleet/fleet.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { applySeverities } from '../src/lint/lint.js'
import { selectUnsuppressed } from '../src/lint/suppressions/suppress.js'
import type { Documents, Folders } from './documents.js'
import type { WorkspaceFiles, WorkspaceFile } from './workspace-files.js'
import { formatDisplayPath } from './workspace-files.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'

/** What the linter says of files as parts of a fleet: the router files of one folder, with those that are open in the editor as they are there. */
export type FleetDiagnostics = {
  /** Everything that is found in an open file. */
  findDiagnostics: (seen: OpenRouterFile) => readonly Diagnostic[]
  /** The same of one on disk. */
  findFileDiagnostics: (file: WorkspaceFile) => readonly Diagnostic[]
  /** Drops what is known of folders, which may be gone. */
  forget: () => void
}

type FleetDeps = {
  documents: Documents
  files: WorkspaceFiles
  folders: Folders
  seeing: DocumentCache
}

type FleetComparison = {
  routers: readonly Router[]
  found: ReadonlyMap<Router, readonly FleetFinding[]>
}

export function createFleetDiagnostics({
  documents,
  files,
  folders,
  seeing,
}: FleetDeps): FleetDiagnostics {
  const summaries = new WeakMap<OpenRouterFile, Router>()
  const judged = new Map<string | undefined, FleetComparison>()
  const summaryOf = (seen: OpenRouterFile): Router => {
    const summary =
      summaries.get(seen) ?? summarizeRouter(formatDisplayPath(seen.uri, folders), seen.view)
    summaries.set(seen, summary)
    return summary
  }
  /** Files outside of all folders are not compared: nobody said that they belong together. */
  const foundIn = (folder: string | undefined, router: () => Router): readonly FleetFinding[] => {
    if (folder === undefined) return []
    const open = documents
      .all()
      .filter(({ uri }) => folders.folderFor(uri) === folder)
      .flatMap((document) => seeing.get(document) ?? [])
      .filter(({ kind: standing }) => standing === 'router')
    const closed = files
      .all()
      .flatMap(({ uri, router: known }) =>
        known && folders.folderFor(uri) === folder ? [known.summary] : [],
      )
    if (open.length + closed.length < 2) return []
    const routers = [...open.map(summaryOf), ...closed].sort((left, right) =>
      left.path < right.path ? -1 : 1,
    )
    const last = judged.get(folder)
    const isSame =
      last?.routers.length === routers.length &&
      last.routers.every((item, index) => item === routers[index])
    const now = last && isSame ? last : compareAll(routers)
    judged.set(folder, now)
    return now.found.get(router()) ?? []
  }
  return {
    findDiagnostics: (seen) => {
      if (seen.kind !== 'router') return []
      const own = seen.view.diagnostics()
      const more = seen.settings.fleet
        ? foundIn(folders.folderFor(seen.uri), () => summaryOf(seen))
        : []
      return excludeKnown(
        more.length === 0
          ? own
          : [...own, ...toVisibleDiagnostics(more, seen)].sort(compareDiagnostics),
        seen.known,
      )
    },
    findFileDiagnostics: (file) => {
      const { router } = file
      const more = router ? foundIn(folders.folderFor(file.uri), () => router.summary) : []
      const seen = more.length > 0 ? files.inspect(file) : undefined
      return excludeKnown(
        [
          ...(router?.diagnostics ?? []),
          ...(seen?.settings.fleet ? toVisibleDiagnostics(more, seen) : []),
        ].sort(compareDiagnostics),
        router?.known ?? [],
      )
    },
    forget: () => judged.clear(),
  }
}

/** Findings about a file that its comments do not hide, as its settings grade them. */
const toVisibleDiagnostics = (
  found: readonly FleetFinding[],
  { view, options }: OpenRouterFile,
): Diagnostic[] =>
  applySeverities(
    selectUnsuppressed(
      locateFindings(found, () => view.document),
      view.text,
    ),
    options,
  )

/** Findings without those that a baseline has. */
const excludeKnown = (
  found: readonly Diagnostic[],
  known: readonly BaselineEntry[],
): readonly Diagnostic[] => (known.length === 0 ? found : compareWithBaseline(found, known).fresh)

function compareAll(routers: readonly Router[]): FleetComparison {
  const found = compareRouters(routers)
  return { routers, found: new Map(routers.map((router, index) => [router, found[index] ?? []])) }
}
