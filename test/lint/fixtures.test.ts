import { describe, expect, test } from 'vitest'
import { lint, load } from '../../src/index.js'
import { fixtures, expectations, unfinished } from '../support/fixtures.js'

describe('valid files', () => {
  test.each(fixtures('valid'))('$name loads, and nothing in it is wrong', ({ text, options }) => {
    expect(lint(text, options).filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(load(text, options).ok).toBe(true)
  })
})

test.each(['valid', 'invalid', 'samples'].flatMap(fixtures))(
  '$name: a message of several sentences ends each of them',
  ({ text, options }) => {
    for (const { message } of lint(text, options)) expect(message).not.toMatch(unfinished)
  },
)

describe('invalid files', () => {
  test.each(fixtures('invalid'))(
    '$name: what is expected is found, line by line, and nothing else',
    ({ text, options }) => {
      const found = lint(text, options).map(({ range, message }) => ({
        line: range.start.line,
        message,
      }))
      expect(found).toEqual(
        expectations(text).map(({ line, part }) => ({
          line,
          message: expect.stringContaining(part),
        })),
      )
    },
  )
})
