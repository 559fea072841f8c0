import {
  createFieldRefusal,
  createInvalidFieldRefusal,
  createNotFound,
  unwrap,
} from '../call/failure.js'
import { computeTrust, toStoredTrust } from '../auth/rights.js'
import type { Certificate } from '../call/context.js'
import { readSignerCertificate } from '../pki/certificate.js'
import type { BaseRecord, NamedRecord } from '../call/records.js'
import type { Scope } from '../call/scope.js'
import { defineEntity } from './crud.js'
import type { InputFields } from './entity.js'
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
   * Set if a non-administrator created or changed the signer. Then it cannot authenticate administrators, or identities
   * with permissions.
   */
  isUntrusted?: boolean
}

declare module '../call/records.js' {
  interface EntityRecords {
    externalJwtSigners: ExternalJwtSignerRecord
  }
}

const toNonBlank = (text: string | null | undefined): string | undefined =>
  text?.trim() ? text : undefined

function toRecord(
  input: InputFields<'externalJwtSigners'>,
  base: BaseRecord,
  scope: Scope,
): ExternalJwtSignerRecord {
  const keySource = { certPem: input.certPem || null, jwksEndpoint: input.jwksEndpoint || null }
  const certificate = readKeySource(keySource)
  return {
    name: input.name ?? '',
    issuer: input.issuer ?? '',
    audience: toNonBlank(input.audience) ?? '',
    kid: input.kid ?? null,
    ...keySource,
    fingerprint: certificate?.fingerprint ?? null,
    commonName: certificate?.commonName ?? '',
    notBefore: certificate?.notBefore.getTime() ?? null,
    notAfter: certificate?.notAfter.getTime() ?? null,
    enabled: input.enabled ?? false,
    claimsProperty: toNonBlank(input.claimsProperty) ?? '/sub',
    useExternalId: input.useExternalId ?? false,
    externalAuthUrl: toNonBlank(input.externalAuthUrl) ?? null,
    clientId: input.clientId || null,
    scopes: uniqueSortedOrNull(input.scopes),
    targetToken: input.targetToken || 'ACCESS',
    enrollAuthPolicyId: input.enrollAuthPolicyId || 'default',
    enrollAttributeClaimsSelector: input.enrollAttributeClaimsSelector ?? '',
    enrollNameClaimsSelector: input.enrollNameClaimsSelector || '/sub',
    enrollToCertEnabled: input.enrollToCertEnabled ?? false,
    enrollToTokenEnabled: input.enrollToTokenEnabled ?? false,
    ...toStoredTrust(input, scope),
    ...base,
  }
}

/**
 * Refuses the auth policy for identities that enroll with tokens of the signer if the policy does not exist, or if it
 * forbids the method with which these identities are to authenticate: token or certificate.
 */
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

/** An issuer of tokens that identities authenticate with. */
export const externalJwtSigners = defineEntity({
  name: 'externalJwtSigners',
  indexes: ['name', 'issuer', 'kid', 'fingerprint'],
  references: [
    {
      field: 'enrollAuthPolicyId',
      target: 'authPolicies',
      ids: ({ enrollAuthPolicyId }) => [enrollAuthPolicyId],
      withoutIds: (signer) => ({ ...signer, enrollAuthPolicyId: '' }),
      onDelete: refuseWhileUsed('enrollAuthPolicyId', 'authPolicy referenced by externalJwtSigner'),
    },
  ],
  toRecord,
  normalizeUpdate: (input, before, scope) => {
    // As recorded on controllers, only a replacement (PUT) can change the kind of key source. A patch with the other
    // kind is refused, because the signer would then have both.
    if (scope.call.operation.method === 'PATCH') readKeySource(mergeKeySource(before, input))
    return { ...input, ...computeTrust(before, scope) }
  },
  checkName: (record, scope) => rejectInvalidName('externalJwtSigners', record, scope),
  check: (record, scope) => {
    if (!toNonBlank(record.issuer))
      throw createFieldRefusal('issuer', 'issuer is required', record.issuer)
    // These fields determine which signer a token belongs to, so they must be unique.
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

/** The key sources after a patch: an empty field in the patch does not remove the stored key source. */
const mergeKeySource = (before: KeySource, input: KeySource): KeySource => ({
  certPem: input.certPem || before.certPem || null,
  jwksEndpoint: input.jwksEndpoint || before.jwksEndpoint || null,
})

type KeySource = Partial<Pick<ExternalJwtSignerRecord, 'certPem' | 'jwksEndpoint'>>

/**
 * Reads the key source of a signer. Returns the certificate, because the API shows its fields, or undefined if the key
 * source is the URL of a key set. Refuses an invalid key source, no key source, and both at once.
 */
export function readKeySource({ certPem, jwksEndpoint }: KeySource): Certificate | undefined {
  const certificate = certPem ? unwrap(readSignerCertificate(certPem)) : undefined
  const endpoint = jwksEndpoint && URL.canParse(jwksEndpoint) ? new URL(jwksEndpoint) : undefined
  if (certificate && jwksEndpoint)
    throw createInvalidFieldRefusal(
      'jwksEndpoint',
      'only one of jwksEndpoint or certPem may be defined',
      endpoint?.hostname ?? 'jwksEndpoint',
    )
  if (certificate) return certificate
  if (!jwksEndpoint)
    throw createInvalidFieldRefusal('certPem', 'jwksEndpoint or certPem is required', undefined)
  if (!/^https?:$/.test(endpoint?.protocol ?? ''))
    throw createInvalidFieldRefusal(
      'jwksEndpoint',
      'jwksEndpoint must be a URL of http or https with a host',
      jwksEndpoint,
    )
  return undefined
}
