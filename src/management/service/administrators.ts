import type { EntityRecords } from './entities/records.js'

type Identity = EntityRecords['identities']

export const isAdministrator = ({ isAdmin, isDefaultAdmin }: Identity): boolean =>
  isAdmin || isDefaultAdmin

/**
 * Whether a CA, signer or session is untrusted, because a non-administrator created or changed it:
 * it only authenticates identities without rights.
 */
export type Trust = { readonly isUntrusted?: boolean }

/** Whether a CA, signer or session may authenticate an identity. */
export const isTrustedFor = ({ isUntrusted }: Trust, identity: Identity): boolean =>
  !isUntrusted || (!isAdministrator(identity) && (identity.permissions ?? []).length === 0)

/** Whether an identity is disabled at a time in ms since 1970, so that it cannot authenticate. */
export const isDisabled = ({ disabledAt, disabledUntil }: Identity, now: number): boolean =>
  disabledAt !== null && (disabledUntil === null || disabledUntil > now)
