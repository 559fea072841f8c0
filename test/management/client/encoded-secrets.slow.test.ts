import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { redactText } from '../../../src/management/client/redact.js'
import { encodableSecrets } from '../../support/encodable-secrets.js'
import { measureGrowth } from '../../support/growth.js'

test.each([
  '%25%26&amp;\\u0041YWJj/+-',
  '%41',
  '6f:\n  a1 ,2\n\t',
  Buffer.from('orchard gate').toString('hex'),
  `${Buffer.from('orchard gate').join(' ')}\n`,
])('the time to mask secrets grows with a text of %j', (part) => {
  expect(
    measureGrowth((size) => redactText(part.repeat(size), encodableSecrets), 1000, 8000, 3),
  ).toBeLessThan(1.4)
})
