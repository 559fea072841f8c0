import type { EntityRecords } from '../call/records.js'

type Identity = EntityRecords['identities']

export const isAdministrator = ({
  isAdmin,
  isDefaultAdmin,
}: Pick<Identity, 'isAdmin' | 'isDefaultAdmin'>): boolean => isAdmin || isDefaultAdmin

const mayReadAll = ({ permissions }: Pick<Identity, 'permissions'>): boolean =>
  permissions?.includes('admin_readonly') ?? false

/**
 * Whether an identity was granted a permission such as `router.read`, or the broader `router`. Administrators need no
 * permissions: check `isAdministrator` too.
 */
export const isGranted = (
  permission: string,
  { permissions }: Pick<Identity, 'permissions'>,
): boolean =>
  permissions !== null &&
  (permissions.includes(permission) || permissions.includes(permission.replace(/\..*/, '')))

/**
 * Whether a non-administrator may read the records that a permission such as `router.read` covers; `admin_readonly`
 * allows reading all records.
 */
export const mayRead = (permission: string, rights: Pick<Identity, 'permissions'>): boolean =>
  mayReadAll(rights) || isGranted(permission, rights)

export type Rights = Pick<Identity, 'isAdmin' | 'isDefaultAdmin' | 'permissions'>

/**
 * Whether an identity has a right that another identity lacks: the first is an administrator and the other is not, or
 * the first has a permission that the other lacks.
 */
export const hasRightsBeyond = (identity: Rights, other: Rights): boolean => {
  if (isAdministrator(other)) return false
  return (
    isAdministrator(identity) ||
    (identity.permissions ?? []).some(
      (permission) =>
        !isGranted(permission, other) && !(permission.endsWith('.read') && mayReadAll(other)),
    )
  )
}

/**
 * The trust in a record that can sign an identity in: a CA, signer, enrollment, authenticator, external id or session.
 * A record is untrusted if a non-administrator may know its secret, or chose the identity that it signs in. An
 * untrusted record only signs in identities that are not administrators and have no permissions other than `rights`
 * (absent: none).
 */
export type Trust = { readonly isUntrusted?: boolean; readonly rights?: readonly string[] }

/** Whether a record with this trust may sign in an identity with the rights that the identity has now. */
export const isTrustedFor = ({ isUntrusted, rights = [] }: Trust, identity: Rights): boolean =>
  !isUntrusted ||
  !hasRightsBeyond(identity, { isAdmin: false, isDefaultAdmin: false, permissions: [...rights] })

/**
 * The trust in something that depends on several records. If some records are untrusted, the trust has only the rights
 * that all untrusted records share.
 */
export const combineTrust = (...parts: readonly Trust[]): Trust =>
  parts.reduce((all, part) => {
    if (!part.isUntrusted) return all
    if (!all.isUntrusted) return pickTrust(part)
    const sharedRights = (all.rights ?? []).filter((right) => part.rights?.includes(right))
    return { isUntrusted: true, rights: sharedRights }
  }, {})

/**
 * Returns the trust of a record as fields to store in a record that depends on it; no fields if the given record is
 * trusted.
 */
export const pickTrust = ({ isUntrusted, rights }: Trust): Trust =>
  isUntrusted ? { isUntrusted, ...(rights && { rights }) } : {}

/** Whether an identity is disabled at a time in ms since 1970, so that it cannot authenticate. */
export const isDisabled = ({ disabledAt, disabledUntil }: Identity, now: number): boolean =>
  disabledAt !== null && (disabledUntil === null || disabledUntil > now)
