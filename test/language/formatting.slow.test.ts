import { describe, expect, test } from 'vitest'
import { parseDocument } from '../../src/document/document.js'
import { applyEdits } from '../../src/edit/edits.js'
import { effective, lint } from '../../src/index.js'
import { createIndentationEdits, createSpacingEdits } from '../../src/language/formatting.js'
import { format, viewOf } from '../../src/language/index.js'
import { isSameDocument } from '../../src/language/same-document.js'
import { amount } from '../support/amount.js'
import { fixtures } from '../support/fixtures.js'
import { mutate, random } from '../support/mutate.js'

const formatted = (text: string): string => applyEdits(text, format(viewOf(text)))

const rank = (text: string, options = {}): unknown => [
  lint(text, options)
    .map(
      ({ rule, severity, message }) =>
        `${rule} ${severity} ${message.replaceAll(/\bline \d+/g, 'line')}`,
    )
    .sort(),
  effective(text, options).map(({ path, value, origin }) => [path, value, origin]),
]

describe('the formatted text', () => {
  const files = ['valid', 'invalid', 'samples', 'loaded'].flatMap(fixtures)

  test.each(files)('of $name says the same, and stays as it is', ({ text, options }) => {
    const after = formatted(text)
    expect(after.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    expect(rank(after, options)).toEqual(rank(text, options))
    expect(format(viewOf(after, options))).toEqual([])
  })

  test.each(files)('of $name needs no second thought', ({ text }) => {
    const view = viewOf(text)
    expect(
      isSameDocument(
        view.document,
        parseDocument(
          applyEdits(text, [...createSpacingEdits(view), ...(createIndentationEdits(view) ?? [])]),
        ),
      ),
    ).toBe(true)
  })

  test('of broken texts says the same, and stays as it is', () => {
    const next = random(11)
    const faults = Array.from({ length: amount(40) }, (_, index) =>
      mutate(files[index % files.length]?.text ?? '', next),
    ).filter((text) => {
      const after = formatted(text)
      const isOnlySpace = after.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')
      return (
        !isOnlySpace ||
        JSON.stringify(rank(after)) !== JSON.stringify(rank(text)) ||
        format(viewOf(after)).length > 0
      )
    })
    expect(faults).toEqual([])
  })
})
