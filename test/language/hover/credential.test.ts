import { describe, expect, test } from 'vitest'
import type { CertificateFacts, LintHost } from '../../../src/lint/host.js'
import { hover, viewOf } from '../../../src/language/index.js'
import { createLintHost } from '../../../src/project/machine.js'
import { yaml } from '../../support/yaml.js'

const day = 86_400_000

/** Certificates in fixtures/pki hold from November 2026 on for a hundred years. */
const now = Date.parse('2030-01-01')

const machine = (checks: readonly ('files' | 'certificates')[] = ['certificates']): LintHost =>
  createLintHost(checks, ['fixtures/pki'], now)

/** What a hover at a mark says about this file, with the description of the key. */
function describeAt(marked: string, host: LintHost | undefined): string {
  const offset = marked.indexOf('|')
  const view = viewOf(marked.replace('|', ''), {}, { host })
  return hover(view, offset)?.contents ?? ''
}

const certificate: CertificateFacts = {
  commonName: 'router',
  subject: 'CN=router',
  issuer: 'O=Example, CN=Intermediate',
  fingerprint: '',
  names: [],
  addresses: [],
  uris: [],
  isAuthority: false,
  isForServers: true,
  validFrom: now - 100 * day,
  validTo: now + 100 * day,
  pem: '',
  isIssuedBy: () => true,
  matchesKey: () => undefined,
}

/** A machine on which every file has the same certificates. */
const machineWith = (...certificates: (CertificateFacts | undefined)[]): LintHost => ({
  checks: new Set(['certificates'] as const),
  now,
  daysUntil: () => 0,
  inspectPath: () => ({ kind: 'file', text: 'PEM' }),
  parseCertificates: () => certificates,
})

describe('hovering over the path of', () => {
  test.each([
    [['files'] as const, true],
    [['certificates'] as const, false],
  ])('a file that is not there says so first, if %j are checked: %s', (checks, isSaid) => {
    const contents = describeAt('identity: { server_cert: mis|sing.cert }', machine(checks))
    const [, , first] = contents.split('\n\n')
    expect(first?.startsWith('- **`missing.cert` is not on this machine**')).toBe(isSaid)
  })

  test.each([
    ['another file of the identity is there', 'identity: { cert: router.cert, key: mis|sing.key }'],
    ['a file has no certificate', 'identity: { cert: make|.sh }'],
  ])('is said once: where %s, a finding says so', (_, marked) => {
    const [offset, host] = [marked.indexOf('|'), machine(['files', 'certificates'])]
    const { findings } = viewOf(marked.replace('|', ''), {}, { host })
    const found = findings().filter(({ span }) => span.start <= offset && offset <= span.end)
    expect(found.map(({ rule }) => rule)).toContainEqual(
      expect.stringMatching(/^(?:file-missing|not-a-certificate)$/),
    )
    expect(describeAt(marked, host)).toBe(describeAt(marked, undefined))
  })

  test('a certificate names its subject, its names, its issuer and its expiry', () => {
    expect(describeAt('identity: { server_cert: ser|ver.cert }', machine())).toContain(
      yaml`
        \`server.cert\` holds a certificate:

        - subject: \`CN=router\`
        - DNS names: \`localhost\`, \`router.example.com\`, \`*.edge.example.com\`
        - IP addresses: \`192.0.2.1\`
        - issuer: \`CN=Test Authority\`
        - expires in 96 years, on 2126-10-28
      `.trimEnd(),
    )
  })

  const found: [what: string, marked: string, said: string | RegExp][] = [
    ['the key of a certificate', 'identity: { ce|rt: router.cert }', 'subject: `CN=router`'],
    ['authorities', 'identity: { ca: ca|.cert }', '- self-signed'],
    [
      'another certificate',
      'identity: { cert: router.cert, alt_server_certs: [{ server_cert: ser|ver.cert }] }',
      'DNS names: `localhost`',
    ],
    [
      'a certificate of a web server',
      yaml`
        web:
          - identity:
              server_cert: ser|ver.cert
      `,
      'DNS names: `localhost`',
    ],
    ['a private key', 'identity: { key: router|.key }', 'a private key, which is not shown'],
  ]
  test.each(found)('%s tells about it', (_, marked, said) => {
    expect(describeAt(marked, machine())).toContain(said)
  })

  const validities: [validFrom: number, validTo: number, said: string][] = [
    [-1, 12.5, '- expires in 12 days, on 2030-01-13'],
    [-1, 1.2, '- expires in 1 day, on 2030-01-02'],
    [-1, 0.3, '- expires in 7 hours, on 2030-01-01'],
    [-9, -3.5, '- **expired 3 days ago**, on 2029-12-28'],
    [2, 9, '- **not valid yet**: from 2030-01-03 to 2030-01-10'],
  ]
  test.each(validities)('a certificate from day %d to day %d says so', (from, to, said) => {
    const host = machineWith({
      ...certificate,
      validFrom: now + from * day,
      validTo: now + to * day,
    })
    expect(describeAt('identity: { cert: a|.cert }', host)).toContain(said)
  })

  test('a chain tells its certificates apart, and counts the rest', () => {
    const host = machineWith(
      { ...certificate, uris: ['spiffe://example.com/router'] },
      undefined,
      certificate,
      certificate,
    )
    const contents = describeAt('identity: { cert: a|.cert }', host)
    expect(contents).toContain('`a.cert`, certificate 1 of 4:')
    expect(contents).toContain('- URIs: `spiffe://example.com/router`')
    expect(contents).toContain('- issuer: `O=Example, CN=Intermediate`')
    expect(contents).toContain('`a.cert`, certificate 2 of 4:\n\n- it cannot be read')
    expect(contents).toMatch(/\n\nand 1 more$/)
  })

  test('a certificate tells nothing where the machine must not be inspected', () => {
    const marked = 'identity: { cert: router|.cert }'
    const contents = describeAt(marked, undefined)
    expect(contents).toContain('- in this file: `router.cert`')
    expect(contents).not.toContain('subject')
    expect(describeAt(marked, machine(['files']))).toBe(contents)
  })

  test.each(['identity: { cert: no|ne.cert }', 'identity: { cert: .|. }'])(
    'what is no file is left to the findings: %s',
    (marked) => {
      expect(describeAt(marked, machine())).toBe(describeAt(marked, undefined))
    },
  )

  test('a key never shows the key', () => {
    expect(describeAt('identity: { key: router|.key }', machine())).not.toMatch(/BEGIN|MHcC/)
  })
})
