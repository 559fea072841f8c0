import type { StoreReader, RecordTypes, StoredRecord, StoreWriter } from '../call/records.js'
import type { Commits, RecordChange } from './commits.js'
import { noCommits, createGroupCommit } from './commits.js'
import type { StoreKinds, StoredRecords, RecordRow } from './records.js'
import {
  computeDigest,
  createStoreRecords,
  replaceRecord,
  computeChecksum,
  parseRecord,
} from './records.js'
import { StoreError } from './format.js'

/**
 * Opens a store with these kinds of records: in a folder, or in memory if there is no folder. In a folder, transactions
 * are durable when they resolve. Throws a StoreError, without changing the records, if the folder cannot be used.
 */
export async function openStore<Types extends RecordTypes<Types> = Record<string, StoredRecord>>(
  kinds: StoreKinds,
  { folder }: { folder?: string } = {},
): Promise<Store<Types>> {
  const records = createStoreRecords(kinds)
  if (folder === undefined) return toTypedStore(createTransactions(records, noCommits))
  const loadRecord = (kind: string, id: string, text: string): void => {
    if (!records.tables.has(kind))
      throw new StoreError(
        `the store in \`${folder}\` has records of the unknown kind \`${kind}\`; use the release of routerfile that wrote it, or a newer one`,
      )
    const record = parseRecord(text)
    if (record?.id !== id) throw new Error('a record has changed')
    replaceRecord(records, kind, id, { record, checksum: computeChecksum(kind, text) })
  }
  const getDigest = () => computeDigest(records)
  // Loaded on demand: a store in memory does not need the code for storage on disk.
  const { openFolder } = await import('./folder.js')
  return toTypedStore(
    createTransactions(
      records,
      createGroupCommit(await openFolder(folder, loadRecord, getDigest), getDigest),
    ),
  )
}

/** Casts a store to the record types of the caller. This is safe because the store returns records as they were put. */
const toTypedStore = <Types extends RecordTypes<Types>>(store: unknown): Store<Types> =>
  store as Store<Types>

/**
 * Records of several kinds, changed in transactions. `read` and `write` reject with a StoreError if the store is closed
 * or could not be written, and otherwise with the error of the work.
 */
export type Store<Types extends RecordTypes<Types> = Record<string, StoredRecord>> = {
  readonly kinds: readonly (keyof Types & string)[]
  /** Runs the work on the records at once; resolves with its result when all changes that it could see are durable. */
  read: <Result>(work: (records: StoreReader<Types>) => Result) => Promise<Result>
  /**
   * Runs the work as a transaction, and resolves with its result when its writes are durable. If the work throws,
   * nothing is changed. The work is synchronous; if it needs an asynchronous result, it throws a RetryTransaction.
   */
  write: <Result>(work: (records: StoreWriter<Types>) => Result) => Promise<Result>
  /** Refuses new reads and transactions, and waits until the changes of earlier transactions are written. */
  close: () => Promise<void>
}

/** A changed record; `previousRow` is its row before the change, or undefined if the record is new. */
type UndoStep = {
  readonly kind: string
  readonly id: string
  readonly previousRow: RecordRow | undefined
}

type Transaction = {
  readonly undoSteps: UndoStep[]
  readonly changes: Map<string, RecordChange>
  isOver: boolean
}

function createWriter(records: StoredRecords, transaction: Transaction): StoreWriter {
  const replace = (
    kind: string,
    id: string,
    text: string | undefined,
    row: RecordRow | undefined,
  ): boolean => {
    if (transaction.isOver) throw new Error('the transaction is over')
    const previousRow = replaceRecord(records, kind, id, row)
    transaction.undoSteps.push({ kind, id, previousRow })
    if (previousRow || row) transaction.changes.set(`${kind}\0${id}`, { kind, id, text })
    return previousRow !== undefined
  }
  return {
    ...records.reader,
    put: (kind, input) => {
      const text = JSON.stringify(input)
      const record = parseRecord(text)
      if (!record) throw new Error(`a record for \`${kind}\` has no id`)
      replace(kind, record.id, text, { record, checksum: computeChecksum(kind, text) })
      return record
    },
    delete: (kind, id) => replace(kind, id, undefined, undefined),
  }
}

function runTransaction<Result>(
  records: StoredRecords,
  work: (records: StoreWriter) => Result,
): { result: Result; changes: Transaction['changes'] } {
  const transaction: Transaction = { undoSteps: [], changes: new Map(), isOver: false }
  try {
    const result = work(createWriter(records, transaction))
    if (result instanceof Promise) throw new Error('a transaction cannot wait')
    return { result, changes: transaction.changes }
  } catch (error) {
    for (const { kind, id, previousRow } of transaction.undoSteps.reverse())
      replaceRecord(records, kind, id, previousRow)
    throw error
  } finally {
    transaction.isOver = true
  }
}

/**
 * Runs transactions synchronously, one after the other, on records in memory. The changes are then written to disk in
 * groups, so a transaction or read can see changes that are not durable yet. The result of a transaction or read, even
 * an error, is held back until all changes that it could see are durable, so that no caller learns of a change that a
 * crash could undo.
 */
export function createTransactions(records: StoredRecords, commits: Commits): Store {
  let isOpen = true
  let isBusy = false
  const runExclusively = <Result>(work: () => Result): Result => {
    if (!isOpen) throw new StoreError('the store is closed')
    if (isBusy) throw new Error('a transaction cannot start another')
    isBusy = true
    try {
      return work()
    } finally {
      isBusy = false
    }
  }
  const runDurably = async <Result>(
    work: () => { result: Result; changes?: Transaction['changes'] },
  ): Promise<Result> => {
    try {
      const { result, changes } = runExclusively(work)
      await (changes ? commits.add(changes) : commits.whenDurable())
      return result
    } catch (error) {
      if (error instanceof RetryTransaction) {
        await error.ready
        return runDurably(work)
      }
      if (isOpen) await commits.whenDurable()
      throw error
    }
  }
  return {
    kinds: [...records.tables.keys()],
    read: (work) => runDurably(() => ({ result: work(records.reader) })),
    write: (work) => runDurably(() => runTransaction(records, work)),
    close: async () => {
      if (!isOpen) return
      isOpen = false
      await commits.close()
    },
  }
}

/**
 * Thrown by the work of a transaction or read that needs an asynchronous result. Its changes are undone, and it runs
 * again when `ready` resolves; it fails if `ready` rejects.
 */
export class RetryTransaction extends Error {
  readonly ready: Promise<unknown>

  constructor(ready: Promise<unknown>) {
    super('the transaction needs something first')
    this.ready = ready
    // The store awaits `ready` and handles its rejection; until then, the rejection must not count as unhandled.
    ready.catch(() => undefined)
  }
}
