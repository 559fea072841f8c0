import { expect, test } from 'vitest'
import { describeFailure, describeFailureWithStack } from '../../src/document/failure.js'

const messages = [
  `Unexpected token 'x', ..."assword": "orchard-gate", x"... is not valid JSON`,
  `Bad control character in string literal in JSON: password: orchard-gate`,
  'cannot read https://me:orchard-gate@controller.example.com/',
  'Bearer orchard-gate is no token',
  'two lines:\n  token: orchard-gate\n  name: north',
]

test.each(messages)('neither a message nor a log of a failure quotes a secret: %s', (message) => {
  const error = new SyntaxError(message)
  for (const text of [describeFailure(error), describeFailureWithStack(error)]) {
    expect(text).not.toContain('orchard-gate')
    expect(text).toContain('…')
  }
})

test('a log of a failure says where it was thrown', () => {
  expect(describeFailure(new TypeError('x is undefined'))).toBe('x is undefined')
  expect(describeFailureWithStack(new TypeError('x is undefined'))).toMatch(
    /^TypeError: x is undefined\n +at .*failure\.test\.ts/,
  )
})

test('a failure may be anything', () => {
  const withoutStack = Object.assign(new Error('no stack'), { stack: undefined })
  expect([undefined, 'words', withoutStack].map(describeFailureWithStack)).toEqual([
    'undefined',
    'words',
    'no stack',
  ])
})
