import { describe, expect, test } from 'vitest'
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

describe('a secret is found', () => {
  const secret = 'hunter2-Hunter2'
  test.each([
    ...[
      'password',
      'PASSWD',
      'passphrase',
      'clientSecret',
      'token',
      'API_KEY',
      'api-key',
      'apiKey',
    ],
    ...[
      'credentials',
      'auth',
      'AUTH',
      'basicAuth',
      'authorization',
      'bearer',
      'privateKey',
      'cookie',
    ],
    ...['jwt', 'DB_PASS', 'dbPass', 'user-pin', 'otp', '"my password"', '"pass\\u0077ord"'],
  ])('under the name %s', (name) => {
    expect(maskSecrets([`${name}: ${secret}`, 'next: open']).join('\n')).not.toContain('unter2')
    expect(maskSecrets([`${name}:`, `  a: {b: [${secret}]}`]).join('\n')).not.toContain('unter2')
  })

  test.each([
    ['flow style over several lines', 'auth: {a: 1,\nb: SECRET}\nopen: x'],
    ['JSON', '{"auth": {\n"b": "SECRET"\n},\n"open": 1}'],
    ['a quoted string over several lines', 'x: {token: "a\nSECRET",\nopen: x}'],
    ['a list at the same indentation', 'tokens:\n- SECRET\n- a\nopen: x'],
    ['a block scalar', 'secret: |-\n  SECRET\nopen: x'],
    ['an explicit key', '? password\n: SECRET\nopen: x'],
    ['an anchor that a secret is an alias for', 'a: &x SECRET\npassword: *x\nopen: x'],
    ['a pair of a name and a value', '- name: DB_PASS\n  value: SECRET\n- open: x'],
    ['a pair in flow style', 'env: [{name: DB_PASS, value: SECRET}]\nopen: x'],
    ['a comment', '# password: SECRET\nopen: x'],
    ['a comment over several lines', '# password:\n#   SECRET\nopen: x'],
    ['a sentence of a comment', '# the password is SECRET\nopen: x'],
    ['a value that is not indented', 'password:\nSECRET\nopen: x'],
    ['a flag', 'run: x --password SECRET\nopen: x'],
    ['an assignment', 'run: MY_TOKEN=SECRET x\nopen: x'],
    ['a connection string', 'dsn: "Server=x;Password=SECRET;X=y"\nopen: x'],
    ['a header', 'header: "Authorization: Bearer SECRET"\nopen: x'],
    ['the value of a header', 'header: Bearer SECRET\nopen: x'],
    ['a URL', 'a: http://u:SECRET@h\nopen: x'],
    ['a URL with a slash and an at sign', 'a: http://u:x/SECRET@y/SECRET@h/p\nopen: x'],
    ['a URL with a number sign and a colon', 'a: http://u:x#y:SECRET%20@h\nopen: x'],
    ['a quoted URL with spaces', 'a: "http://u:x SECRET@h"\nopen: x'],
    ['a URL before another secret', '{a: "http://u:SECRET@h", token: x}\nopen: x'],
    ['the PIN of an address', 'key: pkcs11:/a.so?pin=SECRET&slot=1\nopen: x'],
    ['the signature of a URL', 'a: https://h/x?sv=1&sig=SECRET&x=y\nopen: x'],
    ['a user and password as a flag', 'run: "curl -u me:SECRET https://h"\nopen: x'],
    ['an XML element', 'a: "<password>SECRET</password>"\nopen: x'],
    ['the session of a request', 'zt-session: SECRET\nopen: x'],
    ['an address with a password', 'a: tls:u:SECRET@h:1\nopen: x'],
    ['a key on one line', 'x: "-----BEGIN KEY-----\\nSECRET\\n-----END KEY-----"\nopen: x'],
    [
      'a key with less indentation',
      'x: |\n  -----BEGIN KEY-----\nSECRET\n-----END KEY-----\nopen: x',
    ],
    ['a key in base64', 'x: LS0tLS1CRUdJTiBLRVkSECRET\nopen: x'],
    ['what follows pem:', 'x: pem:SECRET\nopen: x'],
    ['data of a Secret', 'kind: Secret\ndata:\n  x: SECRET\nopen: x'],
  ])('in %s', (_, text) => {
    const masked = maskSecrets(text.replaceAll('SECRET', 'hunter2Hunter2').split('\n')).join('\n')
    expect(masked).not.toContain('unter2')
    expect(masked).toContain('open')
    expect(masked.length).toBe(text.replaceAll('SECRET', 'hunter2Hunter2').length)
  })

  test.each([
    'key: /etc/ziti/router.key',
    'privateKey: /etc/ziti/router.key',
    'credentialsFile: ./a/b.json',
    'key: file:///etc/ziti/router.key',
    'key: pkcs11:/usr/lib/softhsm.so?slot=1',
    'address: tls:auth:443',
    'url: http://proxy:3128/x',
    'url: http://me@proxy:3128',
    'author: me',
    'pingInterval: 5s',
    'tlsClientAuthenticationPolicy: x',
    'auth: true',
    'keyboard: x',
  ])('and nothing is hidden of %s', (line) => {
    expect(maskSecrets([line])).toEqual([line])
  })
})

test('sentences lose the values of variables that may be secret', () => {
  const redact = createRedactor('address: tls:${MY_TOKEN}:1\n', {
    MY_TOKEN: 'hunter2',
    HOST: 'open1',
  })
  expect(redact('`tls:hunter2:1` of open1')).toBe('`tls:…:1` of open1')
})

test('words of a comment about a secret may be said', () => {
  const redact = createRedactor('# token: the enrollment token of the controller\ntoken: hunter2\n')
  expect(redact('the controller refuses hunter2')).toBe('the controller refuses …')
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
