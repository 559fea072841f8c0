import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openStore } from '../../src/management/service/store/store.js'
import type { Store } from '../../src/management/service/store/store.js'
import type { StoreKinds } from '../../src/management/service/store/records.js'
import type { StoredRecord } from '../../src/management/service/call/records.js'

const kinds: StoreKinds = {
  heads: {},
  parts: { indexes: { writer: ({ writer }) => String(writer) } },
  sums: {},
}

const writers = Array.from({ length: 8 }, (_, number) => `writer-${number}`)
const parts = ['first', 'second', 'third']
const keptCount = 20

const openKilled = (folder: string): Promise<Store> => openStore(kinds, { folder })

const getNumber = (record: StoredRecord | undefined): number => Number(record?.['number'] ?? 0)
const formatId = (writer: string, number: number, part: string): string =>
  `${writer}/${String(number).padStart(9, '0')}/${part}`

/** Runs a transaction that adds some records, deletes the oldest, and increments two counters. Returns its number. */
const step = (store: Store, writer: string): Promise<number> =>
  store.write(({ get, put, ...records }) => {
    const number = getNumber(get('heads', writer)) + 1
    put('heads', { id: writer, number })
    put('sums', { id: 'all', number: getNumber(get('sums', 'all')) + 1 })
    for (const part of parts) {
      put('parts', {
        id: formatId(writer, number, part),
        writer,
        text: `${part} of ${number} `.repeat(10),
      })
      records.delete('parts', formatId(writer, number - keptCount, part))
    }
    return number
  })

/**
 * Runs transactions in a folder from several writers at once until the process is killed, and prints each one as soon
 * as it is acknowledged.
 */
export async function writeUntilKilled(folder: string): Promise<void> {
  const store = await openKilled(folder)
  await Promise.all(
    writers.map(async (writer) => {
      for (;;) writeSync(1, `${writer} ${await step(store, writer)}\n`)
    }),
  )
}

/** The number of the last acknowledged transaction, by writer. */
export type Acknowledged = Map<string, number>

/**
 * Starts a program that writes continuously, and kills it some milliseconds after its start or after its first
 * acknowledgement. Records the acknowledged transactions, and returns the standard error.
 */
export async function kill(
  argv: readonly string[],
  acknowledged: Acknowledged,
  after: { start: number } | { first: number },
): Promise<string> {
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let text = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk))
  if ('first' in after) await Promise.race([once(child.stdout, 'data'), closed])
  await wait('first' in after ? after.first : after.start)
  child.kill('SIGKILL')
  await closed
  for (const [, writer = '', number] of text.matchAll(/^(\S+) (\d+)\n/gm))
    acknowledged.set(writer, Number(number))
  return complaint
}

/** Finds faults in a folder after a kill: lost acknowledged transactions, and partial ones. */
export async function faultsAfter(
  folder: string,
  acknowledged: Acknowledged,
): Promise<readonly string[]> {
  const store = await openKilled(folder)
  try {
    return await store.read(({ get, find }) => {
      const heads = writers.map((writer) => ({ writer, last: getNumber(get('heads', writer)) }))
      const sum = heads.reduce((total, { last }) => total + last, 0)
      const faults = heads.flatMap(({ writer, last }) => {
        const numbers = Array.from(
          { length: Math.min(last, keptCount) },
          (_, index) => last - Math.min(last, keptCount) + 1 + index,
        )
        const wanted = numbers
          .flatMap((number) => parts.map((part) => formatId(writer, number, part)))
          .join()
        const found = [...find('parts', 'writer', writer)].map(({ id }) => id).join()
        return [
          ...(last < (acknowledged.get(writer) ?? 0)
            ? [`${writer} lost ${acknowledged.get(writer)}, has ${last}`]
            : []),
          ...(found === wanted ? [] : [`${writer} has ${found} instead of ${wanted}`]),
        ]
      })
      return [
        ...faults,
        ...(getNumber(get('sums', 'all')) === sum
          ? []
          : [`the sum is ${getNumber(get('sums', 'all'))} instead of ${sum}`]),
      ]
    })
  } finally {
    await store.close()
  }
}
