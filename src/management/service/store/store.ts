import type { Commits, Change } from './commits.js'
import { noCommits, createGroupCommit } from './commits.js'
import type { StoreKinds, Reading, Records, RecordTypes, StoredRecord, Row } from './records.js'
import {
  computeDigest,
  createStoreRecords,
  replaceRecord,
  computeChecksum,
  parseRecord,
} from './records.js'
import { StoreError } from './format.js'

/**
 * Opens a store with these kinds of records: in memory, or in a folder, where transactions outlive the process once
 * they are acknowledged. A StoreError tells why a folder cannot be used; nothing in it is changed then. The caller
 * says what type the records of each kind have: what is put in is what comes out.
 */
export async function openStore<Types extends RecordTypes<Types> = Record<string, StoredRecord>>(
  kinds: StoreKinds,
  options?: { folder?: string },
): Promise<Store<Types>>
export async function openStore(
  kinds: StoreKinds,
  { folder }: { folder?: string } = {},
): Promise<Store> {
  const records = createStoreRecords(kinds)
  if (folder === undefined) return createTransactions(records, noCommits)
  const take = (kind: string, id: string, text: string): void => {
    if (!records.tables.has(kind))
      throw new StoreError(
        `the store in \`${folder}\` has records of the unknown kind \`${kind}\`; use the routerfile that wrote it, or a newer one`,
      )
    const record = parseRecord(text)
    if (record?.id !== id) throw new Error('a record has changed')
    replaceRecord(records, kind, id, { record, checksum: computeChecksum(kind, text) })
  }
  const digest = () => computeDigest(records)
  // On disk only where a folder is given: what that takes is not loaded for records in memory.
  const { openFolder } = await import('./folder.js')
  return createTransactions(
    records,
    createGroupCommit(await openFolder(folder, take, digest), digest),
  )
}

/** What a transaction can do. It sees what it wrote. */
export type Writing<Types extends RecordTypes<Types> = Record<string, StoredRecord>> =
  Reading<Types> & {
    /** Stores a record instead of the one with its id. What JSON cannot write, such as undefined, is dropped. Gives the record as stored. */
    put: <Kind extends keyof Types & string>(kind: Kind, record: Types[Kind]) => Types[Kind]
    /** Tells whether there was one. */
    delete: (kind: keyof Types & string, id: string) => boolean
  }

/** Records of several kinds, changed by transactions. All that is refused is refused by a StoreError. */
export type Store<Types extends RecordTypes<Types> = Record<string, StoredRecord>> = {
  readonly kinds: readonly (keyof Types & string)[]
  /** Gives what the work does with the records as all transactions so far left them, once that is durable. */
  read: <Result>(work: (records: Reading<Types>) => Result) => Promise<Result>
  /** One transaction: resolves when all that the work wrote is durable; where the work throws, nothing happened. The work cannot be asynchronous; where it needs something first, it throws a RunAgain. */
  write: <Result>(work: (records: Writing<Types>) => Result) => Promise<Result>
  /** Waits for the transactions so far; there are none after it. */
  close: () => Promise<void>
}

type UndoStep = { readonly kind: string; readonly id: string; readonly before: Row | undefined }

type Transaction = {
  readonly steps: UndoStep[]
  readonly changes: Map<string, Change>
  over: boolean
}

function createWriting(records: Records, transaction: Transaction): Writing {
  const replace = (
    kind: string,
    id: string,
    text: string | undefined,
    row: Row | undefined,
  ): boolean => {
    if (transaction.over) throw new Error('the transaction is over')
    const before = replaceRecord(records, kind, id, row)
    transaction.steps.push({ kind, id, before })
    if (before || row) transaction.changes.set(`${kind}\0${id}`, { kind, id, text })
    return before !== undefined
  }
  return {
    ...records.reading,
    put: (kind, given) => {
      const text = JSON.stringify(given)
      const record = parseRecord(text)
      if (!record) throw new Error(`what is put into \`${kind}\` has no id`)
      replace(kind, record.id, text, { record, checksum: computeChecksum(kind, text) })
      return record
    },
    delete: (kind, id) => replace(kind, id, undefined, undefined),
  }
}

function runTransaction<Result>(
  records: Records,
  work: (records: Writing) => Result,
): { result: Result; changes: Transaction['changes'] } {
  const transaction: Transaction = { steps: [], changes: new Map(), over: false }
  try {
    const result = work(createWriting(records, transaction))
    if (result instanceof Promise) throw new Error('a transaction cannot wait')
    return { result, changes: transaction.changes }
  } catch (error) {
    for (const { kind, id, before } of transaction.steps.reverse())
      replaceRecord(records, kind, id, before)
    throw error
  } finally {
    transaction.over = true
  }
}

/**
 * Transactions run one after the other, each synchronously, on shared records in memory; the disk follows in groups. A
 * transaction or a read can therefore see changes that are not durable yet. In that case its answer, even an error,
 * waits until they are durable: no caller learns of something that a crash could still undo.
 */
export function createTransactions(records: Records, commits: Commits): Store {
  let isOpen = true
  let isBusy = false
  const alone = <Result>(work: () => Result): Result => {
    if (!isOpen) throw new StoreError('the store is closed')
    if (isBusy) throw new Error('a transaction cannot start another')
    isBusy = true
    try {
      return work()
    } finally {
      isBusy = false
    }
  }
  const answer = async <Result>(
    work: () => { result: Result; changes?: Transaction['changes'] },
  ): Promise<Result> => {
    try {
      const { result, changes } = alone(work)
      await (changes ? commits.add(changes) : commits.settled())
      return result
    } catch (error) {
      if (error instanceof RunAgain) {
        await error.ready
        return answer(work)
      }
      if (isOpen) await commits.settled()
      throw error
    }
  }
  return {
    kinds: [...records.tables.keys()],
    read: (work) => answer(() => ({ result: work(records.reading) })),
    write: (work) => answer(() => runTransaction(records, work)),
    close: async () => {
      if (!isOpen) return
      isOpen = false
      await commits.close()
    },
  }
}

/** Thrown by the work of a transaction that needs something first: it is undone, and run again when `ready` resolves. */
export class RunAgain extends Error {
  readonly ready: Promise<unknown>

  constructor(ready: Promise<unknown>) {
    super('the transaction needs something first')
    this.ready = ready
    // Callers that wait get the error.
    ready.catch(() => undefined)
  }
}
