import { isRecord } from '../body/json-node.js'
import type { Reading } from '../environment.js'
import type { Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import { guardPolicyOfAdministrators } from './identity-guard.js'
import type { Kind } from './kind.js'
import { each, rejectUsed, rejectWhileUsed } from './rules.js'

type Policy = Kinds['authPolicies']

/** Passwords are not shorter than this, whatever a policy says. */
const shortest = 5

const atLeast = (least: number, value: number | undefined): number => Math.max(least, value ?? 0)

function primaryOf(sent: Partial<Policy['primary']> = {}): Policy['primary'] {
  const { cert, extJwt, updb } = sent
  return {
    cert: { allowed: cert?.allowed ?? false, allowExpiredCerts: cert?.allowExpiredCerts ?? false },
    extJwt: {
      allowed: extJwt?.allowed ?? false,
      allowedSigners: each(extJwt?.allowedSigners ?? []),
    },
    updb: {
      allowed: updb?.allowed ?? false,
      lockoutDurationMinutes: atLeast(0, updb?.lockoutDurationMinutes),
      maxAttempts: atLeast(0, updb?.maxAttempts),
      minPasswordLength: atLeast(shortest, updb?.minPasswordLength),
      requireMixedCase: updb?.requireMixedCase ?? false,
      requireNumberChar: updb?.requireNumberChar ?? false,
      requireSpecialChar: updb?.requireSpecialChar ?? false,
    },
  }
}

/** As recorded: a patch of the shortest length sets the least one, and a patch of `requireNumberChar` sets what it says of `requireMixedCase`. */
function heardPatch(sent: Record<string, unknown>): Record<string, unknown> {
  const { primary } = sent
  if (!isRecord(primary) || !isRecord(primary['updb'])) return sent
  const { minPasswordLength, requireNumberChar, ...rest } = primary['updb']
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null
  const updb = {
    ...rest,
    ...(isGiven(minPasswordLength) && { minPasswordLength: shortest }),
    ...(isGiven(requireNumberChar) && { requireNumberChar: rest['requireMixedCase'] === true }),
  }
  return { ...sent, primary: { ...primary, updb } }
}

function rejectUnknown({ primary, secondary }: Policy, records: Reading): void {
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
export const authPolicies: Kind<'authPolicies'> = {
  kind: 'authPolicies',
  one: 'authPolicy',
  collection: 'auth-policies',
  ids: 'long',
  fields: ({ name = '', primary, secondary }) => ({
    name,
    primary: primaryOf(primary),
    secondary: {
      requireTotp: secondary?.requireTotp ?? false,
      ...(secondary?.requireExtJwtSigner && { requireExtJwtSigner: secondary.requireExtJwtSigner }),
    },
  }),
  heard: (sent, _, { call }) => (call.operation.method === 'PATCH' ? heardPatch(sent) : sent),
  check: (record, scope, before) => {
    if (before) guardPolicyOfAdministrators(before.id, scope)
    rejectUsed('authPolicies', record, scope, before)
    rejectUnknown(record, scope.records)
  },
  deleting: ({ id }, { records }) => {
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
  show: ({ name, primary, secondary }) => ({
    name,
    primary: {
      ...primary,
      extJwt: { ...primary.extJwt, allowedSigners: each(primary.extJwt.allowedSigners) },
    },
    secondary,
  }),
}
