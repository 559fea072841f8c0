import { describe, expect, test } from 'vitest'
import type { UnlinkedPair } from '../../../src/mesh/summary.js'
import { packPairs, unpackPairs } from '../../../web/mesh/packed-pairs.js'

const pair = (left: string, right: string, ...sentences: readonly string[]): UnlinkedPair => ({
  between: [left, right],
  reasons: sentences.map((why, index) => ({
    from: index === 0 ? left : right,
    to: index === 0 ? right : left,
    why,
  })),
})

const unpack = (pairs: readonly UnlinkedPair[]): UnlinkedPair[] =>
  unpackPairs(structuredClone(packPairs(pairs))).map(({ between, reasons }) => ({
    between,
    reasons,
  }))

describe('packed pairs', () => {
  test.each([
    ['none', []],
    ['one reason for both', [pair('north', 'south', 'north has no link dialer')]],
    ['a reason for each', [pair('a', 'b', 'a dials `x`, but b listens in `y`', 'b is disabled')]],
    ['names that are parts of others', [pair('a', 'ab', 'ab dials a, an area')]],
    ['names without a letter', [pair('', ' ', 'there is nothing'), pair('$&', '$1', '$& and $1')]],
    ['signs of the packing in a name', [pair('\u0001', '\u0002', '\u0001 has no \u0002')]],
    ['signs of the packing in a sentence', [pair('a', 'b', 'a \u0001 b \u0002')]],
  ])('come back as they were: %s', (_, pairs) => {
    expect(unpack(pairs)).toEqual(pairs)
  })

  test('hold a sentence of many pairs once', () => {
    const names = Array.from({ length: 60 }, (_, index) => `router-${index}`)
    const long = 'is not a router file '.repeat(50)
    const pairs = names.flatMap((left, index) =>
      names.slice(index + 1).map((right) => pair(left, right, `${left} ${long}`)),
    )
    const { sentences, encodedPairs } = packPairs(pairs)
    expect(sentences).toHaveLength(1)
    expect(encodedPairs).toHaveLength(6 * pairs.length)
    expect(unpack(pairs)).toEqual(pairs)
  })
})
