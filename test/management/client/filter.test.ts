import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Filter, Sort } from '../../../src/management/client/filter.js'
import { every, some, createFields } from '../../../src/management/client/filter.js'
import { selectList } from '../../support/select-list.js'
import { trees, treeKinds, treeSymbols } from '../../support/orchard.js'

const {
  id,
  name,
  height,
  pruned,
  planted,
  tags,
  labels,
  plots,
  'care.water.daily': water,
} = createFields<typeof treeKinds>()

const on = (text: string): Date => new Date(text)

const found = (filter: string): string => {
  const result = selectList(trees, { filter, limit: 100 }, treeSymbols)
  return result.ok ? result.value.page.map((tree) => tree.id).join(' ') : result.reason
}

describe('a filter is written, and finds', () => {
  const rows: readonly (readonly [filter: Filter, text: string, ids: string])[] = [
    [name.eq('apple'), 'name = "apple"', 'A1'],
    [name.ne('apple'), 'name != "apple"', 'B2 a3 b4 c5 d6'],
    [name.lt('a'), 'name < "a"', 'B2 d6'],
    [name.lte('apple'), 'name <= "apple"', 'A1 B2 d6'],
    [name.gt('ash'), 'name > "ash"', 'b4 c5'],
    [name.gte('ash'), 'name >= "ash"', 'a3 b4 c5'],
    [name.contains('er'), 'name contains "er"', 'B2 b4 c5'],
    [name.notContains('e'), 'name not contains "e"', 'a3'],
    [name.icontains('BIL'), 'name icontains "BIL"', 'B2'],
    [name.notIcontains('E'), 'name not icontains "E"', 'a3'],
    [name.in(['ash', 'apple']), 'name in ["ash", "apple"]', 'A1 a3'],
    [name.notIn(['ash', 'apple']), 'name not in ["ash", "apple"]', 'B2 b4 c5 d6'],
    [name.in([]), 'false', ''],
    [name.notIn([]), 'true', 'A1 B2 a3 b4 c5 d6'],
    [id.eq(null), 'id = null', ''],
    [name.eq('beech "copper"'), 'name = "beech \\"copper\\""', 'b4'],
    [name.eq('cherry\t12'), 'name = "cherry\\t12"', 'c5'],
    [name.eq('\\t\n\f\r"\u007f🌳'), 'name = "\\\\t\\n\\f\\r\\"\u007f🌳"', ''],
    [height.eq(3), 'height = 3', 'A1'],
    [height.lt(0.5), 'height < 0.5', 'd6'],
    [height.gte(-2), 'height >= -2', 'A1 B2 a3 c5 d6'],
    [height.gt(1e-7), 'height > 1e-7', 'A1 B2 a3 c5'],
    [height.lt(1e21), 'height < 1e+21', 'A1 B2 a3 c5 d6'],
    [height.between(0, 12), 'height between 0 and 12', 'A1 B2'],
    [height.notBetween(0, 12), 'height not between 0 and 12', 'a3 b4 c5 d6'],
    [height.in([3, 12]), 'height in [3, 12]', 'A1 a3 c5'],
    [height.ne(null), 'height != null', 'A1 B2 a3 c5 d6'],
    [water.eq(6), 'care.water.daily = 6', 'A1'],
    [pruned.eq(false), 'pruned = false', 'B2 a3 b4 d6'],
    [pruned.ne(true), 'pruned != true', 'B2 a3 b4 d6'],
    [pruned.eq(null), 'pruned = null', 'a3 b4'],
    [
      planted.gt(on('2021-03-01T00:00:00Z')),
      'planted > datetime(2021-03-01T00:00:00.000Z)',
      'b4 c5',
    ],
    [
      planted.between(on('2020-01-01'), on('2021-01-01')),
      'planted between datetime(2020-01-01T00:00:00.000Z) and datetime(2021-01-01T00:00:00.000Z)',
      'A1',
    ],
    [
      planted.in([on('2021-03-01T00:00:00.250Z')]),
      'planted in [datetime(2021-03-01T00:00:00.250Z)]',
      'b4',
    ],
    [planted.eq(null), 'planted = null', 'a3 d6'],
    [tags.get('site').eq('hill'), 'tags.site = "hill"', 'A1'],
    [tags.get('site').ne(null), 'tags.site != null', 'A1 B2'],
    [tags.get('ripe').eq(true), 'tags.ripe = true', 'A1'],
    [tags.get('rows').eq(7), 'tags.rows = 7e0', 'A1'],
    [tags.get('rows').gte(7), 'tags.rows >= 7e0', 'A1 B2'],
    [tags.get('share').eq(0.5), 'tags.share = 0.5', 'A1'],
    [tags.get('rows').in([7, 10]), 'tags.rows in [7e0, 10e0]', 'A1 B2'],
    [tags.get('rows').in([10, '7']), '(tags.rows in ["7"]) or (tags.rows in [10e0])', 'A1 B2 b4'],
    [
      tags.get('rows').notIn([10, '7']),
      '(tags.rows not in ["7"]) and (tags.rows not in [10e0])',
      'a3 c5 d6',
    ],
    [tags.get('leaf-kind').contains('ou'), 'tags.leaf-kind contains "ou"', 'b4'],
    [tags.get('on.slope').eq(true), 'tags.on.slope = true', 'b4'],
    [labels.anyOf.eq('old'), 'anyOf(labels) = "old"', 'A1 b4 c5'],
    [labels.allOf.in(['shade', 'old']), 'allOf(labels) in ["shade", "old"]', 'a3 b4 d6'],
    [labels.count.gt(1), 'count(labels) > 1', 'A1 b4 c5'],
    [labels.count.between(1, 3), 'count(labels) between 1 and 3', 'A1 B2 b4 d6'],
    [plots.isEmpty(), 'isEmpty(plots)', 'a3 c5'],
    [name.contains('e').and(pruned.eq(true)), '(name contains "e") and (pruned = true)', 'A1 c5'],
    [pruned.eq(true).or(height.lt(0)), '(pruned = true) or (height < 0)', 'A1 c5 d6'],
    [pruned.eq(true).not(), 'not (pruned = true)', 'B2 a3 b4 d6'],
    [pruned.eq(true).not().and(height.gt(0)), '(not (pruned = true)) and (height > 0)', 'B2 a3'],
    [
      pruned.eq(true).and(height.gt(5)).or(height.lt(0)),
      '((pruned = true) and (height > 5)) or (height < 0)',
      'c5 d6',
    ],
    [
      pruned.eq(true).and(height.gt(5), name.contains('r')),
      '(pruned = true) and (height > 5) and (name contains "r")',
      'c5',
    ],
    [every([pruned.eq(true)]), 'pruned = true', 'A1 c5'],
    [every([]), 'true', 'A1 B2 a3 b4 c5 d6'],
    [some([name.eq('ash'), name.eq('apple')]), '(name = "ash") or (name = "apple")', 'A1 a3'],
    [some([]), 'false', ''],
  ]

  test.each(rows.map(([filter, text, ids]) => [text, filter, ids] as const))(
    '%s',
    (text, filter, ids) => {
      expect(filter.text).toBe(text)
      expect(`${filter}`).toBe(text)
      expect(found(text)).toBe(ids)
    },
  )
})

describe('what no filter can say is refused', () => {
  test.each([
    [
      'a control character',
      () => name.eq('a\u0007b'),
      'a string with the character U+0007 (at 1) cannot be used in a filter',
    ],
    [
      'a null character in a list',
      () => name.in(['a', '\0']),
      'a string with the character U+0000 (at 0) cannot be used in a filter',
    ],
    [
      'a half of a character',
      () => name.contains('a\ud83c'),
      'a string with the character U+D83C (at 1) cannot be used in a filter',
    ],
    [
      'a tag with a digit',
      () => tags.get('row1'),
      'the key is `row1`, but each part of a key in a filter must begin with a letter and contain only letters, `_` and `-`',
    ],
    ['a tag without a name', () => tags.get(''), 'the key is ``, but'],
    ['a tag that begins with `_`', () => tags.get('_a'), 'the key is `_a`, but'],
    ['a tag that ends with a dot', () => tags.get('a.'), 'the key is `a.`, but'],
    [
      'a tag that is more than a name',
      () => tags.get('a = "x" or true'),
      'the key is `a = "x" or true`, but',
    ],
    ['infinity', () => height.lt(Infinity), 'the number is `Infinity`, but must be finite'],
    ['no number', () => tags.get('rows').eq(NaN), 'the number is `NaN`, but must be finite'],
    [
      'no date',
      () => planted.eq(new Date('x')),
      'the date is `Invalid Date`, but its year must be between 0 and 9999',
    ],
    ['a date far off', () => planted.eq(new Date(8.64e15)), 'its year must be between 0 and 9999'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(RangeError)
    expect(make).toThrow(message)
  })
})

describe('types', () => {
  test('let through what a field can be compared with, and nothing else', () => {
    expectTypeOf(name.eq).parameter(0).toEqualTypeOf<string | null>()
    expectTypeOf(name.lt).parameter(0).toEqualTypeOf<string>()
    expectTypeOf(height.between).parameters.toEqualTypeOf<[number, number]>()
    expectTypeOf(pruned.eq).parameter(0).toEqualTypeOf<boolean | null>()
    expectTypeOf(planted.gt).parameter(0).toEqualTypeOf<Date>()
    expectTypeOf(labels.anyOf.eq).parameter(0).toEqualTypeOf<string>()
    expectTypeOf(tags.get).parameter(0).toEqualTypeOf<string>()
    expectTypeOf(pruned).not.toHaveProperty('contains')
    expectTypeOf(labels).not.toHaveProperty('eq')
    expectTypeOf(tags).not.toHaveProperty('eq')
    expectTypeOf(name).not.toHaveProperty('between')
    expectTypeOf(createFields<typeof treeKinds>()).not.toHaveProperty('color')
    expectTypeOf<'labels'>().not.toExtend<Sort<typeof treeKinds>>()
    expectTypeOf<'name desc'>().toExtend<Sort<typeof treeKinds>>()
    expectTypeOf<'name dsc'>().not.toExtend<Sort<typeof treeKinds>>()
  })
})
