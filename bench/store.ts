import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openStore } from '../src/management/service/store/store.js'
import type { Store } from '../src/management/service/store/store.js'
import type { StoreKinds } from '../src/management/service/store/records.js'

const kinds: StoreKinds = {
  services: { indexes: { name: ({ name }) => String(name), role: () => 'all' } },
}

/** Creates a record of about 600 bytes; the order of ids differs from that of the numbers. */
const record = (number: number) => ({
  id: (Math.imul(number, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0'),
  name: `service-${number}`,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  roleAttributes: ['all', `site-${number % 100}`],
  tags: { owner: 'somebody', note: 'x'.repeat(320) },
  configs: ['aaaaaaaa-0000-0000-0000-000000000000', 'bbbbbbbb-0000-0000-0000-000000000000'],
  encryptionRequired: true,
  terminatorStrategy: 'smartrouting',
})

async function rate(
  connections: number,
  count: number,
  run: (number: number) => Promise<unknown>,
): Promise<string> {
  let next = 0
  const start = performance.now()
  const connection = async (): Promise<void> => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return `${Math.round((count / (performance.now() - start)) * 1000)}/s`
}

const seconds = (start: number): string => `${((performance.now() - start) / 1000).toFixed(2)} s`

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

const memory = (): string => {
  if (typeof collect === 'function') collect()
  const { rss, heapUsed } = process.memoryUsage()
  return `${Math.round(rss / 1e6)} MB (heap ${Math.round(heapUsed / 1e6)} MB)`
}

async function writes(store: Store, count: number): Promise<number> {
  let first = 0
  for (const connections of [1, 8, 64]) {
    const base = first
    console.log(
      `  writes, ${connections} connections: ${await rate(connections, count * Math.min(connections, 8), (number) => store.write(({ put }) => put('services', record(base + number))))}`,
    )
    first += count * Math.min(connections, 8)
  }
  return first
}

async function reads(store: Store, total: number): Promise<void> {
  for (const connections of [1, 8]) {
    console.log(
      `  get by id, ${connections} connections: ${await rate(connections, 100_000, (number) => store.read(({ get }) => get('services', record(number % total).id)))}`,
    )
    console.log(
      `  find by name, ${connections} connections: ${await rate(connections, 100_000, (number) => store.read(({ find }) => [...find('services', 'name', `service-${number % total}`)]))}`,
    )
    console.log(
      `  page of 10 in the middle, ${connections} connections: ${await rate(connections, 100_000, () => store.read(({ list }) => first(list('services', total >> 1), 10)))}`,
    )
  }
}

function first(records: Iterable<unknown>, count: number): unknown[] {
  const page = []
  for (const found of records) if (page.push(found) === count) break
  return page
}

/**
 * Measures transactions of one record and reads per second, in memory and in a folder; then the time to open a folder
 * with many records.
 */
export async function measure([count = '2000', many = '100000']: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  try {
    console.log(`at first: ${memory()}`)
    for (const options of [{}, { folder }]) {
      const store = await openStore(kinds, options)
      console.log('folder' in options ? 'in a folder' : 'in memory')
      const total = await writes(store, Number(count))
      await reads(store, total)
      const start = performance.now()
      await store.write(({ put }) => {
        for (let number = total; number < Number(many); number += 1) put('services', record(number))
      })
      console.log(`  ${Number(many) - total} records in one transaction: ${seconds(start)}`)
      console.log(
        `  one more, among ${many}: ${await rate(1, 500, (number) => store.write(({ put }) => put('services', record(Number(many) + number))))}; ${memory()}`,
      )
      await store.close()
    }
    const start = performance.now()
    const store = await openStore(kinds, { folder })
    console.log(`opened with ${many} records in ${seconds(start)}; ${memory()}`)
    await store.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
