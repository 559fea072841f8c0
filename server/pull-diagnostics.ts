import type {
  DocumentDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver'
import { DocumentDiagnosticReportKind } from 'vscode-languageserver'
import { hashText } from '../src/lint/baseline.js'
import { throwIfCancelled } from './answering.js'
import { yieldToClient } from './client.js'
import { toLspDiagnostics } from './publish-diagnostics.js'
import type { Session } from './session.js'

type Report = Exclude<DocumentDiagnosticReport, { kind: 'unchanged' }>

/** Files in one part of an answer. */
const filesPerPart = 50

/** Answers clients that ask for findings themselves: about one text, and about all files of the folders. */
export function registerPullDiagnostics(session: Session, scan: () => Promise<void>): void {
  const { connection, documents, publishing, ready } = session
  connection.languages.diagnostics.on(
    async ({ textDocument: { uri }, previousResultId }, token) => {
      await ready()
      await yieldToClient()
      throwIfCancelled(token)
      const document = documents.get(uri)
      return createReport(document ? publishing.items(document) : [], previousResultId)
    },
  )
  connection.languages.diagnostics.onWorkspace(
    async ({ previousResultIds }, token, progress, parts) => {
      await scan()
      const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]))
      const items: WorkspaceDocumentDiagnosticReport[] = []
      const pages = addRemovedFiles(listPages(session), [...known.keys()])
      progress.begin('Judging router files', 0)
      try {
        for (const [index, { uri, version, found }] of pages.entries()) {
          if (index % filesPerPart === 0) {
            if (parts && items.length > 0) parts.report({ items: items.splice(0) })
            progress.report(Math.floor((100 * index) / pages.length))
            await yieldToClient()
            throwIfCancelled(token)
          }
          items.push({ uri, version, ...createReport(found(), known.get(uri)) })
        }
      } finally {
        progress.done()
      }
      if (!parts) return { items }
      parts.report({ items })
      return { items: [] }
    },
  )
}

function createReport(
  items: Report['items'],
  previous: string | undefined,
): DocumentDiagnosticReport {
  const resultId = hashText(JSON.stringify(items))
  return resultId === previous
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items }
}

/** Pages and, for files that had findings and are router files no longer, pages without any. */
function addRemovedFiles(
  pages: readonly DiagnosticsPage[],
  known: readonly string[],
): readonly DiagnosticsPage[] {
  const there = new Set(pages.map(({ uri }) => uri))
  return [
    ...pages,
    ...known
      .filter((uri) => !there.has(uri))
      .map((uri): DiagnosticsPage => ({ uri, version: null, found: () => [] })),
  ]
}

type DiagnosticsPage = { uri: string; version: number | null; found: () => Report['items'] }

/** Router files, the open ones as they are in the editor. */
function listPages({ documents, files, fleet, publishing, client }: Session): DiagnosticsPage[] {
  return [
    ...documents.all().map((document) => ({
      uri: document.uri,
      version: document.version,
      found: () => publishing.items(document),
    })),
    ...files.all().flatMap((file): DiagnosticsPage[] => {
      if (!file.router) return []
      const found = (): Report['items'] => {
        const diagnostics = fleet.findFileDiagnostics(file)
        const seen = diagnostics.length > 0 ? files.inspect(file) : undefined
        return seen ? toLspDiagnostics(seen, diagnostics, client) : []
      }
      return [{ uri: file.uri, version: null, found }]
    }),
  ]
}
