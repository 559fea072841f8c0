import type { Kinds } from '../records.js'
import { badField, notFound, valueOf } from '../refusal.js'
import { time } from '../show.js'
import { readSignerSource } from '../tokens/signer-source.js'
import type { Kind, Scope } from './kind.js'
import { rejectUsed, rejectWhileUsed } from './rules.js'

type Signer = Kinds['externalJwtSigners']

const fields: Kind<'externalJwtSigners'>['fields'] = (sent) => {
  const source = { certPem: sent.certPem || null, jwksEndpoint: sent.jwksEndpoint || null }
  const certificate = valueOf(readSignerSource(source))
  return {
    name: sent.name ?? '',
    issuer: sent.issuer ?? '',
    audience: sent.audience ?? '',
    kid: sent.kid || null,
    ...source,
    fingerprint: certificate?.fingerprint ?? null,
    commonName: certificate?.commonName ?? '',
    notBefore: certificate?.notBefore.getTime() ?? null,
    notAfter: certificate?.notAfter.getTime() ?? null,
    enabled: sent.enabled ?? false,
    claimsProperty: sent.claimsProperty || '/sub',
    useExternalId: sent.useExternalId ?? false,
    externalAuthUrl: sent.externalAuthUrl || null,
    clientId: sent.clientId || null,
    scopes: sent.scopes && sent.scopes.length > 0 ? [...new Set(sent.scopes)].sort() : null,
    targetToken: sent.targetToken || 'ACCESS',
    enrollAuthPolicyId: sent.enrollAuthPolicyId || 'default',
    enrollAttributeClaimsSelector: sent.enrollAttributeClaimsSelector ?? '',
    enrollNameClaimsSelector: sent.enrollNameClaimsSelector || '/sub',
    enrollToCertEnabled: sent.enrollToCertEnabled ?? false,
    enrollToTokenEnabled: sent.enrollToTokenEnabled ?? false,
  }
}

/** In a patch, a new source of keys takes the place of the one before. */
function withOneSource(sent: Record<string, unknown>): Record<string, unknown> {
  const [isCertificate, isEndpoint] = [Boolean(sent['certPem']), Boolean(sent['jwksEndpoint'])]
  if (isCertificate === isEndpoint) return sent
  return { ...sent, ...(isCertificate ? { jwksEndpoint: '' } : { certPem: '' }) }
}

/** Tokens are told apart by these, so no two signers share one. */
function rejectShared(signer: Signer, { records }: Scope): void {
  for (const field of ['fingerprint', 'issuer', 'kid'] as const) {
    const value = signer[field]
    for (const { id } of value ? records.find('externalJwtSigners', field, value) : []) {
      if (id !== signer.id) throw badField(field, `duplicate value '${value}' in unique index on externalJwtSigners store`, value ?? '')
    }
  }
}

/** The moment that controllers show where there is none. */
const never = '0001-01-01T00:00:00.000Z'

const timeOrNever = (moment: number | null): string => (moment === null ? never : time(moment))

/** An issuer of tokens with which identities authenticate. */
export const externalJwtSigners: Kind<'externalJwtSigners'> = {
  kind: 'externalJwtSigners',
  one: 'externalJwtSigner',
  collection: 'external-jwt-signers',
  ids: 'long',
  fields,
  heard: (sent, _, { call }) => (call.operation.method === 'PATCH' ? withOneSource(sent) : sent),
  check: (record, scope, before) => {
    rejectUsed('externalJwtSigners', record, scope, before)
    rejectShared(record, scope)
    if (!scope.records.get('authPolicies', record.enrollAuthPolicyId)) throw notFound('authPolicy', record.enrollAuthPolicyId)
  },
  // As recorded: the tags of a create are dropped.
  created: (record, { records }) => void records.put('externalJwtSigners', { ...record, tags: {} }),
  deleting: ({ id }, { records }) => {
    const policies = [...records.list('authPolicies')]
    rejectWhileUsed('primary.extJwt.allowedSigners', 'externalJwtSigners referenced by authPolicies', policies.filter(({ primary }) => primary.extJwt.allowedSigners.includes(id)))
    rejectWhileUsed('secondary.requireExtJwtSigner', 'externalJwtSigner referenced by authPolicy', policies.filter(({ secondary }) => secondary.requireExtJwtSigner === id))
  },
  show: ({ notBefore, notAfter, enrollAttributeClaimsSelector, enrollToCertEnabled, enrollToTokenEnabled, ...shown }) => ({
    ...shown,
    notBefore: timeOrNever(notBefore),
    notAfter: timeOrNever(notAfter),
    ...(enrollAttributeClaimsSelector && { enrollAttributeClaimsSelector }),
    ...(enrollToCertEnabled && { enrollToCertEnabled }),
    ...(enrollToTokenEnabled && { enrollToTokenEnabled }),
  }),
}
