import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFullYaml } from '../../src/yaml/parse.js'
import { parsePlainBlocks } from '../../src/yaml/plain-blocks.js'
import { mutate, random } from '../support/mutate.js'

const files = ['samples', 'valid', 'invalid', 'loaded'].flatMap((folder) =>
  readdirSync(join('fixtures', folder))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => readFileSync(join('fixtures', folder, name), 'utf8')),
)

/** Texts that are nearly as simple as the fast reader needs them. */
const texts = [
  'a:\n- b\n- c: 1\n  d: 2\n-\n-\n  e: f\ng: h\n',
  'a:\n  - b: c\n    d:\n    - e\n  - "f" # g\n  -   h: [i, "j", \'k\']\n',
  '  a: 1\n  b:\n    c: ~\n  d: -1\n',
  'a: []\nb: [ ]\nc: [1, 2 ]  # d\ne: # f\n  # g\n  h: i # j\n#\n',
  'a: b c  d \ne: http://f\ng: h#i\nj:\n\n\n  k: 1.5\n',
  "1: 2\ntrue: 0x10\nnull: 'a b'\nä: ö\nb: ü ß\n",
  'a: b: c\n',
  'a:\n    b: 1\n  c: 2\n',
  'a: b\n  c: d\n',
  'a: b\n  c\n',
  'a: 1\n- b\n',
  'a:\n  - b\n c: 1\n',
  'a:\n  - b\n  c: 1\n',
  'a:\n- b\n  c\n',
  '- a\n- b: c\n',
  'a:\n  - - b\n',
  '# nothing\n',
  '',
  "a: \"b\\n\"\nc: 'd''e'\n",
  'a: |\n  b\n',
  'a: [b: c]\n',
  'a: [b,\n c]\n',
  'a: [b,]\n',
  'a: {}\nb: {c: d, e: [f, {g: h}], i: "j" } # k\n',
  'a: [tls:b:1, c:d]\n',
  'a: {b:c}\n',
  'a: {b: c,}\n',
  'a: {b}\n',
  'a: {"b": c}\n',
  'a: {b: }\n',
  'a: {b: c}: d\n',
  'a: [b:]\n',
  'a: [b#c, d]\n',
  'a: [[[[[[[[[[[[b]]]]]]]]]]]]\n',
  '- {a: b}\n',
  'a:\n  - {b: c}\n  - [d]\n',
  'a: "b": c\n',
  'a : b\n',
  'a:b\n',
  'a:\n---\nb: c\n',
  'a: b\n...\n',
  'a:\tb\n',
  'a: b\r\nc: d\r\n',
  '\ufeffa: b\n',
  'a: b\u0085c: d\n',
  `${'a'.repeat(300)}: b\n`,
  `${Array.from({ length: 150 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')}\n`,
]

const next = random(44)
const mutated = [...files, ...texts].flatMap((text) =>
  Array.from({ length: 60 }, () => mutate(text, next)),
)

describe('what the fast reader reads is what the parser of all of YAML reads:', () => {
  const compare = (all: readonly string[]): number =>
    all.filter((text) => {
      const fast = parsePlainBlocks(text)
      if (!fast) return false
      expect({ text, ...parseFullYaml(text) }).toEqual({
        text,
        ...fast,
        problems: [],
        isPlain: true,
      })
      return true
    }).length

  test('of router files, most of them', () => {
    expect(compare(files)).toBeGreaterThan(files.length * 0.6)
  })

  test('of texts with little more or less', () => {
    expect(compare(texts)).toBe(8)
  })

  test('of mutations', () => {
    expect(compare(mutated)).toBeGreaterThan(mutated.length / 6)
  })
})
