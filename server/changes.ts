import type { CancellationToken } from 'vscode-languageserver'
import { waitUnlessCancelled } from './cancellation.js'
import { LSPErrorCodes, ResponseError } from './protocol.js'

/** Counts the changes of texts, files and settings. Findings depend on all of these. */
export type Changes = {
  /** A number that grows with every change. Results computed at the same number are still valid. */
  revision: () => number
  /** Increments the revision, and resolves the pending calls of `waitForNext`. */
  note: () => void
  /** Resolves once there is a newer revision or the request is cancelled; throws when the server ends. */
  waitForNext: (revision: number, token: CancellationToken) => Promise<void>
  /** Makes the pending calls of `waitForNext` throw, because the server ends. */
  close: () => void
  /** Awaits work that may lead to changes, such as reading files; `whenSettled` waits for it, too. */
  track: (work: Promise<void>) => Promise<void>
  /** Waits for the work tracked so far, but not for later work, which may never end. Throws if the request is cancelled. */
  whenSettled: (token: CancellationToken) => Promise<void>
}

export function createChanges(): Changes {
  const state = { revision: 0, isClosed: false }
  const waitingCallbacks = new Set<() => void>()
  const pendingWork = new Set<Promise<void>>()
  const wake = (): void => {
    for (const resume of waitingCallbacks) resume()
  }
  return {
    revision: () => state.revision,
    note: () => {
      state.revision += 1
      wake()
    },
    waitForNext: async (revision, token) => {
      if (state.revision === revision && !token.isCancellationRequested)
        await waitForCall(waitingCallbacks, token)
      if (state.isClosed)
        throw new ResponseError(LSPErrorCodes.ServerCancelled, 'the server was shut down', {
          retriggerRequest: false,
        })
    },
    close: () => {
      state.isClosed = true
      wake()
    },
    track: async (work) => {
      pendingWork.add(work)
      try {
        await work
      } finally {
        pendingWork.delete(work)
      }
    },
    whenSettled: (token) => waitUnlessCancelled(Promise.allSettled(pendingWork), token),
  }
}

/** Adds a callback to a set, and waits until it is called or the request is cancelled. */
async function waitForCall(callbacks: Set<() => void>, token: CancellationToken): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancellation = token.onCancellationRequested(() => resume())
    const resume = (): void => {
      callbacks.delete(resume)
      cancellation.dispose()
      resolve()
    }
    callbacks.add(resume)
  })
}
