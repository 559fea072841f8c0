import { describe, expect, test } from 'vitest'
import { describe as describeKey } from '../../src/core.js'
import { formatHistory } from '../../src/schema/describe.js'

describe('a key is found', () => {
  test.each([
    ['listeners.options.advertise', 'listeners[binding=edge].options.advertise'],
    ['link.dialers.split', 'link.dialers[].split'],
    ['link.dialers[0].split', 'link.dialers[].split'],
  ])('by the path %s', (word, path) => {
    expect(describeKey(word).map((key) => key.path)).toContain(path)
  })

  test('by the whole path before a shorter one', () => {
    expect(describeKey('edge.csr').map((key) => key.path)).toEqual(['edge.csr'])
  })
})

test('the history of a key is in the order of releases, each change once', () => {
  const change = (range: string, what: string) => ({
    in: [range],
    what,
    effect: 'Why.',
    kind: 'info' as const,
    hits: 'absent' as const,
  })
  expect(
    formatHistory([
      change('>=1.10.0', 'Last.'),
      change('>=1.6.3 <2.0.0', 'Second.'),
      change('<0.31.0', 'First.'),
      change('>=1.6.3 <2.0.0', 'Second.'),
    ]),
  ).toEqual(['<0.31.0: First. Why.', '>=1.6.3 <2.0.0: Second. Why.', '>=1.10.0: Last. Why.'])
})
