import type { Digest } from './records.js'
import { StoreError } from './format.js'

/** What becomes of a record: its new text, or nothing where it is deleted. */
export type Change = {
  readonly kind: string
  readonly id: string
  readonly text: string | undefined
}

/** Where records outlive the process. */
export type Journal = {
  /** Keeps all changes or none. Resolves when they survive a loss of power, with what all records are then known by. */
  commit: (changes: readonly Change[], digest: Digest) => Promise<void>
  close: () => Promise<void>
}

/** Makes changes durable. */
export type Commits = {
  /** Takes the changes of a transaction, by record; resolves when they, and all before, are durable. */
  add: (changes: ReadonlyMap<string, Change>) => Promise<void>
  /** Resolves when all that was taken is durable. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

type CommitGroup = {
  readonly changes: Map<string, Change>
  readonly done: Promise<void>
  readonly end: (failure?: Error) => void
}

function createGroup(): CommitGroup {
  let end: CommitGroup['end'] = () => undefined
  const done = new Promise<void>(
    (resolve, reject) => (end = (failure) => (failure ? reject(failure) : resolve())),
  )
  // Callers that wait get the error; an unhandled rejection would be wrong if there are none.
  done.catch(() => undefined)
  return { changes: new Map(), done, end }
}

/** Changes that nothing keeps are as durable as they get. */
export const noCommits: Commits = {
  add: async () => undefined,
  settled: async () => undefined,
  close: async () => undefined,
}

/**
 * Hands the changes of transactions to a journal, those of all that are waiting together, as one wait for the disk
 * serves them all. After a failure nothing is taken any more: what the disk holds is known only after it is read again.
 */
export function createGroupCommit(journal: Journal, digest: () => Digest): Commits {
  let waiting: CommitGroup | undefined
  let writing: CommitGroup | undefined
  let failure: StoreError | undefined
  const fail = (cause: unknown): void => {
    failure = new StoreError(
      `the store could not be written (${cause instanceof Error ? cause.message : String(cause)}), so it accepts no more changes until it is opened again`,
      { cause },
    )
    writing?.end(failure)
    waiting?.end(failure)
  }
  const run = async (): Promise<void> => {
    while (waiting) {
      writing = waiting
      waiting = undefined
      try {
        await journal.commit([...writing.changes.values()], digest())
      } catch (cause) {
        return void fail(cause)
      }
      writing.end()
    }
    writing = undefined
  }
  const settled = async (): Promise<void> => {
    if (failure) throw failure
    await (waiting ?? writing)?.done
  }
  const add = (changes: ReadonlyMap<string, Change>): Promise<void> => {
    if (failure || changes.size === 0) return settled()
    // Not at once: transactions of requests that arrived together shall be in one group.
    if (!waiting && !writing) setImmediate(() => void run())
    waiting ??= createGroup()
    for (const [key, change] of changes) waiting.changes.set(key, change)
    return waiting.done
  }
  const close = async (): Promise<void> => {
    await settled().catch(() => undefined)
    await journal.close()
  }
  return { add, settled, close }
}
