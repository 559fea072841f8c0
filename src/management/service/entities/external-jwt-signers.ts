import type { Failure, Outcome } from '../http/failure.js'
import {
  createFieldRefusal,
  createNotFound,
  unwrap,
  createFieldFailure,
  succeed,
  createInvalidFailure,
} from '../http/failure.js'
import { computeTrust, toStoredTrust } from '../auth/rights.js'
import type { Certificate } from '../pki/certificate.js'
import { readSignerCertificate } from '../pki/certificate.js'
import { formatTime, zeroTime } from './present.js'
import type { Entity } from './entity.js'
import { uniqueSorted, rejectDuplicate, rejectInvalidName, rejectWhileUsed } from './entity.js'

/** A text, or nothing where it is blank. */
const nonBlank = (text: string | null | undefined): string | undefined =>
  text?.trim() ? text : undefined

const toFields: Entity<'externalJwtSigners'>['fields'] = (sent, scope) => {
  const source = { certPem: sent.certPem || null, jwksEndpoint: sent.jwksEndpoint || null }
  const certificate = unwrap(readSignerSource(source))
  return {
    name: sent.name ?? '',
    issuer: sent.issuer ?? '',
    audience: nonBlank(sent.audience) ?? '',
    kid: sent.kid || null,
    ...source,
    fingerprint: certificate?.fingerprint ?? null,
    commonName: certificate?.commonName ?? '',
    notBefore: certificate?.notBefore.getTime() ?? null,
    notAfter: certificate?.notAfter.getTime() ?? null,
    enabled: sent.enabled ?? false,
    claimsProperty: nonBlank(sent.claimsProperty) ?? '/sub',
    useExternalId: sent.useExternalId ?? false,
    externalAuthUrl: nonBlank(sent.externalAuthUrl) ?? null,
    clientId: sent.clientId || null,
    scopes: sent.scopes && sent.scopes.length > 0 ? uniqueSorted(sent.scopes) : null,
    targetToken: sent.targetToken || 'ACCESS',
    enrollAuthPolicyId: sent.enrollAuthPolicyId || 'default',
    enrollAttributeClaimsSelector: sent.enrollAttributeClaimsSelector ?? '',
    enrollNameClaimsSelector: sent.enrollNameClaimsSelector || '/sub',
    enrollToCertEnabled: sent.enrollToCertEnabled ?? false,
    enrollToTokenEnabled: sent.enrollToTokenEnabled ?? false,
    ...toStoredTrust(sent, scope),
  }
}

/** In a patch, a new source of keys takes the place of the one before. */
function replaceKeySource(sent: Record<string, unknown>): Record<string, unknown> {
  const [isCertificate, isEndpoint] = [Boolean(sent['certPem']), Boolean(sent['jwksEndpoint'])]
  if (isCertificate === isEndpoint) return sent
  return { ...sent, ...(isCertificate ? { jwksEndpoint: '' } : { certPem: '' }) }
}

const formatTimeOrZero = (moment: number | null): string =>
  moment === null ? zeroTime : formatTime(moment)

/** An issuer of tokens with which identities authenticate. */
export const externalJwtSigners: Entity<'externalJwtSigners'> = {
  kind: 'externalJwtSigners',
  singular: 'externalJwtSigner',
  collection: 'external-jwt-signers',
  idForm: 'long',
  fields: toFields,
  normalizeUpdate: (sent, before, scope) => ({
    ...(scope.call.operation.method === 'PATCH' ? replaceKeySource(sent) : sent),
    ...computeTrust(before, scope),
  }),
  check: (record, scope, before) => {
    rejectInvalidName('externalJwtSigners', record, scope, before)
    if (!nonBlank(record.issuer))
      throw createFieldRefusal('issuer', 'issuer is required', record.issuer)
    // Tokens are told apart by these.
    for (const index of ['fingerprint', 'issuer', 'kid'] as const)
      rejectDuplicate('externalJwtSigners', { id: record.id, index, value: record[index] }, scope)
    if (!scope.records.get('authPolicies', record.enrollAuthPolicyId))
      throw createNotFound('authPolicy', record.enrollAuthPolicyId)
  },
  beforeDelete: ({ id }, { records }) => {
    const policies = [...records.list('authPolicies')]
    rejectWhileUsed(
      'primary.extJwt.allowedSigners',
      'externalJwtSigners referenced by authPolicies',
      policies.filter(({ primary }) => primary.extJwt.allowedSigners.includes(id)),
    )
    rejectWhileUsed(
      'secondary.requireExtJwtSigner',
      'externalJwtSigner referenced by authPolicy',
      policies.filter(({ secondary }) => secondary.requireExtJwtSigner === id),
    )
  },
  present: ({
    notBefore,
    notAfter,
    enrollAttributeClaimsSelector,
    enrollToCertEnabled,
    enrollToTokenEnabled,
    isUntrusted: _,
    ...shown
  }) => ({
    ...shown,
    notBefore: formatTimeOrZero(notBefore),
    notAfter: formatTimeOrZero(notAfter),
    ...(enrollAttributeClaimsSelector && { enrollAttributeClaimsSelector }),
    ...(enrollToCertEnabled && { enrollToCertEnabled }),
    ...(enrollToTokenEnabled && { enrollToTokenEnabled }),
  }),
}

const toOutcome = (failure: Failure): Outcome<never> => ({ ok: false, failure })

/** Reads where the keys of an external JWT signer come from: either a certificate, whose facts the API shows, or the endpoint of a key set. */
export function readSignerSource({
  certPem,
  jwksEndpoint,
}: {
  certPem?: string | null
  jwksEndpoint?: string | null
}): Outcome<Certificate | undefined> {
  if (certPem && jwksEndpoint)
    return toOutcome(
      createInvalidFailure(
        'jwksEndpoint',
        'only one of jwksEndpoint or certPem may be defined',
        URL.canParse(jwksEndpoint) ? new URL(jwksEndpoint).hostname : 'jwksEndpoint',
      ),
    )
  if (certPem) return readSignerCertificate(certPem)
  if (!jwksEndpoint)
    return toOutcome(
      createInvalidFailure('certPem', 'jwksEndpoint or certPem is required', undefined),
    )
  const isWeb = URL.canParse(jwksEndpoint) && /^https?:$/.test(new URL(jwksEndpoint).protocol)
  return isWeb
    ? succeed(undefined)
    : toOutcome(
        createFieldFailure(
          'jwksEndpoint',
          'jwksEndpoint must be a URL of http or https with a host',
          jwksEndpoint,
        ),
      )
}
