import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { id_ce_subjectAltName } from '@peculiar/asn1-x509'
import type { RandomBytes } from '../call/identifiers.js'
import type { Result, Failure } from '../call/failure.js'
import { succeed, fail } from '../call/failure.js'
import type { Authority, Certificate, KeyPair } from '../call/context.js'
import {
  parseFirstCertificate,
  createSubject,
  formatChain,
  createAlternativeNames,
} from './certificate.js'
import type { CertificateContent } from './sign-certificate.js'
import { signCertificate, createExtension } from './sign-certificate.js'
import { readSigningRequest } from './certificate-request.js'
import { isIssuedBy } from './chain.js'

/** The time and random source for issuing. */
export type IssueContext = { readonly time: Date; readonly random: RandomBytes }

/**
 * Validity of certificates in days, as on controllers: ten years for a CA, one year for all others.
 */
const lifetimes = { authority: 3650, leaf: 365 } as const

/** A new key: EC P-256. */
export const createKey = (): KeyObject =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

export const toKeyPem = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Creates a CA that only signs leaf certificates. */
export function createAuthority(commonName: string, { time, random }: IssueContext): KeyPair {
  const key = createKey()
  const subject = createSubject(commonName)
  const { pem } = signCertificate(
    { subject, publicKey: createPublicKey(key), purpose: 'authority', days: lifetimes.authority },
    { issuer: subject, key, time, random },
  )
  return { certPem: pem, keyPem: toKeyPem(key) }
}

/** Parses a stored CA. Throws if the key does not match the certificate, or it is not a CA. */
export function openAuthority({ certPem, keyPem }: KeyPair): Authority {
  const certificate = parseFirstCertificate(certPem)
  const key = createPrivateKey(keyPem)
  if (!certificate?.isCa || !certificate.x509.checkPrivateKey(key))
    throw new Error('the certificate is not a CA certificate, or does not match its key')
  return { certificate, key }
}

/**
 * An issued certificate; `chain` is its PEM followed by that of the CA, as clients and routers
 * store it.
 */
export type IssuedCertificate = { readonly certificate: Certificate; readonly chain: string }

/** The field names of the certificate requests in a router's enrollment. */
export type RouterCsrs = {
  readonly certCsr?: string | undefined
  readonly serverCertCsr?: string | undefined
}

function issueLeaf(
  { certificate: issuer, key }: Authority,
  statement: Omit<CertificateContent, 'days'>,
  { time, random }: IssueContext,
): IssuedCertificate {
  const signer = {
    issuer: issuer.decoded.tbsCertificate.subject,
    key,
    publicKey: issuer.x509.publicKey,
    time,
    random,
  }
  const certificate = signCertificate({ ...statement, days: lifetimes.leaf }, signer)
  return { certificate, chain: formatChain([certificate, issuer]) }
}

/** Issues a certificate for a server with these host names and IP addresses, and a new key. */
export function issueServer(
  authority: Authority,
  hosts: readonly [string, ...string[]],
  issuing: IssueContext,
): KeyPair {
  const key = createKey()
  const statement = {
    subject: createSubject(hosts[0]),
    publicKey: createPublicKey(key),
    purpose: 'server',
    alternativeNames: createExtension(id_ce_subjectAltName, createAlternativeNames(hosts)),
  } as const
  return { certPem: issueLeaf(authority, statement, issuing).chain, keyPem: toKeyPem(key) }
}

export const issueClientFor = (
  authority: Authority,
  { commonName, publicKey }: { commonName: string; publicKey: KeyObject },
  issuing: IssueContext,
): IssuedCertificate =>
  issueLeaf(
    authority,
    { subject: createSubject(commonName), publicKey, purpose: 'client' },
    issuing,
  )

/**
 * Issues a client certificate with the identity's id as common name; the subject of the request is
 * ignored.
 */
export function issueClient(
  authority: Authority,
  { csr, identityId }: { csr: string; identityId: string },
  issuing: IssueContext,
): Result<IssuedCertificate> {
  if (csr === '') return fail('MISSING_OR_INVALID_CSR')
  const request = readSigningRequest(csr)
  if (!request.ok) return request
  const { publicKey } = request.value
  return succeed(issueClientFor(authority, { commonName: identityId, publicKey }, issuing))
}

/**
 * Issues the certificates of a router: one for dialing, and one for listening under the requested
 * names. Both requests must have the router's id as common name.
 */
export function issueRouter(
  authority: Authority,
  { certCsr, serverCertCsr, routerId }: RouterCsrs & { routerId: string },
  issuing: IssueContext,
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
    client: issueLeaf(authority, { subject, publicKey, purpose: 'client' }, issuing),
    server: issueLeaf(authority, { ...server.value, purpose: 'server' }, issuing),
  })
}

/**
 * Issues a certificate that replaces the current one of an authenticator, for the same name. Only
 * certificates of this authority can be replaced.
 */
export function extendCertificate(
  authority: Authority,
  { current, csr }: { current: Certificate; csr: string },
  issuing: IssueContext,
): Result<IssuedCertificate & { readonly hasNewKey: boolean }> {
  if (!isIssuedBy(current, authority.certificate)) return fail('CAN_NOT_UPDATE_AUTHENTICATOR')
  const request = readSigningRequest(csr)
  if (!request.ok) return request
  const { publicKey } = request.value
  return succeed({
    ...issueClientFor(authority, { commonName: current.commonName, publicKey }, issuing),
    hasNewKey: !current.x509.publicKey.equals(publicKey),
  })
}

/**
 * Checks that the first certificate in `clientCert` is the pending one, which confirms that the
 * client received it.
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
