import { describe, expect, test } from 'vitest'
import { compareBytes } from '../../../../src/management/service/call/byte-order.js'
import { compileSelector } from '../../../../src/management/service/filter/select.js'
import { attempt, select, selectList } from '../../../support/select-list.js'
import type { FilterSymbols } from '../../../../src/management/service/filter/symbols.js'
import type { ListParameters } from '../../../../src/management/service/filter/parameters.js'
import { parseParameters, noLimit } from '../../../../src/management/service/filter/parameters.js'
import { expectWithin } from '../../../support/promises.js'
import { random } from '../../../support/mutate.js'
import type { Tree } from '../../../support/orchard.js'
import { trees, treeSymbols } from '../../../support/orchard.js'

type Row = { id: string; name: string; weight: number | null }

const symbols: FilterSymbols<Row> = {
  id: { kind: 'text', read: ({ id }) => id },
  name: { kind: 'text', read: ({ name }) => name },
  weight: { kind: 'number', read: ({ weight }) => weight },
}

const createRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(6, '0'),
    name: `row ${(index * 7919) % count}`,
    weight: index % 11 === 0 ? null : index % 50,
  }))

function page<R>(
  records: Iterable<R>,
  parameters: ListParameters,
  known: FilterSymbols<R>,
): ReturnType<typeof select<R>> {
  const found = selectList(records, parameters, known)
  if (!found.ok) throw new Error(found.reason)
  return found.value
}

describe('a page', () => {
  const thirty = createRows(30)
  const thousand = createRows(1000)

  test.each<
    [string, ListParameters, { size: number; first?: string; limit: number; offset: number }]
  >([
    ['has ten records if nothing is said', {}, { size: 10, first: '000000', limit: 10, offset: 0 }],
    ['has ten for a limit of 0', { limit: 0 }, { size: 10, limit: 10, offset: 0 }],
    ['has ten for a limit below -1', { limit: -2 }, { size: 10, limit: 10, offset: 0 }],
    ['has all for -1', { limit: -1 }, { size: 30, limit: noLimit, offset: 0 }],
    ['has all for `limit none`', { filter: 'limit none' }, { size: 30, limit: noLimit, offset: 0 }],
    ['has all for `limit -1`', { filter: 'limit -1' }, { size: 30, limit: noLimit, offset: 0 }],
    [
      'is empty without a limit and with an offset',
      { limit: -1, offset: 25 },
      { size: 0, limit: noLimit, offset: 25 },
    ],
    [
      'is empty without a limit and with `skip`',
      { filter: 'sort by name skip 1 limit none' },
      { size: 0, limit: noLimit, offset: 1 },
    ],
    [
      'begins at the offset',
      { limit: 3, offset: 5 },
      { size: 3, first: '000005', limit: 3, offset: 5 },
    ],
    [
      'is cut at the end',
      { limit: 3, offset: 29 },
      { size: 1, first: '000029', limit: 3, offset: 29 },
    ],
    ['is empty behind the end', { limit: 3, offset: 30 }, { size: 0, limit: 3, offset: 30 }],
    [
      'begins at 100,000 at the latest',
      { offset: 100_001 },
      { size: 0, limit: 10, offset: 100_000 },
    ],
    [
      'begins at 0 at the earliest',
      { filter: 'skip -7' },
      { size: 10, first: '000000', limit: 10, offset: 0 },
    ],
    [
      'is what the filter says, not the parameters',
      { filter: 'sort by id desc skip 4 limit 2', limit: 9, offset: 1, sort: 'name' },
      { size: 2, first: '000025', limit: 2, offset: 4 },
    ],
    [
      'is what both say where they say different things',
      { filter: 'limit 2', offset: 1, sort: 'id desc' },
      { size: 2, first: '000028', limit: 2, offset: 1 },
    ],
  ])('%s', (_, parameters, { size, first, limit, offset }) => {
    const found = page(thirty, parameters, symbols)
    expect(found).toMatchObject({ limit, offset, totalCount: 30 })
    expect(found.page).toHaveLength(size)
    if (first !== undefined) expect(found.page[0]?.id).toBe(first)
  })

  test('has 500 records at most, by parameter and by clause', () => {
    expect(page(thousand, { limit: 501 }, symbols)).toMatchObject({ limit: 500, totalCount: 1000 })
    expect(page(thousand, { filter: 'limit 1000' }, symbols).page).toHaveLength(500)
  })

  test('counts all that match, not itself', () => {
    expect(page(thousand, { filter: 'weight = 7', limit: 2 }, symbols)).toMatchObject({
      totalCount: 18,
      page: [{ id: '000007' }, { id: '000057' }],
    })
  })

  test('of known count touches no record behind it', () => {
    let touched = 0
    function* counted(): Generator<Row> {
      for (const row of thousand) {
        touched += 1
        yield row
      }
    }
    const selector = compileSelector({ limit: 5, offset: 20, filter: 'true' }, symbols)
    expect(select(counted(), selector, 1000)).toMatchObject({
      totalCount: 1000,
      page: [{ id: '000020' }, {}, {}, {}, { id: '000024' }],
    })
    expect(touched).toBe(25)
  })

  test('is the same for every limit and offset, whether the first are picked or all are sorted', () => {
    const next = random(11)
    const rows = thousand.slice(0, 300)
    const faults: string[] = []
    for (const sort of [
      'name',
      'weight',
      'weight desc, name',
      'name desc',
      'weight, id desc',
      'id desc',
    ]) {
      const sorted = page(rows, { sort, limit: -1 }, symbols).page.map(({ id }) => id)
      for (let round = 0; round < 30; round += 1) {
        const [limit, offset] = [1 + Math.floor(next() * 40), Math.floor(next() * 320)]
        const found = page(rows, { sort, limit, offset }, symbols).page.map(({ id }) => id)
        if (found.join() !== sorted.slice(offset, offset + limit).join())
          faults.push(`${sort} ${limit} ${offset}`)
      }
    }
    expect(faults).toEqual([])
  })
})

describe('the order', () => {
  test('of texts is that of their bytes', () => {
    const texts = [
      '',
      'A',
      'Z',
      'a',
      'a\0',
      'aa',
      'b',
      'é',
      'ÿ',
      '\u07ff',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '😀',
      '\u{10ffff}',
    ]
    const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('hex')
    const faults = texts.flatMap((left) =>
      texts
        .filter(
          (right) =>
            Math.sign(compareBytes(left, right)) !==
            (bytes(left) < bytes(right) ? -1 : bytes(left) > bytes(right) ? 1 : 0),
        )
        .map((right) => `${left} ${right}`),
    )
    expect(faults).toEqual([])
  })

  test('of equal records is that of their ids, downward too', () => {
    const same = createRows(9).map((row) => ({ ...row, name: 'same', weight: 1 }))
    expect(
      page(same, { sort: 'name desc, weight desc', limit: 3 }, symbols).page.map(({ id }) => id),
    ).toEqual(['000000', '000001', '000002'])
  })
})

describe('roles', () => {
  test.each<[string, ListParameters, string]>([
    ['have all attributes', { roleFilter: ['#fruit', '#old'] }, 'A1 c5'],
    [
      'have any with `AnyOf` in any case',
      { roleFilter: ['#fruit', '#shade'], roleSemantic: 'anyof' },
      'A1 B2 b4 c5 d6',
    ],
    ['have an id', { roleFilter: ['@a3'] }, 'a3'],
    [
      'have an id besides all attributes',
      { roleFilter: ['@a3', '#shade', '#old'], roleSemantic: 'AllOf' },
      'a3 b4 c5',
    ],
    ['have unknown attributes and ids', { roleFilter: ['#none', '@none', '#'] }, ''],
    ['have no special `#all`', { roleFilter: ['#all'] }, ''],
    ['have one attribute with a comma', { roleFilter: ['#fruit,#old'] }, ''],
    [
      'go along with a filter',
      { roleFilter: ['#fruit'], filter: 'name < "b" sort by name' },
      'B2 A1',
    ],
    ['have a semantic that means nothing alone', { roleSemantic: 'any' }, 'A1 B2 a3 b4 c5 d6'],
  ])('%s', (_, parameters, ids) => {
    expect(
      page(trees, parameters, treeSymbols)
        .page.map(({ id }) => id)
        .join(' '),
    ).toBe(ids)
  })

  test.each<[string, ListParameters, object]>([
    [
      'without a mark',
      { roleFilter: ['#a', 'fruit'] },
      {
        field: 'roleFilter',
        value: 'fruit',
        reason:
          "'fruit' is neither role attribute (prefixed with #) or an entity id or name (prefixed with @)",
      },
    ],
    ['that are empty', { roleFilter: [''] }, { field: 'roleFilter', value: '' }],
    [
      'with another semantic',
      { roleFilter: ['#a'], roleSemantic: 'OneOf' },
      { field: 'semantic', reason: 'invalid semantic', value: 'OneOf' },
    ],
  ])('%s are refused', (_, parameters, failure) => {
    expect(selectList(trees, parameters, treeSymbols)).toMatchObject({
      ok: false,
      failure: { code: 'COULD_NOT_VALIDATE', ...failure },
    })
  })

  test('mean nothing for records that have none', () => {
    expect(page(createRows(3), { roleFilter: ['x'] }, symbols).totalCount).toBe(3)
  })
})

describe('parameters', () => {
  test.each<[string, string, ListParameters]>([
    [
      'are all read',
      'filter=a+%3D+1&sort=name&limit=5&offset=7&roleFilter=%23a&roleFilter=%40b&roleSemantic=AnyOf&other=1',
      {
        filter: 'a = 1',
        sort: 'name',
        limit: 5,
        offset: 7,
        roleFilter: ['#a', '@b'],
        roleSemantic: 'AnyOf',
      },
    ],
    ['count once, the first time', 'limit=2&limit=4', { limit: 2 }],
    ['may be empty', 'limit=&offset=&filter=', { filter: '' }],
    ['may have a sign, and zeros', 'limit=%2B5&offset=-0012', { limit: 5, offset: -12 }],
  ])('%s', (_, query, parameters) => {
    expect(parseParameters(new URLSearchParams(query))).toEqual(parameters)
  })

  test.each([
    'abc',
    '1.5',
    '1e2',
    ' 5',
    '5 ',
    '0x10',
    '--1',
    '9223372036854775808',
    '99999999999999999999',
    '9'.repeat(1_000_000),
    '𝟓',
  ])('are integers of 64 bits, which `%s` is not', (value) => {
    expect(attempt(() => parseParameters(new URLSearchParams({ offset: value })))).toMatchObject({
      ok: false,
      failure: {
        code: 'COULD_NOT_VALIDATE',
        field: 'offset',
        value,
        reason: `offset in query must be of type int64: "${value}"`,
      },
    })
  })
})

describe('whatever is asked', () => {
  const deep = 100_000
  const texts: Readonly<Record<string, string>> = {
    'groups in groups': `${'('.repeat(deep)}true${')'.repeat(deep)}`,
    'groups that stay open': '('.repeat(1_000_000),
    'groups with more': `${'(pruned or ('.repeat(deep / 2)}true${') and true)'.repeat(deep / 2)}`,
    negations: `${'not '.repeat(deep)}true`,
    'a chain': `true${' and true'.repeat(deep)}`,
    'words and blanks': `not${' '.repeat(20)}`.repeat(50_000),
    zeros: '0'.repeat(1_000_000),
    'a long number': `height = ${'9'.repeat(1_000_000)}`,
    'a long list': `height in [${'1,'.repeat(300_000)}1]`,
    'a long text': `name = "${'a\\n'.repeat(500_000)}"`,
    'an open quote': `name = "${'\\"'.repeat(500_000)}`,
    'open quotes with control characters': '"a\n'.repeat(300_000),
    'dates that are none': `planted = datetime(${'1'.repeat(1_000_000)}`,
    'a long fraction': `planted > datetime(2020-01-01T00:00:00.${'9'.repeat(1_000_000)}Z)`,
    'a long name': `a${'.a'.repeat(500_000)}`,
    'names in quotes': "'a".repeat(400_000),
    'signs that mean nothing': '-!&'.repeat(400_000),
    'queries in queries': 'isEmpty(from plots where '.repeat(40_000),
    'names to sort by': `sort by name${', name'.repeat(200_000)}`,
    lines: '\n'.repeat(1_000_000),
  }

  test.each(Object.entries(texts))('%s take a moment', (_, filter) => {
    expectWithin(50, () => {
      const found = selectList(trees, { filter }, treeSymbols)
      expect(
        found.ok ? found.value.totalCount <= trees.length : found.failure.code === 'INVALID_FILTER',
      ).toBe(true)
    })
  })

  test('a filter over 100,000 records takes a moment, sorted or not', () => {
    const many: Tree[] = Array.from({ length: 100_000 }, (_, index) => ({
      ...trees[index % 6],
      id: String(index).padStart(6, '0'),
      name: `tree ${(index * 7919) % 100_000}`,
      height: index % 50,
      labels: [],
      plots: [],
    }))
    const filter =
      'name icontains "EE 9" and (height > 3 or tags.site = "hill") sort by height desc, name'
    expectWithin(30, () =>
      expect(page(many, { filter }, treeSymbols).totalCount).toBeGreaterThan(9000),
    )
  })
})
