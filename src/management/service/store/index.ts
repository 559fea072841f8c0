import { forgetful, groupCommit } from './group-commit.js'
import type { Kinds } from './records.js'
import { digestOf, emptyRecords, replaceRecord } from './records.js'
import { StoreError } from './store-error.js'
import { checksumOf, recordOf } from './stored.js'
import type { Store } from './transactions.js'
import { transactionsOn } from './transactions.js'

/**
 * Opens a store with these kinds of records: in memory, or in a folder, where transactions outlive the process once
 * they are acknowledged. A StoreError tells why a folder cannot be used; nothing in it is changed then.
 */
export async function openStore(
  kinds: Kinds,
  { folder }: { folder?: string } = {},
): Promise<Store> {
  const records = emptyRecords(kinds)
  if (folder === undefined) return transactionsOn(records, forgetful)
  const take = (kind: string, id: string, text: string): void => {
    if (!records.tables.has(kind))
      throw new StoreError(
        `the store in \`${folder}\` has records of the unknown kind \`${kind}\`; use the routerfile that wrote it, or a newer one`,
      )
    const record = recordOf(text)
    if (record?.id !== id) throw new Error('a record is not what it was')
    replaceRecord(records, kind, id, { record, checksum: checksumOf(kind, text) })
  }
  const digest = () => digestOf(records)
  // On disk only where a folder is given: what that takes is not loaded for records in memory.
  const { openFolder } = await import('./folder.js')
  return transactionsOn(records, groupCommit(await openFolder(folder, take, digest), digest))
}

export { exportLines } from './export-lines.js'
export { importLines } from './import-lines.js'
export type { Kinds } from './records.js'
export { RunAgain } from './run-again.js'
export { StoreError } from './store-error.js'
export type { Stored } from './stored.js'
export type { Store } from './transactions.js'
