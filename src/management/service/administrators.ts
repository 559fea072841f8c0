import type { EntityRecords } from './entities/records.js'

type Identity = EntityRecords['identities']

/** Whether somebody is an administrator. */
export const isAdministrator = ({ isAdmin, isDefaultAdmin }: Identity): boolean =>
  isAdmin || isDefaultAdmin

/** What vouches for identities, or was opened by it; without an administrator's word, only for identities without rights. */
export type Voucher = { readonly isUntrusted?: boolean }

/** Whether something vouches for an identity. */
export const vouchesFor = ({ isUntrusted }: Voucher, identity: Identity): boolean =>
  !isUntrusted || (!isAdministrator(identity) && (identity.permissions ?? []).length === 0)
