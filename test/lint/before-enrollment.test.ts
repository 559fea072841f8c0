import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lint } from '../../src/core.js'
import { lintFile } from '../../src/index.js'
import { folderWith } from '../support/program.js'

const file = (identity: string): string => `v: 3
identity:
${identity}
ctrl:
  endpoint: tls:ctrl.example.com:6262
edge:
  csr:
    sans:
      dns: [localhost]
link:
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:6000
      advertise: tls:router.example.com:6000
`

const ofFiles =
  '  cert: north.cert\n  server_cert: north.server.cert\n  key: north.key\n  ca: north.cas'

const severityIn = (findings: readonly { rule: string; severity: string }[]): string | undefined =>
  findings.find(({ rule }) => rule === 'advertise-not-in-csr')?.severity

test.each([
  ['a warning where no file of the identity exists', ofFiles, {}, 'warning'],
  ['an info where one exists', ofFiles, { 'north.key': 'a key' }, 'info'],
  [
    'a warning where only the key is elsewhere',
    ofFiles.replace('north.key', 'pkcs11://x'),
    {},
    'warning',
  ],
  [
    'an info where the certificate is in the file',
    ofFiles.replace(' north.cert', ' "pem:text"'),
    {},
    'info',
  ],
])('a host that csr lacks is %s', async (_, identity, files, severity) => {
  const folder = folderWith({ 'north.yml': file(identity), ...files })
  expect(severityIn(await lintFile(join(folder, 'north.yml')))).toBe(severity)
})

test('a host that csr lacks is an info in a text', () => {
  expect(severityIn(lint(file(ofFiles)))).toBe('info')
})
