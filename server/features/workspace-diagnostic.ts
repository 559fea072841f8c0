import type {
  CancellationToken,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver'
import { WorkspaceDiagnosticRequest } from '../protocol.js'
import { throwIfCancelled, waitUnlessCancelled } from '../cancellation.js'
import { yieldToClient } from '../client.js'
import { defineWorkspaceFeature } from '../feature.js'
import type { Session } from '../session.js'
import { createReport } from './diagnostic.js'

/** Number of files in one part of an answer, and between two checks for cancellation. */
const filesPerPart = 50

/** Milliseconds to wait after a change, in case more changes follow. */
const changePause = 300

type WorkspaceRequest = {
  params: WorkspaceDiagnosticParams
  session: Session
  token: CancellationToken
}

/**
 * Returns the diagnostics of all files in the workspace. `diagnostic.ts` announces the capability. Clients ask again
 * after every answer, so the first request is answered at once, and each later one when the findings of a file that is
 * not open have changed. A request reads only files with findings and, if the client does not watch files, those that
 * changed.
 */
export const workspaceDiagnostic = defineWorkspaceFeature({
  method: WorkspaceDiagnosticRequest.type,
  handle: async (request): Promise<WorkspaceDiagnosticReport> => {
    const { session, token } = request
    const { changes, client, noteWork, scan, useLittleMemory, workspaceReports } = session
    await changes.whenSettled(token)
    if (!client.watchesFiles) await waitUnlessCancelled(scan(), token)
    while (!workspaceReports.isFirstRequest()) {
      const revision = changes.revision()
      if (await hasChangedReport(request)) break
      noteWork()
      await changes.waitForNext(revision, token)
      throwIfCancelled(token)
      await yieldToClient(changePause)
      await changes.whenSettled(token)
    }
    const closedUris = workspaceReports.closedUris()
    const items = await useLittleMemory(() =>
      createReports(request, workspaceReports.isFirstRequest()),
    )
    workspaceReports.noteAnswer(closedUris)
    return { items }
  },
})

/**
 * Reads the ids of the findings that the client has, by URI. Leaves out documents that were closed since the last
 * answer, because the client has dropped their findings.
 */
function readResultIds({ params, session }: WorkspaceRequest): Map<string, string> {
  const closedUris = new Set(session.workspaceReports.closedUris())
  return new Map(
    params.previousResultIds.flatMap(({ uri, value }) =>
      closedUris.has(uri) ? [] : [[uri, value]],
    ),
  )
}

/** Whether the client lacks current findings of a closed file. For open files, it requests the findings itself. */
async function hasChangedReport(request: WorkspaceRequest): Promise<boolean> {
  const { session, token } = request
  const resultIds = readResultIds(request)
  const entries = session.workspaceReports.list([...resultIds.keys()])
  for (const [index, { uri, isOpen, findResultId }] of entries.entries()) {
    if (index % filesPerPart === 0) {
      await yieldToClient()
      throwIfCancelled(token)
    }
    if (!isOpen && findResultId() !== resultIds.get(uri)) return true
  }
  return false
}

/** Creates the reports of all files, sent in parts if the client supports that. */
async function createReports(
  request: WorkspaceRequest,
  showsProgress: boolean,
): Promise<WorkspaceDocumentDiagnosticReport[]> {
  const { params, session, token } = request
  const { partialResultToken, workDoneToken } = params
  const { connection, workspaceReports } = session
  const resultIds = readResultIds(request)
  const entries = workspaceReports.list([...resultIds.keys()])
  const items: WorkspaceDocumentDiagnosticReport[] = []
  const sendPart = (): void => {
    if (partialResultToken !== undefined && items.length > 0)
      void connection.sendProgress(WorkspaceDiagnosticRequest.partialResult, partialResultToken, {
        items: items.splice(0),
      })
  }
  const progress = showsProgress
    ? connection.window.attachWorkDoneProgress(workDoneToken)
    : undefined
  progress?.begin('Checking router files', 0)
  try {
    for (const [index, { uri, version, findResultId, findDiagnostics }] of entries.entries()) {
      if (index % filesPerPart === 0) {
        sendPart()
        progress?.report(Math.floor((100 * index) / entries.length))
        await yieldToClient()
        throwIfCancelled(token)
      }
      const previous = resultIds.get(uri)
      items.push(
        previous !== undefined && findResultId() === previous
          ? { uri, version, kind: 'unchanged', resultId: previous }
          : { uri, version, ...createReport(findDiagnostics(), undefined) },
      )
    }
  } finally {
    progress?.done()
  }
  sendPart()
  return items
}
