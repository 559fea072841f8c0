import { describe, expect, test } from 'vitest'
import { semanticTokens, viewOf } from '../../src/language/index.js'
import { findOccurrence, listOccurrences } from '../../src/language/occurrences.js'
import { findPart, listParts } from '../../src/language/parts.js'
import { fixtures, largeFile } from '../support/fixtures.js'
import { yaml } from '../support/yaml.js'

const texts: [name: string, text: string][] = [
  ...fixtures('samples').map(({ name, text }): [string, string] => [name, text]),
  [
    'anchors',
    yaml`
      &root
      v: &version 3
      link:
        dialers:
          - &first
            &key binding: transport
          - *first
          - &second {binding: &name transport, <<: *first}
      csr:
        sans: {dns: [&a a.example.com, *a]}
    `,
  ],
]

describe.each(texts)('in %s', (_, text) => {
  const whole = viewOf(text)
  const step = Math.max(1, Math.floor(text.length / 100))
  const offsets = Array.from({ length: Math.ceil(text.length / step) }, (__, index) => index * step)

  test('tokens of a span are those of the text that touch it', () => {
    const all = semanticTokens(viewOf(text))
    for (const start of offsets) {
      const end = Math.min(text.length, start + 7 * step)
      expect(semanticTokens(whole, { start, end })).toEqual(
        all.filter((token) => token.start <= end && start <= token.end),
      )
    }
  })

  test('the occurrence at an offset is the first of all that is there', () => {
    // The characters before a name: `&` or `*`, and `${`.
    const marks: Partial<Record<string, number>> = { anchor: 1, variable: 2 }
    for (const offset of offsets)
      expect(findOccurrence(whole, offset)).toBe(
        listOccurrences(whole).find(
          ({ kind, start, end }) => start - (marks[kind] ?? 0) <= offset && offset <= end,
        ),
      )
  })

  test('a part means the same, whether it or another one is asked for first', () => {
    const facts = (view: typeof whole, offset: number): unknown => {
      const part = findPart(view, offset)
      return part && [part.step, part.status, part.key?.index, part.shape?.index, part.end]
    }
    for (const offset of offsets.toReversed())
      expect(facts(viewOf(text), offset)).toEqual(facts(whole, offset))
  })
})

test('tokens of a span take no more parts in a longer file', () => {
  const count = (lines: number): number => {
    const view = viewOf(largeFile(lines))
    const middle = view.text.indexOf('options:', view.text.length >> 1)
    let asked = 0
    const document = new Proxy(view.document, {
      get: (target, name, receiver) => {
        if (name === 'entries') asked += 1
        return Reflect.get(target, name, receiver)
      },
    })
    semanticTokens({ ...view, document }, { start: middle, end: middle + 1000 })
    return asked
  }
  const small = count(1000)
  expect(small).toBeGreaterThan(0)
  expect(count(10_000)).toBeLessThan(2 * small)
})

test('parts that are nested very deeply are understood from the inside', () => {
  const view = viewOf(`a: ${'['.repeat(9000)}x${']'.repeat(9000)}\n`)
  expect(findPart(view, view.text.indexOf('x'))?.status).toBe('unknown')
  expect(listParts(view).length).toBeGreaterThan(9000)
})
