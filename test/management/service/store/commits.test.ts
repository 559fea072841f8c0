import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/management/service/store/store.js'
import { createTransactions } from '../../../../src/management/service/store/store.js'
import type { RecordChange } from '../../../../src/management/service/store/commits.js'
import { createGroupCommit } from '../../../../src/management/service/store/commits.js'
import type { Digest } from '../../../../src/management/service/store/records.js'
import {
  computeDigest,
  createStoreRecords,
} from '../../../../src/management/service/store/records.js'
import { kinds } from '../../../support/stores.js'

type Commit = {
  readonly ids: readonly string[]
  readonly changes: readonly RecordChange[]
  readonly digest: Digest
  readonly end: (failure?: Error) => void
}

/** A store whose disk is as slow as the test wants. */
function slow(): { store: Store; commits: Commit[]; closed: () => boolean } {
  const records = createStoreRecords(kinds)
  const commits = new Array<Commit>()
  let isClosed = false
  const commit = (changes: readonly RecordChange[], digest: Digest): Promise<void> =>
    new Promise((resolve, reject) =>
      commits.push({
        ids: changes.map(({ id }) => id),
        changes,
        digest,
        end: (failure) => (failure ? reject(failure) : resolve()),
      }),
    )
  const journal = { commit, close: async () => void (isClosed = true) }
  return {
    store: createTransactions(
      records,
      createGroupCommit(journal, () => computeDigest(records)),
    ),
    commits,
    closed: () => isClosed,
  }
}

const put = (store: Store, id: string): Promise<string> =>
  store.write((records) => records.put('people', { id }).id)

/** What of these promises is settled after all that can go on went on. */
async function findSettled(
  promises: Readonly<Record<string, Promise<unknown>>>,
): Promise<string[]> {
  const settled = new Array<string>()
  for (const [name, promise] of Object.entries(promises))
    promise.then(
      () => settled.push(name),
      () => settled.push(`${name} failed`),
    )
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  return settled
}

describe('a store on a slow disk', () => {
  test('writes the transactions that wait together in one go, and acknowledges none before', async () => {
    const { store, commits } = slow()
    const first = [put(store, 'a'), put(store, 'b')] as const
    expect(await findSettled({ a: first[0], b: first[1] })).toEqual([])
    const later = {
      c: put(store, 'c'),
      d: put(store, 'd'),
      a: store.write((records) => records.delete('people', 'a')),
    }
    expect(await findSettled(later)).toEqual([])
    expect(commits.map(({ ids, digest }) => [ids, digest.count])).toEqual([[['a', 'b'], 2]])
    commits[0]?.end()
    expect(await Promise.all(first)).toEqual(['a', 'b'])
    expect(await findSettled(later)).toEqual([])
    expect(commits.slice(1).map(({ ids, digest }) => [ids, digest.count])).toEqual([
      [['c', 'd', 'a'], 3],
    ])
    commits[1]?.end()
    expect(await Promise.all(Object.values(later))).toEqual(['c', 'd', true])
  })

  test('writes of several changes of a record the last', async () => {
    const { store, commits } = slow()
    const all = [1, 2].map((number) =>
      store.write((records) => void records.put('people', { id: 'a', number })),
    )
    await findSettled({})
    expect(commits.map(({ changes }) => changes)).toEqual([
      [{ kind: 'people', id: 'a', text: '{"id":"a","number":2}' }],
    ])
    commits[0]?.end()
    await Promise.all(all)
  })

  test('tells nobody of what is not durable: neither who reads it, nor who fails over it, nor who changes nothing', async () => {
    const { store, commits } = slow()
    const written = put(store, 'a')
    await findSettled({})
    const asked = {
      read: store.read(({ count }) => count('people')),
      fault: store.read(({ get }) => {
        throw new Error(`there is ${get('people', 'a')?.id}`)
      }),
      refusal: store.write(({ get }) => {
        if (get('people', 'a')) throw new Error('a is taken')
      }),
      nothing: store.write(({ delete: remove }) => remove('people', 'z')),
    }
    expect(await findSettled(asked)).toEqual([])
    commits[0]?.end()
    await written
    expect((await findSettled(asked)).sort()).toEqual([
      'fault failed',
      'nothing',
      'read',
      'refusal failed',
    ])
    await expect(asked.refusal).rejects.toThrow('a is taken')
    await expect(asked.fault).rejects.toThrow('there is a')
    expect(await findSettled({ later: store.read(({ count }) => count('people')) })).toEqual([
      'later',
    ])
    expect(commits.length).toBe(1)
  })

  test('takes nothing more after a failure, and says why', async () => {
    const { store, commits, closed } = slow()
    const lost = put(store, 'a')
    await findSettled({})
    const waiting = [put(store, 'b'), store.read(({ count }) => count('people'))]
    commits[0]?.end(new Error('ENOSPC: no space left'))
    const after = await Promise.allSettled([
      lost,
      ...waiting,
      put(store, 'c'),
      store.read(({ count }) => count('people')),
    ])
    const message =
      'the store could not be written (ENOSPC: no space left), so the service accepts no more changes; free disk space or fix the disk, and restart it'
    expect(after.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(
      after.map(() => `StoreError: ${message}`),
    )
    expect(commits.length).toBe(1)
    await store.close()
    expect(closed()).toBe(true)
  })

  test('is closed when the last transaction is durable', async () => {
    const { store, commits, closed } = slow()
    const written = put(store, 'a')
    const closing = store.close()
    expect(await findSettled({ written, closing })).toEqual([])
    expect(closed()).toBe(false)
    commits[0]?.end()
    await Promise.all([written, closing])
    expect(closed()).toBe(true)
  })
})
