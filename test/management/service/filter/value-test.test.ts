import { describe, expect, test } from 'vitest'
import type { FilterSymbols } from '../../../../src/management/service/filter/symbols.js'
import { selectList } from '../../../support/select-list.js'
import type { Row } from '../../../support/orchard.js'
import { all, fault, outcome, unexpected } from '../../../support/orchard.js'

const tables: Readonly<Record<string, readonly Row[]>> = {
  'a comparison of text': [
    ['is exact', 'name = "apple"', 'A1'],
    ['minds case', 'name = "APPLE"', ''],
    ['can be turned round', 'name != "apple"', 'B2 a3 b4 c5 d6'],
    ['orders by bytes, capitals first', 'name < "a"', 'B2 d6'],
    ['includes the bound with `<=`', 'name <= "apple"', 'A1 B2 d6'],
    ['excludes it with `>`', 'name > "ash"', 'b4 c5'],
    ['includes it with `>=`', 'name >= "ash"', 'a3 b4 c5'],
    ['takes a number as its digits', 'name contains 12', 'c5'],
    ['takes a list of numbers as theirs', 'name in [1, 2.50]', ''],
    ['reads escapes', 'name = "beech \\"copper\\"" or name = "cherry\\t12"', 'b4 c5'],
    ['reads an escaped backslash as one, whatever follows', 'name = "cherry\\\\t12"', ''],
    ['finds what is beyond 16 bits', 'name contains "🌳"', 'd6'],
  ],
  'a part of a text': [
    ['is found', 'name contains "er"', 'B2 b4 c5'],
    ['minds case', 'name contains "Er"', ''],
    ['ignores it with `icontains`', 'name icontains "BIL"', 'B2'],
    ['is missed with `not contains`', 'name not contains "e"', 'a3'],
    ['is missed with several blanks too', 'name not \t\n contains "e"', 'a3'],
    ['is missed with `not icontains`', 'name NOT ICONTAINS "E"', 'a3'],
    ['that is empty is everywhere', 'name contains ""', all],
    ['is found in numbers', 'height contains "2"', 'a3 c5 d6'],
    ['is missed where there is no value', 'height not contains 1', 'A1 B2 b4 d6'],
  ],
  'a list': [
    ['has one of its values', 'name in ["ash", "apple", "fir"]', 'A1 a3'],
    ['has none of them with `not in`', 'name not in ["ash", "apple"]', 'B2 b4 c5 d6'],
    ['takes blanks inside', 'name in [ "ash" ,"apple" ]', 'A1 a3'],
    ['has numbers', 'height in [3, 12]', 'A1 a3 c5'],
    ['has numbers as text', 'height in ["3", "0.5"]', 'A1 B2'],
    [
      'has dates',
      'planted in [datetime(2021-03-01T00:00:00Z), datetime(2022-12-31T23:59:59Z)]',
      'B2 c5',
    ],
    ['has not what has no value', 'height in [0]', ''],
    ['of which nothing is, is not empty', 'name in []', unexpected(']', 9)],
    ['does not end with a comma', 'name in ["a",]', unexpected(']', 13)],
    ['has one kind of value', 'name in ["a", 1]', unexpected('1', 14)],
    ['has no truth values', 'pruned in [true]', unexpected('true', 11)],
    ['comes after a blank', 'name in["a"]', unexpected('[', 7)],
    [
      'of numbers does not go with dates',
      'planted in [1]',
      fault('operation planted in [1] is not supported with operands types date, number'),
    ],
    [
      'does not go with truth values',
      'pruned in ["true"]',
      fault('operation pruned in [true] is not supported with operands types bool, string'),
    ],
  ],
  'a number': [
    ['is equal to itself with a fraction', 'height = 3.0', 'A1'],
    ['has an exponent', 'height = 120e-1', 'a3 c5'],
    ['is negative', 'height < -1', 'd6'],
    ['is unequal to what has no value', 'height != 12', 'A1 B2 b4 d6'],
    ['is between, without the upper bound', 'height between 0.5 and 12', 'A1 B2'],
    ['is not between', 'height not between 0.5 and 12', 'a3 b4 c5 d6'],
    ['is not between bounds that are turned round', 'height between 12 and 0', ''],
    [
      'does not compare with text',
      'height = "3"',
      fault('operation height = 3 is not supported with operands types number, string'),
    ],
    [
      'does not compare with a date',
      'height < datetime(2021-03-01T00:00:00Z)',
      fault(
        'operation height < 2021-03-01T00:00:00.000Z is not supported with operands types number, date',
      ),
    ],
    ['has no leading zeros', 'height = 03', unexpected('3', 10)],
    [
      'beyond all floats is refused',
      'height = 1e999',
      fault('could not parse number: 1e999 is out of range'),
    ],
    ['can have a name with dots', 'care.water.daily = 6', 'A1'],
  ],
  'a truth value': [
    ['is compared', 'pruned = true', 'A1 c5'],
    ['that is missing is false', 'pruned = false', 'B2 a3 b4 d6'],
    ['stands alone', 'pruned', 'A1 c5'],
    ['stands alone, turned round', 'not pruned', 'B2 a3 b4 d6'],
    ['can be missing', 'pruned = null', 'a3 b4'],
    ['has no order', 'pruned < true', unexpected('true', 9)],
    [
      'does not compare with text',
      'pruned = "true"',
      fault('operation pruned = true is not supported with operands types bool, string'),
    ],
    [
      'has no parts',
      'pruned contains "t"',
      fault('operation pruned contains t is not supported with operands types bool, string'),
    ],
    [
      'is nothing that text is',
      'name',
      fault("symbol 'name' is not a boolean and cannot be used alone as a condition"),
    ],
    ['as a constant is in any case', 'TRUE and not False', all],
    ['as a constant compares with nothing', 'true = true', unexpected('=', 5)],
  ],
  'a date': [
    ['is later', 'planted > datetime(2021-03-01T00:00:00Z)', 'b4 c5'],
    ['has fractions of a second', 'planted = datetime(2021-03-01T00:00:00.25Z)', 'b4'],
    ['has another zone', 'planted = datetime(2021-03-01T02:30:00+02:30)', 'B2'],
    [
      'may be in small letters, with blanks',
      'planted = datetime( 2021-02-28t23:00:00-01:00\t)',
      'B2',
    ],
    [
      'is between',
      'planted between datetime(2020-03-01T00:00:00Z) and datetime(2021-03-01T00:00:00Z)',
      'A1',
    ],
    [
      'is unequal to what is missing',
      'planted != datetime(2020-03-01T00:00:00Z)',
      'B2 a3 b4 c5 d6',
    ],
    ['can be missing', 'planted = null', 'a3 d6'],
    ['needs a zone', 'planted > datetime(2020-01-01T00:00:00)', unexpected('datetime', 10)],
    ['needs a time', 'planted > datetime(2020-01-01)', unexpected('datetime', 10)],
    [
      'needs its word in small letters',
      'planted > DateTime(2020-01-01T00:00:00Z)',
      unexpected('DateTime', 10),
    ],
    ['needs its word', 'planted > 2020-01-01T00:00:00Z', unexpected('2020-01-01T00:00:00Z', 10)],
    [
      'has to exist',
      'planted > datetime(2021-02-29T00:00:00Z)',
      fault('could not parse datetime (2021-02-29T00:00:00Z)'),
    ],
    [
      'has four digits of a year',
      'planted > datetime(12021-02-28T00:00:00Z)',
      fault('could not parse datetime (12021-02-28T00:00:00Z)'),
    ],
    [
      'does not compare with text',
      'planted > "2020-01-01T00:00:00Z"',
      fault(
        'operation planted > 2020-01-01T00:00:00Z is not supported with operands types date, string',
      ),
    ],
    [
      'is not between numbers',
      'planted between 1 and 2',
      fault(
        'operation planted between 1 and 2 is not supported with operands types date, number, number',
      ),
    ],
  ],
  'a tag': [
    ['is text', 'tags.site = "hill"', 'A1'],
    ['is missing, null, or in no map', 'tags.site = null', 'a3 b4 c5 d6'],
    ['is unequal to what is missing', 'tags.site != "hill"', 'B2 a3 b4 c5 d6'],
    ['is a truth value that stands alone', 'tags.ripe', 'A1'],
    ['is a truth value, unequal to what is missing', 'tags.ripe != true', 'B2 a3 b4 c5 d6'],
    ['is a number, equal to one with a fraction', 'tags.share = 0.5 or tags.rows = 1e1', 'A1 B2'],
    ['is a number, never equal to an integer', 'tags.rows = 7', ''],
    ['is a number, never less than an integer', 'tags.rows < 100', ''],
    ['is a number, never in a list of integers', 'tags.rows in [7, 10]', ''],
    ['is a number, unequal to each integer', 'tags.rows != 7', all],
    ['is a number, in a list with a fraction', 'tags.rows in [7, 10.0]', 'A1 B2'],
    ['is a number, equal to its digits', 'tags.rows = "7"', 'A1 b4'],
    ['is a number, in a list of digits', 'tags.rows in ["10"]', 'B2'],
    ['is a truth value, equal to its word', 'tags.ripe = "false"', 'B2'],
    [
      'is never a date',
      'tags.site between datetime(2020-01-01T00:00:00Z) and datetime(2030-01-01T00:00:00Z)',
      '',
    ],
    ['can have a name with dash and dot', 'tags.leaf-kind = "round" and tags.on.slope', 'b4'],
    ['is not what objects have', 'tags.constructor != null', ''],
    [
      'is not between numbers',
      'tags.rows between 3.5 and 9.5',
      fault(
        'operation tags.rows between 3.5 and 9.5 is not supported with operands types any, number, number',
      ),
    ],
    ['has a name without digits', 'tags.row1 = "x"', unexpected('1', 8)],
    ['is not all tags', 'tags = null', fault("unknown symbol 'tags'")],
    [
      'is no set',
      'anyOf(tags.site) = "x"',
      fault("symbol 'tags.site' is not a set symbol but is used in set function anyOf"),
    ],
  ],
  'a set': [
    ['has a member', 'anyOf(labels) = "old"', 'A1 b4 c5'],
    ['has a member that is another', 'anyOf(labels) != "fruit"', 'A1 b4 c5 d6'],
    ['has members alone, or none', 'allOf(labels) = "shade"', 'a3 d6'],
    ['has no member', 'not anyOf(labels) = "old"', 'B2 a3 d6'],
    ['has a member of a list', 'ANYOF( labels ) in ["fruit", "x"]', 'A1 B2 c5'],
    ['has a member with a part', 'anyof(labels) icontains "HAD"', 'b4 c5 d6'],
    ['is empty', 'isempty(labels)', 'a3'],
    ['is counted', 'count(labels) = 2', 'A1 b4'],
    ['is counted between', 'COUNT(labels) between 1 and 3', 'A1 B2 b4 d6'],
    ['is counted in a list', 'count(labels) not in [0, 1]', 'A1 b4 c5'],
    [
      'is nothing without a function',
      'labels = "old"',
      fault("symbol 'labels' is a set symbol but is used in non-set function context"),
    ],
    [
      'is not text',
      'anyOf(name) = "x"',
      fault("symbol 'name' is not a set symbol but is used in set function anyOf"),
    ],
    [
      'is not text that is empty',
      'isEmpty(name)',
      fault("symbol 'name' is not a set symbol but is used in set function isEmpty"),
    ],
    ['is compared', 'anyOf(labels)', unexpected('<EOF>', 13)],
    ['comes at once after its function', 'anyOf (labels) = "x"', unexpected(' ', 5)],
    ['has no function `noneOf`', 'noneOf(labels) = "x"', unexpected('(', 6)],
    [
      'counts no text',
      'count(labels) = "2"',
      fault('operation count(labels) = 2 is not supported with operands types number, string'),
    ],
    [
      'of links has names that are sets',
      'plots.name = "north"',
      fault("symbol 'plots.name' is a set symbol but is used in non-set function context"),
    ],
    [
      'of links has no names to compare',
      'anyOf(plots.name) = "north"',
      fault("unknown symbol 'plots.name'"),
    ],
  ],
}

describe.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows)('%s', (_sentence, filter, found) => {
    expect(outcome(filter)).toBe(found)
  })
})

type Sample = { id: string; value?: number; members?: string[] | null }

const symbols: FilterSymbols<Sample> = {
  id: { kind: 'text', read: ({ id }) => id },
  value: { kind: 'number', read: ({ value }) => value },
  members: { kind: 'set', read: ({ members }) => members },
}

describe('a value out of the ordinary', () => {
  const samples: Sample[] = [
    { id: 'a', value: 1.25e21 },
    { id: 'b', value: 1e-7, members: null },
    { id: 'c', value: -2.5e-9, members: ['x'] },
  ]

  test.each([
    ['that is large has all its digits as text', 'value in ["1250000000000000000000"]', 'a'],
    ['that is small has them too', 'value in ["0.0000001", "-0.0000000025"]', 'b c'],
    ['that is an integer beyond 64 bits is a float', 'value = 1250000000000000000000', 'a'],
    ['that is a missing set has members that fulfil everything', 'allOf(members) = "y"', 'a b'],
    ['that is a missing set has none that fulfils anything', 'anyOf(members) != "y"', 'c'],
    ['that is a missing set is empty', 'isEmpty(members)', 'a b'],
  ])('%s', (_, filter, ids) => {
    const found = selectList(samples, { filter }, symbols)
    expect(found.ok && found.value.page.map(({ id }) => id).join(' ')).toBe(ids)
  })
})
