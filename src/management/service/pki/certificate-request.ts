import type { KeyObject } from 'node:crypto'
import { createPublicKey, verify } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { CertificationRequest } from '@peculiar/asn1-csr'
import type { Extension, Name } from '@peculiar/asn1-x509'
import { Extensions } from '@peculiar/asn1-x509'
import type { Result } from '../call/failure.js'
import { succeed, fail } from '../call/failure.js'
import {
  findAlternativeNames,
  parseAlternativeNames,
  listCommonNames,
  parsePem,
} from './certificate.js'

/**
 * A certificate signing request (RFC 2986) with a verified signature, which proves possession of
 * the private key.
 */
export type SigningRequest = {
  readonly commonName: string
  readonly subject: Name
  readonly publicKey: KeyObject
  /** The extension with the requested alternative names, if any. */
  readonly alternativeNames: Extension | undefined
}

/**
 * Digests by the signature algorithm of a request; undefined for algorithms with a built-in digest.
 */
const digestByAlgorithm = new Map<string, string | undefined>([
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.3.101.112', undefined],
])

const extensionRequestId = '1.2.840.113549.1.9.14'

const allowedCurves = new Set<string | undefined>(['prime256v1', 'secp384r1', 'secp521r1'])

const createCsrFailure = (reason: string) => fail('COULD_NOT_PROCESS_CSR', { reason })

/** Parses a request in PEM and checks its signature and key. */
export function readSigningRequest(pem: string): Result<SigningRequest> {
  const [block, ...others] = parsePem(pem)
  if (!block) return createCsrFailure('could not decode csrPem as PEM')
  const rest = pem.slice(pem.lastIndexOf('-----') + '-----'.length)
  if (others.length > 0 || !/^[ \t\r]*\n?$/.test(rest))
    return createCsrFailure('unexpected PEM blocks at end of CSR')
  if (!/^(NEW )?CERTIFICATE REQUEST$/.test(block.label))
    return createCsrFailure(`encountered PEM block type ${block.label}`)
  try {
    return parseRequest(AsnConvert.parse(block.bytes, CertificationRequest))
  } catch {
    // The decoder and Node throw different errors for invalid requests.
    return createCsrFailure('could not parse the certificate request')
  }
}

/** Parses a request; throws if a part is malformed. */
function parseRequest({
  certificationRequestInfo: info,
  certificationRequestInfoRaw: raw,
  signatureAlgorithm: { algorithm },
  signature,
}: CertificationRequest): Result<SigningRequest> {
  const publicKey = createPublicKey({
    key: Buffer.from(AsnConvert.serialize(info.subjectPKInfo)),
    format: 'der',
    type: 'spki',
  })
  if (!isStrongKey(publicKey))
    return createCsrFailure('the key of the certificate request is too weak or of an unknown kind')
  if (
    !raw ||
    !digestByAlgorithm.has(algorithm) ||
    !verify(digestByAlgorithm.get(algorithm), Buffer.from(raw), publicKey, Buffer.from(signature))
  )
    return createCsrFailure('the certificate request is not signed by its key')
  const requestedExtensions = info.attributes.find(({ type }) => type === extensionRequestId)
    ?.values[0]
  const extensions = requestedExtensions ? AsnConvert.parse(requestedExtensions, Extensions) : []
  // Throws for malformed names, here instead of on first use.
  parseAlternativeNames(extensions)
  const [commonName = '', ...others] = listCommonNames(info.subject)
  if (others.length > 0)
    return createCsrFailure('the certificate request has more than one common name')
  return succeed({
    commonName,
    subject: info.subject,
    publicKey,
    alternativeNames: findAlternativeNames(extensions),
  })
}

/**
 * Whether a key is accepted: RSA of 2048 to 8192 bits, NIST curves of at least 256 bits, or
 * Ed25519.
 */
function isStrongKey({
  asymmetricKeyType,
  asymmetricKeyDetails: { modulusLength = 0, namedCurve } = {},
}: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return modulusLength >= 2048 && modulusLength <= 8192
  return (
    asymmetricKeyType === 'ed25519' || (asymmetricKeyType === 'ec' && allowedCurves.has(namedCurve))
  )
}
