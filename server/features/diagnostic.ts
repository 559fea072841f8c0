import type { Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver'
import { DocumentDiagnosticReportKind, DocumentDiagnosticRequest } from '../protocol.js'
import { createResultId } from '../diagnostics.js'
import { defineWorkspaceFeature } from '../feature.js'

/** Returns the diagnostics of an open document, for clients that pull them. */
export const diagnostic = defineWorkspaceFeature({
  method: DocumentDiagnosticRequest.type,
  capability: ({ pullsDiagnostics }) =>
    pullsDiagnostics
      ? {
          diagnosticProvider: {
            identifier: 'routerfile',
            interFileDependencies: true,
            workspaceDiagnostics: true,
          },
        }
      : {},
  handle: ({ params: { textDocument, previousResultId }, session }) => {
    const document = session.documents.get(textDocument.uri)
    const diagnostics = document ? session.findDiagnostics(document) : []
    if (document) session.reportStatus?.(document, diagnostics)
    return createReport(diagnostics, previousResultId)
  },
})

/** Reports the diagnostics of a document, or that they are unchanged since the last answer. */
export function createReport(
  items: Diagnostic[],
  previousId: string | undefined,
): DocumentDiagnosticReport {
  const resultId = createResultId(items)
  return resultId === previousId
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items }
}
