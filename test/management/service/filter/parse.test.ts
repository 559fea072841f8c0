import { describe, expect, test } from 'vitest'
import type { Row } from '../../../support/orchard.js'
import { all, fault, outcome, unexpected } from '../../../support/orchard.js'

const tables: Readonly<Record<string, readonly Row[]>> = {
  'a query within a query': [
    ['counts what it finds', 'count(from plots where size > 3) = 2', 'B2'],
    ['finds nothing', 'isEmpty(from plots where name = "south")', 'A1 a3 c5'],
    ['has clauses', 'count(from plots where true sort by name skip 1 limit 5) = 1', 'B2'],
    [
      'needs links',
      'isEmpty(from labels where true)',
      fault('attempt to subquery on non-entity symbol labels'),
    ],
    [
      'knows its own names',
      'isEmpty(from plots where height = 1)',
      fault("unknown symbol 'height'"),
    ],
    [
      'sorts by its own names',
      'isEmpty(from plots where true sort by height)',
      fault("unknown symbol 'height'"),
    ],
    ['needs all its words', 'isEmpty(from plots name = "x")', unexpected('name', 19)],
    [
      'does not nest forever',
      `${'isEmpty(from plots where '.repeat(40)}true${')'.repeat(40)}`,
      fault('subqueries can be nested at most 32 deep'),
    ],
  ],
  'conditions that are joined': [
    ['by `and`', 'pruned and height > 3', 'c5'],
    ['by `or`', 'pruned or height < 0', 'A1 c5 d6'],
    ['without parentheses nest to the right after `and`', 'false and true or true', ''],
    ['without parentheses nest to the right after `or`', 'true or true and false', all],
    ['are negated together by `not`', 'not false and false', all],
    ['are negated alone in parentheses', '(not false) and false', ''],
    ['are negated twice', 'not not pruned', 'A1 c5'],
    ['are negated from the middle on', 'true and not true or false', ''],
    ['are in groups', '((pruned or (height = 12)) and (not (name = "ash")))', 'A1 c5'],
    ['go on after a group', '(false) or (true and (false or true)) and pruned', 'A1 c5'],
    [
      'may be without blanks round parentheses, not round words',
      '( true )and true',
      unexpected('and', 8),
    ],
    ['need a blank after `not`', 'not(true)', unexpected('(', 3)],
    ['need something after `and`', 'true and', unexpected('<EOF>', 8)],
    ['need something before it', 'and', unexpected('and', 0)],
    ['need closed groups', '((true) and true', unexpected('<EOF>', 16)],
    ['need opened groups', 'true)', unexpected(')', 4)],
  ],
  'a text that is no filter': [
    ['is blank', '  ', unexpected('<EOF>', 2)],
    ['has no operator', 'name "x"', unexpected('"x"', 5)],
    ['has two', 'name == "x"', unexpected('=', 6)],
    ['begins with a value', '"x" = name', unexpected('"x"', 0)],
    ['has an open quote', 'name = "x', unexpected('<EOF>', 9)],
    ['has single quotes', "name = 'x'", unexpected("'x'", 7)],
    ['has an unknown escape', 'name = "\\u0041"', unexpected('0', 11)],
    ['has a raw control character, and goes on behind it', 'name = "a\nb"', unexpected('b', 0, 2)],
    ['has the last of the control characters', 'name = "a\u001fb"', unexpected('b', 10)],
    ['goes on in another line', 'name = "a"\n or 🌳 x y', unexpected('y', 8, 2)],
    ['has an unknown name', 'color = "red"', fault("unknown symbol 'color'")],
    [
      'has an unknown name, which is said before wrong values',
      'pruned = "x" and color = "red"',
      fault("unknown symbol 'color'"),
    ],
    [
      'has an unknown name to sort by, which is said before wrong values',
      'pruned = "x" sort by color',
      fault("unknown symbol 'color'"),
    ],
    ['has a name in another case', 'true and Name = "x"', fault("unknown symbol 'Name'")],
    ['has a name in quotes', '\'name\' = "x"', fault("unknown symbol ''name''")],
    ['has a name of objects', 'constructor = "x"', fault("unknown symbol 'constructor'")],
    ['has an unknown function', 'upper(name) = "X"', unexpected('(', 5)],
    ['has text between bounds', 'name between "a" and "b"', unexpected('"a"', 13)],
    ['has a name that begins with `in` after `not`', 'not inside = true', unexpected('not in', 0)],
  ],
  'characters that mean nothing': [
    ['are dropped', 'name @ = ~"apple"', 'A1'],
    ['are dropped, and words stay apart', 'pruned & and ; true', 'A1 c5'],
    ['take what shows it with them', '-name = "apple"', fault("unknown symbol 'ame'")],
  ],
}

describe.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows)('%s', (_sentence, filter, found) => {
    expect(outcome(filter)).toBe(found)
  })
})

describe('clauses', () => {
  const rows: readonly Row[] = [
    ['sort', 'sort by name', 'B2 d6 A1 a3 b4 c5'],
    ['sort downward', 'true SORT BY name DESC', 'c5 b4 a3 A1 d6 B2'],
    ['sort missing values first, and equal ones by id', 'sort by height', 'b4 d6 B2 A1 a3 c5'],
    [
      'sort missing values last when downward, and equal ones by id',
      'sort by height desc',
      'a3 c5 A1 B2 d6 b4',
    ],
    ['sort truth values', 'sort by pruned desc, planted', 'A1 c5 d6 B2 a3 b4'],
    ['sort dates', 'sort by planted', 'a3 d6 A1 B2 b4 c5'],
    ['sort by id downward, whatever follows', 'sort by id desc, tags.site', 'd6 c5 b4 a3 B2 A1'],
    ['skip', 'pruned sort by name skip 1', 'c5'],
    ['limit', 'limit 2', 'A1 B2'],
    ['are in order', 'sort by name asc skip 1 limit 2', 'd6 A1'],
    ['are in no other order', 'limit 3 skip 2', unexpected('skip', 8)],
    ['come after a blank', '(true)limit 3', unexpected('limit', 6)],
    ['have integers', 'skip 1.5', fault('expected integer value for skip, but got 1.5')],
    ['have no words for numbers', 'limit many', unexpected('many', 6)],
    ['sort by no unknown name', 'true sort by color', fault("unknown symbol 'color'")],
    [
      'sort by no set',
      'true sort by name, labels',
      fault("symbol 'labels' is a set symbol but is used in non-set function context"),
    ],
    [
      'sort by no tag',
      'true sort by tags.site',
      'INVALID_SORT_IDENTIFIER: no such sort field: tags.site',
    ],
    [
      'drop a sixth name',
      'sort by pruned, height, planted, name, care.water.daily, tags.site',
      'b4 a3 d6 B2 A1 c5',
    ],
  ]

  test.each(rows)('%s', (_, filter, found) => expect(outcome(filter)).toBe(found))

  test.each([
    ['is used', 'name desc', 'c5 b4 a3 A1 d6 B2'],
    ['has no other words', 'name dsc', unexpected('dsc', 18).replace('FILTER', 'SORT_IDENTIFIER')],
    ['has known names', 'color', "INVALID_SORT_IDENTIFIER: unknown symbol 'color'"],
    [
      'has no sets',
      'labels',
      "INVALID_SORT_IDENTIFIER: symbol 'labels' is a set symbol but is used in non-set function context",
    ],
    ['gives no page', 'name skip 3 limit 1', 'B2 d6 A1 a3 b4 c5'],
  ])('`sort` as a parameter %s', (_, sort, found) => expect(outcome('', sort)).toBe(found))

  test('`sort by` in the filter wins over the parameter, wrong or not', () => {
    expect(outcome('sort by name', 'color')).toBe('B2 d6 A1 a3 b4 c5')
  })
})
