import type { Diagnostic } from 'vscode-languageserver'
import type { LspClient } from './client.js'
import type { FindDiagnostics } from './diagnostics.js'
import { createResultId, toLspDiagnostics } from './diagnostics.js'
import type { Documents } from './documents.js'
import type { FleetDiagnostics } from './fleet.js'
import type { WorkspaceFile, WorkspaceFiles } from './workspace-files.js'

/** A file whose findings the client can have. */
export type ReportedFile = {
  uri: string
  version: number | null
  isOpen: boolean
  /** The id of the findings, computed again only if they may have changed. */
  findResultId: () => string
  findDiagnostics: () => Diagnostic[]
}

/** The findings of all files of the folders, for clients that ask for them again and again. */
export type WorkspaceReports = {
  /** All router files, open ones with unsaved changes, and the files in `known`, for which the client has findings. */
  list: (known: readonly string[]) => readonly ReportedFile[]
  /** Whether no request was answered yet. */
  isFirst: () => boolean
  endFirst: () => void
}

type WorkspaceReportsDeps = {
  client: LspClient
  documents: Documents
  workspaceFiles: WorkspaceFiles
  fleet: FleetDiagnostics
  findDiagnostics: FindDiagnostics
}

export function createWorkspaceReports(deps: WorkspaceReportsDeps): WorkspaceReports {
  const { documents, workspaceFiles, findDiagnostics } = deps
  const state = { isFirst: true }
  const reportClosed = createClosedReporter(deps)
  const listOpen = (): ReportedFile[] =>
    documents.all().map((document) => ({
      uri: document.uri,
      version: document.version,
      isOpen: true,
      findResultId: () => createResultId(findDiagnostics(document)),
      findDiagnostics: () => findDiagnostics(document),
    }))
  return {
    list: (known) => {
      const current = [...listOpen(), ...workspaceFiles.all().map(reportClosed)]
      const uris = new Set(current.map(({ uri }) => uri))
      return [...current, ...known.filter((uri) => !uris.has(uri)).map(reportRemoved)]
    },
    isFirst: () => state.isFirst,
    endFirst: () => void (state.isFirst = false),
  }
}

const nothing = createResultId([])

/** An empty report for a file that is no longer a router file, so that the client drops its findings. */
const reportRemoved = (uri: string): ReportedFile => ({
  uri,
  version: null,
  isOpen: false,
  findResultId: () => nothing,
  findDiagnostics: () => [],
})

/**
 * A function that reports a file on disk. The id of its findings is kept until the comparison with other files finds
 * something else.
 */
function createClosedReporter({
  client,
  workspaceFiles,
  fleet,
}: WorkspaceReportsDeps): (file: WorkspaceFile) => ReportedFile {
  const known = new WeakMap<WorkspaceFile, { shared: string; resultId: string }>()
  return (file) => {
    const { uri, router } = file
    const identifyShared = (): string => createResultId(fleet.findShared(file))
    const findDiagnostics = (): Diagnostic[] => {
      const sharedId = identifyShared()
      const isClean = !router.hasFindings && fleet.findShared(file).length === 0
      const opened = isClean ? undefined : workspaceFiles.inspect(file)
      const diagnostics = opened
        ? toLspDiagnostics([{ file: opened, diagnostics: fleet.findDiagnostics(opened) }], client)
        : []
      known.set(file, { shared: sharedId, resultId: createResultId(diagnostics) })
      return diagnostics
    }
    return {
      uri,
      version: null,
      isOpen: false,
      findResultId: () => {
        const last = known.get(file)
        return last?.shared === identifyShared() ? last.resultId : createResultId(findDiagnostics())
      },
      findDiagnostics,
    }
  }
}
