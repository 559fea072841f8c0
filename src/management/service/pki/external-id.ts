import type { ExternalIdClaim as ClaimInput } from '../../../generated/management/shapes.js'
import type { Failure } from '../call/failure.js'
import { createFieldRefusal, fail, Refusal } from '../call/failure.js'
import type { Certificate } from '../call/context.js'

/** The location of the external id of an identity in the certificates of a CA, and how to extract the id. */
export type ExternalIdClaim = Readonly<ReturnType<typeof normalizeClaim>>

/**
 * Returns the first fault of a claim, if any: the matcher must fit the location, a matcher or parser that needs
 * criteria must have them, and the index must not be negative.
 */
export function checkExternalIdClaim({
  location,
  matcher,
  matcherCriteria,
  parser,
  parserCriteria,
  index,
}: ExternalIdClaim): Failure | undefined {
  const refuse = (reason: string): Failure =>
    fail('INVALID_FIELD', {
      reason: `the value 'location=${location} matcher=${matcher} parser=${parser}' for 'externalIdClaim' is invalid: ${reason}`,
    }).failure
  const unsupportedMatchers = location === 'SAN_URI' ? ['PREFIX', 'SUFFIX'] : ['SCHEME']
  if (unsupportedMatchers.includes(matcher))
    return refuse(`unsupported matcher [${matcher}] for location [${location}]`)
  if (matcher !== 'ALL' && matcherCriteria === '')
    return refuse(`invalid criteria [] for matcher [${matcher}]`)
  if (parser === 'SPLIT' && parserCriteria === '')
    return refuse(`invalid criteria [] for parser [${parser}]`)
  return index < 0 ? refuse(`invalid index [${index}]`) : undefined
}

/**
 * Finds the external id in a verified certificate; undefined if there is none. Takes the names at the location that the
 * matcher accepts, without the matched prefix or suffix. The parser `SPLIT` splits each of these names at the parser
 * criteria. The index selects one of all the resulting parts. Matchers and parsers work like those of
 * `github.com/openziti/x509-claims`.
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

const locations = ['COMMON_NAME', 'SAN_URI', 'SAN_EMAIL'] as const

const matchers = ['ALL', 'PREFIX', 'SUFFIX', 'SCHEME'] as const

const parsers = ['NONE', 'SPLIT'] as const

function requireOneOf<Value extends string>(
  values: readonly Value[],
  name: string,
  value: string | null | undefined,
): Value {
  const match = values.find((candidate) => candidate === value)
  if (match === undefined)
    throw createFieldRefusal(
      `externalIdClaim.${name}`,
      `externalIdClaim.${name} in body should be one of [${values.join(' ')}]`,
      value,
    )
  return match
}

/**
 * Checks an external id claim, and sets defaults: empty strings for absent criteria, and 0 for an absent index. Refuses
 * an invalid claim.
 */
export function normalizeClaim(input: Partial<ClaimInput>) {
  const claim = {
    location: requireOneOf(locations, 'location', input.location),
    matcher: requireOneOf(matchers, 'matcher', input.matcher),
    matcherCriteria: input.matcherCriteria ?? '',
    parser: requireOneOf(parsers, 'parser', input.parser),
    parserCriteria: input.parserCriteria ?? '',
    index: input.index ?? 0,
  }
  const fault = checkExternalIdClaim(claim)
  if (fault) throw new Refusal(fault)
  return claim
}
