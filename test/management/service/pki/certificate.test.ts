import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Attributes } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Attribute, Extensions, id_ce_subjectAltName } from '@peculiar/asn1-x509'
import {
  createAuthority,
  createKey,
  issueRouterCertificates,
  openAuthority,
} from '../../../../src/management/service/pki/authority.js'
import { checkCaProof, verifyChain } from '../../../../src/management/service/pki/chain.js'
import { createExtension } from '../../../../src/management/service/pki/sign-certificate.js'
import {
  createAlternativeNames,
  readCaCertificate,
  readClientCertificate,
  readPresentedChain,
  readCaProof,
  readSignerCertificate,
} from '../../../../src/management/service/pki/certificate.js'
import { expectWithin } from '../../../support/promises.js'
import {
  certificateIn,
  certificateText,
  createCsr,
  fixtureCertificate,
  makeCertificate,
} from '../../../support/certificates.js'
import { createRandomBytes } from '../../../support/random-bytes.js'
import { needsProgram } from '../../../support/requirements.js'

const text = (name: string): string => certificateText(`${name}.cert`)

const request = certificateText('p256.csr')
const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const key = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
)

describe('a certificate', () => {
  const device = fixtureCertificate('device')

  test('has the facts that OpenSSL put in', () => {
    expect(device).toMatchObject({ commonName: 'dev-17.north', isCa: false, pem: text('device') })
    expect(device.alternativeNames).toEqual({
      dns: ['dev.example.com'],
      ips: ['192.0.2.1', '2001:db8::1'],
      emails: ['one@example.com', 'two@example.org'],
      uris: ['https://example.com/17', 'spiffe://example.com/north/17'],
    })
    expect(fixtureCertificate('root').isCa).toBe(true)
    expect(fixtureCertificate('unnamed').commonName).toBe('')
    expect(device.fingerprint).toBe(device.x509.fingerprint.replaceAll(':', '').toLowerCase())
    expect([device.notBefore, device.notAfter]).toEqual([
      new Date(device.x509.validFrom),
      new Date(device.x509.validTo),
    ])
  })

  test.each([
    { name: 'one', pem: text('device'), count: 1 },
    {
      name: 'a chain with text around',
      pem: `my\n${text('device')}\nnext\r\n${text('between').replaceAll('\n', '\r\n')}`,
      count: 2,
    },
    { name: 'none', pem: '', count: 0 },
    { name: 'a damaged one behind a good one', pem: text('device') + broken, count: 0 },
    { name: 'a request', pem: request, count: 0 },
  ])('is read from what a client presents: $name', ({ pem, count }) => {
    expect(readPresentedChain(pem)).toHaveLength(count)
  })

  test('is looked for in little time, whatever the text', () => {
    expectWithin(10, () => {
      readPresentedChain('-----BEGIN CERTIFICATE-----'.repeat(20_000))
      readPresentedChain(`-----BEGIN CERTIFICATE-----${' '.repeat(500_000)}`)
      readPresentedChain(`-----BEGIN ${'A'.repeat(500_000)}`)
    })
  })
})

describe('reading', () => {
  const field = (reason: string, value: string) => ({
    code: 'COULD_NOT_VALIDATE',
    field: 'certPem',
    reason,
    value,
  })
  const one = {
    code: 'COULD_NOT_PARSE_PEM_BLOCK',
    reason: 'client pem must be exactly one certificate',
  }
  const malformed = { code: 'COULD_NOT_PARSE_DER_BLOCK', reason: 'x509: malformed certificate' }
  const label = 'encountered PEM block type CERTIFICATE REQUEST'
  const signer = { code: 'INVALID_CERT_PEM' }

  test.each([
    { name: 'a new CA', read: readCaCertificate, pem: text('root'), failure: undefined },
    {
      name: 'a new CA from other text',
      read: readCaCertificate,
      pem: 'hello',
      failure: field('could not parse block #1', 'hello'),
    },
    {
      name: 'a new CA from nothing',
      read: readCaCertificate,
      pem: '',
      failure: field('could not parse block #1', ''),
    },
    {
      name: 'a new CA from a request',
      read: readCaCertificate,
      pem: request,
      failure: field(label, request),
    },
    {
      name: 'a new CA from a private key, which is not repeated',
      read: readCaCertificate,
      pem: key,
      failure: field('encountered PEM block type PRIVATE KEY', ''),
    },
    {
      name: 'a new CA from broken DER',
      read: readCaCertificate,
      pem: broken,
      failure: field('x509: malformed certificate', broken),
    },
    {
      name: 'a new CA from a leaf',
      read: readCaCertificate,
      pem: text('device'),
      failure: { code: 'CERTIFICATE_IS_NOT_CA', reason: 'certificate is not a CA' },
    },
    { name: 'a proof', read: readCaProof, pem: text('device'), failure: undefined },
    {
      name: 'a proof from other text',
      read: readCaProof,
      pem: 'hello',
      failure: { code: 'COULD_NOT_PARSE_BODY' },
    },
    {
      name: 'a proof from a request',
      read: readCaProof,
      pem: request,
      failure: { code: 'EXPECTED_PEM_CERTIFICATE', reason: label },
    },
    { name: 'a proof from broken DER', read: readCaProof, pem: broken, failure: malformed },
    {
      name: 'an authenticator',
      read: readClientCertificate,
      pem: text('device'),
      failure: undefined,
    },
    {
      name: 'an authenticator from other text',
      read: readClientCertificate,
      pem: 'x',
      failure: one,
    },
    {
      name: 'an authenticator from two',
      read: readClientCertificate,
      pem: text('device') + text('between'),
      failure: one,
    },
    {
      name: 'an authenticator from broken DER',
      read: readClientCertificate,
      pem: broken,
      failure: malformed,
    },
    { name: 'a signer', read: readSignerCertificate, pem: text('root'), failure: undefined },
    {
      name: 'a signer from other text',
      read: readSignerCertificate,
      pem: 'hello',
      failure: signer,
    },
    {
      name: 'a signer from two',
      read: readSignerCertificate,
      pem: text('device') + text('between'),
      failure: signer,
    },
    { name: 'a signer from broken DER', read: readSignerCertificate, pem: broken, failure: signer },
  ])('$name', ({ read, pem, failure }) => {
    const outcome = read(pem)
    expect(outcome.ok ? undefined : outcome.failure).toEqual(failure)
  })
})

const madeAt = fixtureCertificate('root').notBefore
const later = (days: number): Date => new Date(madeAt.getTime() + days * 24 * 60 * 60 * 1000)

const chains: {
  name: string
  leaf: string
  roots?: string[]
  between?: string[]
  days?: number
  allowExpired?: boolean
  path: readonly string[] | string
}[] = [
  { name: 'of a root', leaf: 'of-root', path: ['of-root', 'root'] },
  {
    name: 'of a certificate between, which is presented',
    leaf: 'device',
    between: ['between'],
    path: ['device', 'between', 'root'],
  },
  {
    name: 'of a certificate between, among others and twice',
    leaf: 'device',
    between: ['short', 'between', 'between', 'last'],
    path: ['device', 'between', 'root'],
  },
  {
    name: 'of a certificate between, which is trusted itself',
    leaf: 'device',
    roots: ['between'],
    path: ['device', 'between'],
  },
  { name: 'of a certificate between, which is missing', leaf: 'device', path: 'unknown authority' },
  { name: 'of another root', leaf: 'of-root', roots: ['old-root'], path: 'unknown authority' },
  { name: 'of no root', leaf: 'of-root', roots: [], path: 'unknown authority' },
  {
    name: 'of a root of the same name',
    leaf: 'of-root',
    roots: ['impostor'],
    path: 'unknown authority',
  },
  {
    name: 'of a root that only stands between',
    leaf: 'of-root',
    roots: [],
    between: ['root'],
    path: 'unknown authority',
  },
  {
    name: 'of the right one of two roots of the same name',
    leaf: 'of-root',
    roots: ['impostor', 'root'],
    path: ['of-root', 'root'],
  },
  { name: 'of itself', leaf: 'root', path: 'unknown authority', roots: ['between'] },
  {
    name: 'of a leaf',
    leaf: 'of-device',
    between: ['device', 'between'],
    path: 'unknown authority',
  },
  {
    name: 'of a CA below one that allows none below',
    leaf: 'of-below-last',
    between: ['below-last', 'last'],
    path: 'unknown authority',
  },
  {
    name: 'of a CA with constraints of names',
    leaf: 'of-constrained',
    between: ['constrained'],
    path: 'unknown authority',
  },
  { name: 'signed by SHA-1', leaf: 'by-sha1', path: 'unknown authority' },
  {
    name: 'of a root that signed itself by SHA-1',
    leaf: 'of-old-root',
    roots: ['old-root'],
    path: ['of-old-root', 'old-root'],
  },
  {
    name: 'with a critical extension that nobody knows',
    leaf: 'critical',
    path: 'unhandled critical extension',
  },
  {
    name: 'of one that expires, in time',
    leaf: 'of-short',
    between: ['short'],
    days: 364,
    path: ['of-short', 'short', 'root'],
  },
  {
    name: 'of one that has expired',
    leaf: 'of-short',
    between: ['short'],
    days: 366,
    path: 'unknown authority',
  },
  {
    name: 'of one that has expired, where leaves may',
    leaf: 'of-short',
    between: ['short'],
    days: 366,
    allowExpired: true,
    path: 'unknown authority',
  },
  { name: 'not yet valid', leaf: 'of-root', days: -1, path: 'has expired or is not yet valid' },
  {
    name: 'not yet valid, where leaves may have expired',
    leaf: 'of-root',
    days: -1,
    allowExpired: true,
    path: 'is before',
  },
  { name: 'that has expired', leaf: 'short', days: 366, path: 'has expired or is not yet valid' },
  {
    name: 'that has expired, where leaves may',
    leaf: 'short',
    days: 366,
    allowExpired: true,
    path: ['short', 'root'],
  },
]

describe('a chain', () => {
  test.each(chains)(
    '$name: $path',
    ({ leaf, roots = ['root'], between = [], days = 1, allowExpired = false, path }) => {
      const trust = {
        roots: roots.map(fixtureCertificate),
        intermediates: between.map(fixtureCertificate),
        time: later(days),
        allowExpired,
      }
      const outcome = verifyChain(fixtureCertificate(leaf), trust)
      if (typeof path === 'string')
        expect(outcome).toMatchObject({
          ok: false,
          failure: { code: 'CERTIFICATE_FAILED_VALIDATION', reason: expect.stringContaining(path) },
        })
      else
        expect(outcome.ok && outcome.value.map(({ fingerprint }) => fingerprint)).toEqual(
          path.map((name) => fixtureCertificate(name).fingerprint),
        )
    },
  )

  test('is found in little time among many that sign each other', () => {
    const authority = createAuthority('Loop', { time: madeAt, random: createRandomBytes('loop') })
    const crossed = Array.from({ length: 200 }, () => certificateIn(authority.certPem))
    const given = { roots: [fixtureCertificate('root')], intermediates: crossed, time: later(1) }
    expectWithin(10, () =>
      expect(verifyChain(certificateIn(authority.certPem), given).ok).toBe(false),
    )
  })
})

/** What OpenSSL says of the same; it tells more apart (SHA-1 is a matter of its security level, constraints of names are applied). */
const alike = chains.filter(
  ({ name }) => !/SHA-1|constraints|trusted itself|where leaves may/.test(name),
)
const openSsl = needsProgram('openssl', ['version'])

describe.skipIf(openSsl.isMissing)(`OpenSSL agrees about a chain${openSsl.note}`, () => {
  test.each(alike)('$name', ({ leaf, roots = ['root'], between = [], days = 1, path }) => {
    const file = (name: string): string => `fixtures/certificates/${name}.cert`
    const words = [
      'verify',
      '-no-CAfile',
      '-no-CApath',
      '-no-CAstore',
      '-attime',
      String(Math.floor(later(days).getTime() / 1000)),
      ...roots.flatMap((name) => ['-trusted', file(name)]),
      ...between.flatMap((name) => ['-untrusted', file(name)]),
      file(leaf),
    ]
    const verify = (): string => execFileSync('openssl', words, { stdio: 'pipe' }).toString()
    if (typeof path === 'string') expect(verify).toThrow()
    else expect(verify()).toContain('OK')
  })
})

describe('the proof of a CA', () => {
  const ca = fixtureCertificate('root')
  test.each([
    { name: 'by the CA', body: text('of-root'), failure: undefined },
    { name: 'that is none', body: 'hello', failure: { code: 'COULD_NOT_PARSE_BODY' } },
    { name: 'with another name', body: text('by-sha1'), failure: { code: 'INVALID_COMMON_NAME' } },
    {
      name: 'by another CA, with another name',
      body: text('device'),
      failure: { code: 'INVALID_COMMON_NAME' },
    },
    {
      name: 'by another CA',
      body: text('of-root'),
      ca: fixtureCertificate('impostor'),
      failure: {
        code: 'CERTIFICATE_FAILED_VALIDATION',
        reason: 'x509: certificate signed by unknown authority',
      },
    },
    {
      name: 'too late',
      body: text('of-root'),
      at: later(40_000),
      failure: {
        code: 'CERTIFICATE_FAILED_VALIDATION',
        reason: expect.stringMatching(
          /^x509: certificate has expired or is not yet valid: current time \d{4}-[^.]+Z is after 2126-/,
        ),
      },
    },
  ])('$name', ({ body, failure, ca: other = ca, at = later(1) }) => {
    expect(checkCaProof(body, { ca: other, token: 'of-root', time: at })).toEqual(failure)
  })

  test('is not its own certificate, should it have that name', () => {
    const pair = createAuthority('token', { time: madeAt, random: createRandomBytes('own') })
    const own = openAuthority(
      createAuthority('token', { time: madeAt, random: createRandomBytes('other') }),
    ).certificate
    expect(checkCaProof(pair.certPem, { ca: own, token: 'token', time: later(1) })?.code).toBe(
      'CERTIFICATE_FAILED_VALIDATION',
    )
  })
})

describe('the certificates that a client shows', () => {
  const listHosts = (length: number): [string, ...string[]] => [
    'client.example.com',
    ...Array.from({ length: length - 1 }, (_, index) => `host-${index}.example.com`),
  ]

  test('with thousands of names are not parsed', () => {
    const { pem } = makeCertificate({ name: 'client', hosts: listHosts(4000) })
    const [block = ''] = /[A-Za-z0-9+/=\s]{100,}/.exec(pem) ?? []
    expect(block.length).toBeGreaterThan(80_000)
    expect(readPresentedChain(pem)).toEqual([])
    expect(readClientCertificate(pem).ok).toBe(false)
  })

  test('with hundreds of names are parsed, and once for all requests', () => {
    const { pem } = makeCertificate({ name: 'client', hosts: listHosts(500) })
    const chain = readPresentedChain(pem)
    expect(chain[0]?.alternativeNames.dns).toHaveLength(500)
    expect(readPresentedChain(pem)).toBe(chain)
  })

  test('in a chain of ten, too', () => {
    const { pem } = makeCertificate({ name: 'client', hosts: listHosts(4000) })
    expect(readPresentedChain(text('device') + pem.repeat(9))).toEqual([])
  })

  test('with thousands of names are not issued', () => {
    const time = madeAt
    const own = openAuthority(createAuthority('own', { time, random: createRandomBytes('own') }))
    const issue = (count: number) => {
      const names = createExtension(id_ce_subjectAltName, createAlternativeNames(listHosts(count)))
      const attributes = new Attributes([
        new Attribute({
          type: '1.2.840.113549.1.9.14',
          values: [AsnConvert.serialize(new Extensions([names]))],
        }),
      ])
      const csr = createCsr('router', createKey(), attributes)
      return issueRouterCertificates(
        own,
        { certCsr: createCsr('router'), serverCertCsr: csr, routerId: 'router' },
        { time, random: createRandomBytes('issue') },
      )
    }
    const some = issue(800)
    expect(some.ok && readPresentedChain(some.value.server.certificate.pem)).toHaveLength(1)
    for (const count of [1100, 30_000])
      expectWithin(3, () =>
        expect(issue(count)).toMatchObject({
          ok: false,
          failure: { code: 'COULD_NOT_PROCESS_CSR', reason: expect.stringContaining('bytes') },
        }),
      )
  })
})
