import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/management/service/store/store.js'
import { openStore } from '../../../../src/management/service/store/store.js'
import { exportLines, importLines } from '../../../../src/management/service/store/lines.js'
import { StoreError } from '../../../../src/management/service/store/format.js'
import { kinds } from '../../../support/stores.js'

async function filled(): Promise<Store> {
  const store = await openStore(kinds)
  await store.write(({ put }) => {
    put('pets', { id: 'p', owner: 'b', text: 'a\u2028b\n"\ud800"' })
    put('people', { id: 'b', name: 'Bo' })
    put('people', { id: 'a', name: 'ö \u{1f600}' })
  })
  return store
}

const readLines = async (store: Store): Promise<string[]> => {
  const lines = new Array<string>()
  for await (const line of exportLines(store)) lines.push(line)
  return lines
}

describe('an export', () => {
  test('has a header, and the records kind by kind in the order of their ids', async () => {
    expect((await readLines(await filled())).map((line) => JSON.parse(line))).toEqual([
      { format: 'routerfile store', version: 1, records: 3 },
      { kind: 'people', record: { id: 'a', name: 'ö \u{1f600}' } },
      { kind: 'people', record: { id: 'b', name: 'Bo' } },
      { kind: 'pets', record: { id: 'p', owner: 'b', text: 'a\u2028b\n"\ud800"' } },
    ])
  })

  test('is of one moment, however long it takes', async () => {
    const store = await filled()
    const lines = exportLines(store)
    const first = await lines.next()
    await store.write(({ put, ...records }) => {
      records.delete('people', 'a')
      put('people', { id: 'b', name: 'Bea' })
      put('pets', { id: 'q' })
    })
    const rest = new Array<string>()
    for await (const line of lines) rest.push(line)
    expect([first.value, ...rest]).toEqual(await readLines(await filled()))
  })
})

describe('an import', () => {
  test.each([
    ['lines', (text: string) => text.split(/(?<=\n)/)],
    ['one text without an end of the last line', (text: string) => [text.trimEnd()]],
    ['lines of Windows', (text: string) => [text.replaceAll('\n', '\r\n')]],
    [
      'single bytes',
      (text: string) => Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte)),
    ],
  ])('of %s gives the same store', async (_, chunks) => {
    const original = await readLines(await filled())
    const store = await openStore(kinds)
    expect(await importLines(store, chunks(original.join('')))).toBe(3)
    expect(await readLines(store)).toEqual(original)
  })

  const header = '{"format":"routerfile store","version":1,"records":2}\n'
  const first = '{"kind":"people","record":{"id":"a"}}\n'
  test.each([
    ['', 'the export is empty'],
    ['{"format":"other"}\n', 'the export was not written by routerfile'],
    [
      '{"format":"routerfile store","version":7,"records":0}\n',
      'the export has version 7, but this release of routerfile reads version 1; use a newer release',
    ],
    [
      '{"format":"routerfile store","version":1}\n',
      'line 1 does not contain the number of `records`',
    ],
    [`${header}${first}`, 'the export has 1 records, but its first line announces 2'],
    [`${header}${first}{"kind":"people","rec`, 'line 3 is not a record of an export'],
    [`${header}${first}\n`, 'line 3 is not a record of an export'],
    [`${header}${first}["secret"]\n`, 'line 3 is not a record of an export'],
    [
      `${header}${first}{"kind":"persons","record":{"id":"a"}}\n`,
      'line 3 has the unknown kind `persons`',
    ],
    [
      `${header}${first}{"kind":"pets","record":{"name":"secret"}}\n`,
      'line 3 has a record without an id',
    ],
    [`${header}${first}${first}`, 'line 3 has the id of an earlier record of `people`'],
  ])('of %j fills nothing', async (text, message) => {
    const store = await openStore(kinds)
    await expect(importLines(store, [text])).rejects.toThrow(
      new StoreError(`${message}; nothing was imported`),
    )
    expect(await store.read(({ count }) => count('people'))).toBe(0)
  })

  test('of what is not UTF-8 fills nothing', async () => {
    const store = await openStore(kinds)
    await expect(
      importLines(store, [Buffer.from(header), Buffer.from(first.replace('a', 'ä'), 'latin1')]),
    ).rejects.toThrow('line 2 or a later line is not UTF-8; nothing was imported')
    await expect(
      importLines(store, [Buffer.from(header + first), Uint8Array.of(0xc3)]),
    ).rejects.toThrow('line 3 or a later line is not UTF-8; nothing was imported')
  })

  test('into a store with a record changes nothing', async () => {
    const lines = await readLines(await filled())
    const store = await openStore(kinds)
    await store.write(({ put }) => put('pets', { id: 'x' }))
    await expect(importLines(store, lines)).rejects.toThrow(
      'the store is not empty; nothing was imported',
    )
    expect((await readLines(store)).length).toBe(2)
  })

  test('passes on what its source fails with', async () => {
    const failing = (async function* () {
      yield header
      throw new RangeError('no more')
    })()
    await expect(importLines(await openStore(kinds), failing)).rejects.toThrow(
      new RangeError('no more'),
    )
  })
})
