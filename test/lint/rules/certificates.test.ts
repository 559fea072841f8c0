import { describe, expect, test } from 'vitest'
import type { CertificateFacts, LintHost } from '../../../src/lint/host.js'
import { inspect } from '../../../src/lint/lint.js'
import { completeExample } from '../../support/fixtures.js'

const day = 86_400_000
const now = Date.parse('2030-01-01')

const certificate: CertificateFacts = {
  commonName: 'router',
  subject: 'CN=router',
  issuer: 'CN=network',
  fingerprint: '',
  names: [],
  addresses: [],
  uris: [],
  isAuthority: false,
  isForServers: true,
  validFrom: now - day,
  validTo: now + 100 * day,
  pem: '',
  isIssuedBy: () => true,
  matchesKey: () => undefined,
}

/** A machine with these certificates, by the names of their files. */
const machineWith = (files: Record<string, Partial<CertificateFacts>>): LintHost => ({
  checks: new Set(['certificates'] as const),
  now,
  daysUntil: (time, limit) => (time < now ? -1 : Math.min(limit, Math.floor((time - now) / day))),
  inspectPath: (name) => ({ kind: 'file', text: name }),
  parseCertificates: (name) => (files[name] ? [{ ...certificate, ...files[name] }] : []),
})

/** The findings of a rule, as "severity path: message". */
function findingsOf(
  rule: string,
  text: string,
  target: string,
  files: Record<string, Partial<CertificateFacts>>,
): string[] {
  const { diagnostics } = inspect(
    completeExample(text).text,
    { target },
    { host: machineWith(files) },
  )
  return diagnostics()
    .filter((diagnostic) => diagnostic.rule === rule)
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`)
}

const identity =
  'identity: {cert: client, server_cert: server, key: key, ca: ca, alt_server_certs: [{server_cert: public, server_key: key}]}\n'

const listener = (address: string, advertise: string): string =>
  `${identity}listeners: [{binding: edge, address: "${address}:0.0.0.0:443", options: {advertise: "${advertise}:443"}}]`

describe('the certificate that a wss listener serves', () => {
  const names = ['a.example.com']
  const client = {}
  test.each([
    [
      'is that of the network if both cover the host',
      { client, server: { names }, public: { names, issuer: 'CN=public' } },
      [
        'info listeners.0.options.advertise: Both `server_cert` and `public` cover `a.example.com`. The router serves browsers `server_cert`, which comes from the CA of the network, and they refuse it. Advertise a host that only a certificate of a public CA covers.',
      ],
    ],
    [
      'is that of the network if it alone covers the host',
      { client, server: { names }, public: { names: ['b.example.com'] } },
      ['info listeners.0.options.advertise: No certificate of `alt_server_certs` covers'],
    ],
    ['is the alternative one', { client, server: {}, public: { names } }, []],
    ['is a public one', { client, server: { names, issuer: 'CN=public' }, public: { names } }, []],
    ['is unknown', {}, []],
  ])('%s', (_, files, expected) => {
    const found = findingsOf('wss-certificate', listener('wss', 'a.example.com'), '1.6', files)
    expect(found).toEqual(expected.map((part) => expect.stringContaining(part)))
    expect(findingsOf('wss-certificate', listener('tls', 'a.example.com'), '1.6', files)).toEqual(
      [],
    )
  })
})

describe('an advertised IP address', () => {
  const addresses = ['192.0.2.1']
  test('that only an alternative certificate covers is never served it', () => {
    const text = listener('tls', '192.0.2.1')
    const files = { client: {}, server: {}, public: { addresses } }
    expect(findingsOf('advertise-not-covered', text, '1.6', files)).toEqual([
      expect.stringContaining('warning listeners.0.options.advertise: Only an alternative'),
    ])
    const covered = { ...files, server: { addresses } }
    expect(findingsOf('advertise-not-covered', text, '1.6', covered)).toEqual([])
  })

  test('that nobody can connect to stops the router, unless a certificate covers it', () => {
    const text = listener('tls', '0.0.0.0')
    const files = { client: {}, server: {} }
    expect(findingsOf('advertise-wildcard', text, '1.6', files)).toEqual([
      expect.stringMatching(/^error .*refuses to start/),
    ])
    expect(findingsOf('advertise-not-covered', text, '1.6', files)).toEqual([])
    const covered = { ...files, server: { addresses: ['0.0.0.0'] } }
    for (const [target, known] of [
      ['1.6', covered],
      ['1.3', files],
    ] as const)
      expect(findingsOf('advertise-wildcard', text, target, known)).toEqual([
        'warning listeners.0.options.advertise: Nobody can connect to `0.0.0.0`. Advertise a name or address of this router.',
      ])
  })
})

describe('what to do about a host that no certificate covers', () => {
  test.each([
    ['1.3', 'start the router once with `--extend`'],
    ['1.4', 'this release renews no certificate'],
    ['1.5', 'start the router once with `--extend`'],
  ])('at %s: %s', (target, remedy) => {
    const text = listener('tls', 'a.example.com')
    const [found] = findingsOf('advertise-not-covered', text, target, { client: {}, server: {} })
    expect(found).toContain(remedy)
  })
})

describe('what to do about an expired certificate', () => {
  const validTo = now - day
  test.each([
    ['of the network', '1.6', { server: { validTo } }, ['--extend`, or enroll']],
    ['where nothing renews it', '1.4', { server: { validTo } }, ['run `ziti router enroll`']],
    ['of another CA', '1.6', { public: { validTo } }, ['`--extend` does not renew it']],
    [
      'with that of the client',
      '1.6',
      { client: { validTo }, server: { validTo } },
      ['the router cannot renew it', 'Routers and clients refuse the connection. Re-enroll'],
    ],
  ])('%s, at %s', (_, target, files, remedies) => {
    const found = findingsOf('certificate-expired', listener('tls', 'a.example.com'), target, files)
    expect(found).toEqual(remedies.map((remedy) => expect.stringContaining(remedy)))
  })
})

describe('the address of a web server', () => {
  const web = (address: string): string =>
    `${identity}web: [{name: health, apis: [{binding: health-checks}], bindPoints: [{interface: "0.0.0.0:8081", address: "${address}:8081"}]}]`

  test.each([
    ['1.3', '0.0.0.0', undefined],
    ['1.4.0', '0.0.0.0', /^error .*refuses to start/],
    ['1.4.1', '0.0.0.0', /^warning .*The web server does not start/],
    ['1.4.2', '0.0.0.0', /^warning .*logs a warning/],
    ['1.8.0-pre1', '0.0.0.0', /^error .*refuses to start/],
    ['2.0', 'other.example.com', /^warning .*`other\.example\.com`/],
    ['1.4.0', 'a.example.com', undefined],
    ['1.4.0', 'public.example.com', undefined],
    ['2.0', 'a.example.com', undefined],
  ])('in %s with the host %s', (target, host, expected) => {
    const found = findingsOf('web-address-not-covered', web(host), target, {
      server: { names: ['a.example.com'] },
      public: { names: ['public.example.com'] },
    })
    expect(found).toEqual(expected ? [expect.stringMatching(expected)] : [])
  })
})
