import type { Operation } from '../../operation.js'
import type { Voucher } from '../administrators.js'
import { isAdministrator } from '../administrators.js'
import type { Caller } from '../http/handler.js'
import type { EntityRecords } from '../entities/records.js'
import { Refusal } from '../http/failure.js'
import type { Scope } from '../entities/scope.js'

/** Whether a caller has the right that an operation needs. Every operation's right is in the contract; this alone decides by it. */
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

/** Whether the caller is held to what those may who have permissions only. Who enrolls is nobody yet, and is told what to become. */
export const isLimited = ({ call: { caller } }: Scope): boolean =>
  caller !== undefined && !isAdministrator(caller.identity)

/** Whether a caller must not learn how an identity enrolls: the token of an administrator would make one of whoever reads it. */
export const isHiddenFrom = (identity: Identity | undefined, scope: Scope): boolean =>
  identity !== undefined && isLimited(scope) && isAdministrator(identity)

/** Refuses to let those who are no administrators touch one who is. */
export function guardAdministrator(identity: Identity | undefined, scope: Scope): void {
  if (isHiddenFrom(identity, scope))
    throw createUnauthorized('non-admins may not modify admin users')
}

/** Refuses to let those who are no administrators change how administrators authenticate. */
export function guardPolicyOfAdministrators(id: string, scope: Scope): void {
  if (!isLimited(scope)) return
  for (const identity of scope.records.find('identities', 'authPolicyId', id))
    if (isAdministrator(identity))
      throw createUnauthorized('non-admins may not modify the auth policy of admin users')
}

/** Fields that say nothing of whom a voucher stands for. */
const harmlessFields: readonly string[] = ['name', 'tags']

/** The trust in a voucher after an update: lost where one who is no administrator changes it, and back where an administrator replaces it as a whole. */
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

/** The trust in a voucher as it is stored: that after an update, or that in who makes it. */
export const toStoredTrust = ({ isUntrusted }: { isUntrusted?: boolean }, scope: Scope): Voucher =>
  (isUntrusted ?? isLimited(scope)) ? { isUntrusted: true } : {}

/** Refuses to let those who are no administrators make one, or give away permissions. */
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
