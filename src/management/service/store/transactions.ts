import type { Commits } from './group-commit.js'
import type { Change } from './journal.js'
import type { Reading, Records } from './records.js'
import { replaceRecord } from './records.js'
import { RunAgain } from './run-again.js'
import { StoreError } from './store-error.js'
import type { Stored } from './stored.js'
import { checksumOf, recordOf } from './stored.js'
import type { Row } from './table.js'

/** What a transaction can do. It sees what it wrote. */
export type Writing = Reading & {
  /** Stores a record instead of the one with its id. What JSON cannot write, such as undefined, is dropped. Gives the record as stored. */
  put: (kind: string, record: Stored) => Stored
  /** Tells whether there was one. */
  delete: (kind: string, id: string) => boolean
}

/** Records of several kinds, changed by transactions. All that is refused is refused by a StoreError. */
export type Store = {
  readonly kinds: readonly string[]
  /** Gives what the work does with the records as all transactions so far left them, once that is durable. */
  read: <Result>(work: (records: Reading) => Result) => Promise<Result>
  /** One transaction: resolves when all that the work wrote is durable; where the work throws, nothing happened. The work cannot be asynchronous; where it needs something first, it throws a RunAgain. */
  write: <Result>(work: (records: Writing) => Result) => Promise<Result>
  /** Waits for the transactions so far; there are none after it. */
  close: () => Promise<void>
}

type Step = { readonly kind: string; readonly id: string; readonly before: Row | undefined }

type Transaction = { readonly steps: Step[]; readonly changes: Map<string, Change>; over: boolean }

function writingTo(records: Records, transaction: Transaction): Writing {
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
      const record = recordOf(text)
      if (!record) throw new Error(`what is put into \`${kind}\` has no id`)
      replace(kind, record.id, text, { record, checksum: checksumOf(kind, text) })
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
    const result = work(writingTo(records, transaction))
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
 * Transactions run one after the other, each in one go, on records in memory that all share; the disk follows in
 * groups. So a transaction, and a read, can see what is not durable yet, and then its answer, an error too, waits until
 * it is: nobody is ever told of what a crash can still undo.
 */
export function transactionsOn(records: Records, commits: Commits): Store {
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
