import type { Voucher } from '../administrators.js'
import { isAdministrator } from '../administrators.js'
import type { Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import type { Scope } from './kind.js'

type Identity = Kinds['identities']

const refused = (reason: string): Refusal => new Refusal({ code: 'UNAUTHORIZED', reason })

/** Whether the caller is held to what those may who have permissions only. Who enrolls is nobody yet, and is told what to become. */
export const isLimited = ({ call: { caller } }: Scope): boolean =>
  caller !== undefined && !isAdministrator(caller.identity)

/** Whether a caller must not learn how an identity enrolls: the token of an administrator would make one of whoever reads it. */
export const isSheltered = (identity: Identity | undefined, scope: Scope): boolean =>
  identity !== undefined && isLimited(scope) && isAdministrator(identity)

/** Refuses to let those who are no administrators touch one who is. */
export function guardAdministrator(identity: Identity | undefined, scope: Scope): void {
  if (isSheltered(identity, scope)) throw refused('non-admins may not modify admin users')
}

/** Refuses to let those who are no administrators change how administrators authenticate. */
export function guardPolicyOfAdministrators(id: string, scope: Scope): void {
  if (!isLimited(scope)) return
  for (const identity of scope.records.find('identities', 'authPolicyId', id))
    if (isAdministrator(identity))
      throw refused('non-admins may not modify the auth policy of admin users')
}

/** Fields that say nothing of whom a voucher stands for. */
const harmless: readonly string[] = ['name', 'tags']

/** The trust in a voucher after an update: lost where one who is no administrator changes it, and back where an administrator replaces it as a whole. */
export function trustAfter(before: Voucher, scope: Scope): { isUntrusted: boolean } {
  const { operation, sets } = scope.call
  const isReplaced = operation.method === 'PUT'
  if (isLimited(scope))
    return {
      isUntrusted:
        isReplaced || before.isUntrusted === true || sets.some((name) => !harmless.includes(name)),
    }
  return { isUntrusted: !isReplaced && before.isUntrusted === true }
}

/** The trust in a voucher as it is stored: that after an update, or that in who makes it. */
export const trustOf = ({ isUntrusted }: { isUntrusted?: boolean }, scope: Scope): Voucher =>
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
      throw refused('non-admins may not create users with permissions')
    if (isAdmin) throw refused('non-admins may not create admin users')
    return
  }
  guardAdministrator(before, scope)
  const { operation, input } = scope.call
  if (operation.method === 'PUT')
    throw refused('non-admins may not use the PUT method, use PATCH instead')
  const field = ['permissions', 'isAdmin', 'isDefaultAdmin'].find(
    (name) => input !== null && typeof input === 'object' && Object.hasOwn(input, name),
  )
  if (field !== undefined) throw refused(`non-admins may not modify the identity field '${field}'`)
}
