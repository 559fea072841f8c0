import { describe, expect, test } from 'vitest'
import type { Options } from '../../src/index.js'
import { effective, lint } from '../../src/index.js'
import { applyEdits } from '../../src/edit/edits.js'
import { fix } from '../../src/fix/fix.js'
import { rules } from '../../src/generated/rules.js'
import { fixtures, completeExample } from '../support/fixtures.js'

const values = (text: string, options: Options): unknown =>
  effective(text, options).map(({ path, value }) => [path, value])

const errors = (text: string, options: Options): number =>
  lint(text, options).filter(({ severity }) => severity === 'error').length

const fixable = rules.flatMap(({ id, examples }) =>
  examples.bad.map(completeExample).flatMap(({ text, ...options }) =>
    lint(text, options)
      .filter(({ rule, fix: offered }) => rule === id && offered)
      .map((found) => ({ id, found, text, options })),
  ),
)

describe('each fix that a rule offers for its examples', () => {
  test.each(fixable)(
    '$id, $found.fix.title: the finding is gone, and nothing else is wrong',
    ({ id, found, text, options }) => {
      const fixed = applyEdits(text, found.fix?.edits ?? [])
      const same = lint(fixed, options).filter(
        ({ rule, message }) => rule === id && message === found.message,
      )
      expect(same).toEqual([])
      expect(errors(fixed, options)).toBeLessThanOrEqual(errors(text, options))
      if (!found.fix?.unsafe && errors(text, options) === 0)
        expect(values(fixed, options)).toEqual(values(text, options))
    },
  )

  test('there are many of them', () => {
    expect(new Set(fixable.map(({ id }) => id)).size).toBeGreaterThan(20)
  })
})

describe('fixing', () => {
  const texts = ['valid', 'invalid', 'samples', 'conformance'].flatMap((folder) =>
    folder === 'conformance' ? [] : fixtures(folder),
  )

  test.each(
    texts.flatMap((file) => [
      { ...file, unsafe: false },
      { ...file, unsafe: true },
    ]),
  )('$name twice changes nothing more, unsafe: $unsafe', ({ text, options, unsafe }) => {
    const once = fix(text, { ...options, unsafe })
    expect(errors(once.text, options)).toBeLessThanOrEqual(errors(text, options))
    expect(fix(once.text, { ...options, unsafe })).toMatchObject({ text: once.text, applied: [] })
    if (!unsafe && errors(text, options) === 0)
      expect(values(once.text, options)).toEqual(values(text, options))
  })
})
