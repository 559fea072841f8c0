import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createAuthority,
  openAuthority,
  issueClientByCsr,
  issueRouterCertificates,
  extendCertificate,
  checkConfirmation,
} from '../../../../src/management/service/pki/authority.js'
import { parsePem } from '../../../../src/management/service/pki/certificate.js'
import {
  certificateText,
  fixtureCertificate,
  formatPem,
  unwrapOutcome,
} from '../../../support/certificates.js'

const issuing = { time: new Date('2026-12-01T10:00:00.000Z'), random: randomBytes }
const authority = openAuthority(createAuthority('Service CA', issuing))
const routerId = 'aB3.x-9Kd0'
const csr = (name: string): string => certificateText(`${name}.csr`)
const identity = unwrapOutcome(
  issueClientByCsr(authority, { csr: csr('someone'), identityId: 'ident.1-x' }, issuing),
)

/** A request with one character of its signature changed, and one whose name was changed after it was signed. */
const [block] = parsePem(csr('p256'))
const bytes = block?.bytes ?? Buffer.alloc(0)
const tampered = formatPem('CERTIFICATE REQUEST', bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1))
const renamed = formatPem(
  'CERTIFICATE REQUEST',
  Buffer.from(bytes.toString('latin1').replace(routerId, 'bB3.x-9Kd0'), 'latin1'),
)

const weak = 'the key of the certificate request is too weak or of an unknown kind'
const unsigned = 'the certificate request is not signed by its key'

describe('a request', () => {
  test.each([
    { name: 'that is no PEM', pem: 'x', reason: 'could not decode csrPem as PEM' },
    {
      name: 'that is a certificate',
      pem: certificateText('root.cert'),
      reason: 'encountered PEM block type CERTIFICATE',
    },
    {
      name: 'that is damaged',
      pem: '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n',
      reason: 'could not parse the certificate request',
    },
    { name: 'with another signature', pem: tampered, reason: unsigned },
    { name: 'with another name', pem: renamed, reason: unsigned },
    { name: 'signed by SHA-1', pem: csr('by-sha1'), reason: unsigned },
    { name: 'with RSA of 1024 bits', pem: csr('weak-rsa'), reason: weak },
    { name: 'with another curve', pem: csr('weak-curve'), reason: weak },
    {
      name: 'with two names',
      pem: csr('two-names'),
      reason: 'the certificate request has more than one common name',
    },
  ])('$name is refused', ({ pem, reason }) => {
    expect(issueClientByCsr(authority, { csr: pem, identityId: 'x' }, issuing)).toEqual({
      ok: false,
      failure: { code: 'COULD_NOT_PROCESS_CSR', reason },
    })
  })

  const good = csr('p256')
  test.each([
    {
      name: 'none',
      requests: {},
      failure: { code: 'MISSING_OR_INVALID_CSR', reason: 'the server CSR is missing' },
    },
    {
      name: 'a damaged one of the server',
      requests: { certCsr: good, serverCertCsr: 'x' },
      failure: { code: 'COULD_NOT_PROCESS_CSR', reason: 'could not decode csrPem as PEM' },
    },
    {
      name: 'none of the client',
      requests: { serverCertCsr: good },
      failure: { code: 'MISSING_OR_INVALID_CSR', reason: 'the client CSR is missing' },
    },
    {
      name: 'those of another router',
      requests: { certCsr: csr('someone'), serverCertCsr: csr('someone') },
      failure: { code: 'COULD_NOT_PROCESS_CSR', reason: 'invalid client CSR' },
    },
    {
      name: 'the one of the server of another router',
      requests: { certCsr: good, serverCertCsr: csr('someone') },
      failure: { code: 'COULD_NOT_PROCESS_CSR', reason: 'invalid server CSR' },
    },
  ])('of a router is refused: $name', ({ requests, failure }) => {
    expect(issueRouterCertificates(authority, { ...requests, routerId }, issuing)).toEqual({
      ok: false,
      failure,
    })
  })
})

describe('a certificate that follows another', () => {
  const later = { time: new Date('2027-11-01T10:00:00.000Z'), random: randomBytes }
  const extend = (request: string) =>
    extendCertificate(authority, { current: identity.certificate, csr: csr(request) }, later)

  test.each([
    { request: 'rsa', hasNewKey: true },
    { request: 'someone', hasNewKey: false },
  ])(
    'has the name of the first, and a new key ($hasNewKey) if the request $request has one',
    ({ request, hasNewKey }) => {
      const next = unwrapOutcome(extend(request))
      expect(next).toMatchObject({
        hasNewKey,
        certificate: { commonName: 'ident.1-x', notAfter: new Date('2028-10-31T10:00:00.000Z') },
      })
      expect(next.certificate.fingerprint).not.toBe(identity.certificate.fingerprint)
    },
  )

  test('is not issued for one of another CA', () => {
    expect(
      extendCertificate(
        authority,
        { current: fixtureCertificate('device'), csr: csr('p256') },
        later,
      ),
    ).toEqual({ ok: false, failure: { code: 'CAN_NOT_UPDATE_AUTHENTICATOR' } })
  })

  test('is not issued for an invalid request', () => {
    expect(
      extendCertificate(authority, { current: identity.certificate, csr: 'x' }, later),
    ).toEqual({
      ok: false,
      failure: { code: 'COULD_NOT_PROCESS_CSR', reason: 'could not decode csrPem as PEM' },
    })
  })

  const next = unwrapOutcome(extend('rsa'))
  test.each([
    { name: 'it', waiting: next.certificate.fingerprint, text: next.chain, code: undefined },
    {
      name: 'the current one',
      waiting: next.certificate.fingerprint,
      text: identity.chain,
      code: 'INVALID_CLIENT_CERT',
    },
    {
      name: 'other text',
      waiting: next.certificate.fingerprint,
      text: 'x',
      code: 'INVALID_CLIENT_CERT',
    },
    {
      name: 'anything while none waits',
      waiting: undefined,
      text: 'x',
      code: 'CAN_NOT_UPDATE_AUTHENTICATOR',
    },
  ])('is confirmed by $name: $code', ({ waiting, text, code }) => {
    expect(checkConfirmation(waiting, text)?.code).toBe(code)
  })
})
