import type { Operation } from '../../operation.js'
import type { Voucher } from '../administrators.js'
import { isAdministrator } from '../administrators.js'
import type { Caller } from '../http/handler.js'
import type { EntityRecords } from '../entities/records.js'
import { Refusal } from '../http/failure.js'
import type { Scope } from '../entities/scope.js'

/**
 * Whether a caller has the right that an operation needs. The contract contains the right of every operation; only this
 * function evaluates it.
 */
export function mayCall(
  { right, method }: Pick<Operation, 'right' | 'method'>,
  { identity, queries }: Caller,
): boolean {
  if (right === 'none' || right === 'partial') return true
  if (queries.length > 0) return false
  if (right === 'session' || isAdministrator(identity)) return true
  const granted = identity.permissions ?? []
  if (right === 'admin') return false
  if (granted.includes('admin_readonly') && method === 'GET') return true
  return granted.includes(right) || granted.includes(right.replace(/\..*/, ''))
}

type Identity = EntityRecords['identities']

const createUnauthorized = (reason: string): Refusal =>
  new Refusal({ code: 'UNAUTHORIZED', reason })

/**
 * Whether the caller is restricted to the rights of non-administrators. During enrollment there is no caller, and the
 * enrollment itself determines the result.
 */
export const isLimited = ({ call: { caller } }: Scope): boolean =>
  caller !== undefined && !isAdministrator(caller.identity)

/**
 * Whether a caller must not see how an identity enrolls: with the token of an administrator, the caller would become
 * one.
 */
export const isHiddenFrom = (identity: Identity | undefined, scope: Scope): boolean =>
  identity !== undefined && isLimited(scope) && isAdministrator(identity)

/** Refuses changes to administrators by non-administrators. */
export function guardAdministrator(identity: Identity | undefined, scope: Scope): void {
  if (isHiddenFrom(identity, scope))
    throw createUnauthorized('non-admins may not modify admin users')
}

/** Refuses changes to the authentication of administrators by non-administrators. */
export function guardPolicyOfAdministrators(id: string, scope: Scope): void {
  if (!isLimited(scope)) return
  for (const identity of scope.records.find('identities', 'authPolicyId', id))
    if (isAdministrator(identity))
      throw createUnauthorized('non-admins may not modify the auth policy of admin users')
}

/** Fields that do not affect whom a voucher identifies. */
const harmlessFields: readonly string[] = ['name', 'tags']

/**
 * The trust in a voucher after an update: lost if a non-administrator changes it, and restored if an administrator
 * replaces it as a whole.
 */
export function computeTrust(before: Voucher, scope: Scope): { isUntrusted: boolean } {
  const { operation, sets } = scope.call
  const isReplaced = operation.method === 'PUT'
  if (isLimited(scope))
    return {
      isUntrusted:
        isReplaced ||
        before.isUntrusted === true ||
        sets.some((name) => !harmlessFields.includes(name)),
    }
  return { isUntrusted: !isReplaced && before.isUntrusted === true }
}

/** The trust to store with a voucher: that after an update, or that in its creator. */
export const toStoredTrust = ({ isUntrusted }: { isUntrusted?: boolean }, scope: Scope): Voucher =>
  (isUntrusted ?? isLimited(scope)) ? { isUntrusted: true } : {}

/** Refuses non-administrators who create administrators or grant permissions. */
export function guardPrivileges(
  { isAdmin, permissions }: Identity,
  scope: Scope,
  before?: Identity,
): void {
  if (!isLimited(scope)) return
  if (!before) {
    if (permissions && permissions.length > 0)
      throw createUnauthorized('non-admins may not create users with permissions')
    if (isAdmin) throw createUnauthorized('non-admins may not create admin users')
    return
  }
  guardAdministrator(before, scope)
  const { operation, input } = scope.call
  if (operation.method === 'PUT')
    throw createUnauthorized('non-admins may not use the PUT method, use PATCH instead')
  const field = ['permissions', 'isAdmin', 'isDefaultAdmin'].find(
    (name) => input !== null && typeof input === 'object' && Object.hasOwn(input, name),
  )
  if (field !== undefined)
    throw createUnauthorized(`non-admins may not modify the identity field '${field}'`)
}
