import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { redactText } from '../../../src/management/client/redact.js'
import { measureGrowth } from '../../support/growth.js'

const secrets = [
  'orchard gate',
  'pl@nt+ed/"pass\\word"',
  'grün & <weiß>',
  '100%41 sure',
  'a\\nb\\u0041c',
]

test.each([
  '%25%26&amp;\\u0041YWJj/+-',
  '%41',
  '6f:\n  a1 ,2\n\t',
  Buffer.from('orchard gate').toString('hex'),
  `${Buffer.from('orchard gate').join(' ')}\n`,
])('the time to mask secrets grows with a text of %j', (part) => {
  expect(
    measureGrowth((size) => redactText(part.repeat(size), secrets), 1000, 8000, 3),
  ).toBeLessThan(1.4)
})
