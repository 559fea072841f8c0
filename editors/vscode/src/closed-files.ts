import type { DiagnosticCollection } from 'vscode'
import { CancellationTokenSource, Disposable } from 'vscode'
import type { DiagnosticCollectionSource, Middleware } from 'vscode-languageclient'
import { DefaultDiagnosticCollectionProvider } from 'vscode-languageclient'
import { onClose } from './on-close.js'

/**
 * Drops the findings of a closed text, which may be about unsaved changes. The client would keep them until the server
 * sends the findings of the file on disk, which is only possible if the server can read the folder.
 */
export class OpenFileFindings extends DefaultDiagnosticCollectionProvider {
  private readonly subscriptions = new Map<DiagnosticCollection, Disposable>()

  override create(
    name: string | undefined,
    source: DiagnosticCollectionSource,
  ): DiagnosticCollection {
    const findings = super.create(name, source)
    this.subscriptions.set(
      findings,
      onClose(({ uri }) => findings.delete(uri)),
    )
    return findings
  }

  override dispose(findings: DiagnosticCollection, source: DiagnosticCollectionSource): void {
    this.subscriptions.get(findings)?.dispose()
    this.subscriptions.delete(findings)
    super.dispose(findings, source)
  }
}

/**
 * Cancels the pending request for workspace diagnostics when a document is closed. That request claims that the client
 * has the findings of the file on disk, so the server would not send them, but the client has just dropped them. The
 * client then sends a new request without this claim.
 */
export const provideWorkspaceDiagnostics: NonNullable<
  Middleware['provideWorkspaceDiagnostics']
> = async (resultIds, token, report, next) => {
  const source = new CancellationTokenSource()
  const cancel = (): void => source.cancel()
  const subscription = Disposable.from(token.onCancellationRequested(cancel), onClose(cancel))
  try {
    return await next(resultIds, source.token, report)
  } finally {
    subscription.dispose()
    source.dispose()
  }
}
