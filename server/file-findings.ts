import type { Diagnostic } from '../src/document/diagnostic.js'
import { compareDiagnostics } from '../src/document/diagnostic.js'
import { memoizePerObject } from '../src/document/lazy.js'
import type { BaselineEntry } from '../src/lint/baseline.js'
import { compareWithBaseline } from '../src/lint/baseline.js'
import { isAboutMissing } from '../src/lint/catalog.js'
import type { FleetFinding } from '../src/lint/fleet/fleet.js'
import { locateVisible, summarizeRouter } from '../src/lint/fleet/fleet.js'
import { formatDisplayPath } from './documents.js'
import type { FleetDeps } from './fleet.js'
import { createFolderComparison } from './fleet.js'
import type { OpenRouterFile } from './router-files.js'
import type { WorkspaceFile } from './workspace-files.js'

/** Checks router files alone and against the others in their folder. Open files are checked with unsaved changes. */
export type FileFindings = {
  /**
   * Finds the findings of a file, including those of the comparison, that are not in its baseline. If the file is
   * incomplete, findings about missing keys are left out.
   */
  find: (file: OpenRouterFile) => readonly Diagnostic[]
  /** Finds the findings of the comparison for a file that is not open. */
  findInFleet: (file: WorkspaceFile) => readonly FleetFinding[]
  /** Drops the comparisons of all folders, because folders may have been deleted. */
  clear: () => void
}

export function createFileFindings(deps: FleetDeps): FileFindings {
  const { folders } = deps
  const summarize = memoizePerObject((file: OpenRouterFile) =>
    summarizeRouter(formatDisplayPath(file.uri, folders), file.view),
  )
  const { find: findFleetFindings, clear } = createFolderComparison(deps, summarize)
  return {
    find: (file) => {
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
    findInFleet: ({ router, uri }) =>
      findFleetFindings(folders.folderFor(uri), router.summary.path),
    clear,
  }
}

const excludeBaseline = (
  diagnostics: readonly Diagnostic[],
  known: readonly BaselineEntry[],
  text: string,
): readonly Diagnostic[] =>
  known.length === 0 ? diagnostics : compareWithBaseline(diagnostics, known, text).newFindings
