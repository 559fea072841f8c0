import { verifyChain } from '../certificates/chain.js'
import type { Certificate } from '../certificates/certificate.js'
import { externalIdOf } from '../certificates/external-id.js'
import { readPresented } from '../certificates/reading.js'
import { policyOf } from '../factors.js'
import { claimOf } from '../kinds/cas.js'
import { vouchesFor } from '../administrators.js'
import type { Scope } from '../kinds/kind.js'
import type { Kinds } from '../records.js'
import { rootsOf } from '../trusted.js'
import type { Claim, Prove } from './claim.js'

/** What stands for an authenticator where a certificate names the external id of an identity, as on controllers. */
const byNameOnly = 'internal'

/** By the certificate of the TLS connection: that of an authenticator, or one in which a CA says who it is for. */
export const byCertificate: Prove = async ({ clientCertificate }) => {
  const [leaf, ...intermediates] =
    clientCertificate === undefined ? [] : readPresented(clientCertificate)
  return (scope) => leaf && holderOf(leaf, intermediates, scope)
}

function holderOf(
  leaf: Certificate,
  intermediates: readonly Certificate[],
  scope: Scope,
): Claim | undefined {
  const isTrusted = (identity: string, roots: readonly Certificate[]): boolean => {
    const allowExpired = policyOf(identity, scope.records)?.primary.cert.allowExpiredCerts ?? false
    return verifyChain(leaf, { roots, intermediates, at: new Date(scope.now), allowExpired }).ok
  }
  const authorities = authoritiesIn(scope)
  const [authenticator] = scope.records.find('authenticators', 'fingerprint', leaf.fingerprint)
  if (authenticator) {
    const { id, identity } = authenticator
    return isTrusted(identity, [
      scope.environment.authority.certificate,
      ...authorities.flatMap(rootsOf),
    ])
      ? { identity, authenticator: id, method: 'cert' }
      : undefined
  }
  for (const ca of authorities) {
    const externalId = ca.externalIdClaim && externalIdOf(leaf, claimOf(ca.externalIdClaim))
    const [identity] = externalId ? scope.records.find('identities', 'externalId', externalId) : []
    if (identity && vouchesFor(ca, identity) && isTrusted(identity.id, rootsOf(ca)))
      return {
        identity: identity.id,
        authenticator: byNameOnly,
        method: 'cert',
        ...(ca.isUntrusted && { isUntrusted: true }),
      }
  }
  return undefined
}

/** The CAs that may vouch for those who authenticate. */
const authoritiesIn = ({ records }: Scope): Kinds['cas'][] =>
  [...records.list('cas')].filter(({ isVerified, isAuthEnabled }) => isVerified && isAuthEnabled)
