import type { EntityRecords } from '../call/records.js'

type Identity = EntityRecords['identities']

export const isAdministrator = ({
  isAdmin,
  isDefaultAdmin,
}: Pick<Identity, 'isAdmin' | 'isDefaultAdmin'>): boolean => isAdmin || isDefaultAdmin

const isReadByAll = ({ permissions }: Pick<Identity, 'permissions'>): boolean =>
  permissions?.includes('admin_readonly') ?? false

/**
 * Whether an identity has a permission, such as `router.read`, or the one for all operations,
 * `router`.
 */
export const isGranted = (
  permission: string,
  { permissions }: Pick<Identity, 'permissions'>,
): boolean =>
  permissions !== null &&
  (permissions.includes(permission) || permissions.includes(permission.replace(/\..*/, '')))

/** Whether somebody who is not an administrator may read a kind of record. */
export const mayRead = (permission: string, rights: Pick<Identity, 'permissions'>): boolean =>
  isReadByAll(rights) || isGranted(permission, rights)

export type Rights = Pick<Identity, 'isAdmin' | 'isDefaultAdmin' | 'permissions'>

/** Whether an identity has a permission that another identity lacks. */
export const hasRightsBeyond = (identity: Rights, other: Rights): boolean => {
  if (isAdministrator(other)) return false
  return (
    isAdministrator(identity) ||
    (identity.permissions ?? []).some(
      (permission) =>
        !isGranted(permission, other) && !(permission.endsWith('.read') && isReadByAll(other)),
    )
  )
}

/**
 * How far a record that signs an identity in is trusted: a CA, signer, enrollment, authenticator, external id or
 * session. It is untrusted if a non-administrator created or changed it: then it only signs in identities that have no
 * other rights than these.
 */
export type Trust = { readonly isUntrusted?: boolean; readonly rights?: readonly string[] }

/** Whether a record with this trust may sign in an identity with the rights that the identity has now. */
export const isTrustedFor = ({ isUntrusted, rights = [] }: Trust, identity: Rights): boolean =>
  !isUntrusted ||
  !hasRightsBeyond(identity, { isAdmin: false, isDefaultAdmin: false, permissions: [...rights] })

/** The trust in something that depends on all of these. */
export const combineTrust = (...parts: readonly Trust[]): Trust =>
  parts.reduce((all, part) => {
    if (!part.isUntrusted) return all
    if (!all.isUntrusted) return pickTrust(part)
    const shared = (all.rights ?? []).filter((right) => part.rights?.includes(right))
    return { isUntrusted: true, rights: shared }
  }, {})

/** The trust in a record, as fields to store in a record that depends on it. */
export const pickTrust = ({ isUntrusted, rights }: Trust): Trust =>
  isUntrusted ? { isUntrusted, ...(rights && { rights }) } : {}

/** Whether an identity is disabled at a time in ms since 1970, so that it cannot authenticate. */
export const isDisabled = ({ disabledAt, disabledUntil }: Identity, now: number): boolean =>
  disabledAt !== null && (disabledUntil === null || disabledUntil > now)
