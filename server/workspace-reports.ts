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
  list: (knownUris: readonly string[]) => readonly ReportedFile[]
  /** Whether no request was answered yet. */
  isFirstRequest: () => boolean
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
  const reportClosed = createClosedFileReporter(deps)
  const listOpen = (): ReportedFile[] =>
    documents.all().map((document) => ({
      uri: document.uri,
      version: document.version,
      isOpen: true,
      findResultId: () => createResultId(findDiagnostics(document)),
      findDiagnostics: () => findDiagnostics(document),
    }))
  return {
    list: (knownUris) => {
      const current = [...listOpen(), ...workspaceFiles.all().map(reportClosed)]
      const uris = new Set(current.map(({ uri }) => uri))
      return [...current, ...knownUris.filter((uri) => !uris.has(uri)).map(reportRemoved)]
    },
    isFirstRequest: () => state.isFirst,
    endFirst: () => void (state.isFirst = false),
  }
}

const emptyResultId = createResultId([])

/** An empty report for a file that is no longer a router file, so that the client drops its findings. */
const reportRemoved = (uri: string): ReportedFile => ({
  uri,
  version: null,
  isOpen: false,
  findResultId: () => emptyResultId,
  findDiagnostics: () => [],
})

/**
 * A function that reports a file on disk. The id of its findings is kept until the comparison with other files finds
 * something else.
 */
function createClosedFileReporter({
  client,
  workspaceFiles,
  fleet,
}: WorkspaceReportsDeps): (file: WorkspaceFile) => ReportedFile {
  const lastResults = new WeakMap<WorkspaceFile, { sharedId: string; resultId: string }>()
  return (file) => {
    const { uri, router } = file
    const identifyShared = (): string => createResultId(fleet.findFleetFindings(file))
    const findDiagnostics = (): Diagnostic[] => {
      const sharedId = identifyShared()
      const isClean = !router.hasFindings && fleet.findFleetFindings(file).length === 0
      const openedFile = isClean ? undefined : workspaceFiles.inspect(file)
      const diagnostics = openedFile
        ? toLspDiagnostics(
            [{ file: openedFile, diagnostics: fleet.findDiagnostics(openedFile) }],
            client,
          )
        : []
      lastResults.set(file, { sharedId: sharedId, resultId: createResultId(diagnostics) })
      return diagnostics
    }
    return {
      uri,
      version: null,
      isOpen: false,
      findResultId: () => {
        const last = lastResults.get(file)
        return last?.sharedId === identifyShared()
          ? last.resultId
          : createResultId(findDiagnostics())
      },
      findDiagnostics,
    }
  }
}
