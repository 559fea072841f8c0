import { AsnConvert } from '@peculiar/asn1-schema'
import {
  BasicConstraints,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
} from '@peculiar/asn1-x509'
import type { Outcome } from '../failure.js'
import { given, refused } from '../failure.js'
import type { Certificate } from './certificate.js'

/** Of the certificates that may stand between a leaf and its root, no more than this are looked at. */
const longest = 8

/** Extensions that are looked at here or say nothing about a chain; any other that is critical stops it (RFC 5280, section 4.2), and constraints of names do so in any case. */
const understood = new Set<string>([
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
])

/** Signatures by broken digests: MD5 and SHA-1 with RSA, SHA-1 with ECDSA. */
const broken = new Set(['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1'])

const unknownAuthority = 'x509: certificate signed by unknown authority'

type Trust = {
  /** Certificates of CAs that are trusted. */
  readonly roots: readonly Certificate[]
  /** Certificates that may stand between, and are not trusted by themselves. */
  readonly intermediates?: readonly Certificate[]
  /** The time at which all must be valid. */
  readonly at: Date
  /** Whether the leaf may have expired (`allowExpiredCerts` of an auth policy). Those that signed may not. */
  readonly allowExpired?: boolean
}

/** The certificates from a leaf to a trusted root, both included, or why there are none. */
export function verifyChain(leaf: Certificate, trust: Trust): Outcome<readonly Certificate[]> {
  const { at, allowExpired = false } = trust
  const fault =
    unusable(leaf, at) ?? (at > leaf.notAfter && !allowExpired ? expired(leaf, at) : undefined)
  if (fault !== undefined) return refused('CERTIFICATE_FAILED_VALIDATION', { reason: fault })
  const path = pathFrom(leaf, trust)
  return path ? given(path) : refused('CERTIFICATE_FAILED_VALIDATION', { reason: unknownAuthority })
}

/** Whether one certificate was signed by the key of another, which calls itself its issuer, and not by way of a broken digest. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return (
      !broken.has(certificate.decoded.signatureAlgorithm.algorithm) &&
      certificate.x509.checkIssued(issuer.x509) &&
      certificate.x509.verify(issuer.x509.publicKey)
    )
  } catch {
    // Keys of a kind that Node does not know sign nothing here.
    return false
  }
}

/** The shortest way to a root. Each certificate between is looked at once, so that what a stranger presents costs little. */
function pathFrom(
  leaf: Certificate,
  { roots, intermediates = [], at }: Trust,
): readonly Certificate[] | undefined {
  const left = new Set(intermediates.slice(0, longest))
  const paths: (readonly [last: Certificate, ...before: Certificate[]])[] = [[leaf]]
  for (const path of paths) {
    const signed = (issuer: Certificate): boolean =>
      maySign(issuer, path.length - 1, at) && isIssuedBy(path[0], issuer)
    const root = roots.find(signed)
    if (root) return [root, ...path].toReversed()
    for (const issuer of [...left].filter(signed)) {
      left.delete(issuer)
      paths.push([issuer, ...path])
    }
  }
  return undefined
}

/** Whether a certificate may sign others, with so many of CAs below it. */
const maySign = (issuer: Certificate, below: number, at: Date): boolean =>
  issuer.isCa &&
  unusable(issuer, at) === undefined &&
  at <= issuer.notAfter &&
  below <= longestBelow(issuer)

/** How many certificates of CAs a CA allows below its own (RFC 5280, section 4.2.1.9). */
function longestBelow({ decoded }: Certificate): number {
  const extension = decoded.tbsCertificate.extensions?.find(
    ({ extnID }) => extnID === id_ce_basicConstraints,
  )
  return extension
    ? (AsnConvert.parse(extension.extnValue.buffer, BasicConstraints).pathLenConstraint ?? Infinity)
    : Infinity
}

function unusable({ decoded, notBefore }: Certificate, at: Date): string | undefined {
  if (
    decoded.tbsCertificate.extensions?.some(
      ({ critical, extnID }) =>
        (critical || extnID === id_ce_nameConstraints) && !understood.has(extnID),
    )
  )
    return 'x509: unhandled critical extension'
  return at < notBefore
    ? `x509: certificate has expired or is not yet valid: current time ${timeOf(at)} is before ${timeOf(notBefore)}`
    : undefined
}

const expired = ({ notAfter }: Certificate, at: Date): string =>
  `x509: certificate has expired or is not yet valid: current time ${timeOf(at)} is after ${timeOf(notAfter)}`

const timeOf = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z')
