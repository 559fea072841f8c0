import {
  createFieldRefusal,
  createInvalidRefusal,
  createNotFound,
  unwrap,
} from '../call/failure.js'
import { computeTrust, toStoredTrust } from '../auth/rights.js'
import type { Certificate } from '../call/context.js'
import { readSignerCertificate } from '../pki/certificate.js'
import type { BaseRecord, NamedRecord } from '../call/records.js'
import type { Scope } from '../call/scope.js'
import { defineEntity } from './crud.js'
import type { SentFields } from './entity.js'
import {
  uniqueSortedOrNull,
  refuseWhileUsed,
  rejectDuplicate,
  rejectInvalidName,
} from './entity.js'
import { formatTime, zeroTime } from './present.js'

type ExternalJwtSignerRecord = NamedRecord & {
  issuer: string
  audience: string
  kid: string | null
  certPem: string | null
  jwksEndpoint: string | null
  fingerprint: string | null
  commonName: string
  notBefore: number | null
  notAfter: number | null
  enabled: boolean
  claimsProperty: string
  useExternalId: boolean
  externalAuthUrl: string | null
  clientId: string | null
  scopes: string[] | null
  targetToken: string
  enrollAuthPolicyId: string
  enrollAttributeClaimsSelector: string
  enrollNameClaimsSelector: string
  enrollToCertEnabled: boolean
  enrollToTokenEnabled: boolean
  /**
   * Set if a non-administrator created or changed it: then it cannot authenticate identities with
   * rights.
   */
  isUntrusted?: boolean
}

declare module '../call/records.js' {
  interface EntityRecords {
    externalJwtSigners: ExternalJwtSignerRecord
  }
}

const nonBlank = (text: string | null | undefined): string | undefined =>
  text?.trim() ? text : undefined

function toRecord(
  sent: SentFields<'externalJwtSigners'>,
  base: BaseRecord,
  scope: Scope,
): ExternalJwtSignerRecord {
  const source = { certPem: sent.certPem || null, jwksEndpoint: sent.jwksEndpoint || null }
  const certificate = readSignerSource(source)
  return {
    name: sent.name ?? '',
    issuer: sent.issuer ?? '',
    audience: nonBlank(sent.audience) ?? '',
    kid: sent.kid ?? null,
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
    scopes: uniqueSortedOrNull(sent.scopes),
    targetToken: sent.targetToken || 'ACCESS',
    enrollAuthPolicyId: sent.enrollAuthPolicyId || 'default',
    enrollAttributeClaimsSelector: sent.enrollAttributeClaimsSelector ?? '',
    enrollNameClaimsSelector: sent.enrollNameClaimsSelector || '/sub',
    enrollToCertEnabled: sent.enrollToCertEnabled ?? false,
    enrollToTokenEnabled: sent.enrollToTokenEnabled ?? false,
    ...toStoredTrust(sent, scope),
    ...base,
  }
}

/** Refuses a policy for new identities that forbids them to authenticate as the signer enrolls them. */
function rejectEnrollmentPolicy(
  { enrollAuthPolicyId: id, enrollToTokenEnabled, enrollToCertEnabled }: ExternalJwtSignerRecord,
  { records }: Scope,
): void {
  const policy = records.get('authPolicies', id)
  if (!policy) throw createNotFound('authPolicy', id)
  const refuse = (method: string): never => {
    throw createFieldRefusal(
      'enrollAuthPolicyId',
      `primary ${method} authentication on auth policy is disabled`,
      id,
    )
  }
  if (enrollToTokenEnabled && !policy.primary.extJwt.allowed) refuse('external jwt')
  if (enrollToCertEnabled && !policy.primary.cert.allowed) refuse('certificate')
}

const formatTimeOrZero = (moment: number | null): string =>
  moment === null ? zeroTime : formatTime(moment)

/** An issuer of tokens with which identities authenticate. */
export const externalJwtSigners = defineEntity({
  name: 'externalJwtSigners',
  indexes: ['name', 'issuer', 'kid', 'fingerprint'],
  references: [
    {
      field: 'enrollAuthPolicyId',
      to: 'authPolicies',
      ids: ({ enrollAuthPolicyId }) => [enrollAuthPolicyId],
      without: (signer) => ({ ...signer, enrollAuthPolicyId: '' }),
      onDelete: refuseWhileUsed('enrollAuthPolicyId', 'authPolicy referenced by externalJwtSigner'),
    },
  ],
  toRecord,
  normalizeUpdate: (sent, before, scope) => {
    // As recorded, only a replacement changes the kind of a signer: after a patch, it would have both sources.
    if (scope.call.operation.method === 'PATCH') readSignerSource(mergeKeySource(before, sent))
    return { ...sent, ...computeTrust(before, scope) }
  },
  checkFirst: (named, scope) => rejectInvalidName('externalJwtSigners', named, scope),
  check: (record, scope) => {
    if (!nonBlank(record.issuer))
      throw createFieldRefusal('issuer', 'issuer is required', record.issuer)
    // Tokens are assigned to their signer by these fields, so they must be unique.
    for (const index of ['fingerprint', 'issuer', 'kid'] as const)
      rejectDuplicate('externalJwtSigners', { id: record.id, index, value: record[index] }, scope)
    rejectEnrollmentPolicy(record, scope)
  },
  present: ({
    notBefore,
    notAfter,
    enrollAttributeClaimsSelector,
    enrollToCertEnabled,
    enrollToTokenEnabled,
    isUntrusted: _,
    ...fields
  }) => ({
    ...fields,
    notBefore: formatTimeOrZero(notBefore),
    notAfter: formatTimeOrZero(notAfter),
    ...(enrollAttributeClaimsSelector && { enrollAttributeClaimsSelector }),
    ...(enrollToCertEnabled && { enrollToCertEnabled }),
    ...(enrollToTokenEnabled && { enrollToTokenEnabled }),
  }),
})

/** The key sources after a patch: an empty source does not remove the existing one. */
const mergeKeySource = (before: SignerSource, sent: SignerSource): SignerSource => ({
  certPem: sent.certPem || before.certPem || null,
  jwksEndpoint: sent.jwksEndpoint || before.jwksEndpoint || null,
})

type SignerSource = Partial<Pick<ExternalJwtSignerRecord, 'certPem' | 'jwksEndpoint'>>

/**
 * Reads the source of a signer's keys: a certificate, whose fields the API shows, or the endpoint
 * of a key set.
 */
export function readSignerSource({ certPem, jwksEndpoint }: SignerSource): Certificate | undefined {
  const certificate = certPem ? unwrap(readSignerCertificate(certPem)) : undefined
  const endpoint = jwksEndpoint && URL.canParse(jwksEndpoint) ? new URL(jwksEndpoint) : undefined
  if (certificate && jwksEndpoint)
    throw createInvalidRefusal(
      'jwksEndpoint',
      'only one of jwksEndpoint or certPem may be defined',
      endpoint?.hostname ?? 'jwksEndpoint',
    )
  if (certificate) return certificate
  if (!jwksEndpoint)
    throw createInvalidRefusal('certPem', 'jwksEndpoint or certPem is required', undefined)
  if (!/^https?:$/.test(endpoint?.protocol ?? ''))
    throw createInvalidRefusal(
      'jwksEndpoint',
      'jwksEndpoint must be a URL of http or https with a host',
      jwksEndpoint,
    )
  return undefined
}
