import { join } from 'node:path'
import type { StoreKinds } from '../../src/management/service/store/records.js'
import type { Store } from '../../src/management/service/store/store.js'
import { openStore } from '../../src/management/service/store/store.js'

/** Sample kinds of records for tests of stores. */
export const kinds: StoreKinds = {
  people: {
    indexes: {
      name: ({ name }) => (typeof name === 'string' ? name : undefined),
      group: ({ groups }) => (Array.isArray(groups) ? groups.map(String) : undefined),
    },
  },
  pets: { indexes: { owner: ({ owner }) => (typeof owner === 'string' ? owner : undefined) } },
}

/** Runs a function with the store of a test. */
export type Step = <Result>(work: (store: Store) => Promise<Result>) => Promise<Result>

export type Opened = { step: Step; close: () => Promise<void> }

/** The kinds of stores to test, each in its own folder. */
export const variants: readonly (readonly [
  name: string,
  open: (folder: string) => Promise<Opened>,
])[] = [
  ['in memory', async () => held(await openStore(kinds))],
  ['in a folder', async (folder) => held(await openStore(kinds, { folder: join(folder, 'data') }))],
  [
    'in a folder, opened anew for every step',
    async (folder) => ({ step: (work) => anew(folder, work), close: async () => undefined }),
  ],
]

const held = (store: Store): Opened => ({ step: (work) => work(store), close: store.close })

async function anew<Result>(
  folder: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(kinds, { folder: join(folder, 'data') })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Lists the ids of records. */
export const listIds = (records: Iterable<{ readonly id: string }>): string[] =>
  [...records].map(({ id }) => id)

/** Returns the error of opening a store as a string; `opened` if there is none. */
export const readErrorMessage = (opening: Promise<unknown>): Promise<string> =>
  opening.then(
    () => 'opened',
    (error: unknown) =>
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  )
