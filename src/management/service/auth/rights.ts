import type { Operation } from '../../operation.js'
import type { Caller } from '../call/call.js'
import type { BaseRecord, EntityName, EntityRecords, WriteTransaction } from '../call/records.js'
import { Refusal } from '../call/failure.js'
import type { Scope, WriteScope } from '../call/scope.js'
import { isPlainObject } from '../../../document/record.js'
import { hasRightsBeyond, isAdministrator, isGranted, mayRead } from './identity-rights.js'
import type { Trust } from './identity-rights.js'

/**
 * Whether a caller has the right that an operation needs; false while the session of the caller lacks second factors,
 * unless the right is `none` or `partial`. The contract contains the right of every operation; only this function
 * evaluates it.
 */
export function mayCall(
  { right, method }: Pick<Operation, 'right' | 'method'>,
  { identity, queries }: Caller,
): boolean {
  if (right === 'none' || right === 'partial') return true
  if (queries.length > 0) return false
  if (right === 'session' || isAdministrator(identity)) return true
  if (right === 'admin') return false
  return method === 'GET' ? mayRead(right, identity) : isGranted(right, identity)
}

type Identity = EntityRecords['identities']

const createUnauthorized = (reason: string): Refusal =>
  new Refusal({ code: 'UNAUTHORIZED', reason })

/**
 * Whether there is a caller, and the caller is not an administrator. False for an enrolling client, which is not a
 * caller: its enrollment determines what it may do.
 */
export const isOrdinaryCaller = ({ call: { caller } }: Scope): boolean =>
  caller !== undefined && !isAdministrator(caller.identity)

/**
 * The trust in a session or enrollment that the caller opens for an identity. A caller who is not an administrator may
 * know the secret of that record, and must not gain rights that the identity is given later.
 */
export const getCallerTrust = (scope: Scope): Trust =>
  isOrdinaryCaller(scope)
    ? { isUntrusted: true, rights: scope.call.caller?.identity.permissions ?? [] }
    : {}

/**
 * Whether an identity has a right that the caller lacks; false without an identity or a caller. If true, the caller
 * must not see how the identity enrolls.
 */
export const hasRightsBeyondCaller = (
  identity: Identity | undefined,
  { call: { caller } }: Scope,
): boolean =>
  identity !== undefined && caller !== undefined && hasRightsBeyond(identity, caller.identity)

/** Whether the caller has one of the permissions or is an administrator; also true without a caller. */
const hasAnyPermission = (permissions: readonly string[], scope: Scope): boolean => {
  const { caller } = scope.call
  return (
    !isOrdinaryCaller(scope) ||
    permissions.some((permission) => caller && isGranted(permission, caller.identity))
  )
}

/**
 * Whether the caller may see the enrollment tokens of identities. A non-administrator needs the permission to create
 * enrollments, because anyone who has a token can enroll.
 */
export const maySeeIdentityTokens = (scope: Scope): boolean =>
  hasAnyPermission(['enrollment.create'], scope)

/**
 * Whether the caller may see the enrollment tokens of routers. A non-administrator needs the permission to create or
 * re-enroll routers, because these operations issue router enrollment tokens.
 */
export const maySeeRouterTokens = (scope: Scope): boolean =>
  hasAnyPermission(['router.create', 'router.update'], scope)

/**
 * Refuses changes to an identity that has rights that the caller lacks. Otherwise, the caller could, for example, reset
 * the password of the identity and sign in as that identity.
 */
export function guardIdentity(identity: Identity | undefined, scope: Scope): void {
  if (!identity || !hasRightsBeyondCaller(identity, scope)) return
  throw createUnauthorized(
    isAdministrator(identity)
      ? 'non-admins may not modify admin users'
      : 'users may not modify users with permissions that they lack',
  )
}

function findOwner(name: EntityName, record: BaseRecord): string | undefined {
  if (name === 'identities') return record.id
  const isOwned = name === 'authenticators' || name === 'enrollments' || name === 'mfas'
  return isOwned && 'identity' in record && typeof record.identity === 'string'
    ? record.identity
    : undefined
}

/**
 * The records of a transaction, guarded: every write of an identity, or of its authenticators, enrollments and second
 * factors, is refused if the identity has rights that the caller lacks.
 */
export function guardOwners(scope: WriteScope): WriteTransaction {
  const { records } = scope
  if (!isOrdinaryCaller(scope)) return records
  const guard = (name: EntityName, record: BaseRecord | undefined): void => {
    const owner = record && findOwner(name, record)
    if (owner !== undefined) guardIdentity(records.get('identities', owner), scope)
  }
  return {
    ...records,
    put: (name, record) => {
      guard(name, records.get(name, record.id))
      guard(name, record)
      return records.put(name, record)
    },
    delete: (name, id) => {
      guard(name, records.get(name, id))
      return records.delete(name, id)
    },
    remove: (name, id) => {
      guard(name, records.get(name, id))
      return records.remove(name, id)
    },
  }
}

export function guardAuthPolicy(id: string, scope: Scope): void {
  if (!isOrdinaryCaller(scope)) return
  for (const identity of scope.records.find('identities', 'authPolicyId', id))
    if (hasRightsBeyondCaller(identity, scope))
      throw createUnauthorized(
        isAdministrator(identity)
          ? 'non-admins may not modify the auth policy of admin users'
          : 'users may not modify the auth policy of users with permissions that they lack',
      )
}

/** Fields of a CA or signer that do not affect which identities it authenticates. */
const harmlessFields: readonly string[] = ['name', 'tags']

/**
 * Whether a CA or signer is untrusted after an update. An update by a non-administrator makes it untrusted, unless the
 * update is a patch of harmless fields only. If an administrator replaces the record as a whole, it becomes trusted
 * again.
 */
export function computeTrust(before: Trust, scope: Scope): { isUntrusted: boolean } {
  const { operation, input } = scope.call
  const isPatch = operation.method === 'PATCH'
  if (!isOrdinaryCaller(scope)) return { isUntrusted: isPatch && before.isUntrusted === true }
  const isHarmless =
    isPatch &&
    isPlainObject(input) &&
    Object.keys(input).every((name) => harmlessFields.includes(name))
  return { isUntrusted: before.isUntrusted === true || !isHarmless }
}

/**
 * The trust to store with a CA or signer: after an update, the result of `computeTrust`; for a new record, it depends
 * on whether its creator is an administrator.
 */
export const toStoredTrust = ({ isUntrusted }: { isUntrusted?: boolean }, scope: Scope): Trust =>
  (isUntrusted ?? isOrdinaryCaller(scope)) ? { isUntrusted: true } : {}

/**
 * Refuses a non-administrator who creates an identity that has permissions or is an administrator, changes these fields
 * of an identity, replaces an identity as a whole (PUT), or changes an identity with rights that the caller lacks.
 * `before` is the identity before an update.
 */
export function guardPrivileges(
  { isAdmin, permissions }: Identity,
  scope: Scope,
  before?: Identity,
): void {
  if (!isOrdinaryCaller(scope)) return
  if (!before) {
    if (permissions && permissions.length > 0)
      throw createUnauthorized('non-admins may not create users with permissions')
    if (isAdmin) throw createUnauthorized('non-admins may not create admin users')
    return
  }
  guardIdentity(before, scope)
  const { operation, input } = scope.call
  if (operation.method === 'PUT')
    throw createUnauthorized('non-admins may not use the PUT method, use PATCH instead')
  const field = ['permissions', 'isAdmin', 'isDefaultAdmin'].find(
    (name) => !isPlainObject(input) || Object.hasOwn(input, name),
  )
  if (field !== undefined)
    throw createUnauthorized(`non-admins may not modify the identity field '${field}'`)
}
