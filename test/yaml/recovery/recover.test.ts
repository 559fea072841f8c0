import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../../src/yaml/index.js'
import { yaml } from '../../support/yaml.js'
import { codes, marked, read } from '../marked.js'

// A text with what is to blame between marks, the code, and what is read nevertheless.
const broken: [string, string, unknown][] = [
  // Half-typed lines
  ['a: 1\n«op»\nb: 2\n', 'missing-colon', { a: 1, b: 2 }],
  ['a: 1\n«op»', 'missing-colon', { a: 1 }],
  ['a:\n  b: 1\n  «op»\nc: 2\n', 'missing-colon', { a: { b: 1 }, c: 2 }],
  ['a:\n  «op»\n  b: 1\nc: 2\n', 'missing-colon', { a: { b: 1 }, c: 2 }],
  ['a:\n  - b: 1\n    «op»\n  - c: 2\n', 'missing-colon', { a: [{ b: 1 }, { c: 2 }] }],
  ['a:\n  - «op»\n    b: 1\nc: 2\n', 'missing-colon', { a: [{ b: 1 }], c: 2 }],
  ['a: 1\n«op»\n  b: 1\nc: 2\n', 'missing-colon', { a: 1, c: 2 }],
  ['a:\n«op»\n  b: 1\nc: 2\n', 'missing-colon', { a: { b: 1 }, c: 2 }],
  ['a: 1\n«key   value»\nb: 2\n', 'missing-colon', { a: 1, key: 'value', b: 2 }],
  ['a: 1\n«key value»\nb: 2\n', 'missing-colon', { a: 1, key: null, b: 2 }],
  ['a: 1\n«v:3»\nb: 2\n', 'missing-space', { a: 1, v: null, b: 2 }],
  ['a:\n  - b\n  «-c»\n  - d\n', 'missing-space', { a: ['b', null, 'd'] }],
  ['a: «"op»\nb: 2\n', 'unclosed-quote', { a: null, b: 2 }],
  ['a: «"op»\nb: "c"\nd: 2\n', 'unclosed-quote', { a: null, b: 'c', d: 2 }],
  ["a: «'op»\nb: 2\nc: 'd'\n", 'unclosed-quote', { a: null, b: 2, c: 'd' }],
  ['a: «[op»\nb: 2\n', 'unclosed-bracket', { a: null, b: 2 }],
  ['a: «[op,»\nb: 2\n', 'unclosed-bracket', { a: ['op'], b: 2 }],
  ['a: «{op: 1, p: [2» \nb: 2\n', 'unclosed-bracket', { a: null, b: 2 }],
  ['a: «{op: 1, p: [2»  \nb: 2\n', 'unclosed-bracket', { a: { op: 1, p: [2] }, b: 2 }],
  [
    'a:\n  - b: «[op»\n    c: 1\n  - d: 2\n',
    'unclosed-bracket',
    { a: [{ b: null, c: 1 }, { d: 2 }] },
  ],
  // Indentation
  [
    'a:\n  b: 1\n    «c: 2»\n  d: 3\ne: 4\n',
    'wrong-indentation',
    { a: { b: 1, c: 2, d: 3 }, e: 4 },
  ],
  ['a:\n  b: 1\n «c: 2»\n  d: 3\ne: 4\n', 'wrong-indentation', { a: { b: 1, c: 2, d: 3 }, e: 4 }],
  ['a:\n  b: 1\n «c:»\n    d: 3\ne: 4\n', 'wrong-indentation', { a: { b: 1, c: { d: 3 } }, e: 4 }],
  ['a:\n    «b: 1»\n  c: 2\n  d: 3\n', 'wrong-indentation', { a: { b: 1, c: 2, d: 3 } }],
  [
    'a:\n  b: 1\n\n    «c:»\n  d: 2\n\ne: 3\n',
    'wrong-indentation',
    { a: { b: 1 }, c: { d: 2 }, e: 3 },
  ],
  [
    'a:\n  b:\n  c: 1\n«d: 2»\n  e: 3\n\nf: 4\n',
    'wrong-indentation',
    { a: { b: null, c: 1, d: 2, e: 3 }, f: 4 },
  ],
  [
    'a:\n  - b: 1\n    c: 2\n   «- d: 3»\ne: 4\n',
    'wrong-indentation',
    { a: [{ b: 1, c: 2 }, { d: 3 }], e: 4 },
  ],
  [
    'a:\n «- b: 1»\n    c: 2\n  - d: 3\ne: 4\n',
    'wrong-indentation',
    { a: [{ b: 1, c: 2 }, { d: 3 }], e: 4 },
  ],
  [
    'a:\n  b:\n    c:\n      - p\n«- q»\nd: 1\n',
    'wrong-indentation',
    { a: { b: { c: ['p', 'q'] } }, d: 1 },
  ],
  ['a:\n  b:\n    - p\n«- q»\n- r\n', 'wrong-indentation', { a: { b: ['p', 'q', 'r'] } }],
  [
    'a:\n  b:\n    - c: 1\n      d: 2\n«- c: 3»\n  d: 4\ne: 5\n',
    'wrong-indentation',
    {
      a: {
        b: [
          { c: 1, d: 2 },
          { c: 3, d: 4 },
        ],
      },
      e: 5,
    },
  ],
  [
    'a:\n  - b: 1\n  «c: 2»\n  - d: 3\ne: 4\n',
    'missing-dash',
    { a: [{ b: 1, c: 2 }, { d: 3 }], e: 4 },
  ],
  [
    'a:\n  - b: 1\n  «b: 2»\n    c: 3\nd: 4\n',
    'missing-dash',
    { a: [{ b: 1 }, { b: 2, c: 3 }], d: 4 },
  ],
  ['a:\n  b: 1\n  «-»\n  c: 2\nd: 3\n', 'wrong-indentation', { a: { b: 1, c: 2 }, d: 3 }],
  ['a: «x»\n  b: 1\n  c: 2\nd: 3\n', 'value-before-block', { a: { b: 1, c: 2 }, d: 3 }],
  ['a:\n«\t»b: 1\nc: 2\n', 'tab-indentation', { a: { b: 1 }, c: 2 }],
  ['a:\n  b: 1\n«\t»c: 2\n  d: 3\ne: 4\n', 'tab-indentation', { a: { b: 1, c: 2, d: 3 }, e: 4 }],
  ['a:\n«\t»b:\n\t\tc: 1\n\td: 2\ne: 3\n', 'tab-indentation', { a: { b: { c: 1 }, d: 2 }, e: 3 }],
  ['a: 1\n\n«\t»b:\n  c: 2\n', 'tab-indentation', { a: 1, b: { c: 2 } }],
  ['a:\n  -«\t»- b\nc: 2\n', 'tab-indentation', { a: [['b']], c: 2 }],
  ['a: |\n  b\n«\t»c\nd: 2\n', 'tab-indentation', { a: 'b\nc\n', d: 2 }],
  // Values
  ['a: «@x»\nb: 2\n', 'reserved-character', { a: null, b: 2 }],
  ['a: «*.x»\nb: 2\n', 'bad-alias', { a: null, b: 2 }],
  ['a: [1, «@x», 3]\nb: 2\n', 'reserved-character', { a: [1, 3], b: 2 }],
  ['a: {b: 1, c: «${X}», d: 2}\n', 'unquoted-variable', { a: { b: 1, d: 2 } }],
  ['a: «b: c»\nd: 2\n', 'misplaced-colon', { a: null, d: 2 }],
  ['a: «- b»\n   - c\nd: 2\n', 'misplaced-dash', { a: ['c'], d: 2 }],
  ['a: "b" «c»\nd: 2\n', 'text-after-value', { a: 'b', d: 2 }],
  ['a: "C:«\\d»"\nb: 2\n', 'bad-escape', { a: null, b: 2 }],
  ['a: «|x»\n  text: with colon\nb: 2\n', 'bad-block-header', { a: null, b: 2 }],
  ['a: {\n  b: 1\n  c«: 2»,\n}\nd: 2\n', 'missing-comma', { a: { b: 1 }, d: 2 }],
  [
    yaml`
    a: !x{y} 1
    b: 2
  `.replace('!x{y}', '«!x{y}»'),
    'bad-tag',
    { a: 1, b: 2 },
  ],
  ['a: 1«\u0001\u0002»\nb: 2\n', 'control-character', { a: 1, b: 2 }],
  ['«%YAML 1.2»\n---\na: 1\n', 'unsupported-version', { a: 1 }],
  ['a: «*x»\nb: 2\n', 'unknown-anchor', { a: null, b: 2 }],
]

const router = `# a router
v: 3
identity:
  cert: "a.pem"
  key:  'b.pem'  # private
ctrl:
  endpoints: [ "tls:a:1", tls:b:2 ]
link:
  dialers:
    - binding: transport
      groups:
      - one
      - two
  listeners: []
csr:
  sans: { dns: [localhost], ip: ["127.0.0.1"] }
  note: >
    folded
    text
edge: {}
`

describe('of a broken text', () => {
  it.each(broken)('%j the rest is read', (source, code, value) => {
    const { text, span } = marked(source)
    expect(parseYaml(text).problems).toMatchObject([{ code, ...span }])
    expect(read(text)).toEqual(value)
  })

  it.each(broken)('%j without its last line end the same is read', (source, _, value) => {
    const text = marked(source).text.replace(/\n$/, '')
    expect(read(text)).toEqual(value)
  })

  it('a line of tabs below a key without an end does not hold the repairs up', () => {
    for (const text of ['a:\n\t\n    b: 1', 'a:\n  b:\n\t', 'a: [\n\t#c', 'a:\n\t\t\n    b: 1\n\t'])
      expect(read(text)).toEqual(read(`${text}\n`))
  })

  it('every mistake is found once', () => {
    const text = yaml`
      a: @x
      b: 1
      c
      d:
        e: "f
        g: 2
      h: [1, 2
      i: *j
      k: !!int l
    `
    expect(codes(text)).toEqual([
      'reserved-character',
      'missing-colon',
      'unclosed-quote',
      'unclosed-bracket',
      'unknown-anchor',
      'bad-tagged-value',
    ])
    expect(read(text)).toEqual({ a: null, b: 1, d: { e: null, g: 2 }, h: null, i: null, k: 'l' })
  })

  it('what was taken away is not missed elsewhere', () => {
    expect(
      codes(yaml`
      a: &x @y
      b: *x
    `),
    ).toEqual(['reserved-character'])
    expect(
      codes(yaml`
      a: @ &x
      b: {<<: *x}
    `),
    ).toEqual(['reserved-character'])
  })

  it('the sections in front of a cut are read, wherever it is', () => {
    const whole = read(router)
    const sections = [...router.matchAll(/^(\w+):/gm)].map((match) => ({
      name: match[1] ?? '',
      start: match.index,
    }))
    for (let cut = 0; cut <= router.length; cut++) {
      const text = router.slice(0, cut)
      expect(parseYaml(text).problems.length).toBeLessThanOrEqual(1)
      const complete = sections.filter((_, index) => (sections[index + 1]?.start ?? Infinity) < cut)
      if (complete.length > 0) expect(read(text)).toMatchObject(only(whole, complete))
    }
  })

  it.each([
    ['loses its colon', (line: string) => line.replace(':', '')],
    ['opens a quote', (line: string) => line.replace(/(: |- )/, '$1"')],
    ['opens a bracket', (line: string) => line.replace(/(: |- )/, '$1[')],
    ['is indented by a tab', (line: string) => `\t${line}`],
    ['is indented by one more', (line: string) => ` ${line}`],
    ['is indented by one less', (line: string) => line.replace(/^ /, '')],
    ['has a word below', (line: string) => line.replace(/^( *)(.*)$/, '$1$2\n$1op')],
    ['has a reserved character', (line: string) => line.replace(/(: |- )/, '$1@')],
  ])('the other sections are read if a line %s', (_, spoil) => {
    const whole = read(router)
    const lines = router.split('\n')
    let section = ''
    for (const [index, line] of lines.entries()) {
      section = /^(\w+):/.exec(line)?.[1] ?? section
      if (line.startsWith('#') || line === '') continue
      const text = lines.with(index, spoil(line)).join('\n')
      if (parseYaml(text).problems.length === 0) continue
      const others = [...router.matchAll(/^(\w+):/gm)].map((match) => ({ name: match[1] ?? '' }))
      const untouched = others.filter(({ name }) => name !== section)
      expect(read(text), text).toMatchObject(only(whole, untouched))
    }
  })
})

function only(whole: unknown, sections: readonly { name: string }[]): object {
  const names = new Set(sections.map(({ name }) => name))
  return Object.fromEntries(Object.entries(Object(whole)).filter(([name]) => names.has(name)))
}
