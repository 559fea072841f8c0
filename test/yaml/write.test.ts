import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import type { YamlNode } from '../../src/yaml/write.js'
import { writeYaml, toYamlNode } from '../../src/yaml/write.js'
import { plainOf } from '../support/fixtures.js'

/** Texts that some reader of YAML takes for something else without quotes. */
const texts = [
  ...['', ' ', 'a ', ' a', 'a: b', 'a:', ':a', 'a #b', '#a', '- a', '-', '? a', '!a', '&a', '*a'],
  ...['yes', 'No', 'on', 'OFF', 'y', 'N', 'true', 'False', 'null', '~', 'Null', 'NaN', '.nan'],
  ...['.inf', '-.INF', '0', '-1', '+1', '010', '0o17', '0x1F', '0b11', '1_000', '08', '1e3', '1.'],
  ...['.5', '1.0', '12:30:45', '1:30', '2001-01-01', '2001-12-14t21:59:43.10-05:00', '<<', '='],
  ...['%a', '@a', '`a`', '"a"', "'a'", '[a', 'a]', '{a}', 'a, b', '|', '>', '---', '...', 'a\\b'],
  ...[
    'a\nb',
    'a\nb\n',
    '\n a\nb',
    'a\n\n',
    'a\r\nb',
    'a\tb',
    '\ta',
    'a\u0085b',
    'a\u2028b',
    '\ufeffa',
  ],
  ...[
    '\u0000',
    '\u007f',
    'ü',
    'a\u202eb',
    '\u2066\u200fa',
    '日本',
    '🙂',
    '\ue000',
    ' #\ue000',
    '5s',
    'tls:host:1',
    '${X}',
    '/a/b',
    '._',
    '+.',
    '-0b1',
    '0o8',
    '190:20:30.15',
    '2001-1-1 10:00:00',
    '--- a',
    '...',
    'e10',
    '10.0.0.1',
    'a\n--- b',
    'a \nb ',
    'a\n  # b',
    '\t\na',
    'say "it"',
    "it's",
    'k'.repeat(2000),
    'é: è',
  ],
]

const read = (text: string): unknown => plainOf(parseDocument(text))

describe('a written text means the same', () => {
  test.each(texts.map((text) => [JSON.stringify(text), text]))('%s', (_, value) => {
    const data = { [value === '' ? 'empty' : value]: value, list: [value, [value]], map: { value } }
    const text = writeYaml(toYamlNode(data))
    expect(parseDocument(text).problems).toEqual([])
    expect(read(text)).toEqual(data)
    for (const version of ['1.1', '1.2'] as const) expect(parse(text, { version })).toEqual(data)
  })

  test.each([
    [0, '0'],
    [-7, '-7'],
    [1e21, '1e+21'],
    [0.1, '0.1'],
    [Number.NaN, '.nan'],
    [Number.POSITIVE_INFINITY, '.inf'],
    [Number.NEGATIVE_INFINITY, '-.inf'],
    [true, 'true'],
    [null, 'null'],
  ])('%s', (scalar, written) => {
    expect(writeYaml({ entries: [{ name: 'a', value: { scalar } }] })).toBe(`a: ${written}\n`)
    expect(Object(read(`a: ${written}`)).a).toSatisfy((value) =>
      Object.is(Number(value), Number(scalar)),
    )
  })

  test.each([
    [1, '1.0'],
    [0, '0.0'],
    [1000000, '1000000.0'],
    [1.5, '1.5'],
  ])('%s as a float', (scalar, written) => {
    const text = writeYaml({ entries: [{ name: 'a', value: { scalar, isFloat: true } }] })
    expect(text).toBe(`a: ${written}\n`)
  })
})

test('maps, lists, comments, notes and what is off are laid out', () => {
  const node: YamlNode = {
    entries: [
      { name: 'empty', value: { entries: [] } },
      { name: 'none', value: { items: [] }, comment: 'Two lines\nabove.' },
      {
        name: 'list',
        hasEmptyLineBefore: true,
        value: {
          items: [
            { scalar: 'a', note: 'file, line 1' },
            {
              entries: [
                { name: 'first', value: { scalar: 1 }, comment: 'Above.' },
                { name: 'second', value: { scalar: 'long', note: 'default' } },
              ],
            },
          ],
        },
      },
      {
        name: 'gone',
        value: { entries: [{ name: 'a', value: { scalar: 1 } }] },
        isCommentedOut: true,
      },
      {
        name: 'last',
        value: { entries: [{ name: 'a', value: { scalar: 1 }, isCommentedOut: true }] },
      },
    ],
  }
  expect(writeYaml(node)).toBe(
    [
      'empty: {}',
      '# Two lines',
      '# above.',
      'none: []',
      '',
      'list:',
      '  - a            # file, line 1',
      '  - # Above.',
      '    first: 1',
      '    second: long # default',
      '# gone:',
      '#   a: 1',
      'last: {}',
      '  # a: 1',
      '',
    ].join('\n'),
  )
})
