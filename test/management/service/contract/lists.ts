import { expect } from 'vitest'
import type { Client, Filter, Service } from '../../../../src/management/client/index.js'
import { batch, ensure, every, update } from '../../../../src/management/client/index.js'
import type { Scenario, Step } from './scenario.js'
import { requireValue } from './scenario.js'

const count = 60

const formatName = (number: number): string => `well-${String(number).padStart(2, '0')}`

const names = Array.from({ length: count }, (_, index) => formatName(index))

type Where = Exclude<
  NonNullable<NonNullable<Parameters<Client['services']['list']>[0]>['where']>,
  Filter
>

/** Filters of the builder, and which wells they find. */
const filters: readonly (readonly [
  name: string,
  where: Where,
  found: (number: number) => boolean,
])[] = [
  ['a name', ({ name }) => name.eq('well-07'), (number) => number === 7],
  [
    'one of several names',
    ({ name }) => name.in(['well-07', 'well-08', 'no well']),
    (number) => number === 7 || number === 8,
  ],
  [
    'a part of a name, in any case',
    ({ name }) => name.icontains('WELL-1'),
    (number) => number >= 10 && number < 20,
  ],
  ['names from one on', ({ name }) => name.gte('well-55'), (number) => number >= 55],
  [
    'a role attribute',
    ({ roleAttributes }) => roleAttributes.anyOf.eq('valley'),
    (number) => number % 2 === 1,
  ],
  [
    'no role attribute but one',
    ({ roleAttributes }) => roleAttributes.allOf.ne('valley'),
    (number) => number % 2 === 0,
  ],
  ['a number in a tag', ({ tags }) => tags.get('depth').gt(55), (number) => number > 55],
  [
    'what they are not',
    ({ terminatorStrategy }) => terminatorStrategy.ne('random'),
    (number) => number % 3 !== 0,
  ],
  [
    'two things at once',
    ({ name, roleAttributes }) => name.lt('well-10').and(roleAttributes.anyOf.eq('hill')),
    (number) => number < 10 && number % 2 === 0,
  ],
  [
    'one thing or another, but not a third',
    ({ name }) => every([name.contains('0').or(name.contains('5')), name.contains('1').not()]),
    (number) => /[05]/.test(formatName(number)) && !formatName(number).includes('1'),
  ],
  ['nothing', ({ name }) => name.in([]), () => false],
]

const filtered: Readonly<Record<string, Step>> = Object.fromEntries(
  filters.map(([name, where, found]): [string, Step] => [
    `are found by ${name}`,
    async ({ admin }) => {
      const { data, totalCount } = await admin.services.list({ where, sort: 'name', limit: -1 })
      const wanted = names.filter((_, number) => found(number))
      expect([data.map((service) => service.name), totalCount]).toEqual([wanted, wanted.length])
    },
  ]),
)

/** Many records, made, found, read and changed. */
export const wells: Scenario = () => {
  const made: { pages?: AsyncIterator<Service[]>; read: string[] } = { read: [] }
  const next = async (): Promise<boolean> => {
    const { done, value } = await requireValue(made.pages).next()
    if (done !== true) made.read.push(...value.map(({ name }) => name))
    return done !== true
  }
  return {
    'are made in a batch, of which one fails': async ({ admin }) => {
      const report = await batch(
        [...names, formatName(5)],
        (name, { index }) =>
          admin.services.create({
            name,
            encryptionRequired: true,
            terminatorStrategy: index % 3 === 0 ? 'random' : 'smartrouting',
            roleAttributes: [index % 2 === 0 ? 'hill' : 'valley'],
            tags: { depth: index },
          }),
        { concurrency: 3 },
      )
      expect([report.done.length, report.begun, report.ok]).toEqual([count, count + 1, false])
      expect(report.failed).toMatchObject([
        {
          error: {
            name: 'ManagementError',
            code: 'COULD_NOT_VALIDATE',
            field: { field: 'name', value: formatName(5) },
          },
        },
      ])
    },
    'are as many as they should be': async ({ admin }) =>
      expect(await admin.information.summary()).toMatchObject({ services: count }),
    'are listed ten at a time where nothing is said': async ({ admin }) =>
      expect(await admin.services.list({ offset: 0 })).toMatchObject({
        limit: 10,
        offset: 0,
        totalCount: count,
        data: { length: 10 },
      }),
    ...filtered,
    'are read from an offset, from behind': async ({ admin }) => {
      const { data } = await admin.services.list({ sort: 'name desc', offset: 5, limit: 3 })
      expect(data.map(({ name }) => name)).toEqual(['well-54', 'well-53', 'well-52'])
    },
    'are read all, each once': async ({ admin }) => {
      const read: string[] = []
      for await (const { name } of admin.services.list({ limit: 7 })) read.push(name)
      expect(read.sort()).toEqual(names)
    },
    'are read all in an order of their own': async ({ admin }) =>
      expect(
        (await admin.services.list({ limit: 9, sort: 'name' }).all()).map(({ name }) => name),
      ).toEqual(names),
    'are read page by page, one now': async ({ admin }) => {
      made.pages = admin.services.list({ limit: 25, prefetch: 0 }).pages()[Symbol.asyncIterator]()
      expect([await next(), made.read.length]).toEqual([true, 25])
    },
    'and others after one of the first was deleted': async ({ admin }) => {
      const { data } = await admin.services.list({
        where: ({ name }) => name.eq(requireValue(made.read[0])),
      })
      await admin.services.delete(requireValue(data[0]).id)
      while (await next());
      expect([...made.read].sort()).toEqual(names)
    },
    'are there once where they must be': async ({ admin }) => {
      const name = requireValue(made.read[0])
      const [first, second] = [
        await ensure(admin.services, { name, encryptionRequired: true }),
        await ensure(admin.services, { name, encryptionRequired: true }),
      ]
      expect([first.created, second.created, second.record.id]).toEqual([
        true,
        false,
        first.record.id,
      ])
    },
    'are changed by what they are': async ({ admin }) => {
      // The first that was read was deleted, and made anew without role attributes.
      const wanted = names.find(
        (name, number) => number % 2 === 0 && name !== requireValue(made.read[0]),
      )
      const { data } = await admin.services.list({
        where: ({ name }) => name.eq(requireValue(wanted)),
      })
      const changed = await update(
        admin.services,
        requireValue(data[0]).id,
        ({ roleAttributes }) => ({
          roleAttributes: [...(roleAttributes ?? []), 'deep'],
        }),
      )
      expect(changed.roleAttributes).toEqual(['deep', 'hill'])
    },
    'are deleted in a batch, as they are read': async ({ admin }) => {
      const report = await batch(admin.services.list({ limit: 11 }), ({ id }) =>
        admin.services.delete(id),
      )
      expect([
        report.ok,
        report.begun,
        (await admin.services.list({ limit: 1 })).totalCount,
      ]).toEqual([true, count, 0])
    },
  }
}
