import type {
  AuthPolicyPrimary,
  AuthPolicySecondary,
} from '../../../generated/management/shapes.js'
import type { ReadTransaction, NamedRecord } from '../call/records.js'
import { createFieldRefusal, createNotFound, Refusal } from '../call/failure.js'
import { guardAuthPolicy } from '../auth/rights.js'
import { uniqueSorted } from '../call/byte-order.js'
import { defineEntity } from './crud.js'
import type { SentFields } from './entity.js'
import { refuseWhileUsed, rejectInvalidName } from './entity.js'

type AuthPolicyRecord = NamedRecord & {
  primary: AuthPolicyPrimary
  secondary: AuthPolicySecondary
}

declare module '../call/records.js' {
  interface EntityRecords {
    authPolicies: AuthPolicyRecord
  }
}

/** Minimum length of passwords, whatever the policy says. */
const minPasswordLength = 5

const normalizePrimary = ({ cert, extJwt, updb }: AuthPolicyPrimary): AuthPolicyPrimary => ({
  cert,
  extJwt: { ...extJwt, allowedSigners: uniqueSorted(extJwt.allowedSigners) },
  updb: {
    ...updb,
    lockoutDurationMinutes: Math.max(updb.lockoutDurationMinutes, 0),
    maxAttempts: Math.max(updb.maxAttempts, 0),
    minPasswordLength: Math.max(updb.minPasswordLength, minPasswordLength),
  },
})

/**
 * Reproduces two bugs of controllers (recorded): a patch of the minimum password length sets it to
 * the smallest allowed value, and a patch of `requireNumberChar` sets the value of
 * `requireMixedCase`.
 */
function normalizePatch(sent: SentFields<'authPolicies'>): SentFields<'authPolicies'> {
  const { primary } = sent
  if (!primary?.updb) return sent
  const { minPasswordLength: length, requireNumberChar, ...rest } = primary.updb
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null
  const updb = {
    ...rest,
    minPasswordLength: isGiven(length) ? minPasswordLength : length,
    requireNumberChar: isGiven(requireNumberChar)
      ? (rest.requireMixedCase ?? false)
      : requireNumberChar,
  }
  return { ...sent, primary: { ...primary, updb } }
}

/** Refuses signers that do not exist. Controllers check those of `primary` only when a policy is created. */
function rejectUnknownSigners(
  { primary, secondary }: AuthPolicyRecord,
  { records, isUpdate }: { records: ReadTransaction; isUpdate: boolean },
): void {
  const required = secondary.requireExtJwtSigner
  if (isUpdate) {
    if (required && !records.get('externalJwtSigners', required))
      throw createNotFound('externalJwtSigner', required)
    return
  }
  const signers = primary.extJwt.allowedSigners.map((id, index): [string, string] => [
    `primary.extJwt.allowedExtJwtSigners[${index}]`,
    id,
  ])
  if (required) signers.push(['secondary.requiredExtJwtSigner', required])
  for (const [field, value] of signers)
    if (!records.get('externalJwtSigners', value))
      throw new Refusal({ code: 'NOT_FOUND', field, reason: 'not found', value })
}

/** How identities may authenticate, and which second factors they need. */
export const authPolicies = defineEntity({
  name: 'authPolicies',
  indexes: ['name'],
  references: [
    {
      field: 'allowedSigners',
      to: 'externalJwtSigners',
      ids: ({ primary }) => primary.extJwt.allowedSigners,
      without: (policy, isGone) => ({
        ...policy,
        primary: {
          ...policy.primary,
          extJwt: {
            ...policy.primary.extJwt,
            allowedSigners: policy.primary.extJwt.allowedSigners.filter((id) => !isGone(id)),
          },
        },
      }),
      onDelete: refuseWhileUsed(
        'primary.extJwt.allowedSigners',
        'externalJwtSigners referenced by authPolicies',
      ),
    },
    {
      field: 'requireExtJwtSigner',
      to: 'externalJwtSigners',
      ids: ({ secondary }) => [secondary.requireExtJwtSigner],
      without: ({ secondary: { requireExtJwtSigner: _, ...secondary }, ...policy }) => ({
        ...policy,
        secondary,
      }),
      onDelete: refuseWhileUsed(
        'secondary.requireExtJwtSigner',
        'externalJwtSigner referenced by authPolicy',
      ),
    },
  ],
  // The contract requires all of these fields.
  toRecord: (
    { name, primary, secondary: { requireTotp, requireExtJwtSigner } }: AuthPolicyRecord,
    base,
  ) => ({
    name,
    primary: normalizePrimary(primary),
    secondary: { requireTotp, ...(requireExtJwtSigner && { requireExtJwtSigner }) },
    ...base,
  }),
  normalizeUpdate: (sent, _, { call }) =>
    call.operation.method === 'PATCH' ? normalizePatch(sent) : sent,
  check: (record, scope, before) => {
    if (before) guardAuthPolicy(before.id, scope)
    rejectUnknownSigners(record, { records: scope.records, isUpdate: before !== undefined })
    rejectInvalidName('authPolicies', record, scope)
  },
  present: ({ name, primary, secondary }) => ({
    name,
    primary: {
      ...primary,
      extJwt: { ...primary.extJwt, allowedSigners: uniqueSorted(primary.extJwt.allowedSigners) },
    },
    secondary,
  }),
})

/** Refuses a new password of an identity that its auth policy does not allow; the refusal does not repeat it. */
export function rejectWeakPassword(
  identity: string | undefined,
  password: string,
  records: ReadTransaction,
): void {
  const { authPolicyId = 'default' } = records.get('identities', identity ?? '') ?? {}
  const rules = records.get('authPolicies', authPolicyId)?.primary.updb
  const length = rules?.minPasswordLength ?? minPasswordLength
  const needed: [isMissing: boolean | undefined, what: string][] = [
    [[...password].length < length, `at least ${length} characters`],
    [rules?.requireNumberChar && !/\p{N}/u.test(password), 'a digit'],
    [
      rules?.requireMixedCase && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password)),
      'uppercase and lowercase letters',
    ],
    [
      rules?.requireSpecialChar && !/[^\p{L}\p{N}]/u.test(password),
      'a character that is neither a letter nor a digit',
    ],
  ]
  for (const [isMissing, what] of needed)
    if (isMissing) throw createFieldRefusal('password', `password must have ${what}`, undefined)
}
