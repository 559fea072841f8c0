import { describe, expect, test } from 'vitest'
import { groupBy } from '../../src/document/group.js'

describe('groupBy', () => {
  test('keeps the order of keys and of items', () => {
    const words = ['pear', 'fig', 'plum', 'kiwi', 'nut']
    expect([...groupBy(words, ({ length }) => length)]).toEqual([
      [4, ['pear', 'plum', 'kiwi']],
      [3, ['fig', 'nut']],
    ])
  })
  test('takes undefined for a key', () => {
    expect(groupBy([1, 2], () => undefined).get(undefined)).toEqual([1, 2])
  })
})
