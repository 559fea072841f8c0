import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createIdGenerator,
  createRandomText,
  hashToken,
} from '../../../../src/management/service/call/identifiers.js'
import { createRandomBytes } from '../../../support/random-bytes.js'

const forms = [
  { kind: 'short', form: /^[0-9A-Za-z][0-9A-Za-z.-]{9}$/ },
  { kind: 'long', form: /^[0-9A-Za-z]{22}$/ },
  { kind: 'session', form: /^c[0-9a-z]{24}$/ },
  { kind: 'token', form: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/ },
] as const

describe('identifiers', () => {
  test.each(forms)(
    '$kind ones have their form, and none comes twice in 10,000',
    ({ kind, form }) => {
      const next = createIdGenerator(randomBytes)[kind]
      const ids = Array.from({ length: 10_000 }, next)
      expect(ids.filter((id) => !form.test(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  test.each(forms)('$kind ones follow from the random bytes', ({ kind }) => {
    const [one, same, other] = ['seed', 'seed', 'other'].map((seed) =>
      createIdGenerator(createRandomBytes(seed))[kind](),
    )
    expect(one).toBe(same)
    expect(one).not.toBe(other)
  })

  test('use every character equally often', () => {
    const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const text = createRandomText(alphabet, 62_000, createRandomBytes('even'))
    const counts = [...alphabet].map((character) => text.split(character).length - 1)
    // The expected count is 1000 with a deviation of 31; characters that a remainder prefers would have 1210.
    expect(counts.filter((count) => count < 850 || count > 1150)).toEqual([])
  })
})

test('a token is stored as its SHA-256 (FIPS 180-4, example of one block)', () => {
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
