import { expect, test } from 'vitest'
import { formatList } from '../../src/document/words.js'

test.each([
  [[], ''],
  [['0.33.0'], '0.33.0'],
  [['0.33.0', '1.4.0'], '0.33.0 and 1.4.0'],
  [['0.33.0', '1.4.0', '1.6.0', '2.0.0'], '0.33.0, 1.4.0, 1.6.0 and 2.0.0'],
])('a list of %j has commas, and one conjunction', (words, text) => {
  expect(formatList(words)).toBe(text)
})
