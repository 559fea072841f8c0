import { execFileSync } from 'node:child_process'
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { describe, expect, test } from 'vitest'
import {
  createAuthority,
  toKeyPem,
  createKey,
  openAuthority,
  issueClientByCsr,
  issueRouterCertificates,
  issueServerCertificate,
} from '../../../../src/management/service/pki/authority.js'
import type { Certificate } from '../../../../src/management/service/call/context.js'
import {
  createCertificateBundle,
  parsePem,
} from '../../../../src/management/service/pki/certificate.js'
import { verifyChain } from '../../../../src/management/service/pki/chain.js'
import {
  certificateIn,
  certificateText,
  fixtureCertificate,
  unwrapOutcome,
  createRequest,
} from '../../../support/certificates.js'
import { createRandomBytes } from '../../../support/random-bytes.js'
import { needsProgram } from '../../../support/requirements.js'
import { makeFolder } from '../../../support/program.js'

const at = new Date('2026-12-01T10:00:00.000Z')
const issuing = { time: at, random: randomBytes }
const pair = createAuthority('Service CA', issuing)
const authority = openAuthority(pair)
const routerId = 'aB3.x-9Kd0'
const csr = (name: string): string => certificateText(`${name}.csr`)

const identity = unwrapOutcome(
  issueClientByCsr(authority, { csr: csr('someone'), identityId: 'ident.1-x' }, issuing),
)
const router = unwrapOutcome(
  issueRouterCertificates(
    authority,
    { certCsr: csr('p256'), serverCertCsr: csr('rsa'), routerId },
    issuing,
  ),
)
const server = issueServerCertificate(
  authority,
  ['localhost', '127.0.0.1', '::1', 'service.example.com'],
  issuing,
)

const getSerial = ({ x509 }: Certificate): string => x509.serialNumber

describe('the authority', () => {
  test('is a CA of its own for ten years, on P-256', () => {
    const { certificate, key } = authority
    expect(certificate).toMatchObject({
      commonName: 'Service CA',
      isCa: true,
      notBefore: new Date('2026-12-01T09:55:00.000Z'),
      notAfter: new Date('2036-11-28T10:00:00.000Z'),
    })
    expect(certificate.x509.verify(certificate.x509.publicKey)).toBe(true)
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  })

  test.each([
    {
      name: 'the key of another',
      keyPem: createAuthority('Service CA', issuing).keyPem,
      certPem: pair.certPem,
    },
    { name: 'no certificate', keyPem: pair.keyPem, certPem: '' },
    { name: 'a certificate that is none of a CA', keyPem: server.keyPem, certPem: server.certPem },
  ])('is not opened with $name', ({ keyPem, certPem }) => {
    expect(() => openAuthority({ keyPem, certPem })).toThrow('does not match its key')
  })

  test('has another serial number each time, of 16 bytes and above 0', () => {
    const serials = [
      authority.certificate,
      identity.certificate,
      router.client.certificate,
      router.server.certificate,
      certificateIn(server.certPem),
    ].map(getSerial)
    expect(new Set(serials).size).toBe(5)
    expect(serials.filter((serial) => !/^[4-7][0-9A-F]{31}$/.test(serial))).toEqual([])
  })

  test('says the same at the same time with the same random bytes', () => {
    const [one, same] = [1, 2].map(
      () =>
        unwrapOutcome(
          issueClientByCsr(
            authority,
            { csr: csr('someone'), identityId: 'x' },
            { time: at, random: createRandomBytes('same') },
          ),
        ).certificate,
    )
    expect(one?.decoded.tbsCertificate.serialNumber).toEqual(
      same?.decoded.tbsCertificate.serialNumber,
    )
  })
})

describe('an issued certificate', () => {
  test.each([
    {
      name: 'of an identity',
      certificate: identity.certificate,
      commonName: 'ident.1-x',
      purpose: ['1.3.6.1.5.5.7.3.2'],
      dns: [],
    },
    {
      name: 'of a router that dials',
      certificate: router.client.certificate,
      commonName: routerId,
      purpose: ['1.3.6.1.5.5.7.3.2'],
      dns: [],
    },
    {
      name: 'of a router that listens',
      certificate: router.server.certificate,
      commonName: routerId,
      purpose: ['1.3.6.1.5.5.7.3.1'],
      dns: ['router.example.com'],
    },
    {
      name: 'of the service',
      certificate: certificateIn(server.certPem),
      commonName: 'localhost',
      purpose: ['1.3.6.1.5.5.7.3.1'],
      dns: ['localhost', 'service.example.com'],
    },
  ])('$name says who it is, for a year', ({ certificate, commonName, purpose, dns }) => {
    expect(certificate).toMatchObject({
      commonName,
      isCa: false,
      notBefore: new Date('2026-12-01T09:55:00.000Z'),
      notAfter: new Date('2027-12-01T10:00:00.000Z'),
    })
    expect(certificate.x509.keyUsage).toEqual(purpose)
    expect(certificate.alternativeNames.dns).toEqual(dns)
    expect(verifyChain(certificate, { roots: [authority.certificate], time: at }).ok).toBe(true)
    expect(
      verifyChain(certificate, {
        roots: [openAuthority(createAuthority('Service CA', issuing)).certificate],
        time: at,
      }).ok,
    ).toBe(false)
  })

  test('of a router takes over all names and the subject of its request', () => {
    const { alternativeNames, x509 } = router.server.certificate
    expect(alternativeNames).toEqual({
      dns: ['router.example.com'],
      ips: ['192.0.2.7'],
      emails: ['ops@example.com'],
      uris: ['tls://router.example.com'],
    })
    expect(x509.subject.split('\n')).toEqual([
      'C=DE',
      'ST=Berlin',
      'L=Berlin',
      'O=Example',
      'OU=Edge',
      `CN=${routerId}`,
    ])
  })

  test('of the service is for its names and addresses', () => {
    const { x509 } = certificateIn(server.certPem)
    expect([
      x509.checkHost('service.example.com'),
      x509.checkIP('127.0.0.1'),
      x509.checkIP('::1'),
      x509.checkHost('other.example.com'),
    ]).toEqual(['service.example.com', '127.0.0.1', '::1', undefined])
    expect(x509.checkPrivateKey(createPrivateKey(server.keyPem))).toBe(true)
  })

  test('is kept with that of the CA behind it, an empty line after each', () => {
    expect(identity.chain).toBe(`${identity.certificate.pem}\n${pair.certPem}\n`)
    expect(parsePem(server.certPem)).toHaveLength(2)
  })

  test.each(['p256', 'p384', 'rsa', 'ed25519'])('is made for a key of the request %s', (name) => {
    const { certificate } = unwrapOutcome(
      issueClientByCsr(authority, { csr: csr(name), identityId: 'x' }, issuing),
    )
    expect(new X509Certificate(certificate.pem).publicKey.asymmetricKeyType).toBe(
      name === 'rsa' || name === 'ed25519' ? name : 'ec',
    )
  })
})

test('server and client with issued certificates trust each other in TLS', async () => {
  const now = { time: new Date(), random: randomBytes }
  const current = createAuthority('Now', now)
  const opened = openAuthority(current)
  const { certPem, keyPem } = issueServerCertificate(opened, ['localhost'], now)
  const key = createKey()
  const { chain, certificate } = unwrapOutcome(
    issueClientByCsr(opened, { csr: createRequest('anything', key), identityId: 'ident.1-x' }, now),
  )
  const listener = createServer(
    {
      cert: certPem,
      key: keyPem,
      ca: current.certPem,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (socket) => void socket.end(String(socket.getPeerX509Certificate()?.fingerprint)),
  )
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect({
      port: address.port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca: current.certPem,
      cert: chain,
      key: toKeyPem(key),
    })
    let said = ''
    socket
      .on('data', (data) => void (said += String(data)))
      .on('end', () => void resolve(said))
      .on('error', reject)
  })
  listener.close()
  expect(answer).toBe(certificate.x509.fingerprint)
})

const openSsl = needsProgram('openssl', ['version'])

describe.skipIf(openSsl.isMissing)(`OpenSSL${openSsl.note}`, () => {
  const folder = makeFolder()
  const file = (name: string, text: string | Buffer): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const ca = file('ca.pem', pair.certPem)
  const run = (...words: string[]): string =>
    execFileSync('openssl', words, { stdio: 'pipe' }).toString()
  const time = ['-attime', String(at.getTime() / 1000)]

  test.each([
    { name: 'identity', text: identity.chain, purpose: 'sslclient', other: 'sslserver' },
    { name: 'router', text: router.client.chain, purpose: 'sslclient', other: 'sslserver' },
    { name: 'router-server', text: router.server.chain, purpose: 'sslserver', other: 'sslclient' },
    { name: 'service', text: server.certPem, purpose: 'sslserver', other: 'sslclient' },
  ])(
    'accepts the certificate of $name, strictly, for its purpose alone',
    ({ name, text, purpose, other }) => {
      const path = file(`${name}.pem`, text)
      expect(
        run('verify', '-x509_strict', ...time, '-CAfile', ca, '-purpose', purpose, path),
      ).toContain('OK')
      expect(() =>
        run('verify', '-x509_strict', ...time, '-CAfile', ca, '-purpose', other, path),
      ).toThrow()
    },
  )

  test('reads the extensions of the CA and of a leaf', () => {
    expect(run('x509', '-in', ca, '-noout', '-ext', 'basicConstraints,keyUsage')).toMatch(
      /critical\s+CA:TRUE, pathlen:0[^]*critical\s+Certificate Sign, CRL Sign/,
    )
    const leaf = run(
      'x509',
      '-in',
      file('leaf.pem', router.server.chain),
      '-noout',
      '-ext',
      'basicConstraints,keyUsage,extendedKeyUsage,subjectAltName',
    )
    expect(leaf).toMatch(/critical\s+CA:FALSE/)
    expect(leaf).toMatch(/critical\s+Digital Signature, Key Encipherment/)
    expect(leaf).toContain(
      'DNS:router.example.com, IP Address:192.0.2.7, email:ops@example.com, URI:tls://router.example.com',
    )
    expect(
      run('x509', '-in', file('client.pem', identity.chain), '-noout', '-ext', 'keyUsage'),
    ).toMatch(/critical\s+Digital Signature\s*$/)
  })

  test('reads the bundle of certificates, each as it was', () => {
    const der = file(
      'bundle.p7',
      Buffer.from(
        createCertificateBundle([
          authority.certificate,
          fixtureCertificate('device'),
          fixtureCertificate('root'),
        ]),
        'base64',
      ),
    )
    const found = parsePem(run('pkcs7', '-inform', 'DER', '-in', der, '-print_certs')).map(
      (found) => new X509Certificate(found.bytes).fingerprint256,
    )
    expect(found.toSorted()).toEqual(
      [authority.certificate, fixtureCertificate('device'), fixtureCertificate('root')]
        .map(({ x509 }) => x509.fingerprint256)
        .toSorted(),
    )
  })
})

test('the bundle of certificates is base 64 in lines, and holds them byte for byte', () => {
  const bundle = createCertificateBundle([authority.certificate])
  expect(bundle.split('\n').every((line) => /^[A-Za-z0-9+/]{1,64}={0,2}$/.test(line))).toBe(true)
  expect(Buffer.from(bundle, 'base64').includes(authority.certificate.der)).toBe(true)
})
