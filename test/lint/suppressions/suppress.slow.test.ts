import { expect, test } from 'vitest'
import { lint } from '../../../src/index.js'
import { amount } from '../../support/amount.js'
import { completeExample } from '../../support/fixtures.js'
import { elapsed, pace } from '../../support/promises.js'

const many: readonly (readonly [
  sentence: string,
  lines: (index: number) => string,
  left: readonly string[],
])[] = [
  [
    'of lines',
    (index) =>
      `  a${index}: 1 # routerfile disable-line unknown-key\n  # routerfile disable-next-line bad-format`,
    ['unused-suppression'],
  ],
  [
    'of blocks',
    (index) => `  # routerfile disable\n  a${index}: 1\n  # routerfile enable unknown-key`,
    [],
  ],
]

test.each(many)('many suppressions %s take no time', (_, line, left) => {
  const text = completeExample(
    `forwarder:\n${Array.from({ length: amount(5000, 10_000) }, (_, index) => line(index)).join('\n')}`,
  ).text
  const standard = pace()
  const taken = elapsed(() =>
    expect([...new Set(lint(text).map(({ rule }) => rule))]).toEqual(left),
  )
  expect(taken).toBeLessThan(100 * standard)
})
