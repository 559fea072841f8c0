import type { Failure } from '../http/failure.js'
import { fail } from '../http/failure.js'
import type { Certificate } from './certificate.js'

/** How the certificates of a CA contain the external id of an identity. */
export type ExternalIdClaim = {
  readonly location: 'COMMON_NAME' | 'SAN_URI' | 'SAN_EMAIL'
  readonly matcher: 'ALL' | 'PREFIX' | 'SUFFIX' | 'SCHEME'
  readonly matcherCriteria: string
  readonly parser: 'NONE' | 'SPLIT'
  readonly parserCriteria: string
  readonly index: number
}

/**
 * Checks a claim: its matcher must fit its location, its criteria must be set, and its index must
 * not be negative.
 */
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
 * Finds the external id in a verified certificate: names at the location that match, without the
 * matched prefix or suffix, split if the claim says so; the index selects one of all parts.
 * Matchers and parsers work like `github.com/openziti/x509-claims`.
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
