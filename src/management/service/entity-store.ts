import { setImmediate } from 'node:timers/promises'
import { entities } from '../../generated/management/entities.js'
import { compareBytes } from './call/byte-order.js'
import type { EntityRecords, Records } from './call/records.js'
import { createRemove } from './records/references.js'
import type { Index, StoreKinds } from './store/records.js'
import type { Store } from './store/store.js'
import { openStore } from './store/store.js'
import { runPart } from './call/work.js'

/** Opens the store in `folder`, or in memory without a folder. Throws a StoreError if the folder is unusable. */
export const openEntityStore = (options?: { folder?: string }): Promise<Store<EntityRecords>> =>
  openStore<EntityRecords>(recordKinds, options)

export const recordKinds: StoreKinds = Object.fromEntries(
  entities
    .map(({ name, indexes = [] }): [string, StoreKinds[string]] => [
      name,
      { indexes: Object.fromEntries(indexes.map((field) => [field, indexBy(field)])) },
    ])
    .sort(([left], [right]) => compareBytes(left, right)),
)

/**
 * Creates the index of a field: records are found by its value, or by each string if it is a list. Records are not
 * indexed if the field is an empty string, or neither a string, a boolean nor a list.
 */
function indexBy(field: string): Index {
  return (record) => {
    const value = record[field]
    if (typeof value === 'string') return value === '' ? undefined : value
    if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
    return typeof value === 'boolean' ? String(value) : undefined
  }
}

const removeRecord = createRemove(entities)

/**
 * Adds `readInParts` to a store, and `remove` to its transactions. Unlike `delete`, `remove` also handles the
 * references to the removed record.
 */
export const createRecords = ({ read, write }: Store<EntityRecords>): Records => ({
  read,
  readInParts: async (work, pause = setImmediate) => {
    const { running, firstPart } = await read((records) => {
      const startedWork = work(records)
      return { running: startedWork, firstPart: runPart(startedWork) }
    })
    let part = firstPart
    while (!part.done) {
      await pause()
      part = await read(() => runPart(running))
    }
    return part.value
  },
  write: (work) =>
    write((records) => work({ ...records, remove: (name, id) => removeRecord(records, name, id) })),
})
