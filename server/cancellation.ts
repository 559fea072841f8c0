import type { CancellationToken } from 'vscode-languageserver'
import { LSPErrorCodes, ResponseError } from './protocol.js'

/** Waits for work that a request needs; throws as soon as the request is cancelled. */
export async function waitUnlessCancelled(
  work: Promise<unknown>,
  token: CancellationToken,
): Promise<void> {
  await Promise.race([work, new Promise((resolve) => token.onCancellationRequested(resolve))])
  throwIfCancelled(token)
}

export function throwIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested)
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled')
}
