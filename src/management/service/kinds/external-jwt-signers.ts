import { badField, notFound, valueOf } from '../refusal.js'
import { time, zeroTime } from '../show.js'
import { readSignerSource } from '../tokens/signer-source.js'
import { trustAfter, trustOf } from './identity-guard.js'
import type { Kind } from './kind.js'
import { each, rejectTaken, rejectUsed, rejectWhileUsed } from './rules.js'

/** A text, or nothing where it is blank. */
const filled = (text: string | null | undefined): string | undefined =>
  text?.trim() ? text : undefined

const fields: Kind<'externalJwtSigners'>['fields'] = (sent, scope) => {
  const source = { certPem: sent.certPem || null, jwksEndpoint: sent.jwksEndpoint || null }
  const certificate = valueOf(readSignerSource(source))
  return {
    name: sent.name ?? '',
    issuer: sent.issuer ?? '',
    audience: filled(sent.audience) ?? '',
    kid: sent.kid || null,
    ...source,
    fingerprint: certificate?.fingerprint ?? null,
    commonName: certificate?.commonName ?? '',
    notBefore: certificate?.notBefore.getTime() ?? null,
    notAfter: certificate?.notAfter.getTime() ?? null,
    enabled: sent.enabled ?? false,
    claimsProperty: filled(sent.claimsProperty) ?? '/sub',
    useExternalId: sent.useExternalId ?? false,
    externalAuthUrl: filled(sent.externalAuthUrl) ?? null,
    clientId: sent.clientId || null,
    scopes: sent.scopes && sent.scopes.length > 0 ? each(sent.scopes) : null,
    targetToken: sent.targetToken || 'ACCESS',
    enrollAuthPolicyId: sent.enrollAuthPolicyId || 'default',
    enrollAttributeClaimsSelector: sent.enrollAttributeClaimsSelector ?? '',
    enrollNameClaimsSelector: sent.enrollNameClaimsSelector || '/sub',
    enrollToCertEnabled: sent.enrollToCertEnabled ?? false,
    enrollToTokenEnabled: sent.enrollToTokenEnabled ?? false,
    ...trustOf(sent, scope),
  }
}

/** In a patch, a new source of keys takes the place of the one before. */
function withOneSource(sent: Record<string, unknown>): Record<string, unknown> {
  const [isCertificate, isEndpoint] = [Boolean(sent['certPem']), Boolean(sent['jwksEndpoint'])]
  if (isCertificate === isEndpoint) return sent
  return { ...sent, ...(isCertificate ? { jwksEndpoint: '' } : { certPem: '' }) }
}

const timeOrZero = (moment: number | null): string => (moment === null ? zeroTime : time(moment))

/** An issuer of tokens with which identities authenticate. */
export const externalJwtSigners: Kind<'externalJwtSigners'> = {
  kind: 'externalJwtSigners',
  one: 'externalJwtSigner',
  collection: 'external-jwt-signers',
  ids: 'long',
  fields,
  heard: (sent, before, scope) => ({
    ...(scope.call.operation.method === 'PATCH' ? withOneSource(sent) : sent),
    ...trustAfter(before, scope),
  }),
  check: (record, scope, before) => {
    rejectUsed('externalJwtSigners', record, scope, before)
    if (!filled(record.issuer)) throw badField('issuer', 'issuer is required', record.issuer)
    // Tokens are told apart by these.
    for (const index of ['fingerprint', 'issuer', 'kid'] as const)
      rejectTaken('externalJwtSigners', { id: record.id, index, value: record[index] }, scope)
    if (!scope.records.get('authPolicies', record.enrollAuthPolicyId))
      throw notFound('authPolicy', record.enrollAuthPolicyId)
  },
  deleting: ({ id }, { records }) => {
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
  show: ({
    notBefore,
    notAfter,
    enrollAttributeClaimsSelector,
    enrollToCertEnabled,
    enrollToTokenEnabled,
    isUntrusted: _,
    ...shown
  }) => ({
    ...shown,
    notBefore: timeOrZero(notBefore),
    notAfter: timeOrZero(notAfter),
    ...(enrollAttributeClaimsSelector && { enrollAttributeClaimsSelector }),
    ...(enrollToCertEnabled && { enrollToCertEnabled }),
    ...(enrollToTokenEnabled && { enrollToTokenEnabled }),
  }),
}
