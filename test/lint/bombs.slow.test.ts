import { describe, expect, test } from 'vitest'
import { effective, lint, load } from '../../src/index.js'
import { amount } from '../support/amount.js'
import { faultsOf } from '../support/promises.js'

/** How often something is there, where a square of it would not end. */
const count = amount(10_000, 100_000)
const length = 10 * count

/** Ten items, ten times each, and so on; `a9` is ten billion. */
const aliases = `a0: &a0 [${Array(10).fill('x').join()}]\n${Array.from(
  { length: 9 },
  (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join()}]\n`,
).join('')}`

/** Texts that are made to take long. */
const bombs: readonly (readonly [name: string, text: string])[] = [
  [
    'aliases of aliases',
    `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'.replaceAll(
      /./g,
      (name, index) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${'abcdefghi'[Number(index)]}`)
          .join(', ')}]\n`,
    )}`,
  ],
  [
    'aliases in a list that is read',
    `x: &x {binding: tunnel, options: {services: [a]}}\nlisteners: [${Array(count / 2)
      .fill('*x')
      .join(', ')}]\n`,
  ],
  [
    'aliases of lists of aliases, both of which are read',
    `b: &b {interface: "0.0.0.0:80", address: "a:80"}\nw: &w {name: a, bindPoints: [${Array(2000).fill('*b').join()}]}\nweb: [${Array(2000).fill('*w').join()}]\n`,
  ],
  ['lists of depth 20,000', '['.repeat(20_000)],
  [
    'maps of depth 20,000',
    Array.from({ length: 5000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
  ],
  ['a number of many digits', `forwarder: {linkDialQueueLength: ${'9'.repeat(count)}}`],
  ['a duration of many digits', `ctrl: {defaultRequestTimeout: ${'9'.repeat(count)}s}`],
  ['many keys', Array.from({ length: count }, (_, index) => `key${index}: 1`).join('\n')],
  ['one key again and again', 'forwarder: 1\n'.repeat(count)],
  ['an endless quote', `v: "${'x'.repeat(length)}`],
  ['many dollar signs', `identity: {cert: "${'$'.repeat(length)}"}`],
  [
    'many blanks within an address',
    `web: [{bindPoints: [{interface: "a${' '.repeat(length)}b:1"}]}]`,
  ],
  ['a value of many passwords', `v: "${'password'.repeat(count)}"`],
  ['a value of many tokens that are none', `v: "${'eyJ'.repeat(count)} secret"`],
  ['many references without end', `identity: {cert: "${'${A'.repeat(count)}"}`],
  ['many templates without end', `identity: {cert: "${'{{'.repeat(count)}"}`],
  ['many colons', `ctrl: {endpoint: "tls${':'.repeat(length)}"}`],
]

describe('a text made to take long', () => {
  test.each(bombs)('%s ends', (_, text) => {
    expect(faultsOf(text)).toEqual([])
    expect(load(text).ok).toBe(false)
  })

  test.each([
    ['aliases of aliases', `${aliases}ctrl: *a9\nlisteners: *a9\n`],
    [
      'aliases after many faults',
      `${'w: !!int x\n'.repeat(200)}${aliases}ctrl: *a9\nlisteners: *a9\n`,
    ],
    [
      'anchors that hold themselves',
      'ctrl: &c [*c]\nlisteners: &l [*l]\nlink: &k {listeners: *k}\n',
    ],
    [
      'anchors that hold themselves, in a broken text',
      'ctrl: &c [*c]\nlisteners: &l [*l]\nedge: [\n',
    ],
  ])('the values of %s are few', (_, text) => {
    expect(JSON.stringify(effective(text)).length).toBeLessThan(100_000)
  })

  test('nothing is said of values that the router never comes to', () => {
    const text = `w: &w {name: a}\nx: &x [${Array(2000).fill('*w').join()}]\nweb: *x\nall: [${Array(2000).fill('*x').join()}]\n`
    expect(lint(text).map(({ rule }) => rule)).toEqual(['yaml-syntax'])
  })
})
