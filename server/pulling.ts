import type {
  DocumentDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver'
import { DocumentDiagnosticReportKind } from 'vscode-languageserver'
import { hashOf } from '../src/hash.js'
import { heed } from './answering.js'
import { pause } from './pause.js'
import { shownAll } from './publishing.js'
import type { Session } from './session.js'

type Report = Exclude<DocumentDiagnosticReport, { kind: 'unchanged' }>

/** Files in one part of an answer. */
const batch = 50

/** Answers clients that ask for findings themselves: about one text, and about all files of the folders. */
export function pulling(session: Session, scan: () => Promise<void>): void {
  const { connection, documents, publishing, ready } = session
  connection.languages.diagnostics.on(
    async ({ textDocument: { uri }, previousResultId }, token) => {
      await ready()
      await pause()
      heed(token)
      const document = documents.get(uri)
      return reportOn(document ? publishing.items(document) : [], previousResultId)
    },
  )
  connection.languages.diagnostics.onWorkspace(
    async ({ previousResultIds }, token, progress, parts) => {
      await scan()
      const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]))
      const items: WorkspaceDocumentDiagnosticReport[] = []
      const pages = withGone(pagesOf(session), [...known.keys()])
      progress.begin('Judging router files', 0)
      try {
        for (const [index, { uri, version, found }] of pages.entries()) {
          if (index % batch === 0) {
            if (parts && items.length > 0) parts.report({ items: items.splice(0) })
            progress.report(Math.floor((100 * index) / pages.length))
            await pause()
            heed(token)
          }
          items.push({ uri, version, ...reportOn(found(), known.get(uri)) })
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

function reportOn(items: Report['items'], previous: string | undefined): DocumentDiagnosticReport {
  const resultId = hashOf(JSON.stringify(items))
  return resultId === previous
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items }
}

/** Pages and, for files that had findings and are router files no longer, pages without any. */
function withGone(pages: readonly Page[], known: readonly string[]): readonly Page[] {
  const there = new Set(pages.map(({ uri }) => uri))
  return [
    ...pages,
    ...known
      .filter((uri) => !there.has(uri))
      .map((uri): Page => ({ uri, version: null, found: () => [] })),
  ]
}

type Page = { uri: string; version: number | null; found: () => Report['items'] }

/** Router files, the open ones as they are in the editor. */
function pagesOf({ documents, files, fleet, publishing, client }: Session): Page[] {
  return [
    ...documents.all().map((document) => ({
      uri: document.uri,
      version: document.version,
      found: () => publishing.items(document),
    })),
    ...files.all().flatMap((file): Page[] => {
      if (!file.router) return []
      const found = (): Report['items'] => {
        const diagnostics = fleet.diagnosticsOfFile(file)
        const seen = diagnostics.length > 0 ? files.look(file) : undefined
        return seen ? shownAll(seen, diagnostics, client) : []
      }
      return [{ uri: file.uri, version: null, found }]
    }),
  ]
}
