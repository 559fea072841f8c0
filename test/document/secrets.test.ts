import { expect, test } from 'vitest'
import { createRedactor, maskSecrets } from '../../src/document/secrets.js'
import { yaml } from '../support/yaml.js'

test.each([
  [['password: hunter2'], ['password: *******']],
  [['  - passwrod: "hunter2"  # mine'], ['  - passwrod: *********  * ****']],
  [
    ['password: >-', '  hunter2', '', '  again', 'other: here'],
    ['password: **', '  *******', '', '  *****', 'other: here'],
  ],
  [
    ['- password: a', '  user: b'],
    ['- password: *', '  user: b'],
  ],
  [['proxy: {user: me, password: you, more: x}'], ['proxy: {user: me, password: **** ***** **']],
  [
    ['key: |', '  -----BEGIN KEY-----', '  AAAA', '  -----END KEY-----', 'ca: ca.cert'],
    ['key: |', '  ********** ********', '  ****', '  ******** ********', 'ca: ca.cert'],
  ],
  [
    ['key: pem:AAAA', 'ca: ca.cert'],
    ['key: pem:****', 'ca: ca.cert'],
  ],
  [['a: eyJhbGc.eyJpc3M.c2ln b'], ['a: ******************** b']],
  [
    ['key: pkcs11:/a.so?slot=1&pin-value=1234&x=y'],
    ['key: pkcs11:/a.so?slot=1&pin-value=****&x=y'],
  ],
  [
    ['address: http://me:hunter2@proxy:3128', 'other: http://me@proxy:3128'],
    ['address: http://me:*******@proxy:3128', 'other: http://me@proxy:3128'],
  ],
  [
    ['ctrl:', '  endpoint: tls:a:1'],
    ['ctrl:', '  endpoint: tls:a:1'],
  ],
])('%o', (lines, hidden) => {
  expect(maskSecrets(lines)).toEqual(hidden)
})

test('a sentence loses what is secret, whole or cut short', () => {
  const without = createRedactor(yaml`
    user: me
    password: "correct horse battery"
  `)
  expect(without('`correct` is no `correct ho...`, `batte...`')).toBe('`…` is no `…...`, `…...`')
  expect(without('`me` may be shown')).toBe('`me` may be shown')
})

test('secrets that begin alike or overlap are hidden to their ends', () => {
  const hide = createRedactor(yaml`
    - password: summer-north
    - password: summer-south-2
    - password: south-2-and-more
  `)
  expect(hide('`summer-south-2` and `summer-north`')).toBe('`…` and `…`')
  expect(hide('`summer-south-2-and-more`, `summer-so...`')).toBe('`…`, `…...`')
})

test('the password of a URL is no part of a sentence', () => {
  const text = yaml`
    proxy:
      type: http
      address: http://me:hunter2@proxy:3128
  `
  expect(createRedactor(text)('`http://me:hunter2@proxy:3128` is wrong')).toBe(
    '`http://me:…@proxy:3128` is wrong',
  )
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
