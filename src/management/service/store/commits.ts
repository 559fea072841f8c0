import { getErrorMessage } from '../../../document/errors.js'
import type { Digest } from './records.js'
import { StoreError } from './format.js'

/** A change of a record: its new JSON, or undefined if it is deleted. */
export type RecordChange = {
  readonly kind: string
  readonly id: string
  readonly text: string | undefined
}

/** Durable storage of records. */
export type Journal = {
  /**
   * Writes all changes or none. Resolves when they survive a power failure; stores the digest of
   * all records with them.
   */
  commit: (changes: readonly RecordChange[], digest: Digest) => Promise<void>
  close: () => Promise<void>
}

/** Makes changes durable. */
export type Commits = {
  /**
   * Queues the changes of a transaction; resolves when they and all earlier changes are durable.
   */
  add: (changes: ReadonlyMap<string, RecordChange>) => Promise<void>
  /** Resolves when all queued changes are durable. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

type CommitGroup = {
  readonly changes: Map<string, RecordChange>
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

/** The commits of a store in memory: nothing has to become durable. */
export const noCommits: Commits = {
  add: async () => undefined,
  settled: async () => undefined,
  close: async () => undefined,
}

/**
 * Commits the changes of all waiting transactions together, because one disk sync serves them all.
 * After a failure, it accepts no more changes: the state on disk is unknown until it is read again.
 */
export function createGroupCommit(journal: Journal, digest: () => Digest): Commits {
  let waiting: CommitGroup | undefined
  let writing: CommitGroup | undefined
  let failure: StoreError | undefined
  const fail = (cause: unknown): void => {
    failure = new StoreError(
      `the store could not be written (${getErrorMessage(cause)}), so the service accepts no more changes; free disk space or fix the disk, and restart it`,
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
  const add = (changes: ReadonlyMap<string, RecordChange>): Promise<void> => {
    if (failure || changes.size === 0) return settled()
    // Deferred, so that transactions of requests that arrived together are committed together.
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
