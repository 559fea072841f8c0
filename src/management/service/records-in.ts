import type { Reading, Records, Writing } from './environment.js'
import type { Store } from './store/index.js'

/** The records of a store with their types: what is put in is what comes out, so the store need not know them. */
export const recordsIn = (store: Store): Records => ({
  read: (work) => store.read((records) => work(records as unknown as Reading)),
  write: (work) => store.write((records) => work(records as unknown as Writing)),
})
