import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import type { Extension, Name } from '@peculiar/asn1-x509'
import { id_ce_subjectAltName, Extensions } from '@peculiar/asn1-x509'
import { AsnConvert } from '@peculiar/asn1-schema'
import { CertificationRequest } from '@peculiar/asn1-csr'
import type { RandomBytes } from '../call/identifiers.js'
import type { Result, Failure } from '../call/failure.js'
import { succeed, fail } from '../call/failure.js'
import type { Authority, Certificate, KeyPair } from '../call/context.js'
import {
  parseFirstCertificate,
  createSubject,
  formatChain,
  createAlternativeNames,
  findAlternativeNames,
  parseAlternativeNames,
  listCommonNames,
  parsePem,
} from './certificate.js'
import type { CertificateContent } from './sign-certificate.js'
import { signCertificate, createExtension } from './sign-certificate.js'
import { isIssuedBy } from './chain.js'

/** The time of issue, and a source of random bytes for serial numbers. */
export type IssueContext = { readonly time: Date; readonly random: RandomBytes }

/** How long certificates are valid, in days, as on controllers: ten years for a CA, one year for all others. */
const validityDays = { authority: 3650, leaf: 365 } as const

export const createKey = (): KeyObject =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

export const toKeyPem = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Creates a CA that only signs leaf certificates. */
export function createAuthority(commonName: string, { time, random }: IssueContext): KeyPair {
  const key = createKey()
  const subject = createSubject(commonName)
  const { pem } = signCertificate(
    {
      subject,
      publicKey: createPublicKey(key),
      purpose: 'authority',
      days: validityDays.authority,
    },
    { issuer: subject, key, time, random },
  )
  return { certPem: pem, keyPem: toKeyPem(key) }
}

/**
 * Parses a stored CA. Throws if its certificate or key cannot be parsed, if they do not match, or if the certificate is
 * not a CA certificate.
 */
export function openAuthority({ certPem, keyPem }: KeyPair): Authority {
  const certificate = parseFirstCertificate(certPem)
  const key = createPrivateKey(keyPem)
  if (!certificate?.isCa || !certificate.x509.checkPrivateKey(key))
    throw new Error('the certificate is not a CA certificate, or does not match its key')
  return { certificate, key }
}

/** An issued certificate; `chain` is its PEM followed by the PEM of the CA, as clients and routers store it. */
export type IssuedCertificate = { readonly certificate: Certificate; readonly chain: string }

/**
 * The certificate requests of a router in PEM, by field name in the enrollment request: for its client certificate
 * (`certCsr`) and for its server certificate (`serverCertCsr`).
 */
export type RouterCsrs = {
  readonly certCsr?: string | undefined
  readonly serverCertCsr?: string | undefined
}

function issueLeaf(
  { certificate: issuer, key }: Authority,
  content: Omit<CertificateContent, 'days'>,
  { time, random }: IssueContext,
): IssuedCertificate {
  const signer = {
    issuer: issuer.decoded.tbsCertificate.subject,
    key,
    publicKey: issuer.x509.publicKey,
    time,
    random,
  }
  const certificate = signCertificate({ ...content, days: validityDays.leaf }, signer)
  return { certificate, chain: formatChain([certificate, issuer]) }
}

/**
 * Creates a key, and issues a server certificate for these host names and IP addresses. The first of these is its
 * common name. `certPem` of the result also contains the CA certificate.
 */
export function issueServerCertificate(
  authority: Authority,
  hosts: readonly [string, ...string[]],
  issueContext: IssueContext,
): KeyPair {
  const key = createKey()
  const content = {
    subject: createSubject(hosts[0]),
    publicKey: createPublicKey(key),
    purpose: 'server',
    alternativeNames: createExtension(id_ce_subjectAltName, createAlternativeNames(hosts)),
  } as const
  return { certPem: issueLeaf(authority, content, issueContext).chain, keyPem: toKeyPem(key) }
}

export const issueClientCertificate = (
  authority: Authority,
  { commonName, publicKey }: { commonName: string; publicKey: KeyObject },
  issueContext: IssueContext,
): IssuedCertificate =>
  issueLeaf(
    authority,
    { subject: createSubject(commonName), publicKey, purpose: 'client' },
    issueContext,
  )

/** Issues a client certificate with the identity's id as common name; ignores the subject of the request. */
export function issueClientByCsr(
  authority: Authority,
  { csr, identityId }: { csr: string; identityId: string },
  issueContext: IssueContext,
): Result<IssuedCertificate> {
  if (csr === '') return fail('MISSING_OR_INVALID_CSR')
  const request = readSigningRequest(csr)
  if (!request.ok) return request
  const { publicKey } = request.value
  return succeed(
    issueClientCertificate(authority, { commonName: identityId, publicKey }, issueContext),
  )
}

/**
 * Issues the certificates of a router: a client certificate, and a server certificate with the alternative names of its
 * request. Fails unless both requests have the router's id as common name.
 */
export function issueRouterCertificates(
  authority: Authority,
  { certCsr, serverCertCsr, routerId }: RouterCsrs & { routerId: string },
  issueContext: IssueContext,
): Result<{ client: IssuedCertificate; server: IssuedCertificate }> {
  if (!serverCertCsr) return fail('MISSING_OR_INVALID_CSR', { reason: 'the server CSR is missing' })
  if (!certCsr) return fail('MISSING_OR_INVALID_CSR', { reason: 'the client CSR is missing' })
  const [server, client] = [readSigningRequest(serverCertCsr), readSigningRequest(certCsr)]
  if (!server.ok) return server
  if (!client.ok) return client
  if (client.value.commonName !== routerId)
    return fail('COULD_NOT_PROCESS_CSR', { reason: 'invalid client CSR' })
  if (server.value.commonName !== routerId)
    return fail('COULD_NOT_PROCESS_CSR', { reason: 'invalid server CSR' })
  const { subject, publicKey } = client.value
  return succeed({
    client: issueLeaf(authority, { subject, publicKey, purpose: 'client' }, issueContext),
    server: issueLeaf(authority, { ...server.value, purpose: 'server' }, issueContext),
  })
}

/**
 * Issues a certificate that replaces the current one of an authenticator, with the same common name. Fails unless this
 * CA issued the current certificate. `hasNewKey` in the result says whether the request has a different key.
 */
export function extendCertificate(
  authority: Authority,
  { current, csr }: { current: Certificate; csr: string },
  issueContext: IssueContext,
): Result<IssuedCertificate & { readonly hasNewKey: boolean }> {
  if (!isIssuedBy(current, authority.certificate)) return fail('CAN_NOT_UPDATE_AUTHENTICATOR')
  const request = readSigningRequest(csr)
  if (!request.ok) return request
  const { publicKey } = request.value
  return succeed({
    ...issueClientCertificate(
      authority,
      { commonName: current.commonName, publicKey },
      issueContext,
    ),
    hasNewKey: !current.x509.publicKey.equals(publicKey),
  })
}

/**
 * Checks that the first certificate in `clientCert` is the pending certificate, which the client sends back to confirm
 * that it has arrived. Returns undefined if so; fails if it is another certificate, or if none is pending.
 */
export function checkConfirmation(
  pendingFingerprint: string | undefined,
  clientCert: string,
): Failure | undefined {
  if (pendingFingerprint === undefined) return fail('CAN_NOT_UPDATE_AUTHENTICATOR').failure
  return parseFirstCertificate(clientCert)?.fingerprint === pendingFingerprint
    ? undefined
    : fail('INVALID_CLIENT_CERT').failure
}

/** A certificate signing request (RFC 2986) with a verified signature, which proves possession of the private key. */
type SigningRequest = {
  readonly commonName: string
  readonly subject: Name
  readonly publicKey: KeyObject
  /** The extension with the requested alternative names, if any. */
  readonly alternativeNames: Extension | undefined
}

/**
 * The digests of the accepted signature algorithms, by algorithm id; undefined for Ed25519, which has a built-in
 * digest.
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

/** The OID of the CSR attribute `extensionRequest` (PKCS #9), which holds the requested extensions. */
const extensionRequestOid = '1.2.840.113549.1.9.14'

const allowedCurves = new Set<string | undefined>(['prime256v1', 'secp384r1', 'secp521r1'])

/**
 * Maximum length of a certificate request in bytes. Its names are copied into the certificate, which must not exceed
 * the maximum length of a certificate that a client presents.
 */
const maxRequestLength = 20 * 1024

const createCsrFailure = (reason: string) => fail('COULD_NOT_PROCESS_CSR', { reason })

function readSigningRequest(pem: string): Result<SigningRequest> {
  const [block, ...others] = parsePem(pem)
  if (!block) return createCsrFailure('could not decode csrPem as PEM')
  const trailingText = pem.slice(pem.lastIndexOf('-----') + '-----'.length)
  if (others.length > 0 || !/^[ \t\r]*\n?$/.test(trailingText))
    return createCsrFailure('unexpected PEM blocks at end of CSR')
  if (!/^(NEW )?CERTIFICATE REQUEST$/.test(block.label))
    return createCsrFailure(`encountered PEM block type ${block.label}`)
  if (block.bytes.length > maxRequestLength)
    return createCsrFailure(`the certificate request has more than ${maxRequestLength} bytes`)
  try {
    return parseRequest(AsnConvert.parse(block.bytes, CertificationRequest))
  } catch {
    // The decoder and Node throw different errors for invalid requests.
    return createCsrFailure('could not parse the certificate request')
  }
}

/** Checks a decoded request: its key, signature and names. Throws if its key, extensions or names are malformed. */
function parseRequest({
  certificationRequestInfo: info,
  certificationRequestInfoRaw: signedBytes,
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
    !signedBytes ||
    !digestByAlgorithm.has(algorithm) ||
    !verify(
      digestByAlgorithm.get(algorithm),
      Buffer.from(signedBytes),
      publicKey,
      Buffer.from(signature),
    )
  )
    return createCsrFailure('the certificate request is not signed by its key')
  const requestedExtensions = info.attributes.find(({ type }) => type === extensionRequestOid)
    ?.values[0]
  const extensions = requestedExtensions ? AsnConvert.parse(requestedExtensions, Extensions) : []
  // The result is not used: malformed names must throw here, not when the issued certificate is parsed.
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

/** Whether a key is accepted: RSA of 2048 to 8192 bits, NIST curves of at least 256 bits, or Ed25519. */
function isStrongKey({
  asymmetricKeyType,
  asymmetricKeyDetails: { modulusLength = 0, namedCurve } = {},
}: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return modulusLength >= 2048 && modulusLength <= 8192
  return (
    asymmetricKeyType === 'ed25519' || (asymmetricKeyType === 'ec' && allowedCurves.has(namedCurve))
  )
}
