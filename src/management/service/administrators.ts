import type { EntityRecords } from './entities/records.js'

type Identity = EntityRecords['identities']

/** Whether an identity is an administrator. */
export const isAdministrator = ({ isAdmin, isDefaultAdmin }: Identity): boolean =>
  isAdmin || isDefaultAdmin

/**
 * A CA, signer or session that authenticates identities. If a non-administrator created or changed
 * it, it is only trusted for identities without rights.
 */
export type Trust = { readonly isUntrusted?: boolean }

/** Whether a CA, signer or session is trusted for an identity. */
export const isTrustedFor = ({ isUntrusted }: Trust, identity: Identity): boolean =>
  !isUntrusted || (!isAdministrator(identity) && (identity.permissions ?? []).length === 0)
