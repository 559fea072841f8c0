import { describe, expect, test } from 'vitest'
import { folderWith } from '../../../support/program.js'
import type { Step } from '../../../support/stores.js'
import { listIds, variants } from '../../../support/stores.js'

type Case = readonly [name: string, run: (step: Step) => Promise<void>]

const fill = (step: Step): Promise<unknown> =>
  step((store) =>
    store.write(({ put }) => {
      put('people', { id: 'b', name: 'Bo', groups: ['red', 'blue'] })
      put('people', { id: 'a', name: 'Al', groups: ['red'] })
      put('people', { id: 'C', name: 'Cy' })
      put('pets', { id: 'a', owner: 'b' })
    }),
  )

const people = (step: Step): Promise<string[]> =>
  step((store) => store.read(({ list }) => listIds(list('people'))))

const cases: readonly Case[] = [
  [
    'has no records at first',
    async (step) => {
      expect(
        await step((store) =>
          store.read(({ count, get, list }) => [
            count('people'),
            get('people', 'a'),
            [...list('pets')],
          ]),
        ),
      ).toEqual([0, undefined, []])
    },
  ],
  [
    'gives back what was put, each kind for itself',
    async (step) => {
      await fill(step)
      expect(
        await step((store) =>
          store.read(({ get }) => [get('people', 'a'), get('pets', 'a'), get('pets', 'b')]),
        ),
      ).toEqual([{ id: 'a', name: 'Al', groups: ['red'] }, { id: 'a', owner: 'b' }, undefined])
    },
  ],
  [
    'lists in the order of the bytes of the ids, from any position',
    async (step) => {
      const ids = ['z', 'B', 'aa', 'a', '\u{1f600}', '\uff5e', 'ö', 'Z', 'a\0', '0']
      await step((store) =>
        store.write(({ put }) => ids.forEach((id) => void put('people', { id }))),
      )
      const sorted = [...ids].sort((left, right) =>
        Buffer.compare(Buffer.from(left), Buffer.from(right)),
      )
      expect(await people(step)).toEqual(sorted)
      const positions = [0, 1, 5, 9, 10, 11, -1]
      expect(
        await step((store) =>
          store.read(({ list }) => positions.map((start) => listIds(list('people', start)))),
        ),
      ).toEqual(positions.map((start) => sorted.slice(Math.max(start, 0))))
    },
  ],
  [
    'finds by an index, under each of several values',
    async (step) => {
      await fill(step)
      const found = await step((store) =>
        store.read(({ find, countFound }) =>
          [
            ['name', 'Cy'],
            ['group', 'red'],
            ['group', 'blue'],
            ['group', 'green'],
            ['name', 'a'],
          ].map(([index = '', value = '']) => [
            countFound('people', index, value),
            ...listIds(find('people', index, value)),
          ]),
        ),
      )
      expect(found).toEqual([[1, 'C'], [2, 'a', 'b'], [1, 'b'], [0], [0]])
    },
  ],
  [
    'finds under the new values when a record was replaced, and not at all when it was deleted',
    async (step) => {
      await fill(step)
      await step((store) =>
        store.write(
          ({ put }) =>
            void put('people', { id: 'b', name: 'Bea', groups: ['blue', 'blue', 'green'] }),
        ),
      )
      await step((store) => store.write((records) => records.delete('people', 'a')))
      const found = await step((store) =>
        store.read(({ find }) =>
          [
            ['name', 'Bo'],
            ['name', 'Bea'],
            ['name', 'Al'],
            ['group', 'red'],
            ['group', 'blue'],
            ['group', 'green'],
          ].map(([index = '', value = '']) => listIds(find('people', index, value))),
        ),
      )
      expect(found).toEqual([[], ['b'], [], [], ['b'], ['b']])
    },
  ],
  [
    'tells whether what is deleted was there',
    async (step) => {
      await fill(step)
      expect(
        await step((store) =>
          store.write((records) => [
            records.delete('people', 'a'),
            records.delete('people', 'a'),
            records.count('people'),
          ]),
        ),
      ).toEqual([true, false, 2])
      expect(await people(step)).toEqual(['C', 'b'])
    },
  ],
  [
    'lets a transaction see what it wrote',
    async (step) => {
      await fill(step)
      const seen = await step((store) =>
        store.write(({ put, get, list, find, count, ...records }) => {
          put('people', { id: 'd', name: 'Di' })
          records.delete('people', 'b')
          return [
            get('people', 'd')?.['name'],
            get('people', 'b'),
            listIds(list('people')),
            listIds(find('people', 'name', 'Di')),
            listIds(find('people', 'group', 'red')),
            count('people'),
          ]
        }),
      )
      expect(seen).toEqual(['Di', undefined, ['C', 'a', 'd'], ['d'], ['a'], 3])
    },
  ],
  [
    'undoes all of a transaction that throws',
    async (step) => {
      await fill(step)
      const before = await step((store) =>
        store.read(({ list, find }) => [
          [...list('people')],
          [...list('pets')],
          listIds(find('people', 'group', 'red')),
        ]),
      )
      const failing = step((store) =>
        store.write(({ put, ...records }) => {
          put('people', { id: 'b', name: 'Bea' })
          put('people', { id: 'b', name: 'Ben', groups: ['green'] })
          put('people', { id: 'n', groups: ['red'] })
          records.delete('people', 'a')
          put('people', { id: 'a', name: 'Ann' })
          records.delete('pets', 'a')
          throw new RangeError('no')
        }),
      )
      await expect(failing).rejects.toThrow(new RangeError('no'))
      expect(
        await step((store) =>
          store.read(({ list, find }) => [
            [...list('people')],
            [...list('pets')],
            listIds(find('people', 'group', 'red')),
          ]),
        ),
      ).toEqual(before)
      expect(
        await step((store) =>
          store.read(({ countFound }) => [
            countFound('people', 'group', 'green'),
            countFound('people', 'name', 'Bea'),
          ]),
        ),
      ).toEqual([0, 0])
    },
  ],
  [
    'goes on with a list whose records are deleted, replaced and added meanwhile, each once',
    async (step) => {
      const ids = Array.from({ length: 2000 }, (_, number) => String(number).padStart(4, '0'))
      await step((store) =>
        store.write(({ put }) => ids.forEach((id) => void put('people', { id, groups: ['red'] }))),
      )
      const seen = await step((store) =>
        store.write(({ put, list, find, ...records }) => {
          const listed = new Array<string>()
          for (const { id } of find('people', 'group', 'red')) {
            listed.push(id)
            if (Number(id) % 3 === 0) records.delete('people', id)
            else put('people', { id, groups: Number(id) % 3 === 1 ? ['blue'] : ['red'] })
            if (id === '0007') put('people', { id: '0007a', groups: ['red'] })
            if (id === '0007') put('people', { id: '0000', groups: ['red'] })
          }
          return [listed, listIds(list('people')).length]
        }),
      )
      expect(seen).toEqual([[...ids.slice(0, 8), '0007a', ...ids.slice(8)], 1335 - 1 + 1])
    },
  ],
  [
    'keeps thousands of records in order while they come and go in none',
    async (step) => {
      const ids = Array.from({ length: 3000 }, (_, number) => ((number * 7919) % 3001).toString(36))
      await step((store) =>
        store.write(({ put }) => ids.forEach((id) => void put('people', { id }))),
      )
      await step((store) =>
        store.write((records) =>
          ids.slice(500, 2500).forEach((id) => void records.delete('people', id)),
        ),
      )
      const rest = [...ids.slice(0, 500), ...ids.slice(2500)].sort()
      expect(await people(step)).toEqual(rest)
      expect(await step((store) => store.read(({ list }) => listIds(list('people', 600))))).toEqual(
        rest.slice(600),
      )
    },
  ],
  [
    'stores a copy, as JSON writes it, which nobody can change',
    async (step) => {
      const given = {
        id: 'a',
        tags: { at: new Date(0), none: undefined, list: [undefined, Number.NaN] },
      }
      await step((store) => store.write(({ put }) => void put('people', given)))
      given.tags.list.push(1)
      const found = await step((store) => store.read(({ get }) => get('people', 'a')))
      expect(found).toEqual({
        id: 'a',
        tags: { at: '1970-01-01T00:00:00.000Z', list: [null, null] },
      })
      expect(Object.isFrozen(found) && Object.isFrozen(found?.['tags'])).toBe(true)
    },
  ],
  [
    'keeps every text and every key',
    async (step) => {
      const odd = {
        id: 'a\u2028',
        '': 1,
        ['__proto__']: { x: 1 },
        '10': 'ten',
        '2': 'two',
        text: '\ud800 \0 \u{1f600} "\\',
        number: 1e21,
        zero: -0,
      }
      await step((store) =>
        store.write(({ put }) => void put('people', JSON.parse(JSON.stringify(odd)))),
      )
      expect(
        JSON.stringify(await step((store) => store.read(({ get }) => get('people', 'a\u2028')))),
      ).toBe(JSON.stringify(odd))
    },
  ],
  [
    'runs transactions of one moment one after the other',
    async (step) => {
      const add = (store: Parameters<Parameters<Step>[0]>[0]) =>
        store.write(
          ({ get, put }) =>
            put('people', { id: 'sum', value: Number(get('people', 'sum')?.['value'] ?? 0) + 1 })[
              'value'
            ],
        )
      expect(
        await step((store) => Promise.all(Array.from({ length: 50 }, () => add(store)))),
      ).toEqual(Array.from({ length: 50 }, (_, number) => number + 1))
      expect(await step((store) => store.read(({ get }) => get('people', 'sum')))).toEqual({
        id: 'sum',
        value: 50,
      })
    },
  ],
  [
    'refuses records without an id that can be told from others',
    async (step) => {
      for (const id of ['', '\ud800', 'a\udc00'])
        await expect(
          step((store) => store.write(({ put }) => put('people', { id }))),
        ).rejects.toThrow('a record for `people` has no id')
      expect(await people(step)).toEqual([])
    },
  ],
  [
    'refuses kinds and indexes that there are not',
    async (step) => {
      await expect(step((store) => store.read(({ list }) => list('persons')))).rejects.toThrow(
        'there is no kind `persons`',
      )
      await expect(
        step((store) => store.write(({ put }) => put('persons', { id: 'a' }))),
      ).rejects.toThrow('there is no kind `persons`')
      await expect(
        step((store) => store.read(({ find }) => find('people', 'age', '1'))),
      ).rejects.toThrow('there is no index `age`')
    },
  ],
  [
    'undoes a transaction that would wait, or start another',
    async (step) => {
      await expect(
        step((store) => store.write(async ({ put }) => put('people', { id: 'a' }))),
      ).rejects.toThrow('a transaction cannot wait')
      await expect(
        step((store) =>
          store.write(({ put }) =>
            put('people', {
              id: 'b',
              inner: String(
                void store
                  .write((records) => records.put('people', { id: 'c' }))
                  .catch(() => undefined),
              ),
            }),
          ),
        ),
      ).resolves.toMatchObject({ id: 'b' })
      expect(await people(step)).toEqual(['b'])
    },
  ],
  [
    'changes nothing through a transaction that is over',
    async (step) => {
      await step(async (store) => {
        const records = await store.write((inner) => inner)
        expect(() => records.put('people', { id: 'a' })).toThrow('the transaction is over')
        expect(() => records.delete('people', 'a')).toThrow('the transaction is over')
      })
      expect(await people(step)).toEqual([])
    },
  ],
  [
    'waits for its transactions when it is closed, and then does nothing more',
    async (step) => {
      const outcomes = await step(async (store) => {
        const written = store.write(({ put }) => void put('people', { id: 'a' }))
        await store.close()
        await store.close()
        await written
        return Promise.allSettled([
          store.read(({ count }) => count('people')),
          store.write(({ put }) => put('people', { id: 'b' })),
        ])
      })
      expect(
        outcomes.map(
          (outcome) =>
            outcome.status === 'rejected' &&
            outcome.reason instanceof Error &&
            outcome.reason.message,
        ),
      ).toEqual(['the store is closed', 'the store is closed'])
    },
  ],
]

describe.each(variants)('a store %s', (_, open) => {
  test.each(cases)('%s', async (_name, run) => {
    const { step, close } = await open(folderWith({}))
    try {
      await run(step)
    } finally {
      await close()
    }
  })
})
