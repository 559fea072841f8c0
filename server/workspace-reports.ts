import type { Diagnostic } from 'vscode-languageserver'
import type { LspClient } from './client.js'
import type { FindDiagnostics } from './diagnostics.js'
import { createResultId, toLspDiagnostics } from './diagnostics.js'
import type { Documents } from './documents.js'
import { decodeUri } from './documents.js'
import type { FileFindings } from './file-findings.js'
import type { WorkspaceFile, WorkspaceFiles } from './workspace-files.js'

export type ReportedFile = {
  uri: string
  version: number | null
  isOpen: boolean
  /**
   * Returns the id of the findings; for a file that is not open, computes it again only if the findings may have
   * changed.
   */
  findResultId: () => string
  findDiagnostics: () => Diagnostic[]
}

/** The findings of all files in the workspace folders, for clients that request them repeatedly. */
export type WorkspaceReports = {
  /**
   * Lists all open documents, with their texts in the editor, and all router files of the folders. Also includes every
   * other URI in `knownUris`, for which the client has findings, so that it drops them. Keeps the spelling of URIs in
   * `knownUris`.
   */
  list: (knownUris: readonly string[]) => readonly ReportedFile[]
  /** True until the first request is answered. */
  isFirstRequest: () => boolean
  /**
   * Records that a document was closed: the client drops the findings of the document, and needs those of the file on
   * disk.
   */
  noteClosed: (uri: string) => void
  /** The documents that were closed since the last answer. */
  closedUris: () => readonly string[]
  /**
   * Records that a request was answered, so that later requests wait for changes. `closedUris` are the closed documents
   * whose findings were in the answer; they are no longer listed as closed.
   */
  noteAnswer: (closedUris: readonly string[]) => void
}

type WorkspaceReportsDeps = {
  client: LspClient
  documents: Documents
  workspaceFiles: WorkspaceFiles
  fileFindings: FileFindings
  findDiagnostics: FindDiagnostics
}

export function createWorkspaceReports(deps: WorkspaceReportsDeps): WorkspaceReports {
  const { documents, workspaceFiles, findDiagnostics } = deps
  const state = { isFirst: true }
  const closedUris = new Set<string>()
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
      const spellings = new Map(knownUris.map((uri) => [decodeUri(uri), uri]))
      const current = [...listOpen(), ...workspaceFiles.all().map(reportClosed)].map((file) => ({
        ...file,
        uri: spellings.get(decodeUri(file.uri)) ?? file.uri,
      }))
      const uris = new Set(current.map(({ uri }) => uri))
      return [...current, ...knownUris.filter((uri) => !uris.has(uri)).map(reportRemoved)]
    },
    isFirstRequest: () => state.isFirst,
    noteClosed: (uri) => {
      // Before the first answer, the client has no findings to drop.
      if (!state.isFirst) closedUris.add(uri)
    },
    closedUris: () => [...closedUris],
    noteAnswer: (answeredUris) => {
      state.isFirst = false
      for (const uri of answeredUris) closedUris.delete(uri)
    },
  }
}

const emptyResultId = createResultId([])

/** Creates an empty report for a file that is no longer listed, so that the client drops its findings. */
const reportRemoved = (uri: string): ReportedFile => ({
  uri,
  version: null,
  isOpen: false,
  findResultId: () => emptyResultId,
  findDiagnostics: () => [],
})

/**
 * Creates a function that reports closed files. It computes the id of the findings again only if the file or the
 * findings of the comparison with other files have changed.
 */
function createClosedFileReporter({
  client,
  workspaceFiles,
  fileFindings,
}: WorkspaceReportsDeps): (file: WorkspaceFile) => ReportedFile {
  const lastResults = new WeakMap<WorkspaceFile, { fleetResultId: string; resultId: string }>()
  return (file) => {
    const { uri, router } = file
    const createFleetResultId = (): string => createResultId(fileFindings.findInFleet(file))
    const findDiagnostics = (): Diagnostic[] => {
      const fleetResultId = createFleetResultId()
      const isClean = !router.hasFindings && fileFindings.findInFleet(file).length === 0
      const openedFile = isClean ? undefined : workspaceFiles.inspect(file)
      const diagnostics = openedFile
        ? toLspDiagnostics(
            [{ file: openedFile, diagnostics: fileFindings.find(openedFile) }],
            client,
          )
        : []
      lastResults.set(file, { fleetResultId, resultId: createResultId(diagnostics) })
      return diagnostics
    }
    return {
      uri,
      version: null,
      isOpen: false,
      findResultId: () => {
        const lastResult = lastResults.get(file)
        return lastResult?.fleetResultId === createFleetResultId()
          ? lastResult.resultId
          : createResultId(findDiagnostics())
      },
      findDiagnostics,
    }
  }
}
