import { getErrorMessage } from '../../../document/errors.js'
import type { Digest } from './records.js'
import { StoreError } from './format.js'

/** A change of a record: its new JSON, or undefined if it is deleted. */
export type RecordChange = {
  readonly kind: string
  readonly id: string
  readonly text: string | undefined
}

export type Journal = {
  /**
   * Writes all changes or none, together with the digest of all records. Resolves when they are on disk, so that they
   * survive a power failure.
   */
  commit: (changes: readonly RecordChange[], digest: Digest) => Promise<void>
  close: () => Promise<void>
}

export type Commits = {
  /**
   * Queues the changes of a transaction; resolves when they and all earlier changes are durable. Rejects with a
   * StoreError if they could not be written.
   */
  add: (changes: ReadonlyMap<string, RecordChange>) => Promise<void>
  /** Resolves when all queued changes are durable; rejects with a StoreError if a change could not be written. */
  whenDurable: () => Promise<void>
  close: () => Promise<void>
}

/** The changes of transactions that are committed together; `done` settles once `finish` is called. */
type CommitGroup = {
  readonly changes: Map<string, RecordChange>
  readonly done: Promise<void>
  readonly finish: (failure?: Error) => void
}

function createGroup(): CommitGroup {
  let finish: CommitGroup['finish'] = () => undefined
  const done = new Promise<void>(
    (resolve, reject) => (finish = (failure) => (failure ? reject(failure) : resolve())),
  )
  // Waiting transactions get the error. If no transaction waits, the rejection must not count as unhandled, which would
  // end the process.
  done.catch(() => undefined)
  return { changes: new Map(), done, finish }
}

/** The commits of a store in memory: nothing is written, so there is nothing to wait for. */
export const noCommits: Commits = {
  add: async () => undefined,
  whenDurable: async () => undefined,
  close: async () => undefined,
}

/**
 * Commits the changes of all waiting transactions together, because one disk sync serves them all. After a failed
 * commit, `add` and `whenDurable` always reject: what is on disk is unknown until the store is opened again.
 */
export function createGroupCommit(journal: Journal, computeDigest: () => Digest): Commits {
  let waitingGroup: CommitGroup | undefined
  let writingGroup: CommitGroup | undefined
  let failure: StoreError | undefined
  const fail = (cause: unknown): void => {
    failure = new StoreError(
      `the store could not be written (${getErrorMessage(cause)}), so the service accepts no more changes; free disk space or fix the disk, and restart it`,
      { cause },
    )
    writingGroup?.finish(failure)
    waitingGroup?.finish(failure)
  }
  const writeGroups = async (): Promise<void> => {
    while (waitingGroup) {
      writingGroup = waitingGroup
      waitingGroup = undefined
      try {
        await journal.commit([...writingGroup.changes.values()], computeDigest())
      } catch (cause) {
        return void fail(cause)
      }
      writingGroup.finish()
    }
    writingGroup = undefined
  }
  const whenDurable = async (): Promise<void> => {
    if (failure) throw failure
    await (waitingGroup ?? writingGroup)?.done
  }
  const add = (changes: ReadonlyMap<string, RecordChange>): Promise<void> => {
    if (failure || changes.size === 0) return whenDurable()
    // Deferred, so that transactions of requests that arrived together are committed together.
    if (!waitingGroup && !writingGroup) setImmediate(() => void writeGroups())
    waitingGroup ??= createGroup()
    for (const [key, change] of changes) waitingGroup.changes.set(key, change)
    return waitingGroup.done
  }
  const close = async (): Promise<void> => {
    await whenDurable().catch(() => undefined)
    await journal.close()
  }
  return { add, whenDurable, close }
}
