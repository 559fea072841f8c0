import type { EntityRecords } from '../call/records.js'
import type { Scope } from '../call/scope.js'
import type { Certificate } from '../call/context.js'
import { isForPurpose, verifyChain } from '../pki/chain.js'
import { readCaCertificate } from '../pki/certificate.js'
import { findAuthPolicy } from './second-factors.js'
import type { Trust } from './identity-rights.js'

export type PresentedChain = { leaf: Certificate; intermediates: readonly Certificate[] }

/** The CAs whose certificates may authenticate; trusted CAs come first. */
export const listAuthCas = ({ records }: Scope): EntityRecords['cas'][] =>
  [...records.list('cas')]
    .filter(({ isVerified, isAuthEnabled }) => isVerified && isAuthEnabled)
    .sort((left, right) => Number(left.isUntrusted ?? false) - Number(right.isUntrusted ?? false))

/** A CA that may have issued a certificate; `network` is the CA of the service itself. */
type Issuer = EntityRecords['cas'] | 'network'

/**
 * The trust in an identity's client certificate, by the CA that issued it; undefined if none of the CAs issued the
 * certificate, if it is not a client certificate, or if it is not valid now (an auth policy may allow expired
 * certificates). All code that signs clients in or renews their certificates uses this function.
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
  /** Whether one of the trusted or, with `isUntrusted`, one of the untrusted issuers issued the certificate. */
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

const rootsByCa = new WeakMap<EntityRecords['cas'], readonly Certificate[]>()

/**
 * The certificate of a CA as a list, or an empty list if it cannot be read. Cached for each CA record, because a client
 * certificate may be compared with all CAs.
 */
export function readRoots(ca: EntityRecords['cas']): readonly Certificate[] {
  const cachedRoots = rootsByCa.get(ca)
  if (cachedRoots) return cachedRoots
  const certificate = readCaCertificate(ca.certPem)
  const roots = certificate.ok ? [certificate.value] : []
  rootsByCa.set(ca, roots)
  return roots
}
