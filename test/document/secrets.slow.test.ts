import { expect, test } from 'vitest'
import { createRedactor, maskSecrets } from '../../src/document/secrets.js'
import { amount } from '../support/amount.js'

/** Characters of a line. */
const length = amount(200_000, 1_000_000)

test.each([
  ['words that nearly suggest a secret', 'pwpwpaaaa'],
  ['beginnings of URLs', 'x://'],
  ['quoted beginnings of URLs', '"x://\'y://`'],
  ['escaped quotes', '"x://\\'],
  ['users of URLs', 'x://u:'],
  ['ports', 'x://h:1/'],
  ['tokens', 'eyJ'],
  ['names', 'name: DB_PASS '],
  ['open brackets', 'auth: [{'],
  ['stars', '*a &a '],
  ['spaces', ' '],
  ['dashes', '- '],
  ['escapes', '\\u0070'],
  ['basic', 'basic aaaa'],
  ['quoted names', '"a\\":'],
  ['comments', '# is '],
])('the time to find secrets is linear in a line of %s', (_, part) => {
  const line = part.repeat(Math.ceil(length / part.length))
  for (const text of [
    line,
    `${line}@`,
    `password: ${line}`,
    line.replaceAll(part, `${part}\n`).slice(0, length),
  ])
    maskSecrets(text.split('\n'))
})

test('the time to hide a secret in a long sentence is linear', () => {
  const long = 'a'.repeat(1_000_000)
  const redact = createRedactor(`password: ${long}\n`)
  expect(redact(`x ${long} y`)).toBe('x … y')
  expect(redact(`x ${'ab'.repeat(500_000)} y`)).toHaveLength(1_000_004)
  const key = ['-----BEGIN KEY-----', `${'\\\\'.repeat(1_000_000)}é`]
  expect(maskSecrets(key)[0]).not.toContain('KEY')
})

test('the time to hide secrets in sentences grows with the sentences, not with the secrets', () => {
  const measure = (count: number): number => {
    const names = Array.from(
      { length: count },
      (_, index) => `w${index.toString(36).padStart(4, '0')}x`,
    )
    const hide = createRedactor(names.map((name) => `password: ${name}`).join('\n'))
    const start = performance.now()
    for (const name of names.slice(0, 500)) expect(hide(`is ${name} right?`)).toBe('is … right?')
    return performance.now() - start
  }
  measure(500)
  // With a comparison of each with each, it would be 60 times as long.
  expect(measure(30_000)).toBeLessThan(20 * measure(500) + 100)
})
