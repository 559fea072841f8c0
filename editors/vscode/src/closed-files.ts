import type { DiagnosticCollection } from 'vscode'
import { CancellationTokenSource, Disposable } from 'vscode'
import type { DiagnosticCollectionSource, Middleware } from 'vscode-languageclient'
import { DefaultDiagnosticCollectionProvider } from 'vscode-languageclient'
import { onClose } from './on-close.js'

/**
 * Drops the findings of a closed text, which may be about unsaved changes. The client leaves that to the server, which
 * sends the findings of the file on disk, but only if it can read the folder.
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
 * Cancels the pending request for workspace diagnostics when a document is closed. That request tells the server that
 * the client has the findings of the file on disk, which it no longer has, so the server would not send them. The
 * client then asks again without them.
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
