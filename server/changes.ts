import type { CancellationToken } from 'vscode-languageserver'
import { LSPErrorCodes, ResponseError } from './protocol.js'

/** Counts the changes on which findings depend: of texts, files and settings. */
export type Changes = {
  /** A number that grows with every change. Results computed at the same number are still valid. */
  revision: () => number
  /** Notes a change. */
  note: () => void
  /** Resolves at the next change after a revision, or when the request is cancelled; throws when the server ends. */
  waitForNext: (revision: number, token: CancellationToken) => Promise<void>
  /** Ends all waiting, as the server ends. */
  close: () => void
  /** Does work that leads to changes, such as reading files. */
  track: (work: Promise<void>) => Promise<void>
  /** Resolves when no tracked work is left. */
  whenSettled: () => Promise<void>
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
    whenSettled: async () => {
      while (pendingWork.size > 0) await Promise.allSettled(pendingWork)
    },
  }
}

/** Waits until a callback that it adds to a set is called, or a request is cancelled. */
async function waitForCall(waiting: Set<() => void>, token: CancellationToken): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancellation = token.onCancellationRequested(() => resume())
    const resume = (): void => {
      waiting.delete(resume)
      cancellation.dispose()
      resolve()
    }
    waiting.add(resume)
  })
}
