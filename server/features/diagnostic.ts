import type { Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver'
import { DocumentDiagnosticReportKind, DocumentDiagnosticRequest } from 'vscode-languageserver'
import { defineWorkspaceFeature } from '../feature.js'

/** Diagnostics for clients that ask for them. Not only router files have some: our own configuration does, too. */
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
    return createReport(document ? session.findDiagnostics(document) : [], previousResultId)
  },
})

/** What identifies diagnostics: the same for the same ones. Two sums of 32 bits are enough, and fast for many findings. */
export function createResultId(items: readonly Diagnostic[]): string {
  const text = JSON.stringify(items)
  let left = 5381
  let right = 52711
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    left = Math.imul(left, 33) ^ code
    right = Math.imul(right, 31) + code
  }
  return [left, right, text.length].map((sum) => (sum >>> 0).toString(36)).join('-')
}

/** The diagnostics of a text, or a report that they are unchanged since the last answer. */
export function createReport(
  items: Diagnostic[],
  previous: string | undefined,
): DocumentDiagnosticReport {
  const resultId = createResultId(items)
  return resultId === previous
    ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
    : { kind: DocumentDiagnosticReportKind.Full, resultId, items }
}
