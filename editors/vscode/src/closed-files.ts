import type { DiagnosticCollection, Disposable, TextDocument } from 'vscode'
import { workspace } from 'vscode'
import type { DiagnosticCollectionSource } from 'vscode-languageclient'
import { DefaultDiagnosticCollectionProvider } from 'vscode-languageclient'

/**
 * Drops the findings of a text that is closed, which may have been about changes that are lost now. The client leaves
 * that to the server, which sends the findings of the file on disk, but only where it can read the folder.
 */
export class OpenFileFindings extends DefaultDiagnosticCollectionProvider {
  private readonly subscriptions = new Map<DiagnosticCollection, Disposable>()

  override create(
    name: string | undefined,
    source: DiagnosticCollectionSource,
  ): DiagnosticCollection {
    const findings = super.create(name, source)
    const drop = (document: TextDocument): void => {
      // A change of its language closes a text and opens it again.
      if (!workspace.textDocuments.includes(document)) findings.delete(document.uri)
    }
    this.subscriptions.set(findings, workspace.onDidCloseTextDocument(drop))
    return findings
  }

  override dispose(findings: DiagnosticCollection, source: DiagnosticCollectionSource): void {
    this.subscriptions.get(findings)?.dispose()
    this.subscriptions.delete(findings)
    super.dispose(findings, source)
  }
}
