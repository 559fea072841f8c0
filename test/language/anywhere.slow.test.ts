import { describe, expect, test } from 'vitest'
import { complete, viewOf } from '../../src/language/index.js'
import { amount } from '../support/amount.js'
import { fixtures } from '../support/fixtures.js'
import { faultsAt, hoverFaultsAt } from '../support/accepted.js'
import { mutate, random } from '../support/mutate.js'

describe('at any place of any text', () => {
  const files = fixtures('valid').concat(fixtures('invalid'))

  test('nothing is offered that the router would not know there', () => {
    const next = random(53)
    const faults = files.flatMap(({ text, options }) =>
      Array.from({ length: amount(8) }, () => Math.floor(next() * (text.length + 1))).flatMap(
        (offset) =>
          [text, text.slice(0, offset)].flatMap((looked) =>
            faultsAt(viewOf(looked, options), offset)
              .concat(hoverFaultsAt(viewOf(looked, options), offset))
              .map(
                (fault) =>
                  `${fault} at ${JSON.stringify(looked.slice(Math.max(0, offset - 60), offset))}`,
              ),
          ),
      ),
    )
    expect(faults).toEqual([])
  })

  test('broken ones too, nothing throws', () => {
    const next = random(11)
    const counts = Array.from({ length: amount(200) }, (_, index) => {
      const text = mutate(mutate(files[index % files.length]?.text ?? '', next), next)
      const offset = Math.floor(next() * (text.length + 1))
      const view = viewOf(text)
      expect(hoverFaultsAt(view, offset)).toEqual([])
      const found = complete(view, offset)
      expect(
        found.filter(
          ({ insert: { start, end } }) =>
            start < 0 || start > offset || end < start || end > text.length,
        ),
      ).toEqual([])
      return found.length
    })
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(amount(60))
  })
})
