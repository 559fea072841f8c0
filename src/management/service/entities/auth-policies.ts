import { isRecord } from '../http/body/go-text.js'
import type { Reading } from '../environment.js'
import { Refusal } from '../http/failure.js'
import { guardPolicyOfAdministrators } from '../auth/rights.js'
import type { EntityRecords } from './records.js'
import type { Entity } from './entity.js'
import { uniqueSorted, rejectInvalidName, rejectWhileUsed } from './entity.js'

type Policy = EntityRecords['authPolicies']

/** Passwords are not shorter than this, whatever a policy says. */
const shortestPassword = 5

const atLeast = (least: number, value: number | undefined): number => Math.max(least, value ?? 0)

function normalizePrimary(sent: Partial<Policy['primary']> = {}): Policy['primary'] {
  const { cert, extJwt, updb } = sent
  return {
    cert: { allowed: cert?.allowed ?? false, allowExpiredCerts: cert?.allowExpiredCerts ?? false },
    extJwt: {
      allowed: extJwt?.allowed ?? false,
      allowedSigners: uniqueSorted(extJwt?.allowedSigners ?? []),
    },
    updb: {
      allowed: updb?.allowed ?? false,
      lockoutDurationMinutes: atLeast(0, updb?.lockoutDurationMinutes),
      maxAttempts: atLeast(0, updb?.maxAttempts),
      minPasswordLength: atLeast(shortestPassword, updb?.minPasswordLength),
      requireMixedCase: updb?.requireMixedCase ?? false,
      requireNumberChar: updb?.requireNumberChar ?? false,
      requireSpecialChar: updb?.requireSpecialChar ?? false,
    },
  }
}

/** As recorded: a patch of the shortest length sets the least one, and a patch of `requireNumberChar` sets what it says of `requireMixedCase`. */
function normalizePatch(sent: Record<string, unknown>): Record<string, unknown> {
  const { primary } = sent
  if (!isRecord(primary) || !isRecord(primary['updb'])) return sent
  const { minPasswordLength, requireNumberChar, ...rest } = primary['updb']
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null
  const updb = {
    ...rest,
    ...(isGiven(minPasswordLength) && { minPasswordLength: shortestPassword }),
    ...(isGiven(requireNumberChar) && { requireNumberChar: rest['requireMixedCase'] === true }),
  }
  return { ...sent, primary: { ...primary, updb } }
}

function rejectUnknownSigners({ primary, secondary }: Policy, records: Reading): void {
  const wanted = primary.extJwt.allowedSigners.map((id, index): [string, string] => [
    `primary.extJwt.allowedExtJwtSigners[${index}]`,
    id,
  ])
  if (secondary.requireExtJwtSigner)
    wanted.push(['secondary.requiredExtJwtSigner', secondary.requireExtJwtSigner])
  for (const [field, value] of wanted)
    if (!records.get('externalJwtSigners', value))
      throw new Refusal({ code: 'NOT_FOUND', field, reason: 'not found', value })
}

/** How identities may authenticate, and with which second factors. */
export const authPolicies: Entity<'authPolicies'> = {
  kind: 'authPolicies',
  singular: 'authPolicy',
  collection: 'auth-policies',
  idForm: 'long',
  fields: ({ name = '', primary, secondary }) => ({
    name,
    primary: normalizePrimary(primary),
    secondary: {
      requireTotp: secondary?.requireTotp ?? false,
      ...(secondary?.requireExtJwtSigner && { requireExtJwtSigner: secondary.requireExtJwtSigner }),
    },
  }),
  normalizeUpdate: (sent, _, { call }) =>
    call.operation.method === 'PATCH' ? normalizePatch(sent) : sent,
  check: (record, scope, before) => {
    if (before) guardPolicyOfAdministrators(before.id, scope)
    rejectInvalidName('authPolicies', record, scope, before)
    rejectUnknownSigners(record, scope.records)
  },
  beforeDelete: ({ id }, { records }) => {
    rejectWhileUsed(
      'authPolicyId',
      'authPolicy referenced by identity',
      records.find('identities', 'authPolicyId', id),
    )
    rejectWhileUsed(
      'enrollAuthPolicyId',
      'authPolicy referenced by externalJwtSigner',
      [...records.list('externalJwtSigners')].filter(
        ({ enrollAuthPolicyId }) => enrollAuthPolicyId === id,
      ),
    )
  },
  present: ({ name, primary, secondary }) => ({
    name,
    primary: {
      ...primary,
      extJwt: { ...primary.extJwt, allowedSigners: uniqueSorted(primary.extJwt.allowedSigners) },
    },
    secondary,
  }),
}
