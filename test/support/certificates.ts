import { readFileSync } from 'node:fs'
import type { KeyObject } from 'node:crypto'
import { createPublicKey, randomBytes, sign } from 'node:crypto'
import { Attributes, CertificationRequest, CertificationRequestInfo } from '@peculiar/asn1-csr'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  BasicConstraints,
  Certificate as EncodedCertificate,
  ExtendedKeyUsage,
  Extensions,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  KeyUsage,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import {
  createAlternativeNames,
  parseCertificate,
  parsePem,
  createSubject,
} from '../../src/management/service/pki/certificate.js'
import type { Certificate, Authority } from '../../src/management/service/call/context.js'
import {
  createAuthority,
  createKey,
  openAuthority,
  issueClientCertificate,
  issueServerCertificate,
} from '../../src/management/service/pki/authority.js'
import { createExtension } from '../../src/management/service/pki/sign-certificate.js'
import type { Result } from '../../src/management/service/call/failure.js'

/** Reads a file of `fixtures/certificates`, which its `make.sh` generates with OpenSSL. */
export const certificateText = (name: string): string =>
  readFileSync(`fixtures/certificates/${name}`, 'utf8')

/** Parses the first certificate in a text. Throws if there is none. */
export function certificateIn(pem: string): Certificate {
  const [block] = parsePem(pem)
  const certificate = block && parseCertificate(block.bytes)
  if (!certificate) throw new Error('the text holds no certificate')
  return certificate
}

/** Parses a certificate of `fixtures/certificates`. */
export const fixtureCertificate = (name: string): Certificate =>
  certificateIn(certificateText(`${name}.cert`))

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'

/** Creates a certificate signing request in PEM; `attributes` contain, for example, the requested names. */
export function createCsr(
  commonName: string,
  key: KeyObject = createKey(),
  attributes = new Attributes(),
): string {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const info = new CertificationRequestInfo({
    subject: createSubject(commonName),
    subjectPKInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
    attributes,
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(info)), key)
  const request = new CertificationRequest({
    certificationRequestInfo: info,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 }),
    signature: Uint8Array.from(signature).buffer,
  })
  return formatPem('CERTIFICATE REQUEST', Buffer.from(AsnConvert.serialize(request)))
}

/** Formats bytes as a PEM block that ends with a line feed. */
export function formatPem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** A claim that takes the external id of an identity from the common name of a certificate. */
export const commonNameClaim = {
  location: 'COMMON_NAME',
  matcher: 'ALL',
  matcherCriteria: '',
  parser: 'NONE',
  parserCriteria: '',
  index: 0,
}

/**
 * Creates a CA that does not belong to the service: its certificate, and functions that issue client and server
 * certificates. `now` is in ms since 1970.
 */
export function createOutsideAuthority(name: string, now: number) {
  const issuing = { time: new Date(now), random: randomBytes }
  const authority: Authority = openAuthority(createAuthority(name, issuing))
  return {
    certPem: authority.certificate.pem,
    client: (commonName: string, key: KeyObject = createKey()): string =>
      issueClientCertificate(authority, { commonName, publicKey: createPublicKey(key) }, issuing)
        .certificate.pem,
    server: (host: string): string =>
      certificateIn(issueServerCertificate(authority, [host], issuing).certPem).pem,
  }
}

/** Creates a certificate signing request for a P-256 key, in PEM. */
export function createRequest(commonName: string, key: KeyObject): string {
  const subjectPKInfo = AsnConvert.parse(
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    SubjectPublicKeyInfo,
  )
  const certificationRequestInfo = new CertificationRequestInfo()
  Object.assign(certificationRequestInfo, { subject: createSubject(commonName), subjectPKInfo })
  const signature = Uint8Array.from(
    sign('sha256', Buffer.from(AsnConvert.serialize(certificationRequestInfo)), key),
  ).buffer
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })
  return formatPem(
    'CERTIFICATE REQUEST',
    Buffer.from(
      AsnConvert.serialize(
        new CertificationRequest({ certificationRequestInfo, signatureAlgorithm, signature }),
      ),
    ),
  )
}

/** Returns the value of a result. Throws if the result is a failure. */
export function unwrapOutcome<Value>(outcome: Result<Value>): Value {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.reason}`)
  return outcome.value
}

/** A certificate with its key, such as one that a real CA would not issue. */
export type MadeCertificate = {
  readonly name: string
  readonly key: KeyObject
  readonly pem: string
}

/** The content of a certificate; absent fields are not included. */
export type CertificateStatement = {
  name: string
  /** The signer; by default, the certificate is self-signed. */
  issuer?: Pick<MadeCertificate, 'name' | 'key'>
  /** Whether the basic constraints say that it is a CA; `pathLength` limits the chain below it. */
  ca?: boolean
  pathLength?: number
  /** Key usage, such as `KeyUsageFlags.keyCertSign`. */
  usage?: number
  /** Extended key usage. */
  purposes?: readonly string[]
  /** Alternative names. */
  hosts?: readonly [string, ...string[]]
  /** Days from now until it expires; a negative number is in the past. */
  days?: number
}

const msPerDay = 86_400_000

/** Creates a certificate with exactly this content. */
export function makeCertificate({
  name,
  issuer,
  ca,
  pathLength,
  usage,
  purposes,
  hosts,
  days = 30,
}: CertificateStatement): MadeCertificate {
  const key = createKey()
  const signer = issuer ?? { name, key }
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 })
  const now = Date.now()
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: Uint8Array.from([0x40, ...randomBytes(15)]).buffer,
    signature: signatureAlgorithm,
    issuer: createSubject(signer.name),
    validity: new Validity({
      notBefore: new Date(now - 60 * msPerDay),
      notAfter: new Date(now + days * msPerDay),
    }),
    subject: createSubject(name),
    subjectPublicKeyInfo: AsnConvert.parse(
      createPublicKey(key).export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions([
      ...(ca === undefined
        ? []
        : [
            createExtension(
              id_ce_basicConstraints,
              new BasicConstraints({
                cA: ca,
                ...(pathLength !== undefined && { pathLenConstraint: pathLength }),
              }),
              true,
            ),
          ]),
      ...(usage === undefined ? [] : [createExtension(id_ce_keyUsage, new KeyUsage(usage), true)]),
      ...(purposes
        ? [createExtension(id_ce_extKeyUsage, new ExtendedKeyUsage([...purposes]))]
        : []),
      ...(hosts ? [createExtension(id_ce_subjectAltName, createAlternativeNames(hosts))] : []),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), signer.key)
  const encoded = new EncodedCertificate({
    tbsCertificate,
    signatureAlgorithm,
    signatureValue: Uint8Array.from(signature).buffer,
  })
  return { name, key, pem: formatPem('CERTIFICATE', Buffer.from(AsnConvert.serialize(encoded))) }
}
