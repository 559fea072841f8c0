import { AsnConvert } from '@peculiar/asn1-schema'
import {
  anyExtendedKeyUsage,
  BasicConstraints,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  ExtendedKeyUsage,
  id_kp_clientAuth,
  id_kp_serverAuth,
} from '@peculiar/asn1-x509'
import type { Result, Failure } from '../call/failure.js'
import { succeed, fail } from '../call/failure.js'
import type { Certificate } from '../call/context.js'
import { readCaProof } from './certificate.js'

/** Maximum number of intermediate certificates that are used; the rest are ignored. */
const maxIntermediates = 8

/**
 * Extensions that this module checks, or that do not affect a chain. A certificate with any other critical extension is
 * invalid (RFC 5280, section 4.2). A certificate with name constraints is invalid even if they are not critical.
 */
const supportedExtensions = new Set<string>([
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
])

/** Signature algorithms with broken digests: MD5 and SHA-1 with RSA, SHA-1 with ECDSA. */
const brokenAlgorithms = new Set([
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
])

const unknownAuthorityReason = 'x509: certificate signed by unknown authority'

type TrustOptions = {
  readonly roots: readonly Certificate[]
  /** Certificates that may be between the leaf and a root, in any order. They are not trusted by themselves. */
  readonly intermediates?: readonly Certificate[]
  /** The time at which the certificates must be valid. */
  readonly time: Date
  /** Whether the leaf may have expired (`allowExpiredCerts` of an auth policy); its issuers may not. */
  readonly allowExpired?: boolean
}

/** Finds the chain from a leaf to a trusted root, both included; fails with the reason if there is none. */
export function verifyChain(
  leaf: Certificate,
  trust: TrustOptions,
): Result<readonly Certificate[]> {
  const { time, allowExpired = false } = trust
  const fault =
    findFault(leaf, time) ??
    (time > leaf.notAfter && !allowExpired ? explainExpired(leaf, time) : undefined)
  if (fault !== undefined) return fail('CERTIFICATE_FAILED_VALIDATION', { reason: fault })
  const path = findPath(leaf, trust)
  return path
    ? succeed(path)
    : fail('CERTIFICATE_FAILED_VALIDATION', { reason: unknownAuthorityReason })
}

/**
 * Whether a certificate names `issuer` as its issuer, and was signed with the key of `issuer` and a digest that is not
 * broken.
 */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return (
      !brokenAlgorithms.has(certificate.decoded.signatureAlgorithm.algorithm) &&
      certificate.x509.checkIssued(issuer.x509) &&
      certificate.x509.verify(issuer.x509.publicKey)
    )
  } catch {
    // Node does not support this type of key, so it cannot verify the signature.
    return false
  }
}

/**
 * Finds the shortest path from the leaf to a root, if any. Each intermediate certificate is added to one path only, so
 * that untrusted certificates cause little work.
 */
function findPath(
  leaf: Certificate,
  { roots, intermediates = [], time }: TrustOptions,
): readonly Certificate[] | undefined {
  const unusedIntermediates = new Set(intermediates.slice(0, maxIntermediates))
  const paths: (readonly [last: Certificate, ...before: Certificate[]])[] = [[leaf]]
  for (const path of paths) {
    const isSigner = (issuer: Certificate): boolean =>
      canSign(issuer, path.length - 1, time) && isIssuedBy(path[0], issuer)
    const root = roots.find(isSigner)
    if (root) return [root, ...path].toReversed()
    for (const issuer of [...unusedIntermediates].filter(isSigner)) {
      unusedIntermediates.delete(issuer)
      paths.push([issuer, ...path])
    }
  }
  return undefined
}

/** Whether a certificate is a valid CA certificate that may sign others with `casBelow` CAs below it in the chain. */
const canSign = (issuer: Certificate, casBelow: number, time: Date): boolean =>
  issuer.isCa &&
  findFault(issuer, time) === undefined &&
  time <= issuer.notAfter &&
  casBelow <= getMaxPathLength(issuer)

/** The maximum number of CAs below a CA (RFC 5280, section 4.2.1.9); infinite if it has no limit. */
function getMaxPathLength({ decoded }: Certificate): number {
  const extension = decoded.tbsCertificate.extensions?.find(
    ({ extnID }) => extnID === id_ce_basicConstraints,
  )
  return extension
    ? (AsnConvert.parse(extension.extnValue.buffer, BasicConstraints).pathLenConstraint ?? Infinity)
    : Infinity
}

/** Explains why a certificate is invalid; undefined if it is valid. Does not check whether it has expired. */
function findFault({ decoded, notBefore }: Certificate, time: Date): string | undefined {
  if (
    decoded.tbsCertificate.extensions?.some(
      ({ critical, extnID }) =>
        (critical || extnID === id_ce_nameConstraints) && !supportedExtensions.has(extnID),
    )
  )
    return 'x509: unhandled critical extension'
  return time < notBefore
    ? `x509: certificate has expired or is not yet valid: current time ${formatSeconds(time)} is before ${formatSeconds(notBefore)}`
    : undefined
}

const explainExpired = ({ notAfter }: Certificate, time: Date): string =>
  `x509: certificate has expired or is not yet valid: current time ${formatSeconds(time)} is after ${formatSeconds(notAfter)}`

const formatSeconds = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z')

const purposeIds = { client: id_kp_clientAuth, server: id_kp_serverAuth } as const

/**
 * Whether a certificate may be used for a purpose: its extended key usage contains the purpose or
 * `anyExtendedKeyUsage`, or is absent (RFC 5280, section 4.2.1.12).
 */
export function isForPurpose(purpose: keyof typeof purposeIds, { decoded }: Certificate): boolean {
  const extension = decoded.tbsCertificate.extensions?.find(
    ({ extnID }) => extnID === id_ce_extKeyUsage,
  )
  const purposes = extension
    ? [...AsnConvert.parse(extension.extnValue.buffer, ExtendedKeyUsage)]
    : [anyExtendedKeyUsage]
  return purposes.includes(purposeIds[purpose]) || purposes.includes(anyExtendedKeyUsage)
}

/**
 * Checks a certificate that proves possession of the key of a CA: the CA must have signed it, and its common name must
 * be the verification token of the CA. Returns undefined if the proof is valid.
 */
export function checkCaProof(
  body: string,
  { ca, token, time }: { ca: Certificate; token: string; time: Date },
): Failure | undefined {
  const proof = readCaProof(body)
  if (!proof.ok) return proof.failure
  if (proof.value.commonName !== token) return fail('INVALID_COMMON_NAME').failure
  const chain = verifyChain(proof.value, { roots: [ca], time })
  return chain.ok ? undefined : chain.failure
}
