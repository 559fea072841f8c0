import { beforeAll, describe, expect, it } from 'vitest'
import { readFields, parseYaml, resolveAlias } from '../../src/yaml/index.js'
import { amount } from '../support/amount.js'
import { elapsed } from '../support/promises.js'
import { yaml } from '../support/yaml.js'
import { codes } from './marked.js'

const deepest = 10_000
const large = 150_000

/** How many times as long as a plain text of its size a hostile one may take; those that are recovered take up to 30. */
const patience = 100

// Texts that are easily read slowly, or with too deep a stack.
const hostile: [string, string][] = [
  ['brackets that open', `a: ${'['.repeat(large)}`],
  ['braces that open', '{a: '.repeat(large / 4)],
  ['dashes in dashes', '- '.repeat(large / 2)],
  ['question marks', '? '.repeat(large / 2)],
  [
    'keys that go deeper',
    Array.from({ length: 700 }, (_, depth) => `${' '.repeat(depth)}k:\n`).join(''),
  ],
  ['quotes that open', 'a: "x\n'.repeat(large / 6)],
  ['tabs', '\ta: 1\n'.repeat(large / 6)],
  [
    'keys without colon',
    yaml`
    a: 1
    foo
  `.repeat(large / 9),
  ],
  [
    'odd indentation',
    yaml`
    a:
        b: 1
      c: 2
  `.repeat(large / 18),
  ],
  ['lines in the column of dashes', `a:\n${'  - b: 1\n  c: 2\n'.repeat(large / 16)}`],
  ['one long line', `a: [${'{b: "c"}, '.repeat(large / 10)} x y: z: @]\nb: 1\n`],
  ['apostrophes', `a: [${"it's, ".repeat(large / 6)} x y: z]\n`],
  ['control characters', 'a\u0001b: 1\n'.repeat(large / 7)],
  ['byte order marks', '\ufeff'.repeat(large)],
  ['anchors', `a: ${'&a '.repeat(large / 3)}`],
  ['exclamation marks', `a: ${'& !'.repeat(large / 3)}`],
  ['aliases nobody knows', 'a: *x\n'.repeat(large / 6)],
  ['aliases', `x: &x [1]\na: [${'*x, '.repeat(large / 4)}]\n`],
  ['a list as key', `? [${'1, '.repeat(large / 3)}]\n: 2\n`],
  ['a long key', `${'k'.repeat(large)}: 1`],
  ['line ends', `${'\r'.repeat(large)}@`],
  ['lone surrogates', '\ud800'.repeat(large)],
  ['words on many lines', `a: ${'word\n  '.repeat(large / 7)}`],
]

function nested(levels: number): string {
  return `a: ${'['.repeat(levels)}${']'.repeat(levels)}\n`
}

function bomb(levels: number): string {
  let text = 'a0: &a0 [x, x, x, x, x, x, x, x, x]\n'
  for (let level = 1; level <= levels; level++) {
    text += `a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]\n`
  }
  return text
}

describe('a reader with bounds', () => {
  it('reads ten thousand levels of brackets and no more', () => {
    expect(codes(nested(deepest))).toEqual([])
    expect(parseYaml(nested(deepest + 1)).problems).toMatchObject([
      { code: 'too-deep', start: deepest + 3, routerMessage: 'yaml: exceeded max depth of 10000' },
    ])
  })

  it('reads ten thousand levels of dashes and no more', () => {
    expect(codes(`a:\n${'- '.repeat(deepest)}x\n`)).toEqual([])
    expect(parseYaml(`a:\n${'- '.repeat(deepest + 1)}x\n`).problems[0]?.routerMessage).toBe(
      'yaml: line 2: exceeded max depth of 10000',
    )
  })

  it('reads keys of 1,024 characters and no more', () => {
    for (const letter of ['k', '😀']) {
      expect(codes(`a: 1\n${letter.repeat(1024)}: 1\n`)).toEqual([])
      expect(parseYaml(`a: 1\n${letter.repeat(1025)}: 1\nb: 2\n`).problems).toMatchObject([
        { code: 'key-too-long', routerMessage: "yaml: line 2: could not find expected ':'" },
      ])
    }
  })

  it('refuses aliases that expand to too much', () => {
    expect(codes(bomb(1))).toEqual([])
    expect(parseYaml(bomb(9)).problems).toMatchObject([
      { code: 'excessive-aliasing', routerMessage: 'yaml: document contains excessive aliasing' },
    ])
  })

  describe('in little time', () => {
    const times = { plain: 0 }
    beforeAll(() => {
      const text = yaml`
        key:
          - value: 1
      `.repeat(large / 18)
      times.plain = Math.min(...[1, 2].map(() => elapsed(() => readAll(text))))
    })

    it.each(hostile)('reads %s', (_, text) => {
      expect(elapsed(() => readAll(text))).toBeLessThan(patience * times.plain)
    })
  })

  it('never throws, and every span lies in the text', () => {
    const random = generator(7)
    const texts = Array.from({ length: amount(600) }, () => mutated(random))
    const faulty = texts.filter((text) => {
      const { problems, comments, unreadContent } = parseYaml(text)
      return [...problems, ...comments, ...(unreadContent ? [unreadContent] : [])].some(
        ({ start, end }) => !(0 <= start && start <= end && end <= text.length),
      )
    })
    expect(faulty).toEqual([])
  })
})

/** Reads a text with the keys of its outermost map. */
function readAll(text: string): void {
  const { root } = parseYaml(text)
  const map = root && resolveAlias(root)
  if (map?.kind === 'map') readFields(map)
}

const sample = `a: 1
b:
  - c: "d"
    e: [1, {f: 'g'}]
  - &x {h: i}
j: {<<: *x}
k: |
  text
l: >-
  more
  text
? m
: !!str n
`
const pieces = Array.from('"\'[]{},:-?#&*!|>%@`\t\n\r ~<.\\x0\u0000\u0085\u2028\ufeff\ud800\udc00é')
pieces.push(
  '---\n',
  '...\n',
  '\n  ',
  '\n\t',
  ': ',
  '- ',
  '? ',
  '<<: ',
  '*x',
  '&x ',
  '!!int ',
  '%YAML 1.1\n',
  '😀',
  '${',
)

function generator(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

function mutated(random: (limit: number) => number): string {
  let text = sample
  for (let change = random(6); change >= 0; change--) {
    const start = random(text.length + 1)
    const end = start + random(3)
    text = text.slice(0, start) + (pieces[random(pieces.length)] ?? '') + text.slice(end)
  }
  return text
}
