import type {
  AuthPolicyPrimary,
  AuthPolicySecondary,
} from '../../../generated/management/shapes.js'
import type { ReadTransaction, NamedRecord } from '../call/records.js'
import { createFieldRefusal, createNotFound, Refusal } from '../call/failure.js'
import { guardAuthPolicy } from '../auth/rights.js'
import { uniqueSorted } from '../call/byte-order.js'
import { defineEntity } from './crud.js'
import type { InputFields } from './entity.js'
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

/** Minimum length of passwords; applies even if the policy allows shorter ones. */
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
 * Reproduces two bugs of controllers (recorded): a patch of the minimum password length sets it to the smallest allowed
 * value, and a patch of `requireNumberChar` sets the value of `requireMixedCase`.
 */
function normalizePatch(input: InputFields<'authPolicies'>): InputFields<'authPolicies'> {
  const { primary } = input
  if (!primary?.updb) return input
  const { minPasswordLength: length, requireNumberChar, ...rest } = primary.updb
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null
  const updb = {
    ...rest,
    minPasswordLength: isGiven(length) ? minPasswordLength : length,
    requireNumberChar: isGiven(requireNumberChar)
      ? (rest.requireMixedCase ?? false)
      : requireNumberChar,
  }
  return { ...input, primary: { ...primary, updb } }
}

/**
 * Refuses signers that do not exist. Like controllers, checks the signers in `primary` only when a policy is created.
 */
function rejectUnknownSigners(
  { primary, secondary }: AuthPolicyRecord,
  { records, isUpdate }: { records: ReadTransaction; isUpdate: boolean },
): void {
  const requiredSigner = secondary.requireExtJwtSigner
  if (isUpdate) {
    if (requiredSigner && !records.get('externalJwtSigners', requiredSigner))
      throw createNotFound('externalJwtSigner', requiredSigner)
    return
  }
  const signers = primary.extJwt.allowedSigners.map((id, index): [string, string] => [
    `primary.extJwt.allowedExtJwtSigners[${index}]`,
    id,
  ])
  if (requiredSigner) signers.push(['secondary.requiredExtJwtSigner', requiredSigner])
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
      target: 'externalJwtSigners',
      ids: ({ primary }) => primary.extJwt.allowedSigners,
      withoutIds: (policy, isGone) => ({
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
      target: 'externalJwtSigners',
      ids: ({ secondary }) => [secondary.requireExtJwtSigner],
      withoutIds: ({ secondary: { requireExtJwtSigner: _, ...secondary }, ...policy }) => ({
        ...policy,
        secondary,
      }),
      onDelete: refuseWhileUsed(
        'secondary.requireExtJwtSigner',
        'externalJwtSigner referenced by authPolicy',
      ),
    },
  ],
  // The contract requires `name`, `primary` and `secondary`, so they are always set.
  toRecord: (
    { name, primary, secondary: { requireTotp, requireExtJwtSigner } }: AuthPolicyRecord,
    base,
  ) => ({
    name,
    primary: normalizePrimary(primary),
    secondary: { requireTotp, ...(requireExtJwtSigner && { requireExtJwtSigner }) },
    ...base,
  }),
  normalizeUpdate: (input, _, { call }) =>
    call.operation.method === 'PATCH' ? normalizePatch(input) : input,
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

/**
 * Refuses a new password that the auth policy of its identity does not allow. The refusal does not repeat the password.
 */
export function rejectWeakPassword(
  identity: string | undefined,
  password: string,
  records: ReadTransaction,
): void {
  const { authPolicyId = 'default' } = records.get('identities', identity ?? '') ?? {}
  const rules = records.get('authPolicies', authPolicyId)?.primary.updb
  const length = rules?.minPasswordLength ?? minPasswordLength
  const requirements: [isMissing: boolean | undefined, requirement: string][] = [
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
  for (const [isMissing, requirement] of requirements)
    if (isMissing)
      throw createFieldRefusal('password', `password must have ${requirement}`, undefined)
}
