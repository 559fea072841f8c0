import { expect, test } from 'vitest'
import { findDataFault, readSchema } from '../../../../src/management/service/schemas/check.js'

const schema = {
  type: 'object',
  allOf: [
    {
      if: { required: ['a'] },
      then: { properties: { b: { type: 'string' } } },
      else: { required: ['c'] },
    },
  ],
}

test.each([
  ['then', { a: 1, b: 2 }, '(root) is invalid: (root): Must validate "then" as "if" was valid'],
  ['else', {}, '(root) is invalid: (root): Must validate "else" as "if" was not valid'],
  ['neither', { a: 1 }, undefined],
])('a failed condition is reported before what fails in it: %s', (_, data, reason) => {
  const read = readSchema(schema)
  expect(read.ok && findDataFault(read.value, data)?.reason).toBe(reason)
})
