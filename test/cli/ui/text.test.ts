import { describe, expect, test } from 'vitest'
import { measureColumns, wrapText } from '../../../src/cli/ui/text.js'

describe('the columns of a text', () => {
  test.each([
    ['ASCII', 'router.yaml', 11],
    ['wide characters', '世界', 4],
    ['wide punctuation', '世界、', 6],
    ['full-width letters', 'ＡＢ', 4],
    ['half-width katakana', 'ｶﾅ', 2],
    ['Hangul', '한국', 4],
    ['combining characters', 'e\u0301', 1],
    ['an emoji of several characters', '👩‍🔧', 2],
    ['frames', '│…', 2],
  ])('count %s as a terminal does', (_, text, columns) => {
    expect(measureColumns(text)).toBe(columns)
  })
})

describe('a wrapped text', () => {
  test('breaks at blanks', () => {
    expect(wrapText('add `csr` under `edge`', 12)).toEqual(['add `csr`', 'under `edge`'])
  })

  test('keeps a word that is longer than a line whole', () => {
    expect(wrapText('see https://example.com/a/long/path now', 10)).toEqual([
      'see',
      'https://example.com/a/long/path',
      'now',
    ])
  })

  test('counts wide characters twice', () => {
    expect(wrapText('世界、 世界、 世界、', 13)).toEqual(['世界、 世界、', '世界、'])
  })

  test('is one line where there is no limit', () => {
    expect(wrapText('one two', Infinity)).toEqual(['one two'])
  })
})
