import { createHash, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import type { Extension } from '@peculiar/asn1-x509'
import {
  Certificate as Asn1Certificate,
  AttributeTypeAndValue,
  AttributeValue,
  GeneralName,
  id_ce_subjectAltName,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
} from '@peculiar/asn1-x509'
import {
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  CMSVersion,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  SignedData,
  SignerInfos,
} from '@peculiar/asn1-cms'
import type { Result } from '../call/failure.js'
import { succeed, fail } from '../call/failure.js'
import type { AlternativeNames, Certificate } from '../call/context.js'

const computeFingerprint = (der: Uint8Array): string => createHash('sha1').update(der).digest('hex')

/**
 * Maximum length of a certificate in bytes. A certificate with a thousand names is shorter. TLS would accept 100 kB,
 * but decoding takes some ms for each thousand names.
 */
const maxCertificateLength = 24 * 1024

export function parseCertificate(der: Uint8Array): Certificate | undefined {
  if (der.length > maxCertificateLength) return undefined
  try {
    const x509 = new X509Certificate(der)
    const decoded = AsnConvert.parse(x509.raw, Asn1Certificate)
    const { subject, validity, extensions } = decoded.tbsCertificate
    return {
      pem: x509.toString(),
      der: x509.raw,
      fingerprint: computeFingerprint(x509.raw),
      commonName: listCommonNames(subject).at(-1) ?? '',
      alternativeNames: parseAlternativeNames(extensions),
      notBefore: validity.notBefore.getTime(),
      notAfter: validity.notAfter.getTime(),
      isCa: x509.ca,
      x509,
      decoded,
    }
  } catch {
    // Node and the decoder throw different errors for malformed certificates.
    return undefined
  }
}

/**
 * Parses the first PEM block in a string, whatever its label; undefined if there is none, or if it is not a
 * certificate.
 */
export function parseFirstCertificate(pem: string): Certificate | undefined {
  const [block] = parsePem(pem)
  return block && parseCertificate(block.bytes)
}

/** Formats a chain as the API returns it: PEM with an empty line after each certificate. */
export const formatChain = (certificates: readonly Certificate[]): string =>
  certificates.map(({ pem }) => `${pem}\n`).join('')

const certificateLabel = 'CERTIFICATE'

const malformedReason = 'x509: malformed certificate'

const explainLabel = (label: string): string => `encountered PEM block type ${label}`

const hidePrivateKey = (text: string): string => (text.includes('PRIVATE KEY') ? '' : text)

/** Reads the `certPem` of a new CA. Only the first PEM block is used, which must be the certificate of a CA. */
export function readCaCertificate(certPem: string): Result<Certificate> {
  const refuse = (reason: string) =>
    fail('COULD_NOT_VALIDATE', { field: 'certPem', reason, value: hidePrivateKey(certPem) })
  const [block] = parsePem(certPem)
  if (!block) return refuse('could not parse block #1')
  if (block.label !== certificateLabel) return refuse(explainLabel(block.label))
  const certificate = parseCertificate(block.bytes)
  if (!certificate) return refuse(malformedReason)
  return certificate.isCa
    ? succeed(certificate)
    : fail('CERTIFICATE_IS_NOT_CA', { reason: 'certificate is not a CA' })
}

/** Reads the certificate in a CA verification; text after the first PEM block is ignored. */
export function readCaProof(body: string): Result<Certificate> {
  const [block] = parsePem(body)
  if (!block) return fail('COULD_NOT_PARSE_BODY')
  if (block.label !== certificateLabel)
    return fail('EXPECTED_PEM_CERTIFICATE', { reason: explainLabel(block.label) })
  return readBlock(block)
}

function readBlock({ bytes }: PemBlock): Result<Certificate> {
  const certificate = parseCertificate(bytes)
  return certificate
    ? succeed(certificate)
    : fail('COULD_NOT_PARSE_DER_BLOCK', { reason: malformedReason })
}

export function readClientCertificate(certPem: string): Result<Certificate> {
  const [block, ...others] = parsePem(certPem)
  if (block?.label !== certificateLabel || others.length > 0)
    return fail('COULD_NOT_PARSE_PEM_BLOCK', {
      reason: 'client pem must be exactly one certificate',
    })
  return readBlock(block)
}

export function readSignerCertificate(certPem: string): Result<Certificate> {
  const result = readClientCertificate(certPem)
  return result.ok ? result : fail('INVALID_CERT_PEM')
}

/**
 * Parses the certificates that a client presented in TLS: first its own, then the intermediate certificates. Empty if
 * any of them is malformed. The results are cached.
 */
export function readPresentedChain(pem: string): readonly Certificate[] {
  const cachedChain = presentedChains.get(pem)
  if (cachedChain) return cachedChain
  const certificates = parsePem(pem).map((block) =>
    block.label === certificateLabel ? parseCertificate(block.bytes) : undefined,
  )
  const chain = certificates.every((certificate) => certificate !== undefined) ? certificates : []
  presentedChains.set(pem, chain)
  const [oldest] = presentedChains.keys()
  if (presentedChains.size > maxPresentedChains && oldest !== undefined)
    presentedChains.delete(oldest)
  return chain
}

/** The chains that were parsed last, by their PEM: all requests of a connection have the same chain. */
const presentedChains = new Map<string, readonly Certificate[]>()

const maxPresentedChains = 32

const commonNameType = '2.5.4.3'

export const listCommonNames = (subject: Name): string[] =>
  subject
    .flatMap((names) => [...names])
    .flatMap(({ type, value }) => (type === commonNameType ? value.toString() : []))

export const findAlternativeNames = (
  extensions: readonly Extension[] = [],
): Extension | undefined => extensions.find(({ extnID }) => extnID === id_ce_subjectAltName)

/** Parses the alternative names in extensions; throws if they are malformed. */
export function parseAlternativeNames(extensions: readonly Extension[] = []): AlternativeNames {
  const extension = findAlternativeNames(extensions)
  const names = extension
    ? [...AsnConvert.parse(extension.extnValue.buffer, SubjectAlternativeName)]
    : []
  return {
    dns: names.flatMap(({ dNSName }) => dNSName ?? []),
    ips: names.flatMap(({ iPAddress }) => iPAddress ?? []),
    emails: names.flatMap(({ rfc822Name }) => rfc822Name ?? []),
    uris: names.flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? []),
  }
}

export const createSubject = (commonName: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: commonNameType,
        value: new AttributeValue({ utf8String: commonName }),
      }),
    ]),
  ])

export const createAlternativeNames = (hosts: readonly string[]): SubjectAlternativeName =>
  new SubjectAlternativeName(
    hosts.map((host) => new GeneralName(isIP(host) ? { iPAddress: host } : { dNSName: host })),
  )

/** A PEM block (RFC 7468): its label and bytes. */
export type PemBlock = { readonly label: string; readonly bytes: Buffer }

/**
 * Parses the PEM blocks in a string. Skips text between blocks, blocks without an end, and blocks with characters that
 * are not Base64.
 */
export const parsePem = (text: string): PemBlock[] =>
  text
    .split('-----BEGIN ')
    .slice(1)
    .flatMap((part) => {
      const label = /^([A-Z0-9 ]+)-----/.exec(part)?.[1] ?? ''
      const end = part.indexOf(`-----END ${label}-----`)
      const body = part.slice(label.length + '-----'.length, Math.max(end, 0))
      return label !== '' && end >= 0 && /^[A-Za-z0-9+/=\s]*$/.test(body)
        ? [{ label, bytes: Buffer.from(body, 'base64') }]
        : []
    })

/**
 * Packs certificates into PKCS #7 without signature and content (RFC 5652), in base64: the response
 * of `/.well-known/est/cacerts` (RFC 7030, section 4.1.3).
 */
export function createCertificateBundle(certificates: readonly Certificate[]): string {
  const signedData = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers(),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(
      certificates.map(({ decoded }) => new CertificateChoices({ certificate: decoded })),
    ),
    signerInfos: new SignerInfos(),
  })
  const der = AsnConvert.serialize(
    new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signedData) }),
  )
  return Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n')
}
