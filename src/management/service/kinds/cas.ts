import { faultOfClaim } from '../certificates/external-id.js'
import { readCaCertificate } from '../certificates/reading.js'
import { closeEnrollments } from '../enrolling.js'
import type { Kinds } from '../records.js'
import { badField, Refusal, valueOf } from '../refusal.js'
import { trustAfter, trustOf } from './identity-guard.js'
import type { Kind } from './kind.js'
import { each, rejectTakenName } from './rules.js'

type Ca = Kinds['cas']
type Claim = NonNullable<Ca['externalIdClaim']>

/** How identities of a CA are called where nobody says. */
const defaultNameFormat = '[caName]-[commonName]'

const locations = ['COMMON_NAME', 'SAN_URI', 'SAN_EMAIL'] as const
const matchers = ['ALL', 'PREFIX', 'SUFFIX', 'SCHEME'] as const
const parsers = ['NONE', 'SPLIT'] as const

function oneOf<Value extends string>(
  values: readonly Value[],
  name: string,
  value: string | null | undefined,
): Value {
  const found = values.find((known) => known === value)
  if (found === undefined)
    throw badField(
      `externalIdClaim.${name}`,
      `externalIdClaim.${name} in body should be one of [${values.join(' ')}]`,
      value,
    )
  return found
}

/** A claim as it is stored, and as certificates are read by it. Refuses one that finds nothing. */
export function claimOf({
  location,
  matcher,
  matcherCriteria,
  parser,
  parserCriteria,
  index,
}: Partial<Claim>) {
  const claim = {
    location: oneOf(locations, 'location', location),
    matcher: oneOf(matchers, 'matcher', matcher),
    matcherCriteria: matcherCriteria ?? '',
    parser: oneOf(parsers, 'parser', parser),
    parserCriteria: parserCriteria ?? '',
    index: index ?? 0,
  }
  const fault = faultOfClaim(claim)
  if (fault) throw new Refusal(fault)
  return claim
}

/** An authority outside of the network, whose certificates identities may enroll or authenticate with. */
export const cas: Kind<'cas'> = {
  kind: 'cas',
  one: 'ca',
  collection: 'cas',
  ids: 'long',
  furtherLinks: ({ id, isVerified, isAutoCaEnrollmentEnabled }) => ({
    ...(!isVerified && { verify: { href: `./cas/${id}/verify` } }),
    ...(isAutoCaEnrollmentEnabled && { jwt: { href: `./cas/${id}/jwt` } }),
  }),
  fields: (sent, scope) => ({
    name: sent.name ?? '',
    certPem: sent.certPem ?? '',
    fingerprint: sent.fingerprint ?? valueOf(readCaCertificate(sent.certPem ?? '')).fingerprint,
    isVerified: sent.isVerified ?? false,
    verificationToken: sent.verificationToken ?? scope.environment.ids.short(),
    isAuthEnabled: sent.isAuthEnabled ?? false,
    isAutoCaEnrollmentEnabled: sent.isAutoCaEnrollmentEnabled ?? false,
    isOttCaEnrollmentEnabled: sent.isOttCaEnrollmentEnabled ?? false,
    identityRoles:
      sent.identityRoles && sent.identityRoles.length > 0 ? each(sent.identityRoles) : null,
    identityNameFormat: sent.identityNameFormat || defaultNameFormat,
    ...(sent.externalIdClaim && { externalIdClaim: claimOf(sent.externalIdClaim) }),
    ...trustOf(sent, scope),
  }),
  heard: (sent, before, scope) => ({ ...sent, ...trustAfter(before, scope) }),
  keeps: ['certPem', 'fingerprint', 'isVerified', 'verificationToken'],
  check: (ca, scope) => {
    const { id, certPem, fingerprint } = ca
    for (const other of scope.records.find('cas', 'fingerprint', fingerprint))
      if (other.id !== id)
        throw badField('certPem', `certificate already used as CA ${other.id}`, certPem)
    rejectTakenName('cas', ca, scope)
  },
  deleting: ({ id }, scope) => closeEnrollments('caId', id, scope),
  show: ({ isUntrusted: _, ...shown }) => shown,
}
