import type { EntityRecords } from '../call/records.js'
import type { Scope } from '../call/scope.js'
import type { Certificate } from '../call/context.js'
import { isForPurpose, verifyChain } from '../pki/chain.js'
import { readCaCertificate } from '../pki/certificate.js'
import { findAuthPolicy } from './second-factors.js'
import type { Trust } from './administrators.js'

/** A client's certificate, and those between it and a CA. */
export type PresentedChain = { leaf: Certificate; intermediates: readonly Certificate[] }

/** The CAs whose certificates may authenticate; those that everybody trusts come first. */
export const listAuthCas = ({ records }: Scope): EntityRecords['cas'][] =>
  [...records.list('cas')]
    .filter(({ isVerified, isAuthEnabled }) => isVerified && isAuthEnabled)
    .sort((left, right) => Number(left.isUntrusted ?? false) - Number(right.isUntrusted ?? false))

/** The CAs that may have issued a certificate; the network is the CA of the service itself. */
type Issuer = EntityRecords['cas'] | 'network'

/**
 * The trust in a client's certificate of an identity, by the CA that issued it; undefined if none of the CAs did. Every
 * way of signing in or renewing by certificate uses this function.
 */
export function findCertificateTrust(
  { leaf, intermediates }: PresentedChain,
  { identity, issuers }: { identity: string; issuers: readonly Issuer[] },
  scope: Scope,
): Trust | undefined {
  if (!isForPurpose('client', leaf)) return undefined
  const allowExpired =
    findAuthPolicy(identity, scope.records)?.primary.cert.allowExpiredCerts ?? false
  const time = new Date(scope.now)
  const isIssued = (isUntrusted: boolean): boolean => {
    const roots = issuers.flatMap((issuer) => {
      if (issuer === 'network') return isUntrusted ? [] : [scope.context.authority.certificate]
      return (issuer.isUntrusted ?? false) === isUntrusted ? readRoots(issuer) : []
    })
    return roots.length > 0 && verifyChain(leaf, { roots, intermediates, time, allowExpired }).ok
  }
  if (isIssued(false)) return {}
  return isIssued(true) ? { isUntrusted: true } : undefined
}

const knownRoots = new WeakMap<EntityRecords['cas'], readonly Certificate[]>()

/**
 * The trusted certificates of a CA. They are parsed once per record, because every certificate is
 * compared with all CAs.
 */
export function readRoots(ca: EntityRecords['cas']): readonly Certificate[] {
  const known = knownRoots.get(ca)
  if (known) return known
  const read = readCaCertificate(ca.certPem)
  const roots = read.ok ? [read.value] : []
  knownRoots.set(ca, roots)
  return roots
}
