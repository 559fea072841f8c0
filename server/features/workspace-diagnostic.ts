import type {
  Diagnostic,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver'
import { WorkspaceDiagnosticRequest } from 'vscode-languageserver'
import { yieldToClient } from '../client.js'
import { toLspDiagnostics } from '../diagnostics.js'
import { defineWorkspaceFeature, throwIfCancelled } from '../feature.js'
import type { Session } from '../session.js'
import { createReport } from './diagnostic.js'

/** Files in one part of an answer. */
const filesPerPart = 50

/** Diagnostics of all files of the folders. `diagnostic.ts` announces it. */
export const workspaceDiagnostic = defineWorkspaceFeature({
  method: WorkspaceDiagnosticRequest.type,
  handle: async ({ params, session, token }): Promise<WorkspaceDiagnosticReport> => {
    const { connection, scan } = session
    await scan()
    const known = new Map(params.previousResultIds.map(({ uri, value }) => [uri, value]))
    const entries = addRemovedFiles(listFiles(session), [...known.keys()])
    const items: WorkspaceDocumentDiagnosticReport[] = []
    const sendPart = (partialResultToken: string | number): void =>
      void connection.sendProgress(WorkspaceDiagnosticRequest.partialResult, partialResultToken, {
        items: items.splice(0),
      })
    const progress = connection.window.attachWorkDoneProgress(params.workDoneToken)
    progress.begin('Checking router files', 0)
    try {
      for (const [index, { uri, version, findDiagnostics }] of entries.entries()) {
        if (index % filesPerPart === 0) {
          if (params.partialResultToken !== undefined && items.length > 0)
            sendPart(params.partialResultToken)
          progress.report(Math.floor((100 * index) / entries.length))
          await yieldToClient()
          throwIfCancelled(token)
        }
        items.push({ uri, version, ...createReport(findDiagnostics(), known.get(uri)) })
      }
    } finally {
      progress.done()
    }
    if (params.partialResultToken !== undefined) sendPart(params.partialResultToken)
    return { items }
  },
})

type FileEntry = {
  uri: string
  version: number | null
  findDiagnostics: () => Diagnostic[]
}

/** Router files, the open ones as they are in the editor. */
function listFiles(session: Session): FileEntry[] {
  const { documents, workspaceFiles, fleet, findDiagnostics, client } = session
  const open = documents.all().map((document) => ({
    uri: document.uri,
    version: document.version,
    findDiagnostics: () => findDiagnostics(document),
  }))
  const closed = workspaceFiles
    .all()
    .filter(({ router }) => router)
    .map((workspaceFile) => ({
      uri: workspaceFile.uri,
      version: null,
      findDiagnostics: () => {
        const diagnostics = fleet.findFileDiagnostics(workspaceFile)
        const file = diagnostics.length > 0 ? workspaceFiles.inspect(workspaceFile) : undefined
        return file ? toLspDiagnostics(file, diagnostics, client) : []
      },
    }))
  return [...open, ...closed]
}

/** Adds files that had diagnostics and are not router files any more, so that the client drops theirs. */
function addRemovedFiles(entries: readonly FileEntry[], known: readonly string[]): FileEntry[] {
  const current = new Set(entries.map(({ uri }) => uri))
  const removed = known.filter((uri) => !current.has(uri))
  return [...entries, ...removed.map((uri) => ({ uri, version: null, findDiagnostics: () => [] }))]
}
