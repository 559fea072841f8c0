import { describe, expect, test } from 'vitest'
import { lint, load } from '../../src/index.js'
import { faultsOf } from '../support/promises.js'

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
    `x: &x {binding: tunnel, options: {services: [a]}}\nlisteners: [${Array(50_000).fill('*x').join(', ')}]\n`,
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
  ['a number of 100,000 digits', `forwarder: {linkDialQueueLength: ${'9'.repeat(100_000)}}`],
  ['a duration of 100,000 digits', `ctrl: {defaultRequestTimeout: ${'9'.repeat(100_000)}s}`],
  ['100,000 keys', Array.from({ length: 100_000 }, (_, index) => `key${index}: 1`).join('\n')],
  ['one key 100,000 times', 'forwarder: 1\n'.repeat(100_000)],
  ['an endless quote', `v: "${'x'.repeat(1_000_000)}`],
  ['a million dollar signs', `identity: {cert: "${'$'.repeat(1_000_000)}"}`],
  [
    'a million blanks within an address',
    `web: [{bindPoints: [{interface: "a${' '.repeat(1_000_000)}b:1"}]}]`,
  ],
  ['a value of 100,000 passwords', `v: "${'password'.repeat(100_000)}"`],
  ['a value of 100,000 tokens that are none', `v: "${'eyJ'.repeat(100_000)} secret"`],
  ['100,000 references without end', `identity: {cert: "${'${A'.repeat(100_000)}"}`],
  ['100,000 templates without end', `identity: {cert: "${'{{'.repeat(100_000)}"}`],
  ['a million colons', `ctrl: {endpoint: "tls${':'.repeat(1_000_000)}"}`],
]

describe('a text made to take long', () => {
  test.each(bombs)('%s ends', (_, text) => {
    expect(faultsOf(text)).toEqual([])
    expect(load(text).ok).toBe(false)
  })

  test('nothing is said of values that the router never comes to', () => {
    const text = `w: &w {name: a}\nx: &x [${Array(2000).fill('*w').join()}]\nweb: *x\nall: [${Array(2000).fill('*x').join()}]\n`
    expect(lint(text).map(({ rule }) => rule)).toEqual(['yaml-syntax'])
  })
})
