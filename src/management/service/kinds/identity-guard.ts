import type { Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import type { Scope } from './kind.js'

type Identity = Kinds['identities']

const isAdministrator = ({ isAdmin, isDefaultAdmin }: Identity): boolean =>
  isAdmin || isDefaultAdmin

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
  const field = ['permissions', 'isAdmin', 'isDefaultAdmin'].find((name) =>
    Object.hasOwn(Object(input), name),
  )
  if (field !== undefined) throw refused(`non-admins may not modify the identity field '${field}'`)
}
