import { describe, expect, it } from 'vitest'
import { parseYaml, resolveAlias } from '../../src/yaml/index.js'
import { yaml } from '../support/yaml.js'

const infinity = Infinity

// How the scalar is written, its kind, its value.
const scalars: [string, string, unknown][] = [
  ['', 'null', null],
  ['~', 'null', null],
  ['null', 'null', null],
  ['Null', 'null', null],
  ['NULL', 'null', null],
  ['nULL', 'text', 'nULL'],
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'true', 'True', 'TRUE'].map(yes),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'false', 'False', 'FALSE'].map(no),
  ['yEs', 'text', 'yEs'],
  ['tRUE', 'text', 'tRUE'],
  ['oN', 'text', 'oN'],
  ['0', 'int', 0n],
  ['-0', 'int', 0n],
  ['+12', 'int', 12n],
  ['-12', 'int', -12n],
  ['1_000', 'int', 1000n],
  ['1__0', 'int', 10n],
  ['1_', 'int', 1n],
  ['+_1', 'int', 1n],
  ['_1', 'text', '_1'],
  ['010', 'int', 8n],
  ['-010', 'int', -8n],
  ['0o17', 'int', 15n],
  ['0O17', 'int', 15n],
  ['0x1F', 'int', 31n],
  ['-0X1f', 'int', -31n],
  ['0b11', 'int', 3n],
  ['-0b11', 'int', -3n],
  ['0b-101', 'int', -5n],
  ['0b+1', 'int', 1n],
  ['0_x1', 'int', 1n],
  ['0b', 'text', '0b'],
  ['0b2', 'text', '0b2'],
  ['0x', 'text', '0x'],
  ['0xg', 'text', '0xg'],
  ['0o8', 'text', '0o8'],
  ['08', 'float', 8],
  ['09.5', 'float', 9.5],
  ['9223372036854775807', 'int', 9223372036854775807n],
  ['9223372036854775808', 'unsigned', 9223372036854775808n],
  ['+9223372036854775808', 'float', 9223372036854775808],
  ['-9223372036854775808', 'int', -9223372036854775808n],
  ['-9223372036854775809', 'float', -9223372036854775808],
  ['18446744073709551615', 'unsigned', 18446744073709551615n],
  ['18446744073709551616', 'float', 18446744073709551616],
  ['0xffffffffffffffff', 'unsigned', 18446744073709551615n],
  ['0x10000000000000000', 'text', '0x10000000000000000'],
  ['-0x8000000000000000', 'int', -9223372036854775808n],
  ['1.0', 'float', 1],
  ['3.', 'float', 3],
  ['.5', 'float', 0.5],
  ['-.5', 'float', -0.5],
  ['1e3', 'float', 1000],
  ['1.5E+3', 'float', 1500],
  ['9e0', 'float', 9],
  ['0.1_5', 'float', 0.15],
  ['.5_0', 'float', 0.5],
  ['.5_', 'text', '.5_'],
  ['._5', 'text', '._5'],
  ['.5__0', 'text', '.5__0'],
  ['-0.0', 'float', -0],
  ['4.9e-324', 'float', 5e-324],
  ['1e-400', 'float', 0],
  ['1e400', 'text', '1e400'],
  ['-1e400', 'text', '-1e400'],
  ['1e', 'text', '1e'],
  ['1e+', 'text', '1e+'],
  ['.', 'text', '.'],
  ['+', 'text', '+'],
  ['.inf', 'float', infinity],
  ['+.Inf', 'float', infinity],
  ['-.INF', 'float', -infinity],
  ['.nan', 'float', NaN],
  ['-.nan', 'text', '-.nan'],
  ['inf', 'text', 'inf'],
  ['0x1p3', 'text', '0x1p3'],
  ['1:30', 'text', '1:30'],
  ['190:20:30', 'text', '190:20:30'],
  ['2001-01-01', 'text', '2001-01-01'],
  ['2001-01-01T01:02:03Z', 'text', '2001-01-01T01:02:03Z'],
  ['tls:host:1', 'text', 'tls:host:1'],
  ['5s', 'text', '5s'],
  ['<<', 'text', '<<'],
  ['=', 'text', '='],
  ["'12'", 'text', '12'],
  ['"yes"', 'text', 'yes'],
  ['""', 'text', ''],
  ['!!int "3"', 'int', 3n],
  ['!!bool "yes"', 'bool', true],
  ['!!float 3', 'float', 3],
  ['!!float "1_0"', 'float', 10],
  ['!!str 12', 'text', '12'],
  ['!!str', 'text', ''],
  ['!!null', 'null', null],
  ['!!null "~"', 'null', null],
  ['! 12', 'text', '12'],
  ['!', 'text', ''],
  ['!own 12', 'text', '12'],
  ['!<tag:yaml.org,2002:int> "3"', 'int', 3n],
  ['!!i%6Et "3"', 'int', 3n],
  ['!!timestamp 2001-1-31 1:2:3.5', 'text', '2001-1-31 1:2:3.5'],
  ['!!binary aGVsbG8=', 'text', 'hello'],
  ['!!binary "4pi6\\n"', 'text', '☺'],
  ['!!binary ""', 'text', ''],
  ['&name 12', 'int', 12n],
  ['&name', 'null', null],
  ['!!str &name 12', 'text', '12'],
  ['&name !!str 12', 'text', '12'],
]

function yes(word: string): [string, string, unknown] {
  return [word, 'bool', true]
}

function no(word: string): [string, string, unknown] {
  return [word, 'bool', false]
}

describe('a scalar', () => {
  it.each(scalars)('written as %s is of the kind %s', (written, kind, value) => {
    const { root, problems } = parseYaml(`key: ${written}\n`)
    expect(problems).toEqual([])
    const pair = root?.kind === 'map' ? root.pairs[0] : undefined
    expect(pair?.value).toMatchObject({ kind, value })
  })

  it('is a key of its kind', () => {
    const { root, problems } = parseYaml(yaml`
      yes: 1
      12: 1
      ~: 1
      1.5: 1
      "12": 1
    `)
    expect(problems).toEqual([])
    expect(root?.kind === 'map' && root.pairs.map(({ key }) => resolveAlias(key).kind)).toEqual([
      'bool',
      'int',
      'null',
      'float',
      'text',
    ])
  })

  it('keeps the octets of a binary that are no UTF-8 apart', () => {
    const { root } = parseYaml(yaml`
      a: !!binary /w==
      b: !!binary gA==
    `)
    expect(root?.kind === 'map' && root.pairs.map(({ value }) => value)).toMatchObject([
      { value: '\udcff' },
      { value: '\udc80' },
    ])
  })

  it('with an endless number is read at once', () => {
    const digits = '9'.repeat(1_000_000)
    expect(
      parseYaml(`a: ${digits}\nb: 0x${digits}\nc: -1e${digits}\nd: .1e-${digits}\n`).root,
    ).toMatchObject({
      pairs: [
        { value: { kind: 'text' } },
        { value: { kind: 'text' } },
        { value: { kind: 'text' } },
        { value: { kind: 'float', value: 0 } },
      ],
    })
  })
})
