import type { Failure } from '../http/failure.js'
import { fail } from '../http/failure.js'
import type { Certificate } from './certificate.js'

/** Where a CA says that its certificates name the external id of an identity. */
export type ExternalIdClaim = {
  readonly location: 'COMMON_NAME' | 'SAN_URI' | 'SAN_EMAIL'
  readonly matcher: 'ALL' | 'PREFIX' | 'SUFFIX' | 'SCHEME'
  readonly matcherCriteria: string
  readonly parser: 'NONE' | 'SPLIT'
  readonly parserCriteria: string
  readonly index: number
}

/** What is wrong with a claim: a matcher that its location does not have, criteria that are missing, or an index below 0. */
export function checkExternalIdClaim({
  location,
  matcher,
  matcherCriteria,
  parser,
  parserCriteria,
  index,
}: ExternalIdClaim): Failure | undefined {
  const wrong = (reason: string): Failure =>
    fail('INVALID_FIELD', {
      reason: `the value 'location=${location} matcher=${matcher} parser=${parser}' for 'externalIdClaim' is invalid: ${reason}`,
    }).failure
  const unsupported = location === 'SAN_URI' ? ['PREFIX', 'SUFFIX'] : ['SCHEME']
  if (unsupported.includes(matcher))
    return wrong(`unsupported matcher [${matcher}] for location [${location}]`)
  if (matcher !== 'ALL' && matcherCriteria === '')
    return wrong(`invalid criteria [] for matcher [${matcher}]`)
  if (parser === 'SPLIT' && parserCriteria === '')
    return wrong(`invalid criteria [] for parser [${parser}]`)
  return index < 0 ? wrong(`invalid index [${index}]`) : undefined
}

/**
 * The external id that a certificate claims: the names of the location that match, without the prefix or suffix that
 * they were found by, each split where the claim says so, and of all parts the one at the index. The caller has verified
 * the certificate. Meaning of matchers and parsers: `github.com/openziti/x509-claims`.
 */
export function findExternalId(
  certificate: Certificate,
  claim: ExternalIdClaim,
): string | undefined {
  const parts = listNamesAt(certificate, claim.location)
    .flatMap((name) => matchName(name, claim) ?? [])
    .flatMap((name) => (claim.parser === 'SPLIT' ? name.split(claim.parserCriteria) : [name]))
  return parts[claim.index] || undefined
}

function listNamesAt(
  { commonName, alternativeNames }: Certificate,
  location: ExternalIdClaim['location'],
): readonly string[] {
  if (location === 'COMMON_NAME') return [commonName]
  return location === 'SAN_URI' ? alternativeNames.uris : alternativeNames.emails
}

function matchName(
  name: string,
  { matcher, matcherCriteria }: ExternalIdClaim,
): string | undefined {
  if (matcher === 'ALL') return name
  if (matcher === 'PREFIX')
    return name.startsWith(matcherCriteria) ? name.slice(matcherCriteria.length) : undefined
  if (matcher === 'SUFFIX')
    return name.endsWith(matcherCriteria)
      ? name.slice(0, name.length - matcherCriteria.length)
      : undefined
  return name.toLowerCase().startsWith(`${matcherCriteria.toLowerCase()}:`) ? name : undefined
}
